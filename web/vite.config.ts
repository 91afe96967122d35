import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";
import { numberedMessages } from "./messages.config.js";

const SERVER = "http://localhost:8000"; // where `parlour serve` listens while developing

/**
 * No server renders this page, so nothing is ever hydrated. Svelte guards all such code by one variable, but Rolldown
 * leaves it out only where that is a constant.
 */
const withoutHydration = {
  name: "without-hydration",
  transform: {
    filter: { id: /svelte\/src\/internal\/client\/dom\/hydration\.js/ },
    handler: (code: string): string =>
      code.replace("export let hydrating = false", "export const hydrating = false").replace("\thydrating = value;", ""),
  },
};

export default defineConfig({
  plugins: [svelte(), numberedMessages(), withoutHydration],
  build: {
    outDir: "../src/parlour/server/web",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0, // a data: address would need a hole in the content security policy
    modulePreload: false, // all code is one file, for it packs a tenth smaller than many
    cssCodeSplit: false,
    rolldownOptions: { checks: { pluginTimings: false } }, // a slow machine is no fault
  },
  server: { proxy: { "/api": SERVER, "/ws": { target: SERVER, ws: true } } },
  test: { include: ["test/**/*.test.ts"] },
});
