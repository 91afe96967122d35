/**
 * Messages by number. In the sources a message has a key, `t("app.close")`; in the built page it has a number, and a
 * catalogue is a list, for the keys would weigh a third of it. Keys that are put together, t(`start.level.${level}`),
 * have a short form instead, which the page computes from the key.
 */
import { readdirSync, readFileSync } from "node:fs";
import { shortKey } from "./src/lib/short_key.js";

const WEB = new URL(".", import.meta.url);
const KEY = /(["'`])([a-z]+\.[\w./]+)\1/g;
const TEMPLATE = /`[a-z]+\.[\w./]*\$\{[^`]*`/g;

const filesIn = (folder, ending) =>
  readdirSync(new URL(folder, WEB), { recursive: true, encoding: "utf8" })
    .filter((name) => ending.test(name))
    .sort()
    .map((name) => readFileSync(new URL(`${folder}/${name}`, WEB), "utf8"));

const catalogue = (lang) =>
  Object.assign({}, ...filesIn(`messages/${lang}`, /\.json$/).map((text) => JSON.parse(text)));

/** What the keys look like that are put together somewhere in the sources. */
const patterns = () =>
  filesIn("src", /\.(ts|svelte)$/)
    .flatMap((text) => text.match(TEMPLATE) ?? [])
    .map((template) =>
      template
        .slice(1, -1)
        .replaceAll(".", "\\.")
        .replace(/\$\{[^}]*\}/g, ".*"),
    )
    .map((pattern) => new RegExp(`^${pattern}$`));

/** A catalogue in which `messages[12]` and `messages[shortKey("start.level.master")]` are found alike. */
function listed(lang, keys, numbers) {
  const said = catalogue(lang);
  const named = Object.fromEntries(keys.filter((key) => !numbers.has(key)).map((key) => [shortKey(key), said[key]]));
  return `export default Object.assign(${JSON.stringify([...numbers.keys()].map((key) => said[key]))}, ${JSON.stringify(named)});`;
}

/** @returns {import("vite").Plugin} */
export function numberedMessages() {
  const composed = patterns();
  const keys = Object.keys(catalogue("en"));
  const written = keys.filter((key) => !composed.some((pattern) => pattern.test(key)));
  const short = keys.filter((key) => !written.includes(key)).map(shortKey);
  if (new Set(short).size < short.length) throw new Error("two keys have the same short form: rename one of them");
  const numbers = new Map(written.map((key, number) => [key, number]));
  return {
    name: "numbered-messages",
    apply: "build",
    enforce: "post",
    transform(code, id) {
      const lang = /\/src\/messages\/(\w\w)\.ts$/.exec(id)?.[1];
      if (lang) return listed(lang, keys, numbers);
      const numbered = code.replace(KEY, (text, _, key) => String(numbers.get(key) ?? text));
      return numbered === code ? null : numbered;
    },
  };
}
