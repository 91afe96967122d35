/** The games that can be played here: those that the page has a table for, and all others that the server has. */
import { games } from "../games";
import type { GamePage, Options, Setting, Value } from "../games/page";
import { LEVELS } from "../protocol";
import { request } from "./api";
import { t } from "./i18n.svelte";

/** A game as the start page shows it. */
export type StartGame = Pick<GamePage, "title" | "about" | "defaults" | "players" | "kept" | "summary" | "settings"> & {
  /** The fan on its tile; none: a plain tile. */
  fan?: GamePage["fan"];
  /** Its bots, weakest first. */
  levels: readonly string[];
  /** Whether several tables can play the same deals. */
  duplicate?: boolean;
};

/** A game as the server describes it. */
interface Described {
  name: string;
  title?: string;
  seats?: number;
  options: Option[];
  levels: string[];
  duplicate?: boolean;
}
interface Option {
  name: string;
  kind: "switch" | "choice" | "number";
  default: Value;
  about: string;
  choices?: string[];
}

const own = new Map([...games].map(([name, page]): [string, StartGame] => [name, { ...page, levels: LEVELS }]));
let served = $state.raw<ReadonlyMap<string, StartGame>>(new Map());

/** Reactive. */
export const offered = {
  /** Every game by its name; the page's own come first. */
  get games(): ReadonlyMap<string, StartGame> {
    return served.size ? new Map([...own, ...served]) : own;
  },
};

/** The name of a game as people say it. */
export const titleOf = (game: string): string => offered.games.get(game)?.title ?? game;

/** "round 3"; nothing before the first deal, and for games that the page does not know. */
export const progressOf = (game: string, progress: number[]): string =>
  progress.length ? (games.get(game)?.progress(progress) ?? "") : "";

/** "Snap, round 3". */
export const titleAt = (game: string, progress: number[], title = titleOf(game)): string =>
  [title, progressOf(game, progress)].filter(Boolean).join(", ");

export const levelsOf = (game: string): readonly string[] => offered.games.get(game)?.levels ?? LEVELS;

/** Ask the server which games it has; where it cannot be reached, the page's own remain. */
export async function loadGames(): Promise<void> {
  const found = await request<Described[]>("GET", "games");
  served = new Map(found.map((each) => [each.name, startGame(each)]));
}

/** The page's own game with the bots that the server has for it, or one that the page knows nothing of. */
function startGame(described: Described): StartGame {
  const page = games.get(described.name);
  const shown = page ? { ...page, levels: described.levels } : plainGame(described);
  return { ...shown, duplicate: described.duplicate ?? false };
}

function plainGame({ name, title = capital(name), seats, options, levels }: Described): StartGame {
  const defaults: Options = Object.fromEntries(options.map((option) => [option.name, option.default]));
  const players = Number(defaults.players ?? seats ?? 2);
  return {
    title,
    about: () => t("start.plain_about"),
    defaults,
    players: [players],
    kept: [],
    summary: () => t("start.plain_summary", { title, count: players - 1 }),
    settings: () => options.map(settingOf),
    levels,
  };
}

/** A control for an option, from its description; the description is English. */
function settingOf({ name, kind, default: usual, about, choices = [] }: Option): Setting {
  const setting = { name, label: capital(name.replaceAll("_", " ")), about, lang: "en" };
  if (kind === "number") return { ...setting, values: [[usual, String(usual)]], own: Number(usual) + 1 };
  return { ...setting, values: kind === "switch" ? yesNo() : choices.map((choice) => [choice, choice]) };
}

/** What a switch can be. */
export const yesNo = (): [Value, string][] => [
  [true, t("start.yes")],
  [false, t("start.no")],
];

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
