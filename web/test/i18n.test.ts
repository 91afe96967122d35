import { beforeAll, expect, test, vi } from "vitest";
import { fillHoles, say, speak, speech, t } from "../src/lib/i18n.svelte";

beforeAll(() => vi.stubGlobal("document", { documentElement: { lang: "en" } }));

test("a language is spoken once its words are there", async () => {
  await speak("de", false);

  expect(speech.lang).toBe("de");
  expect(t("app.close")).toBe("Schließen");
  expect(document.documentElement.lang).toBe("de");
});

test("holes are filled, and stay visible where nothing fills them", async () => {
  await speak("en", false);

  expect(t("cards.french_name", { rank: "queen", suit: "hearts" })).toBe("queen of hearts");
  expect(t("cards.french_name", { rank: "queen" })).toBe("queen of {suit}");
});

test("what the server names and we do not know is told from words", () => {
  expect(say("trouble.no/such")).toBeNull();
});

test("Hungarian has the right article before every value", () => {
  const articles = ["Ilka", "Ödön", 1, 5, 15, 50, 1000, "Tam", 2, 8, 10, 100].map(
    (name) => fillHoles("{az:name}", { name }).split(" ")[0],
  );

  expect(articles).toEqual(["az", "az", "az", "az", "a", "az", "az", "a", "a", "a", "a", "a"]);
  expect(fillHoles("{Az:name}", { name: "Tam" })).toBe("A Tam");
});
