import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { wholeMatch } from "../src/lib/frames";
import { loadLazyWords } from "../src/lib/i18n.svelte";

const frames = { game: "g", total: 1, first: 0, seats: [], frames: [{ scene: {} }] };
const answer = (status: number, body: unknown) => new Response(JSON.stringify(body), { status });

beforeAll(() => loadLazyWords()); // the first refusal would wait for them, and the clock below is not the real one

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("a replay waits and asks again where the server was asked too much", async () => {
  vi.useFakeTimers();
  const answers = [answer(429, { code: "address/many" }), answer(429, { code: "address/many" }), answer(200, frames)];
  const fetched = vi.fn(() => Promise.resolve(answers.shift()));
  vi.stubGlobal("fetch", fetched);

  const match = wholeMatch({ table: "t" }, "watch");
  await vi.advanceTimersByTimeAsync(10_000);

  expect((await match).frames).toHaveLength(1);
  expect(fetched).toHaveBeenCalledTimes(3);
});

test("other refusals are not asked again", async () => {
  const fetched = vi.fn(() => Promise.resolve(answer(409, { code: "table/playing" })));
  vi.stubGlobal("fetch", fetched);

  await expect(wholeMatch({ table: "t" }, "watch")).rejects.toMatchObject({ code: "table/playing" });
  expect(fetched).toHaveBeenCalledTimes(1);
});
