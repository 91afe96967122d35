/** Tells, in every way there is, that it is the person's turn. Call it while a table's screen is made. */
import { call } from "../../lib/announce.svelte";
import { t } from "../../lib/i18n.svelte";
import { soundTurn } from "../../lib/sound";
import type { TableModel } from "../../lib/table.svelte";

export function tellTurns(table: TableModel): void {
  let was = false;
  $effect(() => {
    if (table.myTurn && !was) {
      call(t("start.your_turn"));
      soundTurn();
    }
    was = table.myTurn;
  });
}
