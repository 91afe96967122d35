/** Which game a scene is of. */
import type { TableState } from "../protocol";

/** The server's name of the game; a plain scene may be of any. */
export const gameOf = (scene: TableState["scene"]): string => (scene.game === "plain" ? scene.name : scene.game);

/** The game whose rules the page has at hand; none for a plain scene. */
export const ruledBy = (scene: TableState["scene"]): string | undefined =>
  scene.game === "plain" ? undefined : scene.game;

/** The score of the match, by seat. */
export function scoresOf(scene: TableState["scene"]): number[] {
  if ("scores" in scene) return scene.scores;
  return "runners" in scene ? scene.runners.map(({ games }) => games) : scene.seats.map(({ score }) => score);
}
