/** Haggis in reviews. */
import { say } from "../../lib/i18n.svelte";
import { spokenParameters } from "../../lib/parameters";
import type { GameReview } from "../../screens/review/games";
import Position from "./Position.svelte";
import { cardsOf, comboName, groupName, moveName } from "./words";

const text = (move: Parameters<GameReview["moveName"]>[0], names: string[]): string =>
  moveName({ ...move, points: null, wins: null, behind: null }, names);

export const review: GameReview = {
  Position: Position as unknown as GameReview["Position"], // it is only given scenes of its game
  moveName: text,
  cards: cardsOf,
  shape: groupName,
  hides: () => true,
  reason: ({ key, parameters }, names) => {
    const said = { ...spokenParameters(parameters), other: names[Number(parameters.seat)] ?? "" };
    return say(`review.reason.haggis.${key}`, said) ?? say(`haggis.reason.${key}`, said);
  },
  happened: ({ kind, seat, combo, number }, names) => {
    const who = names[seat ?? -1] ?? "";
    if (kind === "play" && combo) return `${who}: ${comboName(combo)}`;
    return kind === "bet" && number ? `${who}: ${text({ move: `bet ${number}`, combo: null }, names)}` : null;
  },
};
