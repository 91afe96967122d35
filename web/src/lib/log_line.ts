/**
 * A line that reads from a match that is over, frame by frame, instead of from the network. The table behind it shows
 * frames as it shows what a server sends; nothing can be decided.
 */
import type { Told } from "./told";
import type { Done, Frame, FromClient, FromServer, Refused, Sitter, TableState } from "../protocol";
import { complete } from "./complete";
import { REPLAY, type TableLine } from "./table.svelte";

type Listener = (message: FromServer) => void;

export class LogLine implements TableLine {
  protected hear: Listener = () => undefined;
  protected at = 0;
  #seq = 0;

  constructor(
    protected frames: Frame[],
    private readonly seats: Sitter[],
    protected readonly table: string = REPLAY,
  ) {}

  join(_table: string, listener: Listener): () => void {
    this.hear = listener;
    return () => (this.hear = () => undefined);
  }

  ask(message: FromClient): void {
    if (message.t === "recall") this.hear({ t: "past", table: this.table, told: this.#past() });
  }

  command(_command: Parameters<TableLine["command"]>[0]): Promise<Done | Refused> {
    return Promise.resolve({
      t: "refused",
      code: "match/over",
      reason: "",
      clause: "",
      parameters: {},
      id: "",
      table: this.table,
    });
  }

  /** Show the match after so many events; one step forward is told, a jump is not. */
  show(at: number, frames: Frame[] = this.frames): void {
    const frame = frames[at];
    if (!frame) return;
    const step = frames === this.frames && at === this.at + 1;
    this.frames = frames;
    this.at = at;
    this.hear(this.#state(frame, step ? frame.told : []));
  }

  /** The table as a server would send it. */
  #state(frame: Frame, told: Told[]): TableState {
    const happened = this.frames.slice(0, this.at + 1).flatMap((each) => each.told);
    const sheet = happened.filter(({ kind }) => kind === "round" || kind === "game").map(({ points }) => points);
    const won = happened.find(({ kind }) => kind === "match");
    const state = {
      t: "table",
      table: this.table,
      seq: ++this.#seq,
      status: won ? "over" : "playing",
      seats: this.seats,
      terms: { hints: false, undo: false },
      decision: this.#seq,
      sheet,
      sheet_rows: sheet.length,
      winners: won?.seat == null ? [] : [won.seat],
      scene: this.table === REPLAY ? { ...frame.scene, to_act: [] } : frame.scene, // nobody is waited for
      told,
    };
    return complete(state as unknown as TableState, "TableState");
  }

  /** What happened since the last deal. */
  #past(): Told[] {
    const happened = this.frames.slice(0, this.at + 1).flatMap((each) => each.told);
    return happened.slice(
      Math.max(
        0,
        happened.findLastIndex(({ kind }) => kind === "deal"),
      ),
    );
  }
}
