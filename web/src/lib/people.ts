/** Who sits where, in words. */
import type { Sitter } from "../protocol";
import { say, t } from "./i18n.svelte";

/** "Regular"; a spec that is no level of ours is said as it is. */
export const levelName = (level: string): string => say(`start.level.${level}`) ?? level;

/** "Two"; the digits where we have no word. */
export const playersName = (count: number): string => say(`start.players.${count}`) ?? String(count);

/** A name for every seat: people by theirs, bots as "Bot" or "Bot 1" and "Bot 2", free seats as such. */
export function seatNames(seats: readonly Partial<Sitter>[]): string[] {
  const bots = seats.filter((sitter) => !sitter.name && sitter.bot).length;
  let count = 0;
  return seats.map(({ name, bot }) => {
    if (name) return name;
    if (!bot) return t("table.free");
    count += 1;
    return bots > 1 ? t("table.bot_n", { count }) : t("start.bot");
  });
}

/** What stands below a name: "regular" for a bot, "bot plays for Ilka", "away". */
export function sitterNote({ name = "", bot = "", here = false }: Partial<Sitter>): string {
  if (bot && name) return t("table.bot_for", { name });
  if (bot) return levelName(bot);
  return name && !here ? t("table.away") : "";
}
