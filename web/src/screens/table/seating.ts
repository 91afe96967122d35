/** Who sits where, seen from one's own seat. */
import { t } from "../../lib/i18n.svelte";
import { seatNames } from "../../lib/people";
import type { TableState } from "../../protocol";

/** A name for every seat; one's own is "You". */
export const namesFor = (now: TableState): string[] =>
  seatNames(now.seats).map((name, seat) => (seat === now.scene.seat ? t("table.you") : name));

/** The seats in the order of play, beginning after one's own; for a spectator all of them. */
export function othersOf(now: TableState): number[] {
  const { seat } = now.scene;
  const count = now.seats.length;
  return seat === null ? [...now.seats.keys()] : Array.from({ length: count - 1 }, (_, i) => (seat + 1 + i) % count);
}
