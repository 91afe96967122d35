import { beforeAll, describe, expect, test } from "vitest";
import "../src/games";
import { speak } from "../src/lib/i18n.svelte";
import { sorted } from "../src/games/haggis/hand";
import { adviceReason, cardsOf, comboDetail, comboName, moveName, worthName } from "../src/games/haggis/words";
import type { Candidate, Combo, Reason } from "../src/protocol";

const card = (text: string) => ({ name: text.split("=")[0]!, stands_for: text.split("=")[1] ?? "" });
const combo = (kind: string, width: number, length: number, top: number, cards: string): Combo => ({
  kind,
  width,
  length,
  top,
  cards: cards.split(" ").map(card),
});

const RUN = combo("sequence", 1, 3, 7, "5g 6g J=7g");
const PAIRS = combo("sequence", 2, 3, 8, "6y 6g 7y 7g 8y J=8g");

describe("combos in words", () => {
  beforeAll(() => speak("en", false));

  test.each([
    [combo("set", 1, 1, 8, "8r"), "single 8"],
    [combo("set", 2, 1, 8, "8r 8g"), "pair of 8s"],
    [combo("set", 3, 1, 5, "5r 5g J=5"), "three 5s"],
    [RUN, "run 5-6-7"],
    [combo("sequence", 1, 7, 10, "4g 5g 6g 7g 8g 9g 10g"), "run 4–10"],
    [PAIRS, "three pairs in a row, up to 8"],
    [combo("bomb", 0, 0, 2, "J Q"), "bomb: J Q"],
    [combo("bomb", 0, 0, 6, "3r 5r 7r 9r"), "bomb: 3-5-7-9 in one suit"],
  ])("%#: %s", (shown, said) => expect(comboName(shown)).toBe(said));

  test("suits and wilds are told beside", () => {
    expect(comboDetail(RUN)).toBe("green, one wild");
    expect(comboDetail(PAIRS)).toBe("yellow and green, one wild");
  });

  test("German shows B and D, Hungarian bends its numbers", async () => {
    await speak("de", false);
    expect(comboName(combo("bomb", 0, 0, 2, "J Q"))).toBe("Bombe: B D");
    await speak("hu", false);
    expect(comboName(combo("set", 3, 1, 5, "5r 5g J=5"))).toBe("három 5-ös");
    await speak("en", false);
  });
});

describe("hints", () => {
  const candidate = (move: string, fields: Partial<Candidate> = {}): Candidate => ({
    move,
    points: null,
    wins: null,
    behind: null,
    combo: null,
    ...fields,
  });

  test("moves are named as the page names combos, never by their cards", () => {
    const names = ["You", "Ilka"];

    expect(moveName(candidate("6y 6g 7y 7g 8y J", { combo: PAIRS }), names)).toBe(
      "three pairs in a row, up to 8, yellow and green, one wild",
    );
    expect(["pass", "bet 0", "bet 15", "give 1"].map((move) => moveName(candidate(move), names))).toEqual([
      "pass",
      "no bet",
      "bet 15",
      "give the trick to Ilka",
    ]);
  });

  test("the advised move has figures, another one only its distance", () => {
    expect(worthName(candidate("pass", { points: -23.4, wins: 0.43 }))).toBe("−23 points, out first 43%");
    expect(worthName(candidate("pass", { points: 1, wins: 0.43 }))).toBe("+1 point, out first 43%");
    expect(worthName(candidate("pass", { points: 60, wins: 0.1, behind: 7.2 }))).toBe("about 7 points worse");
  });

  const said = (...reasons: Reason[]) => adviceReason({ reason: "in English", reasons }, ["You", "Ilka"]);

  test("several reasons are said one after the other, with their numbers", () => {
    expect(
      said(
        { key: "plays_left", parameters: { count: 3 } },
        { key: "spends_wilds", parameters: { count: 1 } },
        { key: "highest", parameters: {} },
      ),
    ).toBe(
      "After it you are about 3 plays from going out. It spends one of your wilds. Nobody has a higher spot card.",
    );
  });

  test("a seat is said by its name", () => {
    expect(said({ key: "give", parameters: { seat: 1 } })).toBe("Ilka gains least by the trick.");
  });

  test("a reason of any game has words here too", () => {
    expect(said({ key: "only_move", parameters: {} })).toBe("It is the only legal move.");
  });

  test("where one reason has no words, all are said in English", () => {
    expect(said({ key: "highest", parameters: {} }, { key: "astrology", parameters: {} })).toBe("in English");
  });
});

test("a hand is held by rank or by suit, wilds last", () => {
  const hand = ["J", "10r", "2g", "2r", "K", "9y"];
  expect(sorted(hand, "rank")).toEqual(["2r", "2g", "9y", "10r", "J", "K"]);
  expect(sorted(hand, "suit")).toEqual(["2r", "10r", "9y", "2g", "J", "K"]);
});

test("the cards of a move are read from its notation", () => {
  expect(cardsOf("5r J Q as run")).toEqual(["5r", "J", "Q"]);
  expect(cardsOf("pass")).toEqual([]);
  expect(cardsOf("bet 15")).toEqual([]);
});
