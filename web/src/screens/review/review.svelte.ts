/** A review as it grows: what the judge has said so far, and the match that it is about. */
import { request } from "../../lib/api";
import { complete } from "../../lib/complete";
import { wholeMatch } from "../../lib/frames";
import { troubleOf } from "../../lib/trouble";
import type { Decision, Frames, ReviewPart } from "../../protocol";
import type { Grade } from "./grades";

/** A move of one's own, with what was judged of it; a move that had no alternative has nothing. */
export interface OwnMove {
  /** How many events of the match came before. */
  number: number;
  /** From 1. */
  round: number;
  decision: Decision | null;
  grade: Grade;
}

export class ReviewModel {
  /** The last answer, without its decisions. */
  part: ReviewPart | null = $state.raw(null);
  decisions: Decision[] = $state.raw([]);
  /** The match as the seat saw it. */
  match: Frames | null = $state.raw(null);
  /** Every hand, by event; fetched when it is first looked at. */
  open: Frames | null = $state.raw(null);
  failed = $state("");
  #gone = false;

  /** `path` is where the review is read; `table` names one's own match. */
  constructor(
    private readonly path: string,
    private readonly table: string | null = null,
  ) {}

  /** One's own moves, first to last. */
  readonly moves: OwnMove[] = $derived(this.match && this.part ? ownMoves(this.match, this.part, this.decisions) : []);
  /** How much is judged, from 0 to 1. */
  readonly progress: number = $derived(
    this.part?.figures ? 1 : reached(this.moves, this.decisions) / (this.part?.events ?? 1),
  );

  leave(): void {
    this.#gone = true;
  }

  /** Have it judged where it is one's own, and follow the judge to the end. */
  async load(): Promise<void> {
    this.failed = "";
    try {
      await this.#take(await (this.table ? request<ReviewPart>("POST", this.path) : this.#ask()));
      while (!this.#gone && this.part && !this.part.figures && (this.part.running || this.part.decisions.length))
        await this.#take(await this.#ask());
    } catch (error) {
      this.failed = troubleOf(error);
    }
  }

  /** Share it by a link, or withdraw the link. */
  async share(shared: boolean): Promise<void> {
    const { link } = await request<ReviewPart>("PATCH", this.path, { shared });
    this.part = { ...this.part!, link: link ?? "" };
  }

  /** Open every hand. */
  async openHands(): Promise<void> {
    this.open ??= await wholeMatch({ table: this.part!.table }, "all");
  }

  #ask = (): Promise<ReviewPart> => request<ReviewPart>("GET", `${this.path}?first=${this.decisions.length}`);

  async #take(answer: ReviewPart): Promise<void> {
    const part = complete(answer, "ReviewPart");
    this.decisions = [...this.decisions.slice(0, part.first), ...part.decisions];
    this.part = part;
    this.match ??= await wholeMatch({ table: part.table }, String(part.seat) as "0");
  }
}

/** One's own moves with what was judged of each; a first card without a bet has decided two things. */
export function ownMoves({ frames }: Frames, { seat, figures }: ReviewPart, decisions: Decision[]): OwnMove[] {
  const judged = new Map<number, Decision[]>();
  for (const decision of decisions) judged.set(decision.number, [...(judged.get(decision.number) ?? []), decision]);
  let round = 1;
  return frames.flatMap(({ actor, told }, at): OwnMove[] => {
    const now = round;
    if (told.some(({ kind }) => kind === "round" || kind === "game")) round += 1;
    if (actor !== seat) return [];
    const number = at - 1;
    const found = judged.get(number);
    if (found) return found.map((decision) => ({ number, round: now, decision, grade: decision.class }));
    const passed = Boolean(figures) || isPassed(number, now, decisions);
    return [{ number, round: now, decision: null, grade: passed ? "forced" : "pending" }];
  });
}

/** Whether the judge has come past a move: she goes round by round, and through a round from one of its ends. */
function isPassed(number: number, round: number, decisions: Decision[]): boolean {
  const last = decisions.at(-1);
  const first = decisions.find((decision) => decision.round === last?.round);
  if (!last || !first) return false;
  if (number < last.number) return round < last.round || first.number < last.number;
  return round === last.round && last.number < first.number;
}

/** How many events the judge has seen. */
function reached(moves: OwnMove[], decisions: Decision[]): number {
  const last = decisions.at(-1);
  const first = decisions.find(({ round }) => round === last?.round);
  const begun = moves.find(({ round }) => round === last?.round);
  return last && first && begun ? begun.number + Math.abs(last.number - first.number) : 0;
}
