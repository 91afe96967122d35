/** Errors in the person's language: the server sends codes, never sentences. */
import { ApiError } from "./api";
import type { Toast } from "./announce.svelte";
import { say, t } from "./i18n.svelte";
import { spokenParameters, type Parameters } from "./parameters";

/** A sentence for an error code. */
export const trouble = (code: string, parameters: Parameters = {}): string =>
  say(`trouble.${code}`, spokenParameters(parameters)) ?? t("trouble.unknown", { code });

/** A sentence for anything that was thrown. */
export const troubleOf = (error: unknown): string => trouble(error instanceof ApiError ? error.code : "page/broken");

/** Where a refusal's clause can be read. */
export function clauseLink(game: string | undefined, clause: string): Toast["link"] {
  return game && clause ? { href: `/rules/${game}#${clause}`, text: t("trouble.why", { clause }) } : undefined;
}
