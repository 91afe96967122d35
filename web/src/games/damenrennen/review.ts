/** Damenrennen in reviews. */
import { t } from "../../lib/i18n.svelte";
import type { DamenrennenScene } from "../../protocol";
import type { GameReview } from "../../screens/review/games";
import Position from "./Position.svelte";
import { moveName, raceName, reasonName } from "./words";

/** It is only given scenes of its game. */
const own = (scene: Parameters<GameReview["hides"]>[0]): DamenrennenScene => scene as DamenrennenScene;

export const review: GameReview = {
  Position: Position as unknown as GameReview["Position"],
  moveName: ({ move }) => moveName(move),
  cards: () => [],
  hides: (scene) => own(scene).phase !== "draft",
  reason: reasonName,
  happened: ({ kind, seat, cards, number }, names) => {
    const who = names[seat ?? -1] ?? "";
    if (kind === "take") return `${who}: ${moveName(`take ${cards[0]}`)}`;
    return kind === "race" ? raceName(who, number === 2) : null;
  },
  part: (scene) => ({ number: own(scene).race, name: t("damenrennen.race", { count: own(scene).race }) }),
};
