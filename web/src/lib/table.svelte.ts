/**
 * A table as the page knows it: the server's last word about it, and everything that can be said to the server.
 * No rules here: what may be done is in the scene, what a selection is comes as an answer.
 */
import type { Told } from "./told";
import type { Advised, Answer, Done, FromServer, Refused, Said, TableState } from "../protocol";
import { toast } from "./announce.svelte";
import { complete } from "./complete";
import type { Connection } from "./connection.svelte";
import { loadLazyWords } from "./i18n.svelte";
import { connection } from "./line";
import { ruledBy } from "./scene";
import { rememberPromise } from "./promises";
import { clauseLink, trouble } from "./trouble";

/** The name of a table that is no table: a match that is over, shown again. */
export const REPLAY = "replay";

/** The code of a table that is not, or not any more. */
const GONE = "table/unknown";

/** A log keeps this much of a round; the rest is in the replay. */
const LOG = 400;

/** From so many seconds on a running clock is low. */
export const LOW = 10;

/** What somebody has left. */
export interface SeatClock {
  /** In seconds, when the server said so. */
  left: number;
  /** When that was, in ms of `performance.now()`; null while the clock stands still. */
  since: number | null;
}

/** So many phrases are kept. */
const SAID = 50;

/** Where a table's messages come from and go to: the network, or a match that is over (`LogLine`). */
export type TableLine = Pick<Connection, "join" | "ask" | "command">;

export class TableModel {
  /** Null until the server has spoken. Replaced as a whole, never changed inside. */
  now: TableState | null = $state.raw(null);
  /** Why the table cannot be shown, as an error code. */
  closed: string | null = $state(null);
  /** What happened in this round or race, first to last. */
  told: Told[] = $state.raw([]);
  /** The answer to the last selection; null while it is on its way. */
  answer: Answer | null = $state.raw(null);
  advice: Advised | null = $state.raw(null);
  /** A hint has been asked for and is not there yet. */
  advising = $state(false);
  /** What people have said since I came, first to last. */
  said: Said[] = $state.raw([]);
  /** A command of ours is on its way: buttons that would send another wait. */
  busy = $state(false);
  /** By seat, what is left; null where there is nothing to show, empty without a clock. */
  clocks: (SeatClock | null)[] = $state.raw([]);

  #selection: string | null = null;
  #n = 0;
  /** That a move was taken back, as the last message told. */
  #undone: Told[] = [];
  #leave: () => void;

  /** Hears what has just happened before `now` changes: for sounds, sentences and movement. */
  onTold: ((told: Told[], next: TableState) => void) | null = null;

  constructor(
    readonly name: string,
    private readonly line: TableLine = connection,
  ) {
    this.#leave = line.join(name, (message) => this.#hear(message));
  }

  /** Whether this is a match that is over, shown again: there is nothing to decide. */
  get isReplay(): boolean {
    return this.name === REPLAY;
  }

  /** Whether people sit at it: neither a replay nor a lesson. */
  get isLive(): boolean {
    return this.line === connection;
  }

  /** Stop watching. The seat stays mine. */
  leave(): void {
    this.#leave();
  }

  /** My seat, or null for a spectator. */
  get seat(): number | null {
    return this.now?.scene.seat ?? null;
  }

  /** Whether nobody is asked here: a spectator watches, or a bot sits in. */
  get isBystander(): boolean {
    return this.seat === null || Boolean(this.now?.seats[this.seat]?.bot);
  }

  get myTurn(): boolean {
    return (
      !this.isReplay &&
      !this.isBystander &&
      this.seat !== null &&
      this.now?.status === "playing" &&
      this.now.scene.to_act.includes(this.seat)
    );
  }

  /** Ask what the selection is; the answer arrives in `answer`, at once where nothing is selected. */
  ask(text: string): void {
    this.#selection = text;
    this.answer = null;
    this.#askAgain();
  }

