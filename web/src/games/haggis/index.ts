/** Haggis, as the page knows it. */
import { t } from "../../lib/i18n.svelte";
import type { HaggisScene } from "../../protocol";
import type { GamePage, Options, Setting } from "../page";
import HaggisTable from "./HaggisTable.svelte";
import { fan } from "./fan";
import { pack } from "./pack";

declare module "../../lib/i18n.svelte" {
  interface Catalogues {
    haggis: typeof import("../../../messages/en/haggis.json");
  }
}

const TARGET = 250;
const LONG_TARGET = 350;
const EDITIONS = ["english", "german", "hungarian"] as const;
const OWN_EDITION: Record<string, (typeof EDITIONS)[number]> = { de: "german", hu: "hungarian" };

/** What an edition means for as many players. */
const editionAbout = ({ players, edition }: Options): string =>
  t(`haggis.edition.${players === 3 ? (edition as (typeof EDITIONS)[number]) : 2}`);

const tournament = (): Setting => ({
  name: "tournament",
  label: t("haggis.option.tournament"),
  about: t("haggis.option.tournament_about"),
  values: [false, true].map((value) => [value, t(`haggis.option.tournament.${value}`)]),
});

export const haggis: GamePage<HaggisScene> = {
  title: "Haggis",
  about: () => t("haggis.about"),
  intro: () => t("haggis.intro"),
  fan,
  pack,
  table: HaggisTable,
  defaults: {
    players: 2,
    target: TARGET,
    get edition() {
      return OWN_EDITION[document.documentElement.lang] ?? "english";
    },
    tournament: false,
  },
  players: [2, 3],
  kept: ["edition"],
  summary: (options) =>
    options.players === 3
      ? `${t("haggis.summary_3", { target: TARGET })} ${editionAbout(options)}`
      : t("haggis.summary_2", { target: TARGET }),
  settings: (options) => [
    {
      name: "target",
      label: t("haggis.option.target"),
      about: t("haggis.option.target_about"),
      values: [TARGET, LONG_TARGET].map((value) => [value, String(value)]),
      own: 300,
    },
    {
      name: "edition",
      label: t("haggis.option.edition"),
      about: editionAbout(options),
      values: EDITIONS.map((value) => [value, t(`haggis.option.edition.${value}`)]),
    },
    ...(options.players === 3 ? [tournament()] : []),
  ],
  deal: ({ number }) => t("match.round", { count: number }),
  progress: ([count = 0]) => t("match.round", { count }),
  terms: ({ target, edition }) => [
    `${t("haggis.option.target")} ${target}`,
    `${t("haggis.option.edition")}: ${t(`haggis.option.edition.${edition as (typeof EDITIONS)[number]}`)}`,
  ],
};
