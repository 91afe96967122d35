/** Whether a text keeps to the syntax of src/rules/parse.ts: asked of all our texts, so that the page need not ask. */
import { parseInline, parsePage, type Block, type Page } from "../src/rules/parse";

const CARD: Record<string, RegExp> = {
  haggis: /^(?:(?:[2-9]|10)[roygb]|[JQK])$/,
  damenrennen: /^(?:9|J|Q|K|10|A)[cshd]$/,
};
const CLAUSE: Record<string, RegExp> = { haggis: /^H\d+\.\d+$/, damenrennen: /^D\d+\.\d+$/ };
const MARK = /[{}*[\]]/;

const blocksOf = (page: Page): Block[] => [...page.intro, ...page.sections.flatMap((section) => section.blocks)];

/** List the clauses that a page states, in its order. */
export const anchorsOf = (page: Page): string[] => blocksOf(page).flatMap((block) => block.anchor ?? []);

/** What is wrong with a page, or nothing. */
export function faultsOfPage(text: string, game: string): string[] {
  const lines = text.split("\n").filter(Boolean);
  const page = parsePage(text);
  const anchors = anchorsOf(page);
  return [
    ...(lines.filter((line) => line.startsWith("# ")).length === 1 && lines[0]?.startsWith("# ")
      ? []
      : ["one title, first"]),
    ...lines.filter((line) => line !== line.trim()).map((line) => `spaces around: "${line}"`),
    ...lines
      .filter((line) => /^#+ /.test(line) && (MARK.test(line) || line.startsWith("###")))
      .map((line) => `no heading: "${line}"`),
    ...page.sections
      .filter((section) => section.blocks.length === 0)
      .map((section) => `a section without text: ${section.title}`),
    ...anchors.filter((anchor, at) => anchors.indexOf(anchor) < at).map((anchor) => `${anchor} is stated twice`),
    ...anchors.filter((anchor) => !CLAUSE[game]!.test(anchor)).map((anchor) => `no clause of ${game}: "${anchor}"`),
    ...lines
      .filter((line) => !line.startsWith("#"))
      .flatMap((line) => faultsOfText(line.replace(/^(?:- )?(?:\[[^\]]*\] )?/, ""), game)),
  ];
}

/** What is wrong with the text of one block, or nothing. */
export function faultsOfText(text: string, game: string): string[] {
  const empty = /\{\}|\*\*|\[\]|^\s*$/.test(text) ? [`nothing there: "${text}"`] : [];
  const faults = parseInline(text).flatMap((part) => {
    if (part.kind === "cards")
      return part.cards.filter((card) => !CARD[game]!.test(card)).map((card) => `no card of ${game}: "${card}"`);
    if (part.kind === "clause")
      return CLAUSE[game]!.test(part.clause) ? [] : [`no clause of ${game}: "${part.clause}"`];
    return MARK.test(part.text) || (part.kind === "emphasis" && part.text !== part.text.trim())
      ? [`a stray mark: "${part.text}"`]
      : [];
  });
  return [...empty, ...faults];
}
