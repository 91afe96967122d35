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

/** The messages of a language, and of them those that come with lazily loaded screens. */
const catalogue = (lang, files = /\.json$/) =>
  Object.assign({}, ...filesIn(`messages/${lang}`, files).map((text) => JSON.parse(text)));
const lazy = (lang) => catalogue(lang, /^lazy\b.*\.json$/);

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

/**
 * A catalogue in which `messages[12]` and `messages[shortKey("start.level.master")]` are found alike. The numbers of the
 * keys that come first are a list's; those of lazily loaded screens are written down.
 */
function listed(lang, keys, numbers) {
  const said = catalogue(lang);
  const [written, composed] = [keys.filter((key) => numbers.has(key)), keys.filter((key) => !numbers.has(key))];
  const short = Object.fromEntries(composed.map((key) => [shortKey(key), said[key]]));
  const texts = written.map((key) => said[key]);
  const list =
    numbers.get(written[0]) === 0 ? texts : Object.fromEntries(texts.map((text, i) => [numbers.get(written[i]), text]));
  return `export default Object.assign(${JSON.stringify(list)}, ${JSON.stringify(short)});`;
}

/** @returns {import("vite").Plugin} */
export function numberedMessages() {
  const composed = patterns();
  const later = Object.keys(lazy("en"));
  const first = Object.keys(catalogue("en")).filter((key) => !later.includes(key));
  const keys = [...first, ...later];
  const written = keys.filter((key) => !composed.some((pattern) => pattern.test(key)));
  const short = keys.filter((key) => !written.includes(key)).map(shortKey);
  if (new Set(short).size < short.length) throw new Error("two keys have the same short form: rename one of them");
  const numbers = new Map(written.map((key, number) => [key, number]));
  return {
    name: "numbered-messages",
    apply: "build",
    enforce: "post",
    transform(code, id) {
      const [, isLazy, lang] = /\/src\/messages\/(lazy\.)?(\w\w)\.ts$/.exec(id) ?? [];
      if (lang) return listed(lang, isLazy ? later : first, numbers);
      const numbered = code.replace(KEY, (text, _, key) => String(numbers.get(key) ?? text));
      return numbered === code ? null : numbered;
    },
  };
}
