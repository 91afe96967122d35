/** Damenrennen, as the page knows it. */
import { french } from "../../cards/french";
import { t } from "../../lib/i18n.svelte";
import type { DamenrennenScene } from "../../protocol";
import type { GamePage } from "../page";
import DamenrennenTable from "./DamenrennenTable.svelte";
import { fan } from "./fan";

declare module "../../lib/i18n.svelte" {
  interface Catalogues {
    damenrennen: typeof import("../../../messages/en/damenrennen.json");
  }
}

/** "race 3", or "game 2 · race 3". */
const progress = (numbers: number[]): string =>
  [
    ...numbers.slice(0, -1).map((count) => t("damenrennen.game", { count })),
    t("damenrennen.race", { count: numbers.at(-1) ?? 0 }),
  ].join(" · ");

export const damenrennen: GamePage<DamenrennenScene> = {
  title: "Damenrennen",
  about: () => t("damenrennen.about_game"),
  intro: () => t("damenrennen.intro"),
  fan,
  pack: french,
  table: DamenrennenTable,
  defaults: { best_of: 1 },
  players: [2],
  kept: [],
  summary: () => t("damenrennen.summary"),
  settings: () => [
    {
      name: "best_of",
      label: t("damenrennen.option.best_of"),
      about: t("damenrennen.option.best_of_about"),
      values: [1, 3, 5, 7].map((value) => [value, String(value)]),
    },
  ],
  deal: ({ best_of, game_number, race }) => progress(best_of > 1 ? [game_number, race] : [race]),
  progress,
  terms: (scene) => [t("damenrennen.best_of", { count: scene.best_of })],
};
