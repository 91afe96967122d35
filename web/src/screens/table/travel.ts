/**
 * Cards that move on the table: where an element marked `data-travel="5r"` stands elsewhere after a change, it travels
 * there; a new one comes from its owner's seat (`data-from="1"`, an element with `data-seat="1"`) or, when cards are
 * dealt, from the middle of the table. What was taken away slides to the seat that got it, whose counter
 * (`data-count="1"`) ticks. Nothing waits for it, and nobody who wants no movement sees any.
 */
import { motion } from "../../lib/theme.svelte";
import type { TableState } from "../../protocol";

const EASE = "cubic-bezier(.2, .7, .2, 1)";
const MOVE = 200;
const SLOW = 320;
const APART = 25;
const CHAIN_APART = 120;
const SMALL = 28;
/** More events than this at once are not shown one by one: the cards jump. */
const MOST = 3;

export interface Places {
  rects: Map<string, DOMRect>;
  nodes: Map<string, HTMLElement>;
}

/** What the change was. */
export interface Change {
  /** The seat that got what is gone. */
  taker?: number | null;
  /** Cards were dealt. */
  dealt?: boolean;
  /** These follow each other, one by one. */
  chain?: string[];
}

const travellers = (root: HTMLElement): HTMLElement[] => [...root.querySelectorAll<HTMLElement>("[data-travel]")];

/** A place of the size of a small card in the middle of an element. */
function middle(element: Element | null): DOMRect | undefined {
  const box = element?.getBoundingClientRect();
  return (
    box && new DOMRect(box.x + box.width / 2 - SMALL / 2, box.y + box.height / 2 - SMALL * 0.7, SMALL, SMALL * 1.4)
  );
}

const seatAt = (root: HTMLElement, seat: number | string | undefined): Element | null =>
  root.querySelector(`[data-seat="${seat}"]`);

/** Remember where everything is, before the table changes; null where too much happened to be shown. */
export function places(root: HTMLElement | undefined, now: TableState, next: TableState): Places | null {
  if (next.seq - now.seq > MOST) return null;
  const nodes = new Map((root ? travellers(root) : []).map((node) => [node.dataset.travel!, node]));
  return { nodes, rects: new Map([...nodes].map(([key, node]) => [key, node.getBoundingClientRect()])) };
}

/** Move everything from where it was to where it is. */
export function travel(root: HTMLElement, before: Places, { taker = null, dealt = false, chain = [] }: Change): void {
  if (!motion(MOVE)) return;
  const here = travellers(root);
  for (const node of here) for (const flight of node.getAnimations()) flight.cancel();
  const pack = dealt ? middle(root) : undefined;
  let count = 0;
  for (const node of here) {
    const key = node.dataset.travel!;
    const was = before.rects.get(key) ?? middle(seatAt(root, node.dataset.from)) ?? pack;
    const delay = chain.includes(key) ? chain.indexOf(key) * CHAIN_APART : count * APART;
    if (was && move(node, was, node.getBoundingClientRect(), delay)) count += 1;
  }
  const to = taker === null ? undefined : middle(seatAt(root, taker));
  const present = new Set(here.map((node) => node.dataset.travel));
  for (const [key, node] of before.nodes) if (to && !present.has(key)) leave(node, before.rects.get(key)!, to);
  if (to) tick(root.querySelector(`[data-count="${taker}"]`));
}

function move(node: HTMLElement, from: DOMRect, to: DOMRect, delay: number): boolean {
  if (!to.width || Math.hypot(from.x - to.x, from.y - to.y) < 4) return false;
  const transform = `translate(${from.x - to.x}px, ${from.y - to.y}px) scale(${from.width / to.width})`;
  node.animate([{ transform, transformOrigin: "0 0", boxShadow: "var(--shadow-2)" }, { transformOrigin: "0 0" }], {
    duration: motion(MOVE),
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
    { duration: motion(SLOW), easing: EASE },
  );
  flight.onfinish = () => ghost.remove();
}

function tick(counter: Element | null): void {
  counter?.animate([{ transform: "translateY(-.6em)", opacity: 0 }, {}], { duration: motion(SLOW), easing: EASE });
}

/** A light that fades: a bomb, or somebody who is out. */
export function glow(element: Element | null | undefined): void {
  const light = (colour: string): Keyframe => ({ boxShadow: `0 0 50px 16px ${colour}`, borderRadius: "var(--r2)" });
  if (motion(SLOW)) element?.animate([light("var(--glow)"), light("transparent")], { duration: motion(3 * SLOW) });
}
