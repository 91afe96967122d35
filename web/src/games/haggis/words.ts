/** Haggis in words: combos, what happened, what the bot advises. */
import { letter, parts, WILD } from "../../cards/draw";
import { cardName, suitName } from "../../cards/names";
import { list, number, percent, say, speech, t } from "../../lib/i18n.svelte";
import { spokenParameters } from "../../lib/parameters";
import { reasonsText } from "../../lib/reasons";
import { credited, type Line, type Told } from "../../lib/told";
import type { Advised, Candidate, Combo, Group, SeatScene } from "../../protocol";

const NAMES: Record<number, string> = { 11: "J", 12: "Q", 13: "K" };

/** A rank as cards show it: 8, J; in German B. */
export const rankName = (rank: number): string => letter(NAMES[rank] ?? String(rank), speech.lang);

/** "three", or the digits where we have no word. */
const word = (count: number): string => say(`haggis.n.${count}`) ?? String(count);

/** "out first", or nothing while she holds cards. */
export const outName = ({ out }: SeatScene): string =>
  out === null ? "" : t(out === 1 ? "haggis.out_1" : "haggis.out_2");

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const isWild = (code: string): boolean => parts(code)?.suit === WILD;

/** "three pairs in a row, up to 8". */
export function comboName({ kind, width, length, top, cards }: Combo): string {
  if (kind === "bomb")
    return t("haggis.bomb", {
      cards: bombName(
        top,
        cards.map((card) => card.name),
      ),
    });
  if (kind === "set") {
    if (width === 1) return t("haggis.set.1", { rank: rankName(top) });
    const ranks = t(`haggis.ranks.${top as 2}`);
    return width === 2 ? t("haggis.set.2", { ranks }) : t("haggis.set.n", { n: word(width), ranks });
  }
  if (width === 1) return t("haggis.run", { ranks: runRanks(top, length) });
  return width === 2
    ? t("haggis.pairs", { n: word(length), top: rankName(top) })
    : t("haggis.wide", { n: word(length), width: word(width), top: rankName(top) });
}

const runRanks = (top: number, length: number): string =>
  length > 5
    ? `${rankName(top - length + 1)}–${rankName(top)}`
    : Array.from({ length }, (_, i) => rankName(top - length + 1 + i)).join("-");

function bombName(strength: number, cards: string[]): string {
  if (strength === 1) return t("haggis.bomb_1");
  if (strength === 6) return t("haggis.bomb_6");
  return cards.map((card) => letter(card, speech.lang)).join(" ");
}

/** "orange and blue, one wild": what the name of a combo leaves open. */
export function comboDetail({ kind, cards }: Combo): string {
  if (kind === "bomb") return "";
  const wilds = cards.filter((card) => isWild(card.name)).length;
  const suits = [...new Set(cards.map((card) => parts(card.stands_for || card.name)?.suit))].filter(
    (suit): suit is string => !!suit && suit !== WILD,
  );
  const said = kind === "sequence" && suits.length > 0 ? [list(suits.map(suitName))] : [];
  if (wilds > 0 && cards.length > 1) said.push(t("haggis.wilds", { count: wilds }));
  return said.join(", ");
}

/** "J as 8 green": what the wilds of a play stand for. */
export const standIns = ({ cards }: Combo): string =>
  list(cards.filter((card) => card.stands_for).map((card) => cardName(card.name, card.stands_for)));

/** The name of a shape, without its ranks: "run of 3". */
export function groupName({ name, width, length }: Pick<Group, "name" | "width" | "length">): string {
  if (name === "bomb") return t("haggis.group.bomb");
  if (name === "set")
    return width <= 2 ? t(`haggis.group.${width as 1 | 2}`) : t("haggis.group.set", { n: word(width) });
  if (width === 1) return t("haggis.group.run", { n: length });
  return width === 2 ? t("haggis.group.pairs", { n: word(length) }) : t("haggis.group.wide", { n: length, width });
}

