/**
 * The text of rules pages, summaries and guided rounds. One line is one block:
 *
 *     # Title                           the title, first and once
 *     ## Bombs                          a section
 *     [H5.3] *Bombing.* A bomb …        a paragraph, opened by the clause that it states: its anchor
 *     - {J Q} beats … [H4.8]            a list item
 *
 * Inside a line `*word*` is emphasis, `{5r 6r J}` are cards to draw, and `[H4.8]` is a link to a clause. These marks have
 * no other use. Blank lines mean nothing.
 */
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

const MARKS = /\{([^}]*)\}|\*([^*]*)\*|\[([^\]]*)\]/;
const LINE = /^(#+ |- )?(?:\[([^\]]*)\] )?(.*)$/;

/** Read a page. Ours keep to the syntax: the tests see to it. */
export function parsePage(text: string): Page {
  const page: Page = { title: "", intro: [], sections: [] };
  for (const line of text.split("\n").filter(Boolean)) {
    const [, sign, anchor = null, words = ""] = LINE.exec(line)!;
    if (sign === "# ") page.title = words;
    else if (sign === "## ") page.sections.push({ title: words, blocks: [] });
    else
      (page.sections.at(-1)?.blocks ?? page.intro).push({
        kind: sign ? "item" : "paragraph",
        anchor,
        parts: parseInline(words),
      });
  }
  return page;
}

/** Read the text of one block. */
export function parseInline(text: string): Part[] {
  // split gives text, then the three kinds of mark, of which one is there, and so on
  const pieces = text.split(MARKS);
  return pieces.flatMap((piece, i): Part[] => {
    if (!piece) return [];
    if (i % 4 === 1) return [{ kind: "cards", cards: piece.split(" ") }];
    if (i % 4 === 3) return [{ kind: "clause", clause: piece }];
    return [{ kind: i % 4 ? "emphasis" : "text", text: piece }];
  });
}
