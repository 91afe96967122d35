/** Cards in words, for screen readers and sentences. "8 orange", "J as 8 green". */
import { speech, t, type Key } from "../lib/i18n.svelte";
import { letter, parts, type Suit } from "./draw";

/** "orange", "hearts"; the wilds have no suit. */
export const suitName = (suit: Suit): string => (suit === "W" ? t("cards.wild") : t(`cards.suit.${suit}`));

/** "8 orange", "queen of hearts", "wild J as 8 green". */
export function cardName(code: string, as?: string): string {
  const card = parts(code);
  if (!card) return t("cards.back");
  const { rank, suit } = card;
  if (suit === "W") {
    const name = t("cards.wild_name", { rank: letter(rank, speech.lang) });
    if (!as) return name;
    const stood = parts(as);
    return t("cards.stands_for", {
      card: name,
      as: stood?.suit === "W" ? letter(stood.rank, speech.lang) : cardName(as),
    });
  }
  return "cshd".includes(suit)
    ? t("cards.french_name", { rank: spoken(rank), suit: suitName(suit) })
    : t("cards.spot_name", { rank, suit: suitName(suit) });
}

const SPOKEN: Record<string, Key> = { J: "cards.jack", Q: "cards.queen", K: "cards.king", A: "cards.ace" };

function spoken(rank: string): string {
  const key = SPOKEN[rank];
  return key ? t(key) : rank;
}
