/** Legal moves as buttons: grouped by what they begin with, or narrowed by what somebody types. */

export interface Group {
  /** The word that all its moves begin with; "" where they have none in common. */
  verb: string;
  moves: string[];
}

/** More moves than this are asked for with a box to narrow them. */
export const MANY = 24;

/** So many buttons are shown at once; the rest is found by typing. */
export const MOST = 120;

const FEW = 8;

const verbOf = (move: string): string => move.split(" ", 1)[0] ?? "";
const words = (text: string): string[] => text.toLowerCase().split(/\s+/).filter(Boolean);

/** The moves that hold every word that was typed, whatever the order; each word may be the beginning of one. */
export function narrowed(moves: readonly string[], typed: string): string[] {
  const wanted = words(typed);
  return moves.filter((move) => {
    const held = words(move);
    return wanted.every((word) => held.some((each) => each.startsWith(word)));
  });
}

/** Moves by their first words, where that makes fewer groups than half the moves; else all in one. */
export function grouped(moves: readonly string[]): Group[] {
  const byVerb = new Map<string, string[]>();
  for (const move of moves) byVerb.set(verbOf(move), [...(byVerb.get(verbOf(move)) ?? []), move]);
  if (moves.length <= FEW || byVerb.size * 2 > moves.length) return [{ verb: "", moves: [...moves] }];
  return [...byVerb].map(([verb, held]) => ({ verb, moves: held }));
}
