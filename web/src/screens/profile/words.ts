/** A profile in words: kinds of decisions, lists of matches. */
import { t } from "../../lib/i18n.svelte";
import { titleOf } from "../../lib/offered.svelte";
import type { PlayedList } from "../../protocol";

/** The kinds of decisions that we have words for. */
const KINDS = ["lead", "answer", "bomb", "bet", "take", "show", "swap", "discard", "exchange"] as const;
export type Kind = (typeof KINDS)[number];

export const isKind = (kind: string): kind is Kind => (KINDS as readonly string[]).includes(kind);

/** Where a list is found in the address. */
export const listPlace = ({ game, players }: PlayedList): string => `${game}-${players}`;

/** "Snap for three"; without the number where a game is played by so many only. */
export function listName({ game, players }: PlayedList, lists: readonly PlayedList[]): string {
  const title = titleOf(game);
  if (!lists.some((each) => each.game === game && each.players !== players)) return title;
  return players === 2 || players === 3
    ? t(`profile.size.${players}`, { game: title })
    : t("profile.size", { game: title, count: players });
}
