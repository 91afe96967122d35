/** Tables and searches of the club in words. */
import { games } from "../../games";
import type { Setting, Value } from "../../games/page";
import { bankName } from "../../lib/clocks";
import { list, t } from "../../lib/i18n.svelte";
import { titleOf } from "../../lib/offered.svelte";
import type { LobbyTable, Search } from "../../protocol";

const MINUTE = 60;
const DAY = 86_400;

/** "Snap for three"; without the number where a game is played by so many only. */
export function gameFor(game: string, players: number): string {
  const title = titleOf(game);
  const several = (games.get(game)?.players.length ?? 1) > 1;
  return several && (players === 2 || players === 3) ? t(`profile.size.${players}`, { game: title }) : title;
}

/** The first setting of a game is its length. */
export const lengthOf = (game: string): Setting | undefined => {
  const page = games.get(game);
  return page?.settings(page.defaults)[0];
};

/** "Target 250"; nothing for games that the page does not know. */
export function lengthName(game: string, options: Record<string, unknown>): string {
  const length = lengthOf(game);
  const value = length && (options[length.name] as Value | undefined);
  return length && value !== undefined ? `${length.label} ${String(value)}` : "";
}

/** For how long a search has lasted, and which ratings are looked for by now; of several games, how far from one's own. */
export function searchedRange({ terms, rating, reach, widens }: Search, count: number): string {
  if (!terms || rating === null) return t("club.seconds", { count });
  const most = terms.window ?? Infinity;
  const by_now = Math.min(most, reach + widens * count);
  if (new Set(terms.tables.map(({ game }) => game)).size > 1) return t("club.reach", { count, reach: by_now });
  const [low, high] = [Math.max(0, rating - by_now), rating + by_now].map(Math.round) as [number, number];
  return t(by_now < most ? "club.widens" : "club.range", { count, low, high });
}

/** "rating 1585", "ratings 1470 and 1530?": of those who wait at a rated table; nothing at others. */
export function ratingNames({ ratings, provisional }: Pick<LobbyTable, "ratings" | "provisional">): string {
  const shown = ratings.flatMap((rating, seat) =>
    rating === null ? [] : [`${rating}${provisional.includes(seat) ? "?" : ""}`],
  );
  return shown.length ? t("club.ratings", { count: shown.length, ratings: list(shown) }) : "";
}

/** "60 s", "5 min + 20 s", "a day"; nothing without a clock. */
export function clockName({ clock, bank, increment }: Pick<LobbyTable, "clock" | "bank" | "increment">): string {
  if (bank) return bankName(bank, increment);
  if (clock === null) return "";
  if (clock >= DAY) return t("start.clock_days", { count: clock / DAY });
  return clock >= MINUTE
    ? t("start.clock_minutes", { count: clock / MINUTE })
    : t("start.clock_seconds", { count: clock });
}
