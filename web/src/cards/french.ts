/** The French pack: `9c` to `Ad`, courts cut from paper. */
import { t, type Key } from "../lib/i18n.svelte";
import { figures } from "./courts";
import { letter, numeral, pip, type Pack } from "./draw";
import { suitName } from "./names";

const pips: Record<string, string> = {
  c: '<path d="M12 1.8a4.7 4.7 0 0 1 3.6 7.7 4.8 4.8 0 1 1-2.5 7.5C13.3 19.7 14.3 21.5 16 22.6H8c1.7-1.1 2.7-2.9 2.9-5.6a4.8 4.8 0 1 1-2.5-7.5A4.7 4.7 0 0 1 12 1.8Z"/>',
  s: '<path d="M12 1.4C13.5 5.4 21.6 9.4 21.6 14.9a4.4 4.4 0 0 1-8.6 1.6C13 19.6 13.9 21.5 15.8 22.6H8.2c1.9-1.1 2.8-3 2.8-6.1A4.4 4.4 0 0 1 2.4 14.9C2.4 9.4 10.5 5.4 12 1.4Z"/>',
  h: '<path d="M12 21.8C7 17.2 2 13.2 2 8.3 2 5 4.4 2.7 7.3 2.7c2.1 0 3.8 1.2 4.7 3.2.9-2 2.6-3.2 4.7-3.2 2.9 0 5.3 2.3 5.3 5.6C22 13.2 17 17.2 12 21.8Z"/>',
  d: '<path d="M12 1.2C14 5.4 17 9.2 20.3 12 17 14.8 14 18.6 12 22.8 10 18.6 7 14.8 3.7 12 7 9.2 10 5.4 12 1.2Z"/>',
};

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

const SPOKEN: Record<string, Key> = { J: "cards.jack", Q: "cards.queen", K: "cards.king", A: "cards.ace" };

export const french: Pack = {
  code: /^(10|[2-9JQKA])([cshd])$/,
  pips,
  face({ rank, suit }, lang) {
    const spots = (LAYOUT[rank] ?? []).map(([x, y]) => pip(suit, x, y, 18)).join("");
    const ace = rank === "A" ? `<circle class="halo" cx="62" cy="86" r="31"/>${pip(suit, 62, 86, 36)}` : "";
    const index = numeral(letter(rank, lang), rank === "10" ? 11 : 9, 9, 31) + pip(suit, 20, 56, 22);
    return spots + (figures[rank] ?? "") + ace + index;
  },
  name({ rank, suit }) {
    const key = SPOKEN[rank];
    return t("cards.french_name", { rank: key ? t(key) : rank, suit: suitName(suit) });
  },
};
