/** A review in words: costs, results, moves. */
import { number, t } from "../../lib/i18n.svelte";
import type { Decision, Figures, Judge, ReviewPart, RoundLuck } from "../../protocol";

export type Unit = Judge["unit"];

/** A signed figure: "−10.1", "+94". */
export const signed = (value: number, digits = 0): string =>
  number(value, { signDisplay: "exceptZero", minimumFractionDigits: digits, maximumFractionDigits: digits });

/** What a decision gave away: "−10.1 points", "−17.4 %". */
export const costName = (cost: number, unit: Unit): string =>
  t(`review.cost.${unit}`, { count: 2, cost: signed(-Math.max(0, cost), 1) });

/** What a decision cost the match: "−1.9 % of the chance to win the match (−2.4 to −1.4)". */
export function chanceName({ chance, chance_low, chance_high }: Decision): string {
  const [cost, most, least] = [chance, chance_high ?? chance, chance_low ?? chance].map((each) => signed(-each, 1));
  return t("review.chance", { cost: cost!, most: most!, least: least! });
}

/** A value on the curve and in the table: "+79", "41 %". */
export const valueName = (value: number, unit: Unit): string =>
  unit === "points" ? signed(value) : number(value / 100, { style: "percent" });

/** "You won, 279 to 272": one's own points first. */
export function resultWords(totals: number[], { seat, winners }: ReviewPart, names: string[]): string {
  const others = totals.filter((_, each) => each !== seat);
  const scores = [totals[seat], ...others].join(" : ");
  const key = !winners.length ? "drawn" : winners.includes(seat) ? "won" : "lost";
  return t(`review.result.${key}`, { name: names[seat]!, scores });
}

/** The two parts of a result, rounded so that they add up to the rounded whole. */
export function parts(result: number, luck: number): { whole: number; cards: number; play: number } {
  const whole = Math.round(result);
  const cards = Math.round(luck);
  return { whole, cards, play: whole - cards };
}

/** "+61 = cards +31, play +30". */
export function luckLine({ result, deal, chance }: RoundLuck, unit: Unit): string {
  const { whole, cards, play } = parts(result, deal + chance);
  return t(`review.split.${unit}`, { result: signed(whole), cards: signed(cards), play: signed(play) });
}

/** "You ended 34 points behind: cards −52, play +18"; of several others, the mean counts. */
export function luckSentence({ result, luck }: Figures, unit: Unit, name: string, others: number): string {
  const { whole, cards, play } = parts(result, luck);
  const said = { name, count: Math.abs(whole), cards: signed(cards), play: signed(play), result: signed(whole) };
  if (unit === "percent") return t("review.split.percent", said);
  if (others > 1) return t(whole < 0 ? "review.line.below" : "review.line.above", said);
  return t(whole < 0 ? "review.line.behind" : "review.line.ahead", said);
}