/** What happened, for the log; `led` tells that a play opened its trick. */
export function toldLine(told: Told, names: string[], led: boolean): Line {
  const who = names[told.seat ?? -1] ?? "";
  const other = names[told.other ?? -1] ?? "";
  const line = (text: string): Line => ({ who, text });
  switch (told.kind) {
    case "deal":
      return line(`${t("haggis.told.deal", { name: who })}; ${t("haggis.leads", { name: other })}`);
    case "play": {
      const aside = standIns(told.combo!);
      const said = { name: who, combo: comboName(told.combo!) };
      return { ...line(t(led ? "haggis.told.led" : "haggis.told.play", said)), ...(aside ? { aside } : {}) };
    }
    case "bet":
      return line(t(told.number ? "haggis.told.bet" : "haggis.told.no_bet", { name: who, count: told.number ?? 0 }));
    case "give":
      return line(`${t("haggis.told.give", { name: who })}: ${t("haggis.gets", { name: other })}`);
    case "trick":
      return line(t("haggis.told.trick", { name: who, count: told.points[0] ?? 0 }));
    case "round":
      return line(
        t("match.told.round", {
          scores: names.map((name, seat) => `${name} ${number(told.points[seat] ?? 0)}`).join(", "),
        }),
      );
    default:
      return line(
        say(`haggis.told.${told.kind}`, { name: who }) ?? say(`match.told.${told.kind}`, { name: who }) ?? told.kind,
      );
  }
}

/** All that happened in a round. */
export function toldLines(told: readonly Told[], names: string[]): Line[] {
  let lead = true;
  return told.map((each) => {
    const line = credited(toldLine(each, names, lead), each);
    if (each.kind === "play") lead = false;
    if (each.kind === "trick" || each.kind === "deal") lead = true;
    return line;
  });
}

/** One event as a sentence, for people who hear the table. */
export function toldSentence(told: Told, names: string[]): string {
  const { text, aside } = credited(toldLine(told, names, false), told);
  const left = told.kind === "play" && told.number ? `; ${t("haggis.left", { count: told.number })}` : "";
  return `${text}${aside ? ` (${aside})` : ""}${left}.`;
}

/** The cards that a move in notation names; none for pass, bets and gifts. */
export const cardsOf = (move: string): string[] =>
  (move.split(" as ")[0] ?? "").split(" ").filter((card) => parts(card) !== null);

/** A move as a person says it: "three pairs in a row, up to 8, orange and blue". */
export function moveName({ move, combo }: Candidate, names: string[]): string {
  if (combo) return [comboName(combo), comboDetail(combo)].filter(Boolean).join(", ");
  const [verb, rest] = move.split(" ");
  if (verb === "give") return t("haggis.give_to", { other: names[Number(rest)] ?? "" });
  if (verb === "bet") return rest === "0" ? t("haggis.move.no_bet") : t("haggis.move.bet", { count: rest ?? "" });
  return t("haggis.move.pass");
}

/** Why the bot would do it. */
export const adviceReason = (advice: Pick<Advised, "reason" | "reasons">, names: string[]): string =>
  reasonsText(advice, ({ key, parameters }) => {
    const said = spokenParameters(parameters);
    const other = names[Number(parameters.seat)] ?? "";
    return say(`haggis.reason.${key}`, { ...said, other });
  });

/** "+12 points, out first 61%"; of another than the advised move, "about 7 points worse". */
export function worthName({ points, wins, behind }: Candidate): string {
  if (behind !== null) return t("haggis.advice_worse", { count: Math.round(behind) });
  const said = [];
  if (points !== null) {
    const count = Math.round(points);
    said.push(t("haggis.advice_points", { points: number(count, { signDisplay: "exceptZero" }), count }));
  }
  if (wins !== null) said.push(t("haggis.advice_wins", { percent: percent(wins) }));
  return said.join(", ");
}
