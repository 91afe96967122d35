/** What happened at a plain table, in words. The moves themselves are shown as the game writes them. */
import { say } from "../../lib/i18n.svelte";
import type { Told } from "../../lib/told";
import type { Line } from "../table/Log.svelte";

/** What happened, for the log. */
export function toldLine({ kind, seat, move, points }: Told, names: string[]): Line {
  const scores = names.map((name, each) => `${name} ${points[each] ?? 0}`).join(", ");
  return { who: names[seat ?? -1] ?? "", text: move || (say(`match.told.${kind}`, { scores }) ?? kind) };
}
