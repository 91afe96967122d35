/** What a game brings to reviews: each in its own folder, as `review.ts`. */
import type { Component } from "svelte";
import type { Scene } from "../../games/page";
import type { Told } from "../../lib/told";
import type { Compared, Decision, Group, Reason } from "../../protocol";

/** A moment of a match, with the cards that were played and those that would have been better. */
export interface PositionProps {
  scene: Scene;
  names: string[];
  /** Every hand, where all are open. */
  hands: string[][];
  /** The move that was made. */
  move: string;
  decision: Decision | null;
  /** The cost from which on an alternative is an inaccuracy, a mistake, a blunder. */
  thresholds: number[];
}

export interface GameReview {
  Position: Component<PositionProps>;
  /** A move as a person says it, in rich text. */
  moveName: (move: Pick<Compared, "move" | "combo">, names: string[]) => string;
  /** Why another move is better, in rich text; null where we have no words. */
  reason: (reason: Reason, names: string[]) => string | null;
  /** What somebody else did, in a few words of rich text; null for what goes without saying. */
  happened: (told: Told, names: string[]) => string | null;
  /** The cards of a move, to draw beside it; none where its name has them. */
  cards: (move: string) => string[];
  /** What the decisions of a round are divided by, where it has parts: "race 3". */
  part?: (scene: Scene) => { number: number; name: string };
  /** The shape of a combo, without its ranks, in games that have combos. */
  shape?: (group: Pick<Group, "name" | "width" | "length">) => string;
  /** Whether anything was hidden from the seat at this moment. */
  hides: (scene: Scene) => boolean;
}

const found = import.meta.glob<GameReview>("../../games/*/review.ts", { eager: true, import: "review" });

/** The games that can be reviewed here, by name. */
export const reviews = new Map(Object.entries(found).map(([path, review]) => [path.split("/").at(-2)!, review]));
