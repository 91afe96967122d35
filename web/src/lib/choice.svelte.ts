/** The table that the start page would open: the last choice of this device, changed by its controls. */
import { games } from "../games";
import type { Options, Value } from "../games/page";
import type { NewTable } from "../protocol";
import { openTable } from "./api";
import { ensureMe } from "./me.svelte";
import { offered, type StartGame } from "./offered.svelte";
import { go } from "./router.svelte";
import { keep, settings } from "./settings.svelte";

/** A level for a bot, "" for me, null for whoever has the link. */
export type Seating = string | null;

export interface Choice {
  game: string;
  level: string;
  /** By game: the options that differ from its usual ones. */
  options: Record<string, Options>;
  hints: boolean;
  undo: boolean;
  /** Seconds for a move; "120+8": for a match, and for every decision. */
  clock: number | string | null;
  listed: boolean;
  rated: boolean;
  /** Seats beside mine: a level, or null for whoever has the link. */
  others: Seating[];
}

const FIRST = [...games.keys()][0]!;
const DEFAULTS: Choice = {
  game: FIRST,
  level: "regular",
  options: {},
  hints: true,
  undo: true,
  clock: null,
  listed: false,
  rated: false,
  others: [null, null],
};

/** What was kept, as far as it still makes sense. */
function remembered(kept: Record<string, unknown>): Choice {
  const choice = Object.fromEntries(Object.entries(DEFAULTS).map(([field, usual]) => [field, kept[field] ?? usual]));
  const { game, level, options, others } = choice as unknown as Choice;
  const sound = typeof game === "string" && typeof level === "string" && typeof options === "object";
  return sound && Array.isArray(others) ? (choice as unknown as Choice) : DEFAULTS;
}

/** Reactive; bind controls to it. */
export const choice: Choice = $state(remembered(settings.lastTable));

/** The game that is chosen; the first one where the server does not have it any more. */
export const chosen = {
  get name(): string {
    return offered.games.has(choice.game) ? choice.game : FIRST;
  },
  get game(): StartGame {
    return offered.games.get(chosen.name)!;
  },
  get options(): Options {
    return { ...chosen.game.defaults, ...choice.options[chosen.name] };
  },
  /** How many sit at the table. */
  get players(): number {
    return Number(chosen.options.players ?? chosen.game.players[0]);
  },
  /** The level of its bots; games differ in what they have. */
  get level(): string {
    const { levels } = chosen.game;
    return levels.includes(choice.level) ? choice.level : (levels[Math.floor(levels.length / 2)] ?? "");
  },
};

/** Choose an option of the chosen game. */
export function setOption(name: string, value: Value): void {
  choice.options[chosen.name] = { ...choice.options[chosen.name], [name]: value };
}

const pick = (options: Options, names: string[]): Options =>
  Object.fromEntries(names.flatMap((name) => (name in options ? [[name, options[name]!]] : [])));

async function open(table: Omit<NewTable, "game" | "pace">): Promise<void> {
  keep({ lastTable: { ...choice } });
  await ensureMe();
  go(`/t/${await openTable({ game: chosen.name, pace: settings.pace, ...table })}`);
}

/** A clock as tables are opened with it. */
export function clockTerms(clock: Choice["clock"]): Pick<NewTable, "clock" | "bank" | "increment"> {
  if (typeof clock !== "string") return { clock, bank: 0, increment: 0 };
  const [bank = 0, increment = 0] = clock.split("+").map(Number);
  return { clock: null, bank, increment };
}

/** Sit down against bots at once, under the usual rules. */
export function playNow(): Promise<void> {
  const { game, options, level, players } = chosen;
  const bots = Array<Seating>(players - 1).fill(level);
  const usual = { ...game.defaults, ...pick(options, ["players", ...game.kept]) };
  return open({ options: usual, seats: ["", ...bots], hints: true, undo: true, ...clockTerms(null) });
}

/** Open the table as chosen in every detail. */
export function openChosen(): Promise<void> {
  const { listed, rated, hints, undo, clock } = choice;
  const { game, options, players } = chosen;
  const asked = pick(options, ["players", ...game.settings(options).map(({ name }) => name)]);
  const others = Array.from({ length: players - 1 }, (_, i) => choice.others[i] ?? null);
  return open({ options: asked, seats: ["", ...others], listed, rated, hints, undo, ...clockTerms(clock) });
}
