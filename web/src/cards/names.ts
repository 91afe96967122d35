/** Cards in words, for screen readers and sentences. "8 orange", "J as 8 green". */
import { say, t } from "../lib/i18n.svelte";
import { find } from "./draw";

/** "orange", "hearts"; the wilds have no suit. */
export const suitName = (suit: string): string => say(`cards.suit.${suit}`) ?? t("cards.wild");

/** "8 orange", "queen of hearts", "wild J as 8 green". */
export function cardName(code: string, as?: string): string {
  const found = find(code);
  return found ? found.pack.name(found.card, as) : t("cards.back");
}
