import { svelte } from "@sveltejs/vite-plugin-svelte";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";
import { numberedMessages } from "./messages.config.js";

const SERVER = "http://localhost:8250"; // where `parlour serve` listens unless told otherwise

/**
 * Makes Svelte's `hydrating` a constant. No server renders this page, so nothing is ever hydrated; Svelte guards all code
 * for that by this one variable, but Rolldown sees that the code is dead only where the variable cannot change. Without
 * this the page is 2.7 kB gzip larger, and beyond its budget.
 */
const withoutHydration: Plugin = {
  name: "without-hydration",
  transform: (code, id) =>
    id.endsWith("/svelte/src/internal/client/dom/hydration.js")
      ? code
          .replace("export let hydrating = false", "export const hydrating = false")
          .replace("\thydrating = value;", "")
      : undefined,
};

/** Loads parts without most of Vite's helper: no part has other parts to be loaded with it, but a screen has styles. */
const PRELOAD = `
const added = {};
const add = (href) =>
  (added[href] ??= new Promise((done, failed) => {
    const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href: "/" + href });
    link.onload = done;
    link.onerror = () => (link.remove(), delete added[href], failed());
    document.head.append(link);
  }));
export const __vitePreload = (load, parts = []) => Promise.all(parts.map(add)).then(load);`;
const smallPreload: Plugin = {
  name: "small-preload",
  transform: (_, id) => (id.includes("vite/preload-helper") ? PRELOAD : undefined),
};

export default defineConfig({
  plugins: [svelte(), numberedMessages(), withoutHydration, smallPreload],
  build: {
    outDir: "../src/parlour/server/web",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0, // a data: address would need a hole in the content security policy
    modulePreload: false, // but for lazily loaded screens all code is one file, for it packs a tenth smaller than many
    rolldownOptions: {
      // Svelte does not declare that its modules may be left out where nothing of them is used.
      treeshake: {
        moduleSideEffects: [{ test: /node_modules\/svelte\/src\/(internal|legacy)\//, sideEffects: false }],
      },
      input: ["index.html", "src/sw.js"],
      output: {
        entryFileNames: ({ name }) => (name === "sw" ? "sw.js" : "assets/[name]-[hash].js"),
        // Three parts, each with all that it imports: what is loaded at first, screens that are loaded when opened, the club.
        codeSplitting: {
          groups: [
            { name: "page", test: /\/src\/main\.ts$/, priority: 2 },
            { name: "lazy", test: /\/src\/screens\/(fair|learn|puzzles|review)\//, priority: 1 },
            { name: "club", test: /\/src\/screens\/(club|leaders)\//, priority: 1 },
          ],
        },
      },
      checks: { bundlerTimings: false }, // a slow machine is no fault
    },
  },
  server: { proxy: { "/api": SERVER, "/ws": { target: SERVER, ws: true } } },
  test: { include: ["test/**/*.test.ts"], setupFiles: ["test/setup.ts"] },
});
