import { readdirSync } from "node:fs";
import { vitePreprocess } from "@sveltejs/vite-plugin-svelte";

const COMPONENTS = readdirSync(new URL("src/", import.meta.url), { recursive: true, encoding: "utf8" })
  .map((name) => name.replaceAll("\\", "/"))
  .filter((name) => name.endsWith(".svelte"))
  .sort();

/** The class that keeps a component's styles its own: as short as can be, for it stands on nearly every element. */
function scopeClass({ filename }) {
  const number = COMPONENTS.indexOf(filename.replaceAll("\\", "/").replace(/^.*\bsrc\//, ""));
  return number < 0 ? "_new" : `_${number.toString(36)}`; // made while `npm run dev` runs
}

export default {
  preprocess: vitePreprocess(),
  compilerOptions: { runes: true, discloseVersion: false, cssHash: scopeClass },
};
