/**
 * Keeps the focus at what can be done. The place where that is has the attribute `data-focus`: a hand, a market, the
 * buttons of a question. Without such a place it is the button that leads on, or the table itself.
 */
import { tick } from "svelte";
import type { TableModel } from "../../lib/table.svelte";

/** What lies above the table and keeps the focus to itself. */
export const OVERLAY = "dialog[open], :popover-open";

const place = (): HTMLElement | null => document.querySelector<HTMLElement>("[data-focus]");

/** Where there is no place: the button that leads on, or the table itself while that button is disabled. */
const onward = (): HTMLElement | null =>
  document.querySelector<HTMLElement>("main .primary:not(:disabled), footer .primary:not(:disabled)") ??
  document.querySelector("main");

/** What has the focus within a place: what the arrow keys have reached, the first button, or the place itself. */
const spot = (found: HTMLElement): HTMLElement =>
  found.querySelector<HTMLElement>("[tabindex='0']:not(:disabled)") ??
  found.querySelector<HTMLElement>("button:enabled") ??
  found;

export function focusPlace(): void {
  const found = place();
  const untouched = !navigator.userActivation?.hasBeenActive; // nobody has pressed a key yet: no ring
  const options = { preventScroll: true, ...(untouched ? { focusVisible: false } : {}) };
  (found ? spot(found) : onward())?.focus(options);
}

/** Bring a lost focus back; where a new question is `asked`, it comes from elsewhere on the table too. */
export function restoreFocus(asked = false): void {
  if (document.querySelector(OVERLAY)) return;
  const active = document.activeElement ?? document.body;
  const lost = active.matches("body, main, :disabled"); // the table has it while its button that leads on is disabled
  const found = place() ?? onward();
  if (lost || (asked && active.closest("main") && (active === found || !found?.contains(active)))) focusPlace();
}

/** Call it while a table's screen is made. */
export function keepFocus(table: TableModel): void {
  let answered = -1;
  $effect(() => {
    const { now, myTurn } = table;
    void [table.busy, table.answer, table.advice]; // their buttons come and go
    const asked = myTurn && now?.decision !== answered;
    if (asked) answered = now?.decision ?? -1;
    if (!table.isReplay) void tick().then(() => restoreFocus(asked));
  });
}
