import { expect, test } from "vitest";
import type { Decision, Figures, Frames, ReviewPart } from "../src/protocol";
import { loadLazyWords, speak } from "../src/lib/i18n.svelte";
import { ownMoves } from "../src/screens/review/review.svelte";
import { luckSentence } from "../src/screens/review/words";

const ROUNDS = 2;
const MOVES = 4;

/** Every event is a move of seat 0; each round ends with its last. */
const match = {
  frames: [
    { actor: null, told: [] },
    ...Array.from({ length: ROUNDS * MOVES }, (_, at) => ({
      actor: 0,
      told: at % MOVES === MOVES - 1 ? [{ kind: "round" }] : [],
    })),
  ],
} as unknown as Frames;
const judged = (...places: [round: number, number: number][]) =>
  places.map(([round, number]) => ({ round, number, class: "best" })) as Decision[];
const grades = (decisions: Decision[], figures: object | null = null) =>
  ownMoves(match, { seat: 0, figures } as ReviewPart, decisions).map(({ grade }) => grade);

const [p, f, b] = ["pending", "forced", "best"];

test("a move that the judge has come past was forced", () => {
  expect(grades(judged())).toEqual([p, p, p, p, p, p, p, p]);
  expect(grades(judged([1, 2]))).toEqual([p, p, b, p, p, p, p, p]); // she may go either way
  expect(grades(judged([1, 0], [1, 2]))).toEqual([b, f, b, p, p, p, p, p]);
  expect(grades(judged([1, 2], [1, 0]))).toEqual([b, f, b, f, p, p, p, p]);
  expect(grades(judged([1, 2], [2, 7], [2, 5]))).toEqual([f, f, b, f, p, b, f, b]);
});

test("a game that she judges as one round is passed from its first move to its last", () => {
  expect(grades(judged([1, 1], [1, 6]))).toEqual([f, b, f, f, f, f, b, p]);
});

test("what she has not spoken of in the end was forced", () => {
  expect(grades(judged([1, 2]), {})).toEqual([f, f, b, f, f, f, f, f]);
});

test("of several others, a result is told against their mean", async () => {
  await loadLazyWords();
  await speak("en", false);
  const told = (result: number, name: string, others: number): string =>
    luckSentence({ result, luck: -52.3 } as Figures, "points", name, others);

  expect(told(-34, "You", 1)).toBe("You ended 34 points behind: cards −52, play +18");
  expect(told(-1, "Bo", 2)).toBe("Bo ended 1 point below the mean of the others: cards −52, play +51");
  expect(told(5, "You", 2)).toBe("You ended 5 points above the mean of the others: cards −52, play +57");
});
