/** Tells, in every way there is, that it is the person's turn. Call it while a table's screen is made. */
import { call } from "../../lib/announce.svelte";
import { t } from "../../lib/i18n.svelte";
import { soundTurn } from "../../lib/sound";
import type { TableModel } from "../../lib/table.svelte";

export function tellTurns(table: TableModel): void {
  let was = false;
  $effect(() => {
    const { myTurn, seat, now } = table;
    const again = now?.told.some((told) => told.seat === seat); // the next decision is mine too: only who listens must be told
    if (myTurn && (!was || again)) call(t("start.your_turn"));
    if (myTurn && !was) {
      soundTurn();
    }
    was = myTurn;
  });
}
