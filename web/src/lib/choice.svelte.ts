/** The table that the start page would open: the last choice of this device, changed by its controls. */
import { LEVELS, type Level, type NewTable } from "../protocol";
import { openTable } from "./api";
import { ensureMe } from "./me.svelte";
import { go, type GameName } from "./router.svelte";
import { keep, settings } from "./settings.svelte";

/** A level for a bot, "" for me, null for whoever has the link. */
export type Seating = string | null;
export type Edition = "english" | "german" | "hungarian";

export interface Choice {
  game: GameName;
  level: Level;
  players: 2 | 3;
  edition: Edition;
  target: number;
  tournament: boolean;
  bestOf: number;
  hints: boolean;
  undo: boolean;
  clock: number | null;
  /** Seats beside mine: a level, or null for whoever has the link. */
  others: Seating[];
}

const EDITIONS: Record<string, Edition> = { en: "english", de: "german", hu: "hungarian" };

const DEFAULTS: Choice = {
  game: "haggis",
  level: "regular",
  players: 2,
  edition: EDITIONS[document.documentElement.lang] ?? "english",
  target: 250,
  tournament: false,
  bestOf: 1,
  hints: true,
  undo: true,
  clock: null,
  others: [null, null],
};

/** What was kept, as far as it still makes sense. */
function remembered(kept: Record<string, unknown>): Choice {
  const choice = { ...DEFAULTS, ...kept } as Choice;
  const sound =
    ["haggis", "damenrennen"].includes(choice.game) && LEVELS.includes(choice.level) && Array.isArray(choice.others);
  return sound ? choice : DEFAULTS;
}

/** Reactive; bind controls to it. */
export const choice: Choice = $state(remembered(settings.lastTable));

/** How many sit at the chosen table. */
export const seatsOf = (wish: Choice): number => (wish.game === "haggis" ? wish.players : 2);

const optionsOf = ({ game, players, edition, target, tournament, bestOf }: Choice): Record<string, unknown> =>
  game === "haggis" ? { players, edition, target, tournament: tournament && players === 3 } : { best_of: bestOf };

async function open(table: NewTable): Promise<void> {
  keep({ lastTable: { ...choice, others: [...choice.others] } });
  await ensureMe();
  go(`/t/${await openTable(table)}`);
}

/** Sit down against bots at once, under the usual rules. */
export function playNow(): Promise<void> {
  const usual = { ...choice, target: DEFAULTS.target, tournament: false, bestOf: 1 };
  const bots = Array<Seating>(seatsOf(choice) - 1).fill(choice.level);
  return open({
    game: choice.game,
    options: optionsOf(usual),
    seats: ["", ...bots],
    hints: true,
    undo: true,
    clock: null,
  });
}

/** Open the table as chosen in every detail. */
export function openChosen(): Promise<void> {
  const { game, hints, undo, clock } = choice;
  const others = Array.from({ length: seatsOf(choice) - 1 }, (_, i) => choice.others[i] ?? null);
  return open({ game, options: optionsOf(choice), seats: ["", ...others], hints, undo, clock });
}
