/** What the person has chosen so far, and the move that it makes. Cards are chosen by their place: a pack has two of each. */
import type { DamenrennenScene } from "../../protocol";
import { readMove } from "./words";

/** How many cards of the hand a question takes; the other pile takes one for one. */
const MOST: Record<string, number> = { lay: 1, discard: 1, swap: 1, show: 2, exchange: 4 };

export class Picking {
  hand: number[] = $state([]);
  /** Of the shown cards, or of one's diamonds. */
  pile: number[] = $state([]);
  market: number | null = $state(null);

  constructor(private readonly scene: () => DamenrennenScene) {}

  /** The cards that can come into the hand: the two that were shown, or the diamonds of the reserve. */
  get others(): string[] {
    const { question, shown, runners, seat } = this.scene();
    if (question === "swap") return shown;
    return question === "exchange" ? runners[seat ?? 0]!.reserve.filter((card) => card.endsWith("d")) : [];
  }

  /** Whether cards of the hand are chosen now. */
  get picks(): boolean {
    return this.scene().question in MOST;
  }

  /** The move in notation, or null while it is not whole. */
  get move(): string | null {
    const { question, hand, market } = this.scene();
    const mine = this.hand.map((at) => hand[at]).join(" ");
    const theirs = this.pile.map((at) => this.others[at]).join(" ");
    if (question === "draft")
      return this.market === null || !market[this.market] ? null : `take ${market[this.market]!.card}`;
    if (question === "swap") return mine && theirs ? `swap ${theirs} for ${mine}` : null;
    if (question === "exchange") {
      if (this.hand.length !== this.pile.length) return null;
      return mine ? `exchange ${theirs} for ${mine}` : "exchange nothing";
    }
    return this.hand.length === MOST[question] ? `${question} ${mine}` : null;
  }

  /** Choose a card or let it go; one too many lets the first go. */
  toggle(from: "hand" | "pile", at: number): void {
    const most = MOST[this.scene().question] ?? 0;
    this[from] = this[from].includes(at) ? this[from].filter((each) => each !== at) : [...this[from], at].slice(-most);
  }

  /** Choose what a move says. */
  set(move: string): void {
    const { verb, cards, given } = readMove(move);
    const { hand, market } = this.scene();
    this.clear();
    if (verb === "take") this.market = market.findIndex(({ card }) => card === cards[0]);
    else if (verb === "swap" || verb === "exchange")
      [this.pile, this.hand] = [placesOf(cards, this.others), placesOf(given, hand)];
    else this.hand = placesOf(cards, hand);
  }

  clear(): void {
    this.hand = [];
    this.pile = [];
    this.market = null;
  }
}

/** Where these cards are in a pile, each place once. */
export function placesOf(cards: string[], pile: string[]): number[] {
  const places: number[] = [];
  for (const card of cards) places.push(pile.findIndex((each, at) => each === card && !places.includes(at)));
  return places.filter((at) => at >= 0);
}
