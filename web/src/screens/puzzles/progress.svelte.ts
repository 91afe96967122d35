/** Which puzzles were solved on this device, and on how many days in a row. */
const NAME = "parlour.puzzles";

interface Progress {
  /** Names of solved puzzles, "game-12". */
  solved: string[];
  /** Days on which one was solved, as 2026-11-16, the latest last. */
  days: string[];
}

function load(): Progress {
  try {
    const kept = JSON.parse(localStorage.getItem(NAME) ?? "{}") as Partial<Progress> | null;
    return { solved: [...(kept?.solved ?? [])], days: [...(kept?.days ?? [])] };
  } catch {
    return { solved: [], days: [] };
  }
}

/** Reactive. */
export const progress: Progress = $state(load());

/** A day as the device's calendar names it, so many days before today. */
export function day(before = 0): string {
  const date = new Date();
  date.setDate(date.getDate() - before);
  return [date.getFullYear(), date.getMonth() + 1, date.getDate()]
    .map((part) => String(part).padStart(2, "0"))
    .join("-");
}

/** Remember that a puzzle was solved today. */
export function solve(name: string): void {
  if (!progress.solved.includes(name)) progress.solved.push(name);
  if (progress.days.at(-1) !== day()) progress.days.push(day());
  try {
    localStorage.setItem(NAME, JSON.stringify(progress));
  } catch {
    // a browser without storage forgets; nothing else is lost
  }
}

/** Days in a row, up to today or, where today's is still open, up to yesterday. */
export function streak(): number {
  const done = new Set(progress.days);
  let length = 0;
  for (let back = done.has(day()) ? 0 : 1; done.has(day(back)); back++) length += 1;
  return length;
}
