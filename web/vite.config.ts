import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

const SERVER = "http://localhost:8000"; // where `parlour serve` listens while developing

export default defineConfig({
  plugins: [svelte()],
  build: {
    outDir: "../src/parlour/server/web",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0, // a data: address would need a hole in the content security policy
    modulePreload: { polyfill: false },
    cssCodeSplit: false,
    rolldownOptions: {
      checks: { pluginTimings: false }, // a slow machine is no fault
      // One chunk for all code, for it packs a tenth smaller than many; texts stay apart, by language.
      output: { codeSplitting: { groups: [{ name: "parlour", test: /node_modules|\.svelte|src\/(cards|lib|screens|rules)\/.*\.ts|protocol\.ts/ }] } },
    },
  },
  server: { proxy: { "/api": SERVER, "/ws": { target: SERVER, ws: true } } },
  test: { include: ["test/**/*.test.ts"] },
});
