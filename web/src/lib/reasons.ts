/** Why a bot would make a move: the server sends keys and parameters, the page has the words. */
import type { Advised, Reason } from "../protocol";
import { say } from "./i18n.svelte";
import { spokenParameters } from "./parameters";

/** A reason that a bot of any game can have. */
const common = ({ key, parameters }: Reason): string | null => say(`match.reason.${key}`, spokenParameters(parameters));

/**
 * The reasons for a move as sentences. `own` has a game's words for its keys; a game that we have no words for says it
 * in English.
 */
export function reasonsText(
  { reason, reasons }: Pick<Advised, "reason" | "reasons">,
  own: (reason: Reason) => string | null = () => null,
): string {
  const said = reasons.map((each) => own(each) ?? common(each));
  return said.length > 0 && said.every((sentence) => sentence !== null) ? said.join(" ") : reason;
}
