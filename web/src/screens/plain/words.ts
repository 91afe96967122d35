/** What happened at a plain table, in words. The moves themselves are shown as the game writes them. */
import { say, t } from "../../lib/i18n.svelte";
import type { Told } from "../../protocol";
import type { Line } from "../table/Log.svelte";

/** What happened, for the log. */
export function toldLine({ kind, seat, how, points }: Told, names: string[]): Line {
  const who = seat === null ? "" : (names[seat] ?? "");
  if (kind === "round") {
    const scores = names.map((name, each) => `${name} ${points[each] ?? 0}`).join(", ");
    return { who: "", text: t("plain.told.round", { scores }) };
  }
  return { who, text: say(`plain.told.${kind}`) ?? (how || kind) };
}

/** One event as a sentence, for people who hear the table. */
export function toldSentence(told: Told, names: string[]): string {
  const { who, text } = toldLine(told, names);
  return `${who ? `${who}: ` : ""}${text}.`;
}
