/** Matches that are over, frame by frame: from a table of the server, or from a log that somebody has. */
import type { Frame, Frames } from "../protocol";
import { ApiError, request } from "./api";
import { complete } from "./complete";

/** Whose eyes: a seat's, a spectator's, or with every hand open. */
export type Eyes = "0" | "1" | "2" | "all" | "watch";
export type Source = { table: string } | { log: Blob };

const AT_ONCE = 100;
const MANY = 429;
const PAUSE = 1000;
const MOST_PAUSES = 30;

/** Fetch a whole match through somebody's eyes. */
export async function wholeMatch(source: Source, eyes: Eyes): Promise<Frames> {
  const first = await part(source, eyes, 0);
  const frames: Frame[] = [...first.frames];
  while (frames.length < first.total) frames.push(...(await part(source, eyes, frames.length)).frames);
  return { ...first, frames };
}

async function part(source: Source, eyes: Eyes, first: number): Promise<Frames> {
  const query = `seat=${eyes}&first=${first}&count=${AT_ONCE}`;
  const ask = () =>
    "table" in source
      ? request<Frames>("GET", `tables/${encodeURIComponent(source.table)}/frames?${query}`)
      : request<Frames>("POST", `frames?${query}`, source.log);
  return complete(await patiently(ask), "Frames");
}

/** Ask again, a little later, where the server has been asked too much: a long match is many requests. */
async function patiently<T>(ask: () => Promise<T>, pauses = MOST_PAUSES): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (pauses === 0 || !(error instanceof ApiError) || error.status !== MANY) throw error;
  }
  await new Promise((resolve) => setTimeout(resolve, PAUSE));
  return patiently(ask, pauses - 1);
}
