import { describe, expect, test } from "vitest";

import { rulesPage, summaryPage } from "../src/rules/pages";
import { anchorsOf, parseInline, parsePage, RulesError } from "../src/rules/parse";

const PAGE = `# Haggis

Two or *three* players.

## Bombs

[H4.8] Lowest first.
- {J Q}
- {3r 5r 7r 9r} in one suit [H5.3]
`;

describe("a page", () => {
  test("has a title, an introduction and sections with clauses as anchors", () => {
    expect(parsePage(PAGE, "haggis")).toEqual({
      title: "Haggis",
      intro: [
        {
          kind: "paragraph",
          anchor: null,
          parts: [
            { kind: "text", text: "Two or " },
            { kind: "emphasis", text: "three" },
            { kind: "text", text: " players." },
          ],
        },
      ],
      sections: [
        {
          title: "Bombs",
          blocks: [
            { kind: "paragraph", anchor: "H4.8", parts: [{ kind: "text", text: "Lowest first." }] },
            { kind: "item", anchor: null, parts: [{ kind: "cards", cards: ["J", "Q"] }] },
            {
              kind: "item",
              anchor: null,
              parts: [
                { kind: "cards", cards: ["3r", "5r", "7r", "9r"] },
                { kind: "text", text: " in one suit " },
                { kind: "clause", clause: "H5.3" },
              ],
            },
          ],
        },
      ],
    });
  });

  test.each([
    ["no title", "", "a page without a title"],
    ["text before the title", "Hello\n# Haggis", 'line 1: text before the title: "Hello"'],
    ["two titles", "# Haggis\n# Haggis", 'line 2: a second title: "# Haggis"'],
    ["an empty section", "# Haggis\n## Bombs\n## Bets\nText", "a section without text: Bombs"],
    ["marks in a heading", "# Haggis\n## *Bombs*", 'line 2: a heading is plain text: "## *Bombs*"'],
    ["a deeper heading", "# Haggis\n### Bombs", 'line 2: a heading has one # or two: "### Bombs"'],
    ["a clause stated twice", "# Haggis\n[H1.1] One.\n[H1.1] Two.", "line 3: H1.1 is stated twice"],
    ["a clause of the other game", "# Haggis\n[D1.1] One.", 'line 2: no clause of haggis: "D1.1"'],
    ["a clause without text", "# Haggis\n[H1.1] ", 'line 2: a line is text without spaces around it: "[H1.1] "'],
    ["spaces around", "# Haggis\n  text", 'line 2: a line is text without spaces around it: "  text"'],
  ])("is refused with %s", (_, text, message) => {
    expect(() => parsePage(text, "haggis")).toThrow(new RulesError(message));
  });
});

describe("the text of a block", () => {
  test.each([
    ["a card that the game has not", "{11r}", 'no card of haggis: "11r"'],
    ["cards of the other game", "{Jc}", 'no card of haggis: "Jc"'],
    ["two spaces between cards", "{5r  6r}", 'no card of haggis: ""'],
    ["no cards", "{}", 'no card of haggis: ""'],
    ["an open brace", "see {5r", 'a stray { in "see {5r"'],
    ["a lonely star", "5 * 3", 'a stray * in "5 * 3"'],
    ["empty emphasis", "so ** so", 'nothing to emphasise in "**"'],
    ["a wrong clause", "see [H4]", 'no clause of haggis: "H4"'],
  ])("is refused with %s", (_, text, message) => {
    expect(() => parseInline(text, "haggis")).toThrow(new RulesError(message));
  });
});

describe.each(["haggis", "damenrennen"] as const)("the pages of %s", (game) => {
  test.each(["en", "de", "hu"] as const)("can be read in %s, and the summary links to clauses that are there", async (lang) => {
    const anchors = anchorsOf(await rulesPage(game, lang));
    const summary = await summaryPage(game, lang);
    const links = summary.sections
      .flatMap((section) => section.blocks)
      .flatMap((block) => block.parts)
      .flatMap((part) => (part.kind === "clause" ? [part.clause] : []));

    expect(anchors.length).toBeGreaterThan(30);
    expect(links.length).toBeGreaterThan(10);
    expect(anchors).toEqual(expect.arrayContaining(links));
  });
});
