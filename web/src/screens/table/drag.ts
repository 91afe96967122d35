/** Cards that are dragged to where they are played, on wide screens. */
import { wide } from "../../lib/media.svelte";
import { settings } from "../../lib/settings.svelte";

/** How far above its box a pointer must be before it drags. */
const LIFT = 12;

/** Whether a pointer that went down in a box has left it upwards, to drag. */
export const isLifted = (event: PointerEvent, box: Element): boolean =>
  wide.matches && !settings.confirm && event.clientY < box.getBoundingClientRect().top - LIFT;

/** Let the chosen cards of a box follow the pointer; `drop` is called where it is let go over the target. */
export function drag(from: PointerEvent, box: Element, target: string, drop: () => Promise<void>): void {
  const place = document.querySelector<HTMLElement>(target)!;
  const over = (event: PointerEvent): boolean =>
    document.elementsFromPoint(event.clientX, event.clientY).includes(place);
  const show = (translate: string, lit: boolean): void => {
    for (const { style, ariaSelected } of box.querySelectorAll<HTMLElement>("[role=option]"))
      style.translate = ariaSelected === "true" ? translate : "";
    place.style.boxShadow = lit ? "inset 0 0 0 2px var(--accent)" : "";
  };
  const listening = new AbortController();
  const follow = (event: PointerEvent): void =>
    show(`${event.clientX - from.clientX}px ${event.clientY - from.clientY}px`, over(event));
  const end = async (event: PointerEvent): Promise<void> => {
    listening.abort();
    if (event.type === "pointerup" && over(event)) await drop();
    show("", false);
  };
  addEventListener("pointermove", follow, listening);
  for (const type of ["pointerup", "pointercancel"] as const)
    addEventListener(type, (event) => void end(event), listening);
}
