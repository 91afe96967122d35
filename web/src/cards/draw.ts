/**
 * Draws cards as SVG text. A face is drawn on 100 x 140, a mini face on 60 x 84.
 *
 * Codes are those of the notation: `2r` to `10b` (Haggis), `J Q K` (its wilds), `9c` to `Ad` (French pack), `back`.
 */
import type { Lang } from "../lib/i18n.svelte";
import { figures, thistle } from "./courts";
import { numerals, pips } from "./shapes";

export type Suit = "r" | "o" | "y" | "g" | "b" | "c" | "s" | "h" | "d" | "W";

export interface Parts {
  rank: string;
  /** `W` where there is none: a wild. */
  suit: Suit;
}

const CODE = /^(10|[2-9JQKA])([roygbcshd]?)$/;

/** What a code says, or null where it names no card. */
export function parts(code: string): Parts | null {
  const found = CODE.exec(code);
  return found ? { rank: found[1]!, suit: (found[2] || "W") as Suit } : null;
}

const LETTERS: Record<Lang, Record<string, string>> = { en: {}, de: { J: "B", Q: "D" }, hu: {} };

/** The index of a rank in a language: German shows B and D. */
export const letter = (rank: string, lang: Lang) => LETTERS[lang][rank] ?? rank;

/** The shapes that all cards on a page use, once. */
export const symbols = () =>
  Object.entries(numerals)
    .map(([n, d]) => `<symbol id="n${n}" viewBox="0 0 20 28" overflow="visible"><path d="${d}"/></symbol>`)
    .join("") +
  Object.entries(pips)
    .map(([s, d]) => `<symbol id="p${s}" viewBox="0 0 24 24" overflow="visible">${d}</symbol>`)
    .join("") +
  '<pattern id="herringbone" width="12" height="12" patternUnits="userSpaceOnUse"><path class="yarn" d="M0 0 6 6 12 0M0 6 6 12 12 6M0-6 6 0 12-6M0 12 6 18 12 12"/></pattern>';

const numeral = (n: string, x: number, y: number, h: number) =>
  `<use class="num" href="#n${n}" x="${x}" y="${y}" width="${(h * 20) / 28}" height="${h}"/>`;
const pip = (s: string, cx: number, cy: number, size: number, name = "pip") =>
  `<use class="${name}" href="#p${s}" x="${cx - size / 2}" y="${cy - size / 2}" width="${size}" height="${size}"/>`;

// Knots at the lower right count the points of a Haggis card (H1.3).
const POINTS: Record<string, number> = { 3: 1, 5: 1, 7: 1, 9: 1, J: 2, Q: 3, K: 5 };
const knots = (rank: string) =>
  Array.from(
    { length: POINTS[rank] ?? 0 },
    (_, i) => `<circle class="knot" cx="${91 - 7.5 * i}" cy="131" r="2.3"/>`,
  ).join("");

const spot = (rank: string, suit: string) =>
  numeral(rank, rank === "10" ? 12 : 10, 10, 35) +
  pip(suit, 22, 63, 27) +
  pip(suit, 64, 93, 50, "pip big") +
  knots(rank);

function wild(rank: string, lang: Lang, as: Parts | null): string {
  const stands = as
    ? `<rect class="tag" x="4" y="54" width="53" height="34" rx="6"/><g data-suit="${as.suit}">` +
      numeral(letter(as.rank, lang), as.suit === "W" ? 21 : as.rank === "10" ? 10.5 : 11, 59.5, 23) +
      (as.suit === "W" ? "" : pip(as.suit, 45, 71, 17)) +
      "</g>"
    : pip("W", 22, 65, 25);
  const edge = '<rect class="stitch" x="5" y="5" width="90" height="130" rx="6"/>';
  return edge + numeral(letter(rank, lang), 11, 12, 34) + thistle(rank) + stands + knots(rank);
}

const COLUMN = [27, 55, 83, 111].flatMap(
  (y) =>
    [
      [48, y],
      [82, y],
    ] as const,
);
const LAYOUT: Record<string, readonly (readonly [number, number])[]> = {
  9: [...COLUMN, [65, 69]],
  10: [...COLUMN, [65, 41], [65, 97]],
};

function french(rank: string, suit: string, lang: Lang): string {
  const spots = (LAYOUT[rank] ?? []).map(([x, y]) => pip(suit, x, y, 18)).join("");
  const ace = rank === "A" ? `<circle class="halo" cx="62" cy="86" r="31"/>${pip(suit, 62, 86, 36)}` : "";
  return (
    spots +
    (figures[rank] ?? "") +
    ace +
    numeral(letter(rank, lang), rank === "10" ? 11 : 9, 9, 31) +
    pip(suit, 20, 56, 22)
  );
}

const mini = (rank: string, suit: string, lang: Lang) =>
  numeral(letter(rank, lang), rank === "10" ? 18.5 : 17, 8, 36) + pip(suit, 30, 63, 27);

const BACK =
  '<rect class="weave" x="6" y="6" width="88" height="128" rx="5"/><rect fill="url(#herringbone)" x="6" y="6" width="88" height="128" rx="5"/>' +
  '<rect class="stitch" x="11" y="11" width="78" height="118" rx="3"/><path class="lozenge" d="M50 44 68 70 50 96 32 70Z"/>' +
  pip("W", 50, 69, 19);

/** The inside of a card's SVG. `as` is the code that a wild stands for. */
export function drawCard(code: string, lang: Lang, { as, small }: { as?: string | undefined; small: boolean }): string {
  const card = parts(code);
  if (!card) return BACK;
  const { rank, suit } = card;
  if (small) return mini(rank, suit, lang);
  if (suit === "W") return wild(rank, lang, as ? parts(as) : null);
  return "cshd".includes(suit) ? french(rank, suit, lang) : spot(rank, suit);
}
