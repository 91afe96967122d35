import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";
import { numberedMessages } from "./messages.config.js";

const SERVER = "http://localhost:8250"; // where `parlour serve` listens unless told otherwise

/** Leaves out what this page never needs, and what its builders would bring along all the same. */
const leaner = {
  name: "leaner",
  transform(code: string, id: string): string | undefined {
    // No server renders this page: nothing is ever hydrated. Svelte guards all code for that by one variable, but only
    // where that is a constant does Rolldown see that the code is dead.
    if (id.includes("/svelte/src/internal/client/dom/hydration.js"))
      return code
        .replace("export let hydrating = false", "export const hydrating = false")
        .replace("\thydrating = value;", "");
    // What is loaded later has no styles of its own, and nothing else to be loaded with it.
    if (id.includes("vite/preload-helper")) return "export const __vitePreload = (load) => load();";
    return undefined;
  },
};

export default defineConfig({
  plugins: [svelte(), numberedMessages(), leaner],
  build: {
    outDir: "../src/parlour/server/web",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0, // a data: address would need a hole in the content security policy
    modulePreload: false, // all code is one file, for it packs a tenth smaller than many
    cssCodeSplit: false,
    rolldownOptions: {
      input: ["index.html", "src/sw.js"],
      output: { entryFileNames: ({ name }) => (name === "sw" ? "sw.js" : "assets/[name]-[hash].js") },
      checks: { pluginTimings: false }, // a slow machine is no fault
    },
  },
  server: { proxy: { "/api": SERVER, "/ws": { target: SERVER, ws: true } } },
  test: { include: ["test/**/*.test.ts"], setupFiles: ["test/setup.ts"] },
});
