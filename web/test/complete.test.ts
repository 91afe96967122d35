import { expect, test } from "vitest";
import { complete, readMessage } from "../src/lib/complete";
import type { Summary, TableState } from "../src/protocol";

test("what the server left out is put back, at any depth", () => {
  const message = readMessage(
    JSON.stringify({
      t: "table",
      table: "a",
      seq: 3,
      status: "playing",
      seats: [{ name: "Ilka" }],
      terms: {},
      scene: {
        game: "haggis",
        seat: 0,
        seats: [{ score: 5 }],
        trick: [{ seat: 0, combo: { cards: [{ name: "J" }] } }],
      },
    }),
  ) as TableState;

  expect(message.seats).toEqual([{ name: "Ilka", bot: "", here: false, ready: false }]);
  expect(message.terms.hints).toBe(true);
  expect(message.told).toEqual([]);
  expect(message.fair).toEqual({ number: 0, promise: "", opened: 0 });
  if (message.scene.game !== "haggis") throw new Error("another game");
  expect(message.scene.may.bets).toEqual([]);
  expect(message.scene.seats[0]).toMatchObject({ score: 5, bet: null });
  expect(message.scene.trick[0]?.combo?.cards[0]?.stands_for).toBe("");
});

test("defaults are not shared between messages", () => {
  const [one, other] = [1, 2].map(() => readMessage('{"t":"past","table":"a","told":[{"kind":"pass"}]}'));

  expect(one).toEqual(other);
  expect((one as { told: { cards: string[] }[] }).told[0]!.cards).not.toBe(
    (other as { told: { cards: string[] }[] }).told[0]!.cards,
  );
});

test("messages that we do not know are let pass", () => {
  expect(readMessage('{"t":"weather"}')).toBeNull();
  expect(readMessage("3")).toBeNull();
});

test("what comes over HTTP is completed by its kind", () => {
  const summary = complete({ seats: [{}] } as unknown as Summary, "Summary");

  expect(summary.seats[0]).toEqual({ name: "", bot: "", here: false, ready: false });
});
