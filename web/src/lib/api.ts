/** The server over HTTP: people, tables, logs. What happens at a table goes over the websocket. */
import type { NewTable } from "../protocol";
import { loadLazyWords } from "./i18n.svelte";

/** The code where the server cannot be reached. */
export const OFFLINE = "net/offline";

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

/** Ask the server; throws ApiError, with code OFFLINE where it cannot be reached. */
export async function request<T>(method: string, path: string, body?: unknown): Promise<T> {
  const init: RequestInit = { method, credentials: "same-origin" };
  if (body instanceof Blob) init.body = body;
  else if (body !== undefined)
    Object.assign(init, { body: JSON.stringify(body), headers: { "content-type": "application/json" } });
  const response = await fetch(`/api/${path}`, init).catch(() => null);
  if (!response) throw new ApiError(OFFLINE, "");
  if (response.ok) return (response.status === 204 ? undefined : await response.json().catch(() => undefined)) as T;
  await loadLazyWords().catch(() => undefined); // refusals are seldom, so their words come with the first one
  const problem = (await response.json().catch(() => ({}))) as { code?: string; reason?: string; clause?: string };
  throw new ApiError(problem.code ?? "net/answer", problem.reason ?? "", problem.clause, response.status);
}

export const openTable = async (table: NewTable): Promise<string> =>
  (await request<{ table: string }>("POST", "tables", table)).table;

/** Where a finished match's log can be downloaded. */
export const logAddress = (table: string): string => `/api/tables/${encodeURIComponent(table)}/log`;
