/**
 * Draws cards as SVG text. A face is drawn on 100 x 140, a mini face on 60 x 84.
 *
 * A code is what the notation writes: a rank, then a suit (`10b`, `Qh`); a wild has no suit (`J`). `back` is a card that
 * is face down. Which codes there are, and what their faces look like, is the matter of the packs.
 */
import type { Lang } from "../lib/i18n.svelte";
import { numerals, pips } from "./shapes";

/** The suit of a card that has none. */
export const WILD = "W";

export interface Parts {
  rank: string;
  suit: string;
}

/** Cards that are drawn and named alike. */
export interface Pack {
  /** Its codes; rank and suit are the groups. */
  code: RegExp;
  /** Its suits, drawn on 24 x 24. */
  pips: Record<string, string>;
  /** The inside of a face's SVG; `as` is what a wild stands for. */
  face: (card: Parts, lang: Lang, as: Parts | null) => string;
  /** A card in words: "8 orange"; `as` is the code that a wild stands for. */
  name: (card: Parts, as?: string) => string;
}

const packs: Pack[] = [];

/** Make the cards of a pack known. */
export function usePack(pack: Pack): void {
  if (!packs.includes(pack)) packs.push(pack);
}

/** The pack that has a code, and what the code says; null where it names no card. */
export function find(code: string): { pack: Pack; card: Parts } | null {
  for (const pack of packs) {
    const found = pack.code.exec(code);
    if (found) return { pack, card: { rank: found[1]!, suit: found[2] || WILD } };
  }
  return null;
}

/** What a code says, or null where it names no card. */
export const parts = (code: string): Parts | null => find(code)?.card ?? null;

const LETTERS: Record<Lang, Record<string, string>> = { en: {}, de: { J: "B", Q: "D" }, hu: {} };

/** The index of a rank in a language: German shows B and D. */
export const letter = (rank: string, lang: Lang) => LETTERS[lang][rank] ?? rank;

/** The shapes that all cards on a page use, once. */
export const symbols = () =>
  Object.entries(numerals)
    .map(([n, d]) => `<symbol id="n${n}" viewBox="0 0 20 28" overflow="visible"><path d="${d}"/></symbol>`)
    .join("") +
  [pips, ...packs.map((pack) => pack.pips)]
    .flatMap((shapes) => Object.entries(shapes))
    .map(([s, d]) => `<symbol id="p${s}" viewBox="0 0 24 24" overflow="visible">${d}</symbol>`)
    .join("") +
  '<pattern id="herringbone" width="12" height="12" patternUnits="userSpaceOnUse"><path class="yarn" d="M0 0 6 6 12 0M0 6 6 12 12 6M0-6 6 0 12-6M0 12 6 18 12 12"/></pattern>';

export const numeral = (n: string, x: number, y: number, h: number) =>
  `<use class="num" href="#n${n}" x="${x}" y="${y}" width="${(h * 20) / 28}" height="${h}"/>`;
export const pip = (s: string, cx: number, cy: number, size: number, name = "pip") =>
  `<use class="${name}" href="#p${s}" x="${cx - size / 2}" y="${cy - size / 2}" width="${size}" height="${size}"/>`;

const mini = (rank: string, suit: string, lang: Lang) =>
  numeral(letter(rank, lang), rank === "10" ? 18.5 : 17, 8, 36) + pip(suit, 30, 63, 27);

const BACK =
  '<rect class="weave" x="6" y="6" width="88" height="128" rx="5"/><rect fill="url(#herringbone)" x="6" y="6" width="88" height="128" rx="5"/>' +
  '<rect class="stitch" x="11" y="11" width="78" height="118" rx="3"/><path class="lozenge" d="M50 44 68 70 50 96 32 70Z"/>' +
  pip(WILD, 50, 69, 19);

/** The inside of a card's SVG. `as` is the code that a wild stands for. */
export function drawCard(code: string, lang: Lang, { as, small }: { as?: string | undefined; small: boolean }): string {
  const found = find(code);
  if (!found) return BACK;
  const { pack, card } = found;
  return small ? mini(card.rank, card.suit, lang) : pack.face(card, lang, as ? parts(as) : null);
}
