/** Opponents were found while no lobby is shown: say so, wherever the person is. */
import type { Paired } from "../protocol";
import { setTitle, toast } from "./announce.svelte";
import { list, loadLazyWords, t } from "./i18n.svelte";
import { soundTurn } from "./sound";

const LONG = 30_000;

export async function tellPaired({ table, names }: Paired): Promise<void> {
  await loadLazyWords();
  if (location.pathname === `/t/${table}`) return;
  soundTurn();
  setTitle(t("club.found", { names: list(names) }), true);
  toast(t("club.found", { names: list(names) }), { href: `/t/${table}`, text: t("club.to_table") }, LONG);
}
