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

/** Loads parts without Vite's helper: no part has styles of its own, or other parts to be loaded with it. */
const withoutPreload: Plugin = {
  name: "without-preload",
  transform: (_, id) =>
    id.includes("vite/preload-helper") ? "export const __vitePreload = (load) => load();" : undefined,
};

export default defineConfig({
  plugins: [svelte(), numberedMessages(), withoutHydration, withoutPreload],
  build: {
    outDir: "../src/parlour/server/web",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0, // a data: address would need a hole in the content security policy
    modulePreload: false, // all code is one file, for it packs a tenth smaller than many
    cssCodeSplit: false,
    rolldownOptions: {
      // Svelte does not declare that its modules may be left out where nothing of them is used.
      treeshake: {
        moduleSideEffects: [{ test: /node_modules\/svelte\/src\/(internal|legacy)\//, sideEffects: false }],
      },
      input: ["index.html", "src/sw.js"],
      output: { entryFileNames: ({ name }) => (name === "sw" ? "sw.js" : "assets/[name]-[hash].js") },
      checks: { bundlerTimings: false }, // a slow machine is no fault
    },
  },
  server: { proxy: { "/api": SERVER, "/ws": { target: SERVER, ws: true } } },
  test: { include: ["test/**/*.test.ts"], setupFiles: ["test/setup.ts"] },
});
