/** How much of a position a move kept: the disc is eaten away. Shape first, colour second. */
import { t } from "../../lib/i18n.svelte";
import type { Decision } from "../../protocol";

export type Grade = Decision["class"] | "forced" | "pending";

const DISC = '<circle cx="10" cy="10" r="9.2"/>';
const hoop = (radius: number) => `<circle class="hoop" cx="10" cy="10" r="${radius}"/>`;
export const GLYPHS: Record<Grade, string> = {
  best: `${DISC}<path class="cut" d="m5.6 10.4 3 3 5.8-6.4"/>`,
  good: `${hoop(7.6)}<circle cx="10" cy="10" r="3.3"/>`,
  too_close: `${hoop(7.6)}<path class="hoop" d="M6 10c1.4-2.4 2.7-2.4 4 0s2.6 2.4 4 0"/>`,
  inaccuracy: '<path d="M10 10V.9A9.1 9.1 0 1 0 19.1 10Z"/>',
  mistake: `${hoop(8)}<path d="M1.2 10H18.8A8.8 8.8 0 0 1 1.2 10Z"/>`,
  blunder: '<path d="M10-.6 20.6 10 10 20.6-.6 10Z"/><path class="cut" d="m6.8 6.8 6.4 6.4m0-6.4-6.4 6.4"/>',
  forced: hoop(3),
  pending: '<circle class="hoop dashed" cx="10" cy="10" r="6"/>',
};

/** "Mistake". */
export const gradeName = (grade: Grade): string => t(`review.class.${grade}`);

/** What stands in the list of mistakes: it cost something for certain. */
export const isMistake = (grade: Grade): boolean =>
  grade === "inaccuracy" || grade === "mistake" || grade === "blunder";

/** What a lesson is made of. */
export const isClear = (grade: Grade): boolean => grade === "mistake" || grade === "blunder";

/** The class of an alternative, by what it gives away. */
export function gradeOf(loss: number, [inaccuracy = 0, mistake = 0, blunder = 0]: number[]): Grade {
  if (loss >= blunder) return "blunder";
  if (loss >= mistake) return "mistake";
  if (loss >= inaccuracy) return "inaccuracy";
  return loss > 0 ? "good" : "best";
}
