/** Who sits where, in words. */
import type { Sitter } from "../protocol";
import { say, t } from "./i18n.svelte";

/** "Regular"; a spec that is no level of ours is said as it is. */
export const levelName = (level: string): string => say(`start.level.${level}`) ?? level;

/** "Two"; the digits where we have no word. */
export const playersName = (count: number): string => say(`start.players.${count}`) ?? String(count);

/** "Badger": what the bots of a level are called. */
export const botName = (level: string): string => say(`start.bot.${level}`) ?? level;

/** A name for every seat: people by theirs, bots as "Fox", several of one level as "Fox 1" and "Fox 2". */
export function seatNames(seats: readonly Partial<Sitter>[]): string[] {
  const levels = seats.map(({ name, bot }) => (name ? "" : bot));
  return seats.map(({ name, bot }, seat) => {
    if (name) return name;
    if (!bot) return t("table.free");
    const number = levels.slice(0, seat + 1).filter((level) => level === bot).length;
    return levels.filter((level) => level === bot).length > 1 ? `${botName(bot)} ${number}` : botName(bot);
  });
}

/** What stands below a name: "Bot, strong", "bot plays for Ilka", "away". */
export function sitterNote({ name = "", bot = "", here = false }: Partial<Sitter>): string {
  if (bot && name) return t("table.bot_for", { name });
  if (bot) return t("start.seat_bot", { level: levelName(bot) });
  return name && !here ? t("table.away") : "";
}
