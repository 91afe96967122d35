/** Who sits where, seen from one's own seat. */
import { t } from "../../lib/i18n.svelte";
import { seatNames } from "../../lib/people";
import { REPLAY } from "../../lib/table.svelte";
import type { TableState } from "../../protocol";

/** A name for every seat. One's own is "You", but not in a replay; whoever else is called that stands in quotes. */
export function namesFor(now: TableState): string[] {
  const you = t("table.you");
  const own = now.table === REPLAY ? null : now.scene.seat;
  return seatNames(now.seats).map((name, seat) =>
    seat === own ? you : name === you ? t("table.quoted", { text: name }) : name,
  );
}

/** The seats in the order of play, beginning after one's own; for a spectator all of them. */
export function othersOf(now: TableState): number[] {
  const { seat } = now.scene;
  const count = now.seats.length;
  return seat === null ? [...now.seats.keys()] : Array.from({ length: count - 1 }, (_, i) => (seat + 1 + i) % count);
}
