/** Legal moves as buttons, narrowed by what somebody types. */

/** More moves than this are asked for with a box to narrow them. */
export const MANY = 24;

/** So many buttons are shown at once; the rest is found by typing. */
export const MOST = 120;

const words = (text: string): string[] => text.toLowerCase().split(/\s+/).filter(Boolean);

/** The moves that hold every word that was typed, whatever the order; each word may be the beginning of one. */
export function narrowed(moves: readonly string[], typed: string): string[] {
  const wanted = words(typed);
  return moves.filter((move) => {
    const held = words(move);
    return wanted.every((word) => held.some((each) => each.startsWith(word)));
  });
}
