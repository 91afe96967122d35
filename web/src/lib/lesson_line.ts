/** A line that teaches: it shows a guided round, and takes the one move that the step asks for. */
import type { Answer, Done, Frame, FromClient, Refused, Sitter } from "../protocol";
import { askedMove, type GuidedRound } from "../rules/guided";
import { LogLine } from "./log_line";
import type { TableLine } from "./table.svelte";

/** The name of the table in a lesson. */
export const LESSON = "lesson";

const NOTHING: Answer = { readings: [], code: "", reason: "", clause: "", parameters: {}, groups: [] };

/** The words of a move, whatever their order, without its reading. */
const words = (move: string): string => (move.split(" as ")[0] ?? "").toLowerCase().split(/\s+/).sort().join(" ");

export class LessonLine extends LogLine {
  constructor(
    frames: Frame[],
    seats: Sitter[],
    private readonly round: GuidedRound,
    /** The learner has done what was asked for. */
    private readonly onward: () => void,
  ) {
    super(frames, seats, LESSON);
  }

  override ask(message: FromClient): void {
    if (message.t === "ask") {
      this.hear({
        t: "answer",
        table: LESSON,
        n: message.n ?? 0,
        text: message.text,
        answer: this.#answer(message.text),
      });
    } else super.ask(message);
  }

  override command(command: Parameters<TableLine["command"]>[0]): Promise<Done | Refused> {
    if (command.t === "play" && this.#isAsked(command.move)) {
      this.onward();
      return Promise.resolve({ t: "done", id: "" });
    }
    const code = command.t === "play" ? "lesson/other" : "lesson/later";
    return Promise.resolve({ t: "refused", code, reason: "", clause: "", parameters: {}, id: "", table: LESSON });
  }

  #isAsked(move: string): boolean {
    const asked = askedMove(this.round, this.at);
    return asked !== null && words(move) === words(asked);
  }

  /** Only the move that is asked for has a reading here; the next frame says what it is. */
  #answer(text: string): Answer {
    const asked = askedMove(this.round, this.at);
    if (asked === null || !this.#isAsked(text)) return { ...NOTHING, code: "lesson/other" };
    const combo = this.frames[this.at + 1]?.told.find((told) => told.combo)?.combo ?? null;
    return { ...NOTHING, readings: [{ move: asked, combo, code: "", reason: "", clause: "", parameters: {} }] };
  }
}
