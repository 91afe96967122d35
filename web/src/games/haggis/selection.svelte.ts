/**
 * The cards that a person has chosen, what the server says about them, and the suggestions that she leafs through.
 * Everything that decides what may be played comes with the answer.
 */
import type { TableModel } from "../../lib/table.svelte";
import type { Answer, Group, HaggisScene, Reading } from "../../protocol";
import { cardsOf } from "./words";

export class Selection {
  cards: ReadonlySet<string> = $state.raw(new Set());
  /** Suggestions stay as they were while one leafs through them; the cards chosen by them, and by which. */
  leafing: { groups: Group[]; group: number; move: number } | null = $state.raw(null);
  /** The last answer, shown until the next one is there. */
  answer: Answer | null = $state.raw(null);
  /** Which of several readings is meant. */
  meant: string | null = $state(null);

  /** Who waits for the next answer. */
  readonly #waiting: (() => void)[] = [];

  constructor(
    private readonly table: TableModel,
    private readonly scene: () => HaggisScene,
  ) {
    if (scene().seat !== null) table.ask("");
    $effect(() => {
      if (!table.answer) return;
      this.answer = table.answer;
      for (const resume of this.#waiting.splice(0)) resume();
    });
    // What has left the hand is chosen no more.
    $effect(() => {
      const { hand } = this.scene();
      if ([...this.cards].some((card) => !hand.includes(card))) this.set([]);
    });
  }

  /** Whether the answer about these cards is on its way: what is shown may be about another position. */
  get pending(): boolean {
    return this.table.answer === null;
  }

  /** Resolves when the answer about these cards is there. */
  answered(): Promise<void> {
    return this.pending ? new Promise((resume) => this.#waiting.push(resume)) : Promise.resolve();
  }

  has = (card: string): boolean => this.cards.has(card);

  /** Choose exactly these. */
  set(cards: Iterable<string>): void {
    this.leafing = null;
    this.#change(new Set(cards));
  }

  /** Choose a card, or let it go. */
  put(card: string, chosen: boolean): void {
    if (this.cards.has(card) === chosen) return;
    const cards = new Set(this.cards);
    if (chosen) cards.add(card);
    else cards.delete(card);
    this.set(cards);
  }

  /** The suggestions on show, those first that are played most: few cards before many, bombs last. */
  readonly groups: Group[] = $derived.by(() => {
    const size = ({ width, length }: Group): number => width * length || Number.MAX_VALUE;
    return this.leafing?.groups ?? this.answer?.groups.toSorted((a, b) => size(a) - size(b)) ?? [];
  });

  /** Choose the first move of a group, and the next one every time after. */
  leaf(index: number): void {
    const { groups } = this;
    const moves = groups[index]?.moves ?? [];
    const move = this.leafing?.group === index ? (this.leafing.move + 1) % moves.length : 0;
    this.#change(new Set(cardsOf(moves[move]?.move ?? "")));
    this.leafing = { groups, group: index, move };
    this.meant = moves[move]?.move ?? null;
  }

  /** Every reading of the cards that may be played, now or when it is one's turn. */
  get playable(): Reading[] {
    return this.cards.size ? (this.answer?.readings ?? []).filter((reading) => !reading.code) : [];
  }

  /** The one reading that would be played; null where there is none, or where one has to choose. */
  get reading(): Reading | null {
    const { playable } = this;
    return playable.length === 1 ? playable[0]! : (playable.find((reading) => reading.move === this.meant) ?? null);
  }

  /** What a chosen wild stands for, as far as it is clear. */
  standsFor(card: string): string | undefined {
    const reading = this.reading ?? (this.answer?.readings.length === 1 ? this.answer.readings[0] : null);
    return (this.cards.has(card) && reading?.combo?.cards.find((each) => each.name === card)?.stands_for) || undefined;
  }

  #change(cards: ReadonlySet<string>): void {
    this.meant = null;
    this.cards = cards;
    this.table.ask([...cards].join(" "));
  }
}
