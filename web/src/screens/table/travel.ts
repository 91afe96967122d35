/**
 * Cards that move on the table: where an element marked `data-travel="5r"` stands elsewhere after a change, it travels
 * there; a new one comes from its owner's seat (`data-from="1"`, an element with `data-seat="1"`). What was taken away
 * slides to the seat that got it. Nothing waits for it, and nobody who wants no movement sees any.
 */
import { motion } from "../../lib/theme.svelte";

const EASE = "cubic-bezier(.2, .7, .2, 1)";
const APART = 25;
const SMALL = 28;

export interface Places {
  rects: Map<string, DOMRect>;
  nodes: Map<string, HTMLElement>;
}

const travellers = (root: HTMLElement): HTMLElement[] => [...root.querySelectorAll<HTMLElement>("[data-travel]")];
/** A small place in the middle of a seat. */
function seatAt(root: HTMLElement, seat: string | undefined): DOMRect | undefined {
  const box = root.querySelector(`[data-seat="${seat}"]`)?.getBoundingClientRect();
  return (
    box && new DOMRect(box.x + box.width / 2 - SMALL / 2, box.y + box.height / 2 - SMALL * 0.7, SMALL, SMALL * 1.4)
  );
}

/** Remember where everything is, before the table changes. */
export function places(root: HTMLElement): Places {
  const rects = new Map<string, DOMRect>();
  const nodes = new Map<string, HTMLElement>();
  for (const node of travellers(root)) {
    rects.set(node.dataset.travel!, node.getBoundingClientRect());
    nodes.set(node.dataset.travel!, node);
  }
  return { rects, nodes };
}

/** Move everything from where it was to where it is; `taker` got what is gone. */
export function travel(root: HTMLElement, before: Places, taker: number | null): void {
  const ms = motion(200);
  if (!ms) return;
  let count = 0;
  const present = new Set<string>();
  for (const node of travellers(root)) {
    present.add(node.dataset.travel!);
    const was = before.rects.get(node.dataset.travel!) ?? seatAt(root, node.dataset.from);
    if (was && move(node, was, node.getBoundingClientRect(), ms, count * APART)) count += 1;
  }
  const to = taker === null ? undefined : seatAt(root, String(taker));
  for (const [key, node] of before.nodes) if (to && !present.has(key)) leave(node, before.rects.get(key)!, to);
}

function move(node: HTMLElement, from: DOMRect, to: DOMRect, duration: number, delay: number): boolean {
  if (!to.width || Math.hypot(from.x - to.x, from.y - to.y) < 4) return false;
  const transform = `translate(${from.x - to.x}px, ${from.y - to.y}px) scale(${from.width / to.width})`;
  node.animate([{ transform, transformOrigin: "0 0" }, { transformOrigin: "0 0" }], {
    duration,
    delay,
    easing: EASE,
    fill: "backwards",
  });
  return true;
}

function leave(node: HTMLElement, from: DOMRect, to: DOMRect): void {
  const ghost = node.cloneNode(true) as HTMLElement;
  delete ghost.dataset.travel;
  ghost.setAttribute("aria-hidden", "true");
  Object.assign(ghost.style, {
    position: "fixed",
    left: `${from.x}px`,
    top: `${from.y}px`,
    margin: "0",
    zIndex: "9",
    pointerEvents: "none",
  });
  ghost.style.setProperty("--w", `${from.width}px`);
  document.body.append(ghost);
  const x = to.x + to.width / 2 - from.x - from.width / 2;
  const y = to.y + to.height / 2 - from.y - from.height / 2;
  const flight = ghost.animate(
    { transform: `translate(${x}px, ${y}px) scale(.3)`, opacity: 0 },
    { duration: motion(320), easing: EASE },
  );
  flight.onfinish = () => ghost.remove();
}
