/** One's own cards, in the order in which one likes to hold them. */
import { parts } from "../../cards/draw";

const RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];
const SUITS = "roygbW";

/** Cards sorted by rank or by suit, wilds last. */
export function sorted(cards: readonly string[], by: "rank" | "suit"): string[] {
  const place = (code: string): number => {
    const { rank, suit } = parts(code)!;
    const high = RANKS.indexOf(rank);
    const colour = SUITS.indexOf(suit);
    return by === "rank" ? high * 10 + colour : colour * 100 + high;
  };
  return cards.toSorted((a, b) => place(a) - place(b));
}
