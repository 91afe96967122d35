import { describe, expect, test } from "vitest";
import { haggis } from "../src/games/haggis";
import { LANGS, say, speak, t } from "../src/lib/i18n.svelte";
import { botName, seatNames, sitterNote } from "../src/lib/people";
import { LEVELS, type TableState } from "../src/protocol";
import { namesFor } from "../src/screens/table/seating";

const table = (name: string, seats: Partial<TableState["seats"][number]>[]): TableState =>
  ({ table: name, seats, scene: { seat: 0 } }) as unknown as TableState;

describe("who sits where", () => {
  test("bots are called by their level's name, several of one level by number", async () => {
    await speak("en", false);

    expect(seatNames([{ name: "Ilka" }, { bot: "strong" }, {}])).toEqual(["Ilka", "Fox", "Free seat"]);
    expect(seatNames([{ bot: "strong" }, { bot: "master" }, { bot: "strong" }])).toEqual(["Fox 1", "Owl", "Fox 2"]);
    expect(seatNames([{ name: "Ilka", bot: "strong" }, { bot: "mine:make" }])).toEqual(["Ilka", "mine:make"]);
    expect(sitterNote({ bot: "strong" })).toBe("Bot, Strong");
    expect(sitterNote({ name: "Ilka", bot: "strong" })).toBe("bot plays for Ilka");
  });

  test("one's own seat is you, but in a replay nobody is, and no other name is taken for it", async () => {
    await speak("de", false);
    const seats = [{ name: "Mora" }, { name: "Du" }];
    const won = (name: string) => t("match.won", { name });

    expect(namesFor(table("t1", seats)).map(won)).toEqual(["Du hast gewonnen", "„Du“ hat gewonnen"]);
    expect(namesFor(table("replay", seats))).toEqual(["Mora", "„Du“"]);
  });

  test("a form is chosen by person and by number", async () => {
    await speak("en", false);

    expect(t("haggis.end.left", { name: "You", count: 1 })).toBe("You had 1 card left.");
    expect(t("haggis.end.left", { name: "Ilka", count: 3 })).toBe("Ilka had 3 cards left.");
    expect(t("match.won", { name: "Ilka and Tam", count: 2 })).toBe("Ilka and Tam have won");
  });
});

describe.each(LANGS)("in %s", (lang) => {
  test("every level has a name and a character of its own", async () => {
    await speak(lang, false);

    expect(new Set(LEVELS.map(botName)).size).toBe(LEVELS.length);
    expect(new Set(LEVELS.map((level) => say(`start.character.${level}`))).size).toBe(LEVELS.length);
    for (const level of LEVELS) expect(say(`start.character.${level}`)).toMatch(/\.$/);
  });

  test("three players are told the edition and its bonus before they begin", async () => {
    await speak(lang, false);
    const summary = (players: number, edition: string) => haggis.summary({ players, edition });

    expect(summary(3, "german")).toContain(t("haggis.edition.german"));
    expect(summary(3, "german")).toContain("5");
    expect(summary(3, "english")).toContain(t("haggis.edition.english"));
    expect(summary(2, "german")).not.toContain(t("haggis.edition.german"));
  });
});
