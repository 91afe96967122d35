import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Connection, pause } from "../src/lib/connection.svelte";
import { VERSION, type FromServer } from "../src/protocol";

/** The browser's websocket, as far as a connection uses it. */
class Socket {
  static made: Socket[] = [];
  sent: { t: string; id?: string }[] = [];
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;

  constructor(readonly address: string) {
    Socket.made.push(this);
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }
  close = () => undefined;
  says(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  breaks(code = 1006): void {
    this.onclose?.({ code });
  }
}

const last = () => Socket.made.at(-1)!;
const welcome = { t: "welcome", version: VERSION, parlour: "1", name: "Mora" };
const introduce = vi.fn(() => Promise.resolve());

function connected(): { connection: Connection; heard: FromServer[] } {
  const connection = new Connection(() => "ws://here/ws", introduce);
  const heard: FromServer[] = [];
  connection.join("k3", (message) => heard.push(message));
  last().says(welcome);
  return { connection, heard };
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", Socket);
  Socket.made = [];
});
afterEach(() => vi.useRealTimers());

test("a table is joined as soon as the server has greeted us", () => {
  const { connection } = connected();

  expect(connection.line).toBe("connected");
  expect(last().sent).toEqual([{ t: "join", table: "k3" }]);
});

test("a command is sent again under the same id until it is answered", async () => {
  const { connection } = connected();
  const done = connection.command({ t: "stand", table: "k3" });
  const { id } = last().sent.at(-1)!;

  last().breaks();
  expect(connection.line).toBe("lost");
  await vi.advanceTimersByTimeAsync(1000);
  last().says(welcome);

  expect(Socket.made).toHaveLength(2);
  expect(last().sent).toEqual([
    { t: "join", table: "k3" },
    { t: "stand", table: "k3", id },
  ]);
  last().says({ t: "done", id });
  await expect(done).resolves.toEqual({ t: "done", id });
  last().breaks();
  await vi.advanceTimersByTimeAsync(1000);
  last().says(welcome);
  expect(last().sent).toEqual([{ t: "join", table: "k3" }]);
});

test("a line that answers no ping is given up and made anew", async () => {
  const { connection } = connected();

  await vi.advanceTimersByTimeAsync(15_000);
  expect(last().sent.at(-1)).toEqual({ t: "ping" });
  await vi.advanceTimersByTimeAsync(7_000);

  expect(connection.line).toBe("lost");
  expect(Socket.made).toHaveLength(2);
});

test("it tries for ever, in pauses that grow to a limit", async () => {
  const { connection } = connected();
  last().breaks();
  for (let i = 0; i < 30; i++) {
    await vi.advanceTimersByTimeAsync(16_000);
    last().breaks();
  }
  for (const { length } = Socket.made; Socket.made.length === length;) await vi.advanceTimersByTimeAsync(500); // before it is held for deaf
  last().says(welcome);

  expect(connection.line).toBe("connected");
  expect([0, 1, 2, 50].map((tries) => pause(tries, 1))).toEqual([400, 800, 1600, 15_000]);
  expect(pause(50, 0)).toBe(7_500);
});

test("where the server knows nobody, we introduce ourselves and come again", async () => {
  const connection = new Connection(() => "ws://here/ws", introduce);
  connection.join("k3", () => undefined);
  last().breaks(4401);
  await vi.advanceTimersByTimeAsync(10);

  expect(introduce).toHaveBeenCalledOnce();
  expect(Socket.made).toHaveLength(2);
  expect(connection.line).toBe("connecting");
});

test("who is not at a table and is forgotten stays nobody", async () => {
  const connection = new Connection(() => "ws://here/ws", introduce);
  const leave = connection.join("k3", () => undefined);
  last().says(welcome);
  leave();
  introduce.mockClear();
  last().breaks(4401);
  await vi.advanceTimersByTimeAsync(60_000);

  expect(introduce).not.toHaveBeenCalled();
  expect(Socket.made).toHaveLength(1);
  connection.join("m8", () => undefined);
  expect(Socket.made).toHaveLength(2);
});

test("a server of another version is not tried again", async () => {
  const connection = new Connection(() => "ws://here/ws", introduce);
  connection.join("k3", () => undefined);
  last().says({ ...welcome, version: VERSION + 1 });
  await vi.advanceTimersByTimeAsync(60_000);

  expect(connection.line).toBe("version");
  expect(Socket.made).toHaveLength(1);
});

test("what is refused reaches whoever asked", async () => {
  const { connection, heard } = connected();
  const refused = connection.command({ t: "stand", table: "k3" });
  last().says({ t: "refused", code: "seat/none", id: last().sent.at(-1)!.id });
  last().says({ t: "refused", code: "table/unknown", table: "k3" });

  await expect(refused).resolves.toMatchObject({ code: "seat/none" });
  expect(heard).toMatchObject([{ code: "table/unknown" }]);
});
