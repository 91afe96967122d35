import { expect, test } from "vitest";
import "../src/games";
import { drawCard, letter, parts } from "../src/cards/draw";

test("a code names a card of one of the two packs, or none", () => {
  expect(parts("10b")).toEqual({ rank: "10", suit: "b" });
  expect(parts("J")).toEqual({ rank: "J", suit: "W" });
  expect(parts("Qh")).toEqual({ rank: "Q", suit: "h" });
  for (const code of ["back", "", "1r", "<b>", "10x"]) expect(parts(code)).toBeNull();
});

test("indices follow the language", () => {
  expect(["J", "Q", "K", "A", "10"].map((rank) => letter(rank, "de"))).toEqual(["B", "D", "K", "A", "10"]);
  expect(drawCard("Qh", "de", { small: true })).toContain("#nD");
  expect(drawCard("Qh", "hu", { small: true })).toContain("#nQ");
});

test("a wild wears what it stands for", () => {
  expect(drawCard("J", "en", { as: "8g", small: false })).toContain("#pg");
  expect(drawCard("J", "en", { as: "8", small: false })).toContain("#n8");
  expect(drawCard("J", "en", { small: false })).not.toContain("tag");
});
