/** What happened at a plain table, in words. The moves themselves are shown as the game writes them. */
import { number, say } from "../../lib/i18n.svelte";
import type { Line, Told } from "../../lib/told";

/** What happened, for the log. */
export function toldLine({ kind, seat, move, points }: Told, names: string[]): Line {
  const scores = names.map((name, each) => `${name} ${number(points[each] ?? 0)}`).join(", ");
  const who = names[seat ?? -1] ?? "";
  return { who, text: move ? `${who}: ${move}` : (say(`match.told.${kind}`, { name: who, scores }) ?? kind) };
}
