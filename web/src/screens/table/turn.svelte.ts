/** Tells, in every way there is, that it is the person's turn. Call it while a table's screen is made. */
import { call, hear } from "../../lib/announce.svelte";
import { t } from "../../lib/i18n.svelte";
import { soundTurn } from "../../lib/sound";
import { LOW, type TableModel } from "../../lib/table.svelte";

/** Ms beyond which no timer is set: a browser's timers end at 2^31, and who has days need not be told of seconds. */
const LONGEST = 3_600_000;

export function tellTurns(table: TableModel): void {
  let was = false;
  let called = -1;
  $effect(() => {
    const { myTurn, now } = table;
    const decision = now?.decision ?? -1;
    // The next decision may be mine too: only who listens must be told.
    if (myTurn && (!was || decision !== called)) call(t("start.your_turn"));
    if (myTurn && !was) soundTurn();
    if (myTurn) called = decision;
    was = myTurn;
  });
  // Once for a decision, when its time becomes low; a clock that is low from the beginning says nothing.
  $effect(() => {
    const clock = table.seat === null ? null : table.clocks[table.seat];
    if (clock?.since == null || clock.left <= LOW) return;
    const wait = clock.since + 1000 * (clock.left - LOW) - performance.now();
    if (wait > LONGEST) return;
    const timer = setTimeout(() => hear(t("match.time_left", { count: LOW })), wait);
    return () => clearTimeout(timer);
  });
}