  #askAgain(): void {
    const text = this.#selection;
    if (text === null) return;
    const n = ++this.#n;
    if (text) this.line.ask({ t: "ask", table: this.name, text, n });
    else this.answer = complete({ groups: this.now?.groups ?? [] } as Answer, "Answer");
  }

  /** Ask the strongest bot; it arrives in `advice`, and goes when the table changes. */
  hint(): void {
    this.advising = true;
    this.line.ask({ t: "hint", table: this.name, n: this.#n });
  }

  /** The hint has been read. */
  dismiss = (): void => {
    this.advice = null;
  };

  say = (phrase: Said["phrase"]) => this.line.ask({ t: "say", table: this.name, phrase });

  play = (move: string) => this.#command({ t: "play", table: this.name, move, decision: this.now?.decision ?? 0 });
  undo = () => this.#command({ t: "undo", table: this.name, decision: this.now?.decision ?? 0 });
  ready = () => this.#command({ t: "ready", table: this.name, number: this.now?.sheet_rows ?? 0 });
  sit = (seat: number) => this.#command({ t: "sit", table: this.name, seat });
  stand = () => this.#command({ t: "stand", table: this.name });
  concede = () => this.#command({ t: "concede", table: this.name });
  claim = (seat: number, win: boolean) => this.#command({ t: "claim", table: this.name, seat, win });
  fill = (seat: number, level: string | null) => this.#command({ t: "fill", table: this.name, seat, level });
  rematch = () => this.#command({ t: "rematch", table: this.name });

  /** Send a command; a refusal is shown to the person, with its clause. Tells whether it was done. */
  async #command(command: Parameters<TableLine["command"]>[0]): Promise<boolean> {
    if (this.busy) return false;
    this.busy = true;
    const answer: Done | Refused = await this.line.command(command);
    this.busy = false;
    if (answer.t === "refused") void this.#refused(answer);
    return answer.t === "done";
  }

  async #refused({ code, clause, parameters }: Refused, closed = false): Promise<void> {
    await loadLazyWords().catch(() => undefined); // their words come with the first refusal
    if (closed) this.closed = code;
    else toast(trouble(code, parameters), clauseLink(this.now ? ruledBy(this.now.scene) : undefined, clause));
  }

  #hear(message: FromServer): void {
    switch (message.t) {
      case "table":
        return this.#show(message);
      case "answer":
        if (message.n === this.#n) this.answer = message.answer;
        return;
      case "advice":
        this.advising = false;
        this.advice = message;
        return;
      case "said":
        this.said = [...this.said, message].slice(-SAID);
        return;
      case "past":
        this.told = [...message.told, ...this.#undone];
        return;
      case "refused":
        this.advising = false;
        void this.#refused(message, message.code === GONE || !this.now);
    }
  }

  #show(next: TableState): void {
    if (this.now && next.seq < this.now.seq) return;
    this.#undone = next.told.filter(({ kind }) => kind === "undo");
    const missed = this.#undone.length > 0 || (next.told.length === 0 && next.seq !== this.now?.seq);
    if (next.told.length > 0) {
      this.onTold?.(next.told, next);
      const begun = next.told.findLastIndex((each) => each.kind === "deal");
      this.told = (begun >= 0 ? next.told.slice(begun) : [...this.told, ...next.told]).slice(-LOG);
    }
    const asked = next.scene.seat !== null && next.scene.to_act.includes(next.scene.seat);
    if (!asked || next.decision !== this.now?.decision) this.advice = null; // what others do beside it leaves a hint good
    if (next.told.length === 0) this.advising = false; // the table is shown anew: a question from before may be lost
    this.closed = null;
    const { number, promise } = next.fair;
    if (number !== this.now?.fair.number) rememberPromise(this.name, number, promise, next.seq);
    if (next.seq !== this.now?.seq) this.answer = null; // it was about another position
    this.now = next;
    this.clocks = next.deadlines.map((left, seat) => {
      if (left !== null) return { left, since: performance.now() };
      const bank = next.status === "playing" ? (next.banks[seat] ?? null) : null;
      return bank === null ? null : { left: bank, since: null };
    });
    if (missed && next.status !== "open") this.line.ask({ t: "recall", table: this.name });
    if (this.seat !== null && next.status === "playing") this.#askAgain();
  }
}
