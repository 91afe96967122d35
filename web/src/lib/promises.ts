/** The promises about cards that this browser was sent, as it first saw them; kept here, never sent. */

/** A promise, and the `seq` of the message that brought it. */
export type Seen = [promise: string, seq: number];
type Kept = Record<string, Record<number, Seen>>;

const NAME = "parlour.promises";
/** So many tables are kept, and so many promises of each. */
const TABLES = 20;
const PROMISES = 200;

function load(): Kept {
  try {
    return JSON.parse(localStorage.getItem(NAME) ?? "{}") as Kept;
  } catch {
    return {};
  }
}

/** The latest entries of an object. */
const latest = <T>(all: Record<string, T>, count: number) => Object.fromEntries(Object.entries(all).slice(-count));

/** By number, the promises that were seen at a table. */
export const seenAt = (table: string): Record<number, Seen> => load()[table] ?? {};

/** Keep a promise, unless there is one of its number already: the first is the one that counts. */
export function rememberPromise(table: string, number: number, promise: string, seq: number): void {
  const { [table]: mine = {}, ...others } = load();
  if (!promise || mine[number]) return;
  const kept = { ...latest(others, TABLES - 1), [table]: latest({ ...mine, [number]: [promise, seq] }, PROMISES) };
  try {
    localStorage.setItem(NAME, JSON.stringify(kept));
  } catch {
    // a browser without storage forgets; the fair screen then says so
  }
}
