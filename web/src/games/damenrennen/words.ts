/**
 * Damenrennen in words: moves, what a market card does, what happened, what the bot advises.
 *
 * Rich text holds cards as their codes in brackets ("Take [10h]"): `Rich` draws them, `spoken` says them.
 */
import { parts } from "../../cards/draw";
import { cardName, suitName } from "../../cards/names";
import { letter } from "../../cards/draw";
import { list, percent, say, speech, t } from "../../lib/i18n.svelte";
import { spokenParameters } from "../../lib/parameters";
import { credited, type Line, type Told } from "../../lib/told";
import type { Candidate, DamenrennenScene, Landing, Reason } from "../../protocol";

export const SUITS = ["c", "s", "h"] as const;
export const RANKS = ["9", "J", "Q", "K", "10", "A"] as const;

const rich = (cards: readonly string[]): string => cards.map((card) => `[${card}]`).join(" ");
const names = (cards: readonly string[]): string => list(cards.map((card) => cardName(card)));

/** Rich text as it is said: "Take 10 of hearts". */
export const spoken = (text: string): string => text.replace(/\[(\w+)\]/g, (_, card: string) => cardName(card));

export interface Move {
  verb: string;
  cards: string[];
  /** What is given for them. */
  given: string[];
}

/** Read a move in notation: `swap Ah for 9c`. */
export function readMove(text: string): Move {
  const [head = "", tail = ""] = text.split(" for ");
  const [verb = "", ...cards] = head.split(" ");
  const only = (words: string[]): string[] => words.filter((word) => parts(word));
  return { verb, cards: only(cards), given: only(tail.split(" ")) };
}

/** A move as a button says it, in rich text. */
export function moveName(text: string): string {
  const { verb, cards, given } = readMove(text);
  if (verb === "exchange" && !cards.length) return t("damenrennen.do.nothing");
  return say(`damenrennen.do.${verb}`, { cards: rich(cards), given: rich(given) }) ?? text;
}

/** What taking a card does: "Joins hearts", "A follows". */
export function landingWords(card: string, { place, chain, wins }: Landing): [string, string] {
  const { rank, suit } = parts(card)!;
  const shown = letter(rank, speech.lang);
  const follow = chain.map((each) => letter(parts(each)!.rank, speech.lang));
  const tail =
    place === "row"
      ? follow.length
        ? t("damenrennen.follows", { count: follow.length, ranks: list(follow) })
        : ""
      : place === "strike"
        ? t("damenrennen.second", { rank: shown })
        : t(suit === "d" ? "damenrennen.diamond" : "damenrennen.waits");
  const head =
    place === "row"
      ? t("damenrennen.joins", { suit: suitName(suit) })
      : t(place === "strike" ? "damenrennen.strike" : "damenrennen.reserve");
  return wins ? [t("damenrennen.wins"), head] : [head, tail];
}

/** The same in one line: "Joins hearts, A follows" or, of a card that wins, "Wins the game. Joins hearts". */
export const landingName = (card: string, landing: Landing): string =>
  landingWords(card, landing)
    .filter(Boolean)
    .join(landing.wins ? ". " : ", ");

/** How a race was won: "Ilka wins the race, a simple win". */
export const raceName = (name: string, ultimate: boolean): string =>
  t(ultimate ? "damenrennen.told.race_2" : "damenrennen.told.race_1", { name });

/** Why a game is over: "Hearts are complete". */
export const endingName = (ending: string, suit: string): string =>
  say(`damenrennen.ending.${ending}`, { suit: suit ? suitName(suit as "c") : "" }) ?? "";

/** What happened, for the log. */
export function toldLine({ kind, seat, cards, given, number, landing, points, how }: Told, people: string[]): Line {
  const who = people[seat ?? -1] ?? "";
  const said = { name: who, cards: names(cards), given: names(given), count: number ?? 0 };
  const line = (text: string): Line => ({ who, text });
  switch (kind) {
    case "reveal":
      if (number === null) return line(said.cards);
      if (seat === null) return line(t("damenrennen.told.tie", said));
      return line(
        t("damenrennen.told.reveal", { ...said, first: cardName(cards[seat]!), second: cardName(cards[1 - seat]!) }),
      );
    case "race":
      return line(raceName(who, number === 2));
    case "take":
      return line(t("damenrennen.told.take", { ...said, landing: landing ? landingName(cards[0]!, landing) : "" }));
    case "game": {
      const ending = endingName(how, parts(cards[0] ?? "")?.suit ?? "");
      return line(`${t(seat === null ? "damenrennen.told.drawn" : "damenrennen.told.game", said)}. ${ending}`);
    }
    case "match": {
      const scores = t("damenrennen.to", { a: points[0] ?? 0, b: points[1] ?? 0 });
      return line(t("damenrennen.told.match", { ...said, scores }));
    }
    default: {
      const known = cards.length > 0 ? "" : "_hidden";
      return line(say(`damenrennen.told.${kind}${known}`, said) ?? say(`match.told.${kind}`, said) ?? kind);
    }
  }
}

/** One event as a sentence, for people who hear the table. */
export function toldSentence(told: Told, people: string[]): string {
  const { text, aside } = credited(toldLine(told, people), told);
  return `${text}${aside ? ` (${aside})` : ""}.`;
}

/** Why the bot would do it, in rich text; null where we have no words. */
export function reasonName({ key, parameters }: Reason): string | null {
  const cards = Object.entries(parameters).filter(([name]) => name !== "suit" && name !== "count");
  const shown = cards.map(([name, value]) => [name, parts(String(value)) ? rich([String(value)]) : String(value)]);
  return say(`damenrennen.reason.${key}`, { ...spokenParameters(parameters), ...Object.fromEntries(shown) });
}

/** "wins 61% of games". */
export const worthName = ({ wins }: Candidate): string =>
  wins === null ? "" : t("damenrennen.advice_wins", { percent: percent(wins) });

/** The race before, kept in sight until somebody goes on. */
export interface LastRace {
  scene: DamenrennenScene;
  /** Who took what. */
  takes: string[];
}
