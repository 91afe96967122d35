/**
 * Three languages. `t("start.play_now")` is a sentence in the person's language, and changes with it.
 *
 * A message is a text with {placeholders}. A message about a person, {name}, has a form for *you* and one for a name:
 * "You were out first", "Ilka was out first". Each form may be one text for each plural form of {count}. In Hungarian
 * {az:name} puts the right article before a value: "az 5", "a 8".
 */
import type { Catalogue, Counted, Message } from "../messages/merged";
import { keep, settings } from "./settings.svelte";
import { shortKey } from "./short_key";

export const LANGS = ["en", "de", "hu"] as const;
export type Lang = (typeof LANGS)[number];
export const LANG_NAMES: Record<Lang, string> = { en: "English", de: "Deutsch", hu: "Magyar" };

/** The files of messages, by area; a game adds its own. */
export interface Catalogues {
  account: typeof import("../../messages/en/lazy/account.json");
  app: typeof import("../../messages/en/app.json");
  company: typeof import("../../messages/en/lazy/company.json");
  cards: typeof import("../../messages/en/cards.json");
  clock: typeof import("../../messages/en/lazy/clock.json");
  club: typeof import("../../messages/en/lazy/club.json");
  fair: typeof import("../../messages/en/fair.json") & typeof import("../../messages/en/lazy/fair.json");
  learn: typeof import("../../messages/en/lazy/learn.json");
  match: typeof import("../../messages/en/match.json");
  plain: typeof import("../../messages/en/plain.json");
  profile: typeof import("../../messages/en/lazy/profile.json");
  puzzle: typeof import("../../messages/en/lazy/puzzle.json");
  ratings: typeof import("../../messages/en/lazy/ratings.json");
  replay: typeof import("../../messages/en/lazy/replay.json");
  review: typeof import("../../messages/en/lazy/review.json");
  rules: typeof import("../../messages/en/rules.json");
  settings: typeof import("../../messages/en/settings.json") & typeof import("../../messages/en/lazy/settings.json");
  start: typeof import("../../messages/en/start.json") & typeof import("../../messages/en/lazy/start.json");
  table: typeof import("../../messages/en/table.json");
  tournament: typeof import("../../messages/en/lazy/tournament.json");
  trouble: typeof import("../../messages/en/trouble.json") & typeof import("../../messages/en/lazy/trouble.json");
}
export type Key = { [Area in keyof Catalogues]: keyof Catalogues[Area] & string }[keyof Catalogues];
export type Params = Record<string, string | number>;

type Loaders = Record<Lang, () => Promise<{ default: Catalogue }>>;
const LOADERS: Loaders = {
  en: () => import("../messages/en"),
  de: () => import("../messages/de"),
  hu: () => import("../messages/hu"),
};
/** The words of refusals, and of screens that are loaded when they are opened. */
const LAZY_LOADERS: Loaders = {
  en: () => import("../messages/lazy.en"),
  de: () => import("../messages/lazy.de"),
  hu: () => import("../messages/lazy.hu"),
};

/** The language that is spoken now. Read `speech.lang` where something but a message depends on it. */
export const speech: { lang: Lang } = $state({ lang: "en" });
let messages: Record<string, Message> = $state.raw({});
let plurals = new Intl.PluralRules("en");
let lazy = false;
let loading: Promise<void> | null = null;

/** The first language that the person and we both speak; `public/boot.js` decided it before the first paint. */
export const firstLang = (): Lang => LANGS.find((lang) => lang === document.documentElement.lang) ?? "en";

/** Speak a language from now on. Resolves when its words are there. */
export async function speak(lang: Lang, remember = true): Promise<void> {
  const catalogues = await Promise.all([LOADERS[lang](), ...(lazy ? [LAZY_LOADERS[lang]()] : [])]);
  plurals = new Intl.PluralRules(lang);
  messages = Object.assign({}, ...catalogues.map((each) => each.default));
  speech.lang = lang;
  document.documentElement.lang = lang;
  if (remember && settings.lang !== lang) keep({ lang });
}

/** Load the words of refusals and of screens that are loaded when they are opened, in any language spoken from now on. */
export function loadLazyWords(): Promise<void> {
  lazy = true;
  return (loading ??= speak(speech.lang, false).catch((error: unknown) => {
    lazy = false;
    loading = null;
    throw error;
  }));
}

/** A part of the page together with those words; where either cannot be loaded, whoever waits for both is told. */
export const withLazyWords = async <Part>(part: Promise<Part>): Promise<Part> =>
  (await Promise.all([part, loadLazyWords()]))[0];

/** A message of ours. */
export const t = (key: Key, params: Params = {}): string => say(key, params) ?? key;

/** A message whose key came from the server; null where we have no words for it. */
export function say(key: string, params: Params = {}): string | null {
  const message = messages[key] ?? messages[shortKey(key)]; // the built page has no long keys
  if (message === undefined) return null;
  return fillHoles(inNumber(inPerson(message, params), params), params);
}

/** The form for *you* where the person is who looks at the page, whom every list of names calls `table.you`. */
const inPerson = (message: Message, { name }: Params): Counted =>
  typeof message === "object" && "you" in message ? message[name === t("table.you") ? "you" : "name"] : message;

/** The plural form for a count; one, where nothing is counted. */
const inNumber = (message: Counted, { count = 1 }: Params): string =>
  typeof message === "string" ? message : message[plurals.select(Number(count)) === "one" ? "one" : "other"];

/** Put values into {holes}; {az:name} puts the Hungarian article before the value. */
export const fillHoles = (text: string, params: Params): string =>
  text.replace(/\{(?:(az|Az):)?(\w+)\}/g, (hole, article: string | undefined, name: string) => {
    const value = params[name];
    if (value === undefined) return hole;
    return article ? `${startsWithVowel(String(value)) ? article : article[0]} ${value}` : String(value);
  });

/** Whether a Hungarian speaks a vowel first: 1 egy, 5 öt, 50 ötven, 1000 ezer. */
const startsWithVowel = (text: string): boolean => /^([aáeéiíoóöőuúüű]|5|1(\d{3})*(?!\d))/i.test(text);

/** A number as the language writes it, with a true minus; `signDisplay` and the like are those of `Intl`. */
export const number = (value: number, how: Intl.NumberFormatOptions = {}): string =>
  new Intl.NumberFormat(speech.lang, how).format(value).replace("-", "−");

/** A share of one: "43%", "43 %". */
export const percent = (share: number): string => number(share, { style: "percent" });

/** "Ilka", "Ilka and Tam", "Ilka, Tam and Mora". */
export const list = (items: string[]): string => new Intl.ListFormat(speech.lang).format(items);
