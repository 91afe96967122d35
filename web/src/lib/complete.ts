/** Puts back what the server leaves out: fields that have their default. After it, every field of a message is there. */
import { SHAPES, TAGS, type FromServer } from "../protocol";

type Loose = Record<string, unknown>;

/** In `SHAPES`: a type that its tag tells; a field without a default. */
const TAGGED = "*";
const NONE = "-";

function fill(value: unknown, kind: string): void {
  if (Array.isArray(value)) for (const each of value) fill(each, kind);
  else if (value !== null && typeof value === "object") fillOne(value as Loose, kind);
}

function fillOne(value: Loose, kind: string): void {
  const shape = SHAPES[kind === TAGGED ? (TAGS[String(value.t ?? value.game)] ?? "") : kind];
  for (const [usual, fields] of Object.entries(shape ?? {})) {
    for (const [name = "", held] of fields.split(" ").map((field) => field.split(":"))) {
      if (value[name] === undefined && usual !== NONE) value[name] = JSON.parse(usual);
      if (held) fill(value[name], held);
    }
  }
}

/** Read a message of the server, or null where it is not one that we know. */
export function readMessage(text: string): FromServer | null {
  const message: unknown = JSON.parse(text);
  if (message === null || typeof message !== "object" || !("t" in message) || !(String(message.t) in TAGS)) return null;
  fill(message, TAGGED);
  return message as FromServer;
}

/** Complete what came over HTTP: `Me`, `Summary`, `Frames`. */
export function complete<T>(value: T, kind: string): T {
  fill(value, kind);
  return value;
}
