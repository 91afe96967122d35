/** The server over HTTP: people, tables, logs. What happens at a table goes over the websocket. */
import type { Sitter } from "../protocol";

/** Something that did not work: a code to translate, and the server's own words for the console. */
export class ApiError extends Error {
  constructor(
    readonly code: string,
    reason: string,
    readonly clause = "",
    readonly status = 0,
  ) {
    super(reason || code);
  }
}

export type Seating = null | string;

export interface NewTable {
  game: string;
  options: Record<string, unknown>;
  /** "" is me, a level is a bot, null is free for whoever has the link. */
  seats: Seating[];
  hints: boolean;
  undo: boolean;
  clock: number | null;
}

export interface Summary {
  table: string;
  game: string;
  options: Record<string, unknown>;
  status: "open" | "playing" | "over";
  seats: Partial<Sitter>[];
  scores?: number[];
  winners?: number[];
  opened: string;
  seat: number | null;
  /** The seats whose turn it is, where the server tells. */
  to_act?: number[];
}

export interface Person {
  name: string;
  tables: Summary[];
  finished: Summary[];
}

/** Ask the server; throws ApiError, with code `net/offline` where it cannot be reached. */
export async function request<T>(method: string, path: string, body?: unknown): Promise<T> {
  const init: RequestInit = { method, credentials: "same-origin" };
  if (body instanceof Blob) init.body = body;
  else if (body !== undefined) Object.assign(init, { body: JSON.stringify(body), headers: { "content-type": "application/json" } });
  const response = await fetch(`/api/${path}`, init).catch(() => null);
  if (!response) throw new ApiError("net/offline", "");
  if (response.ok) return (response.status === 204 ? undefined : await response.json().catch(() => undefined)) as T;
  const problem = (await response.json().catch(() => ({}))) as { code?: string; reason?: string; clause?: string };
  throw new ApiError(problem.code ?? "net/answer", problem.reason ?? "", problem.clause, response.status);
}

export const openTable = async (table: NewTable): Promise<string> => (await request<{ table: string }>("POST", "tables", table)).table;
export const getSummary = (table: string) => request<Summary>("GET", `tables/${encodeURIComponent(table)}`);
export const logAddress = (table: string) => `/api/tables/${encodeURIComponent(table)}/log`;
