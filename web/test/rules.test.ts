import { describe, expect, test } from "vitest";

import { rulesPage, summaryPage } from "../src/rules/pages";
import { documents } from "../src/rules/documents";
import { parsePage } from "../src/rules/parse";
import { anchorsOf, faultsOfPage, faultsOfText } from "./syntax";

const PAGE = `# Haggis

Two or *three* players.

## Bombs

[H4.8] Lowest first.
- {J Q}
- {3r 5r 7r 9r} in one suit [H5.3]
`;

describe("a page", () => {
  test("has a title, an introduction and sections with clauses as anchors", () => {
    expect(parsePage(PAGE)).toEqual({
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
    ["no title", "", "one title, first"],
    ["text before the title", "Hello\n# Haggis", "one title, first"],
    ["two titles", "# Haggis\n# Haggis", "one title, first"],
    ["an empty section", "# Haggis\n## Bombs\n## Bets\nText", "a section without text: Bombs"],
    ["marks in a heading", "# Haggis\n## *Bombs*\nText", 'no heading: "## *Bombs*"'],
    ["a deeper heading", "# Haggis\n### Bombs", 'no heading: "### Bombs"'],
    ["a clause stated twice", "# Haggis\n[H1.1] One.\n[H1.1] Two.", "H1.1 is stated twice"],
    ["a clause of the other game", "# Haggis\n[D1.1] One.", 'no clause of haggis: "D1.1"'],
    ["spaces around", "# Haggis\n  text", 'spaces around: "  text"'],
  ])("is at fault with %s", (_, text, fault) => {
    expect(faultsOfPage(text, "haggis")).toContain(fault);
  });
});

describe("the text of a block", () => {
  test.each([
    ["a card that the game has not", "{11r}", 'no card of haggis: "11r"'],
    ["cards of the other game", "{Jc}", 'no card of haggis: "Jc"'],
    ["two spaces between cards", "{5r  6r}", 'no card of haggis: ""'],
    ["no cards", "{}", 'nothing there: "{}"'],
    ["an open brace", "see {5r", 'a stray mark: "see {5r"'],
    ["a lonely star", "5 * 3", 'a stray mark: "5 * 3"'],
    ["empty emphasis", "so ** so", 'nothing there: "so ** so"'],
    ["a wrong clause", "see [H4]", 'no clause of haggis: "H4"'],
  ])("is at fault with %s", (_, text, fault) => {
    expect(faultsOfText(text, "haggis")).toEqual([fault]);
  });
});

describe.each(["haggis", "damenrennen"] as const)("the texts of %s", (game) => {
  test.each(["en", "de", "hu"] as const)("are without fault in %s", async (lang) => {
    const { pages, steps } = await documents(lang);
    const own = Object.entries(pages).filter(([path]) => path.includes(game));
    const told = Object.entries(steps).filter(([path]) => path.includes(game));

    expect(own).toHaveLength(2);
    expect(told).toHaveLength(1);
    expect(own.flatMap(([, text]) => faultsOfPage(text, game))).toEqual([]);
    expect(told.flatMap(([, each]) => each.flatMap(({ text }) => faultsOfText(text, game)))).toEqual([]);
  });
});

describe.each(["haggis", "damenrennen"] as const)("the pages of %s", (game) => {
  test.each(["en", "de", "hu"] as const)(
    "can be read in %s, and the summary links to clauses that are there",
    async (lang) => {
      const anchors = anchorsOf(await rulesPage(game, lang));
      const summary = await summaryPage(game, lang);
      const links = summary.sections
        .flatMap((section) => section.blocks)
        .flatMap((block) => block.parts)
        .flatMap((part) => (part.kind === "clause" ? [part.clause] : []));

      expect(anchors.length).toBeGreaterThan(30);
      expect(links.length).toBeGreaterThan(10);
      expect(anchors).toEqual(expect.arrayContaining(links));
    },
  );
});
