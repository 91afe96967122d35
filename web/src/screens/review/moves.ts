/** Moves of a match as a review names them. */
import { say } from "../../lib/i18n.svelte";
import { spokenParameters } from "../../lib/parameters";
import type { Compared, Frames, Reason } from "../../protocol";
import type { GameReview } from "./games";
import type { OwnMove } from "./review.svelte";

/** What a move of one's own was: the judge's word, or what the match told of it. */
export function moveOf({ frames }: Frames, { number, decision }: OwnMove): Pick<Compared, "move" | "combo"> {
  const judged = decision?.candidates.find(({ move }) => move === decision.move);
  if (judged) return judged;
  const frame = frames[number + 1]!;
  return { move: decision?.move ?? frame.move, combo: frame.told.find(({ combo }) => combo)?.combo ?? null };
}

/** The reasons for a better move as sentences; those that we have no words for are left out. */
export const reasonsOf = (game: GameReview, reasons: readonly Reason[], names: string[]): string =>
  reasons
    .map((each) => game.reason(each, names) ?? say(`match.reason.${each.key}`, spokenParameters(each.parameters)))
    .filter((sentence) => sentence !== null)
    .join(" ");
