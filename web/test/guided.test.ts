import { describe, expect, test } from "vitest";

import { askedMove, guidedRound, stepsAt } from "../src/rules/guided";

describe.each(["haggis", "damenrennen"] as const)("the guided round of %s", (game) => {
  test.each(["en", "de", "hu"] as const)("asks for every move of the learner in %s", async (lang) => {
    const round = await guidedRound(game, lang);
    const turns = round.events.flatMap((event, at) => (event.seat === 0 ? [at] : []));

    expect(turns.length).toBeGreaterThan(8);
    for (const at of turns) {
      expect(askedMove(round, at)).toBe(round.events[at]?.move);
      expect(stepsAt(round, at)).not.toEqual([]);
    }
  });
});

test("the guided round of Haggis begins with a deal, two steps and a bet", async () => {
  const round = await guidedRound("haggis", "en");

  expect(round.events[0]?.seat).toBeNull();
  expect(round.events[0]?.move).toMatch(/^dealer 1; hands /);
  expect(askedMove(round, 0)).toBeNull();
  expect(stepsAt(round, 1)).toHaveLength(2);
  expect(askedMove(round, 1)).toBe("bet 15");
});
