/**
 * Keys at a table. A button names its key in `aria-keyshortcuts`, and the key presses it wherever the focus is: not while
 * somebody types, not beside an open dialog or menu, not with a modifier.
 */
import { focusPlace, OVERLAY } from "./focus.svelte";

const TYPING = "input, textarea, select";
/** Enter presses these itself; a chosen radio button has nothing left to choose. */
const PRESSED_BY_ENTER = "a, button:not([aria-checked=true])";

const isModified = (event: KeyboardEvent): boolean => event.ctrlKey || event.metaKey || event.altKey;

/** Where an arrow, Home or End leads from a place in a row; undefined for every other key. */
export function step(event: KeyboardEvent, at: number, count: number): number | undefined {
  if (isModified(event)) return undefined;
  const to = {
    ArrowRight: at + 1,
    ArrowDown: at + 1,
    ArrowLeft: at - 1,
    ArrowUp: at - 1,
    Home: 0,
    End: count - 1,
  }[event.key];
  return to === undefined ? undefined : Math.max(0, Math.min(count - 1, to));
}

/** For a toolbar: arrows move the focus along its buttons. */
export function alongButtons(event: KeyboardEvent & { currentTarget: HTMLElement }): void {
  const buttons = [...event.currentTarget.querySelectorAll("button")];
  const to = step(event, buttons.indexOf(document.activeElement as HTMLButtonElement), buttons.length);
  if (to === undefined) return;
  buttons[to]?.focus();
  event.preventDefault();
}

/** Press the button of a key; arrows lead to what can be done. */
export function pressKey(event: KeyboardEvent): void {
  const { target } = event;
  if (event.defaultPrevented || isModified(event) || !(target instanceof Element)) return;
  if (target.closest(TYPING) || document.querySelector(OVERLAY)) return;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (key === "Enter" && target.closest(PRESSED_BY_ENTER)) return;
  const button = [...document.querySelectorAll<HTMLElement>("[aria-keyshortcuts]:enabled")].find(
    (each) => each.getAttribute("aria-keyshortcuts") === key,
  );
  if (button) button.click();
  else if (key.startsWith("Arrow") && !target.closest("aside")) focusPlace();
  else return;
  event.preventDefault();
}
