/** Parameters as the server sends them, put into the holes of a message. */
import { cardName, suitName } from "../cards/names";
import { find } from "../cards/draw";
import { list, percent, type Params } from "./i18n.svelte";

/** Numbers, names, and lists of names. */
export type Parameters = Record<string, unknown>;

/** A card is said by its name; any other word as it is. */
const word = (text: string): string => (find(text) ? cardName(text) : text);

/** Numbers stay numbers but for percentages, cards and lists of cards become words. */
export const spokenParameters = (parameters: Parameters): Params =>
  Object.fromEntries(
    Object.entries(parameters).map(([name, value]) => {
      if (name === "percent") return [name, percent(Number(value) / 100)];
      if (name === "suit") return [name, suitName(String(value))];
      if (Array.isArray(value)) return [name, list(value.map((each) => word(String(each))))];
      return [name, typeof value === "number" ? value : word(String(value))];
    }),
  );
