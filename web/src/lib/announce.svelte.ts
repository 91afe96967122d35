/**
 * What a screen reader hears and what flashes up: `hear` for events (polite, merged, one sentence a second),
 * `call` for "your turn" and errors (at once), `toast` for something that everybody should see for a while.
 */

import { untrack } from "svelte";
import { turnsElsewhere } from "./me.svelte";

const PAUSE = 1000;

export const voice: { polite: string; assertive: string } = $state({ polite: "", assertive: "" });

let waiting: string[] = [];
let timer: ReturnType<typeof setTimeout> | null = null;

function speakWaiting(): void {
  timer = null;
  if (waiting.length === 0) return;
  voice.polite = waiting.join(" ");
  waiting = [];
  timer = setTimeout(speakWaiting, PAUSE);
}

/** Tell what happened, when the listener has time. */
export function hear(sentence: string): void {
  waiting.push(sentence);
  if (waiting.length > 6) waiting = waiting.slice(-6);
  timer ??= setTimeout(speakWaiting, 30);
}

/** Tell at once. The same sentence twice is told twice. */
export function call(sentence: string): void {
  const said = untrack(() => voice.assertive); // an effect that calls must not run again because it has called
  voice.assertive = said === sentence ? `${sentence}\u00a0` : sentence;
}

export interface Toast {
  id: number;
  text: string;
  /** A way on: where the sentence leads, such as the clause that forbids a move. */
  link?: { href: string; text: string } | undefined;
}

export const toasts: Toast[] = $state([]);
let nextToast = 0;

/** Show a sentence above the dock until it is read or closed; a screen reader hears it at once. */
export function toast(text: string, link?: Toast["link"], ms = 7000): void {
  const id = nextToast++;
  untrack(() => {
    toasts.splice(0, Math.max(0, toasts.length - 2));
    toasts.push({ id, text, link });
  });
  call(text);
  setTimeout(() => closeToast(id), ms);
}

export function closeToast(id: number): void {
  const index = toasts.findIndex((one) => one.id === id);
  if (index >= 0) toasts.splice(index, 1);
}

/**
 * The tab's title, its icon, and the app's badge. `lit` marks that it is the person's turn here; turns at other tables
 * are counted.
 */
export function setTitle(text: string, lit = false, elsewhere = turnsElsewhere()): void {
  const turns = elsewhere + Number(lit);
  document.title = `${lit ? "● " : ""}${elsewhere ? `(${turns}) ` : ""}${text}`;
  const icon = document.querySelector<HTMLLinkElement>("link[rel=icon]");
  if (icon) icon.href = turns ? "/icon-turn.svg" : "/icon.svg";
  if ("setAppBadge" in navigator) navigator.setAppBadge(turns).catch(() => undefined); // 0 takes it away
}
