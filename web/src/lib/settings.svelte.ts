/**
 * What a person has chosen on this device, kept in the browser; only `pace` is sent, with a new table.
 * `public/boot.js` reads `lang`, `theme` and `motion` too.
 */
import type { NewTable } from "../protocol";

export interface Settings {
  lang: "en" | "de" | "hu" | null;
  theme: "light" | "dark" | null;
  /** Whether things move; null: as the system wishes. */
  motion: "reduced" | "full" | null;
  /** Cards on wool, taps and knocks. */
  sound: boolean;
  /** Two warm notes when it is my turn. */
  turnSound: boolean;
  /** A short buzz then, on devices that can. */
  vibrate: boolean;
  /** The last table made by "play now" or "new table", as the start page left it. */
  lastTable: Record<string, unknown>;
  /** The answers of the last search in the club, as its form left them. */
  lastSearch: Record<string, unknown>;
  /** How a hand is sorted. */
  sort: "rank" | "suit";
  /** Plays are suggested above the hand. */
  chips: boolean;
  /** A box to type moves in. */
  notation: boolean;
  /** Only the button plays: no double tap, no drag. */
  confirm: boolean;
  /** The cards that are still out are listed. */
  tracker: boolean;
  /** How long bots pause before a move, at tables that are opened here. */
  pace: NonNullable<NewTable["pace"]>;
  /** How many events of a guided round have happened, where somebody has left it. */
  lessons: Record<string, number>;
  /** Guided rounds that were played to the end. */
  learnt: string[];
}

const NAME = "parlour.settings";
const DEFAULTS: Settings = {
  lang: null,
  theme: null,
  motion: null,
  sound: true,
  turnSound: true,
  vibrate: false,
  lastTable: {},
  lastSearch: {},
  sort: "rank",
  chips: true,
  notation: false,
  confirm: false,
  tracker: true,
  pace: "usual",
  lessons: {},
  learnt: [],
};

function load(): Settings {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(NAME) ?? "{}");
    return typeof kept === "object" ? { ...DEFAULTS, ...kept } : DEFAULTS;
  } catch {
    return DEFAULTS;
  }
}

/** Reactive. Change it through `keep`. */
export const settings: Settings = $state(load());

/** Change settings and remember them. */
export function keep(change: Partial<Settings>): void {
  Object.assign(settings, change);
  try {
    localStorage.setItem(NAME, JSON.stringify(settings));
  } catch {
    // a browser without storage forgets; nothing else is lost
  }
}
