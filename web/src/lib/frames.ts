/** Matches that are over, frame by frame: from a table of the server, or from a log that somebody has. */
import type { Frame, Frames } from "../protocol";
import { request } from "./api";
import { complete } from "./complete";

/** Whose eyes: a seat's, a spectator's, or with every hand open. */
export type Eyes = "0" | "1" | "2" | "all" | "watch";
export type Source = { table: string } | { log: Blob };

const AT_ONCE = 100;

/** Fetch a whole match through somebody's eyes. */
export async function wholeMatch(source: Source, eyes: Eyes): Promise<Frames> {
  const first = await part(source, eyes, 0);
  const frames: Frame[] = [...first.frames];
  while (frames.length < first.total) frames.push(...(await part(source, eyes, frames.length)).frames);
  return { ...first, frames };
}

async function part(source: Source, eyes: Eyes, first: number): Promise<Frames> {
  const query = `seat=${eyes}&first=${first}&count=${AT_ONCE}`;
  const found =
    "table" in source
      ? request<Frames>("GET", `tables/${encodeURIComponent(source.table)}/frames?${query}`)
      : request<Frames>("POST", `frames?${query}`, source.log);
  return complete(await found, "Frames");
}
