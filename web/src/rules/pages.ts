/** The rules pages and summaries, fetched when somebody opens them. */
import type { Lang } from "../lib/i18n.svelte";
import { documents } from "./documents";
import { parsePage, type Page } from "./parse";

const load = async (game: string, lang: Lang, kind: string): Promise<Page> =>
  parsePage((await documents(lang)).pages[`./${game}.${lang}${kind}.md`]!);

/** The whole rules of a game; every clause is an anchor. */
export const rulesPage = (game: string, lang: Lang): Promise<Page> => load(game, lang, "");

/** What one wants beside the table. */
export const summaryPage = (game: string, lang: Lang): Promise<Page> => load(game, lang, ".summary");
