/** A line behind which there is a puzzle: selections and moves are judged by the server, one request each. */
import { ApiError, request } from "../../lib/api";
import { complete } from "../../lib/complete";
import type { TableLine } from "../../lib/table.svelte";
import type {
  Answer,
  Done,
  FromClient,
  FromServer,
  PuzzleAnswer,
  PuzzlePage,
  Refused,
  TableState,
} from "../../protocol";

/** The name of the table in a puzzle. */
export const PUZZLE = "puzzle";
/** Whom one plays with, in the order of play. */
const OTHERS = ["Ilka", "Tam"];

export class PuzzleLine implements TableLine {
  #hear: (message: FromServer) => void = () => undefined;

  constructor(
    private readonly puzzle: PuzzlePage,
    /** A move was tried. */
    private readonly answered: (answer: PuzzleAnswer) => void,
  ) {}

  get #path(): string {
    return `puzzles/${this.puzzle.game}/${this.puzzle.number}`;
  }

  join(_table: string, listener: (message: FromServer) => void): () => void {
    this.#hear = listener;
    queueMicrotask(() => this.#hear(this.#state()));
    return () => (this.#hear = () => undefined);
  }

  ask(message: FromClient): void {
    if (message.t === "recall") this.#hear({ t: "past", table: PUZZLE, told: [] });
    if (message.t !== "ask") return;
    const { text, n = 0 } = message;
    request<Answer>("POST", `${this.#path}/ask`, { text })
      .then((answer) => this.#hear({ t: "answer", table: PUZZLE, n, text, answer: complete(answer, "Answer") }))
      .catch((error: unknown) => this.#hear(refused(error)));
  }

  async command(command: Parameters<TableLine["command"]>[0]): Promise<Done | Refused> {
    if (command.t !== "play") return refused(new ApiError("lesson/later", ""));
    try {
      const answer = await request<PuzzleAnswer>("POST", `${this.#path}/answer`, { text: command.move });
      this.answered(complete(answer, "PuzzleAnswer"));
      return { t: "done", id: "" };
    } catch (error) {
      return refused(error);
    }
  }

  /** The position as a server would send it at a table. */
  #state(): TableState {
    const { scene, groups } = this.puzzle;
    const count = "seats" in scene ? scene.seats.length : OTHERS.length;
    const others = [...OTHERS];
    const seats = Array.from({ length: count }, (_, seat) => ({
      name: seat === scene.seat ? "" : (others.shift() ?? ""),
      here: true,
    }));
    const state = {
      t: "table",
      table: PUZZLE,
      seq: 1,
      status: "playing",
      seats,
      terms: { hints: false, undo: false },
      decision: 1,
      scene,
      groups,
    };
    return complete(state as unknown as TableState, "TableState");
  }
}

function refused(error: unknown): Refused {
  const code = error instanceof ApiError ? error.code : "page/broken";
  const clause = error instanceof ApiError ? error.clause : "";
  return { t: "refused", code, reason: "", clause, parameters: {}, id: "", table: PUZZLE };
}
