/**
 * The text of rules pages, summaries and guided rounds. One line is one block:
 *
 *     # Haggis                          the title, first and once
 *     ## Bombs                          a section
 *     [H5.3] *Bombing.* A bomb …        a paragraph, opened by the clause that it states: its anchor
 *     - {J Q} beats … [H4.8]            a list item
 *
 * Inside a line `*word*` is emphasis, `{5r 6r J}` are cards to draw, and `[H4.8]` is a link to a clause. These marks have
 * no other use. Blank lines mean nothing.
 */
export type Game = "haggis" | "damenrennen";

export type Part =
  | { kind: "text"; text: string }
  | { kind: "emphasis"; text: string }
  | { kind: "cards"; cards: string[] }
  | { kind: "clause"; clause: string };

export interface Block {
  kind: "paragraph" | "item";
  /** The clause that the block states. No other block of the page has the same. */
  anchor: string | null;
  parts: Part[];
}

export interface Section {
  title: string;
  blocks: Block[];
}

export interface Page {
  title: string;
  /** What stands before the first section. */
  intro: Block[];
  sections: Section[];
}

/** A text that does not keep to the syntax; its message has the offending words. */
export class RulesError extends Error {
  override name = "RulesError";
}

const CARD: Record<Game, RegExp> = {
  haggis: /^(?:(?:[2-9]|10)[roygb]|[JQK])$/,
  damenrennen: /^(?:9|J|Q|K|10|A)[cshd]$/,
};
const CLAUSE: Record<Game, RegExp> = { haggis: /^H\d+\.\d+$/, damenrennen: /^D\d+\.\d+$/ };
const MARKS = /\{([^{}]*)\}|\*([^*]*)\*|\[([^[\]]*)\]/g;
const LINE = /^(#+ |- )?(?:\[([^\]]*)\] )?(.*)$/;

/** Read a page, or throw RulesError that names the line. */
export function parsePage(text: string, game: Game): Page {
  const page: Page = { title: "", intro: [], sections: [] };
  text.split("\n").forEach((line, index) => {
    try {
      if (line !== "") addLine(page, line, game);
    } catch (error) {
      throw error instanceof RulesError ? new RulesError(`line ${index + 1}: ${error.message}`) : error;
    }
  });
  if (page.title === "") throw new RulesError("a page without a title");
  const empty = page.sections.find((section) => section.blocks.length === 0);
  if (empty) throw new RulesError(`a section without text: ${empty.title}`);
  return page;
}

/** List the clauses that a page states, in its order. */
export const anchorsOf = (page: Page): string[] => blocksOf(page).flatMap((block) => block.anchor ?? []);

/** Read the text of one block, or throw RulesError. */
export function parseInline(text: string, game: Game): Part[] {
  const parts: Part[] = [];
  let end = 0;
  for (const mark of text.matchAll(MARKS)) {
    addText(parts, text.slice(end, mark.index));
    parts.push(marked(mark, game));
    end = mark.index + mark[0].length;
  }
  addText(parts, text.slice(end));
  return parts;
}

function addLine(page: Page, line: string, game: Game): void {
  const [, sign, anchor, text] = LINE.exec(line) ?? [];
  if (!text || text !== text.trim()) throw new RulesError(`a line is text without spaces around it: "${line}"`);
  if (sign === "# ") {
    if (page.title !== "") throw new RulesError(`a second title: "${line}"`);
    page.title = heading(line, 2);
  } else if (page.title === "") {
    throw new RulesError(`text before the title: "${line}"`);
  } else if (sign === "## ") {
    page.sections.push({ title: heading(line, 3), blocks: [] });
  } else if (sign?.startsWith("#")) {
    throw new RulesError(`a heading has one # or two: "${line}"`);
  } else {
    const block: Block = {
      kind: sign ? "item" : "paragraph",
      anchor: anchor === undefined ? null : clauseOf(anchor, game),
      parts: parseInline(text, game),
    };
    if (block.anchor && anchorsOf(page).includes(block.anchor)) throw new RulesError(`${block.anchor} is stated twice`);
    (page.sections.at(-1)?.blocks ?? page.intro).push(block);
  }
}

function heading(line: string, from: number): string {
  const title = line.slice(from);
  if (/[{}*[\]]/.test(title)) throw new RulesError(`a heading is plain text: "${line}"`);
  return title;
}

function marked([whole, cards, emphasis, clause]: RegExpExecArray, game: Game): Part {
  if (cards !== undefined) return { kind: "cards", cards: cards.split(" ").map((card) => cardOf(card, game)) };
  if (clause !== undefined) return { kind: "clause", clause: clauseOf(clause, game) };
  if (!emphasis || emphasis !== emphasis.trim()) throw new RulesError(`nothing to emphasise in "${whole}"`);
  return { kind: "emphasis", text: emphasis };
}

function addText(parts: Part[], text: string): void {
  const stray = /[{}*[\]]/.exec(text);
  if (stray) throw new RulesError(`a stray ${stray[0]} in "${text}"`);
  if (text !== "") parts.push({ kind: "text", text });
}

function cardOf(word: string, game: Game): string {
  if (!CARD[game].test(word)) throw new RulesError(`no card of ${game}: "${word}"`);
  return word;
}

function clauseOf(word: string, game: Game): string {
  if (!CLAUSE[game].test(word)) throw new RulesError(`no clause of ${game}: "${word}"`);
  return word;
}

const blocksOf = (page: Page): Block[] => [...page.intro, ...page.sections.flatMap((section) => section.blocks)];
