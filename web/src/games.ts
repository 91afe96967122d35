/** The games that the page has a table for. Every other game is shown on the plain table. */
import { usePack } from "./cards/draw";
import { damenrennen } from "./games/damenrennen";
import { haggis } from "./games/haggis";
import type { GamePage, Scene } from "./games/page";

const GAMES = {
  haggis,
  damenrennen,
};

// A game's table is only given scenes of that game, which TypeScript cannot know: the name decides.
export const games = new Map(Object.entries(GAMES) as unknown as [string, GamePage][]);
for (const { pack } of games.values()) usePack(pack);

/** The name of a scene's game, as people say it. */
export const sceneTitle = (scene: Scene): string =>
  scene.game === "plain" ? scene.title : (games.get(scene.game)?.title ?? scene.game);
