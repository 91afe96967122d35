/** Times in words. */
import { number } from "./i18n.svelte";

const UNITS = [
  [86_400, "day"],
  [3600, "hour"],
  [60, "minute"],
  [1, "second"],
] as const;

/** "1 day", "5 minutes", "90 seconds": in the largest unit that divides it. */
export function duration(seconds: number): string {
  const [size, unit] = UNITS.find(([each]) => seconds > 0 && seconds % each === 0) ?? UNITS[3];
  return number(seconds / size, { style: "unit", unit, unitDisplay: "long" });
}
