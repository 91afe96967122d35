/** What a person has chosen on this device; kept in the browser, never sent. `public/boot.js` reads theme and lang too. */

export interface Settings {
  lang: "en" | "de" | "hu" | null;
  theme: "light" | "dark" | null;
  /** Cards on wool, taps and knocks. */
  sound: boolean;
  /** Two warm notes when it is my turn. */
  turnSound: boolean;
  /** The last table made by "play now" or "new table", as the start page left it. */
  lastTable: Record<string, unknown>;
  /** How a hand is sorted. */
  sort: "rank" | "suit";
  /** How many events of a guided round have happened, where somebody has left it. */
  lessons: Record<string, number>;
  /** Guided rounds that were played to the end. */
  learnt: string[];
}

const NAME = "parlour.settings";
const DEFAULTS: Settings = {
  lang: null,
  theme: null,
  sound: true,
  turnSound: true,
  lastTable: {},
  sort: "rank",
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
