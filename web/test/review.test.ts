import { expect, test } from "vitest";
import type { Decision, Frames, ReviewPart } from "../src/protocol";
import { ownMoves } from "../src/screens/review/review.svelte";

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
