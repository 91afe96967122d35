/** What has just happened: how it sounds, where its cards come from, and what was taken in a race. */
import { soundBomb, soundCards, soundPass } from "../../lib/sound";
import type { Told } from "../../lib/told";
import type { Places } from "../../screens/table/travel";

export function sound({ kind, landing }: Told): void {
  if (kind === "bomb") soundBomb();
  else if (kind === "decline") soundPass();
  else if (kind === "reveal") soundCards(2);
  else if (kind === "deal") soundCards(4);
  else if (kind === "take") soundCards(1 + (landing?.chain.length ?? 0));
  else if (kind === "lay" || kind === "show" || kind === "swap") soundCards(1);
}

/** A card that changes its owner comes from where it lay; `trick` is the number of the trick that is laid. */
export function lead({ rects }: Places, { kind, seat, cards }: Told, trick: number): void {
  const from = kind === "take" ? "market" : kind === "lay" ? "hand" : "";
  const was = rects.get(`${cards[0]}@${from}`);
  if (from && was) rects.set(kind === "take" ? `${cards[0]}@${seat}` : `trick${trick}@${seat}`, was);
}

/** "Bot: [Kc] [9d]", by seat, of the last race. */
export function takesOf(told: Told[], people: string[]): string[] {
  const race = told.slice(told.findLastIndex(({ kind }) => kind === "deal") + 1);
  const taken = people.map((_, seat) =>
    race.flatMap((each) => (each.kind === "take" && each.seat === seat ? [`[${each.cards[0]}]`] : [])),
  );
  return taken.flatMap((cards, seat) => (cards.length ? [`${people[seat]}: + ${cards.join(" ")}`] : []));
}
