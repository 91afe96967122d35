/**
 * The websocket: one a tab. It comes back by itself, for ever.
 *
 * A command has an id and is sent again, with the same id, until the server has answered it; the server does a
 * command once however often it comes. Tables that are looked at are joined again after every reconnection.
 */
import { VERSION, type Command, type Done, type FromClient, type FromServer, type Refused } from "../protocol";
import { readMessage } from "./complete";

export type Line =
  /** Not yet connected, nothing wrong so far. */
  | "connecting"
  | "connected"
  /** Gone, and being sought. */
  | "lost"
  /** The server speaks another version of the protocol: only loading the page again helps. */
  | "version";

type Listener = (message: FromServer) => void;
type Lobby = (message: Extract<FromServer, { t: "lobby" | "paired" }>) => void;
type WithoutId<T> = T extends unknown ? Omit<T, "id"> : never;

const PING_EVERY = 15_000;
const PONG_WITHIN = 6_000;
const LONGEST_PAUSE = 15_000;
const NOBODY = 4401;

/** How long to wait before try number n: doubling, capped, and never in step with other clients. */
export const pause = (tries: number, chance = Math.random()): number =>
  Math.min(LONGEST_PAUSE, 400 * 2 ** Math.min(tries, 10)) * (0.5 + chance / 2);

export function makeId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export class Connection {
  line: Line = $state("connecting");

  #socket: WebSocket | null = null;
  #tries = 0;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #heartbeat: ReturnType<typeof setInterval> | undefined;
  #deaf: ReturnType<typeof setTimeout> | undefined;
  #tables = new Map<string, Listener>();
  #lobby: Lobby | null = null;
  #unanswered = new Map<string, { command: Command; settle: (answer: Done | Refused) => void }>();

  /** `introduce` makes me somebody where the server knows nobody yet. */
  constructor(
    private readonly address: () => string,
    private readonly introduce: () => Promise<unknown>,
  ) {}

  /** Show me a table: every message about it goes to the listener. Returns how to stop. */
  join(table: string, listener: Listener): () => void {
    this.#tables.set(table, listener);
    this.#connect();
    this.ask({ t: "join", table });
    return () => {
      this.#tables.delete(table);
      this.ask({ t: "part", table });
    };
  }

  /** Show me the lobby. Returns how to stop. */
  look(listener: Lobby): () => void {
    this.#lobby = listener;
    this.#connect();
    this.ask({ t: "look" });
    return () => {
      this.#lobby = null;
      this.ask({ t: "leave" });
    };
  }

  /** Say something that is answered by a message to the listener, and not worth repeating. */
  ask(message: FromClient): void {
    if (this.line === "connected") this.#socket?.send(JSON.stringify(message));
  }

  /** Send a command until it is answered. Never rejects. */
  command(command: WithoutId<Command>): Promise<Done | Refused> {
    const whole = { ...command, id: makeId() } as Command;
    return new Promise((settle) => {
      this.#unanswered.set(whole.id, { command: whole, settle });
      this.ask(whole);
      this.#connect();
    });
  }

  /** Watch the browser: back from sleep or offline, look at once whether the line is alive. */
  watch(): void {
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && this.#look());
    addEventListener("online", () => this.#look());
    addEventListener("offline", () => this.#socket && this.#lose());
    addEventListener("pageshow", () => this.#look());
  }

  #look(): void {
    if (this.line === "connected") this.#ping();
    else if (this.line === "lost") {
      this.#tries = 0;
      this.#connect();
    }
  }

  #connect(): void {
    if (this.#socket || this.line === "version") return;
    clearTimeout(this.#retry);
    const socket = new WebSocket(this.address());
    this.#socket = socket;
    this.#deaf = setTimeout(() => this.#lose(), PONG_WITHIN);
    socket.onmessage = (event) => {
      clearTimeout(this.#deaf);
      const message = readMessage(String(event.data));
      if (message) this.#hear(message);
    };
    socket.onclose = (event) => {
      if (event.code !== NOBODY) return this.#lose();
      if (this.#tables.size === 0 && !this.#lobby) return this.#rest();
      const wait = this.#tries === 0 ? 0 : pause(this.#tries);
      this.#tries += 1;
      void this.introduce()
        .catch(() => undefined)
        .then(() => this.#lose(wait));
    };
  }

  #hangUp(): void {
    const socket = this.#socket;
    this.#socket = null;
    if (socket) {
      socket.onclose = socket.onmessage = null;
      socket.close();
    }
    clearTimeout(this.#deaf);
    clearInterval(this.#heartbeat);
    clearTimeout(this.#retry);
  }

  /** Nobody is at a table, so nobody need be known: who has deleted herself does not come back by it. */
  #rest(): void {
    this.#hangUp();
    this.line = "connecting";
  }

  #lose(wait = pause(this.#tries++)): void {
    this.#hangUp();
    if (this.line === "version") return;
    if (this.line === "connected" || this.#tries > 1) this.line = "lost";
    this.#retry = setTimeout(() => this.#connect(), wait);
  }

  #ping(): void {
    this.ask({ t: "ping" });
    clearTimeout(this.#deaf);
    this.#deaf = setTimeout(() => this.#lose(0), PONG_WITHIN);
  }

  #hear(message: FromServer): void {
    switch (message.t) {
      case "pong":
        return;
      case "welcome":
        return this.#greet(message.version);
      case "done":
        return this.#settle(message.id, message);
      case "refused":
        if (message.id) return this.#settle(message.id, message);
        return message.table
          ? this.#tables.get(message.table)?.(message)
          : this.#tables.forEach((tell) => tell(message));
      case "lobby":
        return this.#lobby?.(message);
      case "paired":
        if (this.#lobby) return this.#lobby(message);
        return void import("./paired").then(({ tellPaired }) => tellPaired(message));
      default:
        this.#tables.get(message.table)?.(message);
    }
  }

  #greet(version: number): void {
    if (version !== VERSION) {
      this.line = "version";
      return this.#lose();
    }
    this.line = "connected";
    this.#tries = 0;
    clearInterval(this.#heartbeat);
    this.#heartbeat = setInterval(() => this.#ping(), PING_EVERY);
    for (const table of this.#tables.keys()) this.ask({ t: "join", table });
    if (this.#lobby) this.ask({ t: "look" });
    for (const { command } of this.#unanswered.values()) this.ask(command);
  }

  #settle(id: string, answer: Done | Refused): void {
    this.#unanswered.get(id)?.settle(answer);
    this.#unanswered.delete(id);
  }
}
