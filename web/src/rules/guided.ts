/**
 * The guided first rounds. A round is a log, and steps that are told along it.
 *
 * A step stands at a number of events: it is told when so many have happened. Several steps at one number are told one
 * after the other. Where the next event is the learner's, the last of them asks for that very move; everybody else's moves
 * come by themselves.
 */
import type { Lang } from "../lib/i18n.svelte";
import { documents } from "./documents";
import { parseInline, type Part } from "./parse";

export const LEARNER = 0;

export interface GuidedEvent {
  /** Who moves; null deals. */
  seat: number | null;
  /** The move or the deal, in notation. */
  move: string;
}

export interface Step {
  at: number;
  parts: Part[];
}

export interface GuidedRound {
  /** The log as it is, for the server or for keeping. */
  log: string;
  events: GuidedEvent[];
  steps: Step[];
}

/** Fetch the guided round of a game in a language. */
export async function guidedRound(game: string, lang: Lang): Promise<GuidedRound> {
  const { logs, steps } = await documents(lang);
  const log = logs[`./guided/${game}.jsonl`]!;
  return {
    log,
    events: eventsOf(log),
    steps: steps[`./guided/${game}.${lang}.json`]!.map(({ at, text }) => ({ at, parts: parseInline(text) })),
  };
}

/** The steps to be told when so many events have happened. */
export const stepsAt = (round: GuidedRound, at: number): Step[] => round.steps.filter((step) => step.at === at);

/** The move that the learner is asked for when so many events have happened; null where it is not her turn. */
export function askedMove(round: GuidedRound, at: number): string | null {
  const next = round.events[at];
  return next?.seat === LEARNER ? next.move : null;
}

function eventsOf(log: string): GuidedEvent[] {
  const [, ...lines] = log.trimEnd().split("\n");
  return lines.map((line) => {
    const { deal, seat, move } = JSON.parse(line) as { deal?: string; seat?: number; move?: string };
    return { seat: seat ?? null, move: deal ?? move ?? "" };
  });
}
