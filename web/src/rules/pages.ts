/** The rules pages and summaries, fetched when somebody opens them. */
import type { Lang } from "../lib/i18n.svelte";
import { parsePage, RulesError, type Game, type Page } from "./parse";

const TEXTS = import.meta.glob<string>("./*.{en,de,hu}{,.summary}.md", { query: "?raw", import: "default" });

/** The whole rules of a game; every clause is an anchor. */
export const rulesPage = (game: Game, lang: Lang): Promise<Page> => load(`./${game}.${lang}.md`, game);

/** What one wants beside the table. */
export const summaryPage = (game: Game, lang: Lang): Promise<Page> => load(`./${game}.${lang}.summary.md`, game);

async function load(path: string, game: Game): Promise<Page> {
  const text = TEXTS[path];
  if (!text) throw new RulesError(`no page ${path}`);
  return parsePage(await text(), game);
}
