/** The log, line by line, in three languages: `log_lines/*.txt` is what people read; `vitest -u` writes it anew. */
import { describe, expect, test } from "vitest";
import "../src/games";
import * as damenrennen from "../src/games/damenrennen/words";
import * as haggis from "../src/games/haggis/words";
import { LANGS, speak, t } from "../src/lib/i18n.svelte";
import type { Told } from "../src/lib/told";
import type { Message } from "../src/messages/merged";
import * as plain from "../src/screens/plain/words";

const files = import.meta.glob<Record<string, Message>>("../messages/*/*.json", { eager: true, import: "default" });

const NOTHING: Told = {
  kind: "",
  seat: null,
  other: null,
  cards: [],
  given: [],
  combo: null,
  number: null,
  points: [],
  landing: null,
  how: "",
  move: "",
  by: "",
};
const told = (kind: string, fields: Partial<Told> = {}): Told => ({ ...NOTHING, kind, ...fields });
/** What both can do, and what comes of it: first you, then somebody else. */
const each = (kind: string, fields: (seat: number) => Partial<Told> = () => ({})): Told[] =>
  [0, 1].map((seat) => told(kind, { seat, ...fields(seat) }));

const PAIR = {
  kind: "set",
  width: 2,
  length: 1,
  top: 8,
  cards: ["8r", "8g"].map((name) => ({ name, stands_for: "" })),
};
const RUN = {
  kind: "sequence",
  width: 1,
  length: 3,
  top: 7,
  cards: [
    { name: "5g", stands_for: "" },
    { name: "6g", stands_for: "" },
    { name: "J", stands_for: "7g" },
  ],
};

const HAGGIS: Told[] = [
  ...each("deal", (seat) => ({ other: 1 - seat })),
  ...each("bet", () => ({ number: 15 })),
  ...each("bet", () => ({ number: 0 })),
  ...each("play", () => ({ combo: RUN, number: 9 })).flatMap((lead, seat) => [
    lead,
    told("play", { seat: 1 - seat, combo: PAIR, number: 1 }),
    told("pass", { seat }),
    told("trick", { seat, points: [seat] }),
  ]),
  ...each("trick", () => ({ points: [4] })),
  ...each("give", (seat) => ({ other: seat ? 0 : 2 })),
  told("give", { seat: 1, other: 2 }),
  ...each("out"),
  ...each("undo"),
  told("round", { points: [45, -3, 12] }),
  ...each("match"),
];

const ROW = { place: "row", chain: ["Kh"], wins: false };
const DAMENRENNEN: Told[] = [
  told("deal", { number: 2, cards: ["10h", "9d"] }),
  ...each("show", () => ({ cards: ["9c", "Jc"] })),
  ...each("show"),
  ...each("swap", () => ({ cards: ["Ah"], given: ["9c"] })),
  ...each("swap"),
  ...each("decline"),
  ...each("discard", () => ({ cards: ["9c"] })),
  ...each("discard"),
  ...each("exchange", () => ({ cards: ["Ad"], given: ["9c"] })),
  ...each("exchange"),
  ...each("exchanged", () => ({ cards: ["Ad"] })),
  ...each("exchanged"),
  ...each("lay", () => ({ cards: ["Kh"] })),
  ...each("lay"),
  ...each("reveal", () => ({ number: 1, cards: ["Ah", "Ks"] })),
  told("reveal", { number: 1, cards: ["Ah", "As"] }),
  ...each("bomb", () => ({ cards: ["9c", "9s", "9h"] })),
  told("draw", { cards: ["10h", "9d"] }),
  ...each("race", () => ({ number: 1 })),
  ...each("race", () => ({ number: 2 })),
  ...each("take", () => ({ cards: ["Jh"], landing: ROW })),
  told("take", { seat: 1, cards: ["Jh"], landing: { ...ROW, chain: [], wins: true } }),
  ...each("game", () => ({ number: 1, how: "row", cards: ["Qh"] })),
  told("game", { number: 2, how: "stack" }),
  ...each("match", () => ({ points: [2, 1] })),
];

const PLAIN: Told[] = [
  told("deal"),
  ...each("move"),
  told("move", { seat: 1, move: "play 5h" }),
  ...["left", "away", "back", "late", "gone", "flag", "claimed"].flatMap((kind) => each(kind)),
];

function lines(): string[] {
  const people = [t("table.you"), "Ilka", "Tam"];
  const shown = [
    ...haggis.toldLines(HAGGIS, people),
    ...DAMENRENNEN.map((happened) => damenrennen.toldLine(happened, people)),
    ...PLAIN.map((happened) => plain.toldLine(happened, people)),
  ];
  return shown.map(({ text, aside }) => [text, aside && `(${aside})`].filter(Boolean).join(" "));
}

/** What a form looks like when its holes are filled; a plural form counts as much as the other. */
const shapes = (form: Message): RegExp[] =>
  typeof form === "string"
    ? [new RegExp(form.replace(/[.*+?^$()|[\]\\]/g, "\\$&").replace(/\{[\w:]+\}/g, ".+"))]
    : Object.values(form).flatMap((each) => shapes(each as Message));

describe.each(LANGS)("the log in %s", (lang) => {
  test("reads as people speak", async () => {
    await speak(lang, false);

    await expect(`${lines().join("\n")}\n`).toMatchFileSnapshot(`log_lines/${lang}.txt`);
  });

  test("has every sentence, to you and about others", async () => {
    await speak(lang, false);
    const said = lines();
    const unsaid = Object.entries(files)
      .filter(([path]) => path.includes(`/${lang}/`))
      .flatMap(([, messages]) => Object.entries(messages))
      .filter(([key]) => key.includes(".told."))
      .flatMap(([key, message]) => shapes(message).map((shape) => ({ key, shape })))
      .filter(({ shape }) => !said.some((line) => shape.test(line)));

    expect(unsaid).toEqual([]);
  });
});
