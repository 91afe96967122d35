/** What the page knows of a game: one of these per game, in its folder's `index.ts`. */
import type { Component } from "svelte";
import type { Pack } from "../cards/draw";
import type { TableModel } from "../lib/table.svelte";
import type { TableState } from "../protocol";

export type Scene = TableState["scene"];
export type Value = string | number | boolean | null;
/** The options of a game, by the server's names. */
export type Options = Record<string, Value>;

/** What a game's table is given. */
export interface TableProps<S> {
  table: TableModel;
  now: TableState;
  scene: S;
}

/** An option as "New table" asks for it. */
export interface Setting {
  /** The server's name of the option. */
  name: string;
  label: string;
  about?: string;
  /** What can be chosen, and how it is said. */
  values: [Value, string][];
  /** A number of one's own may be typed; this one is suggested. */
  own?: number;
  /** The language of the label and the explanation, where it is not the page's. */
  lang?: string;
}

export interface GamePage<S extends Scene = Scene> {
  title: string;
  /** One sentence, for its tile. */
  about: () => string;
  /** What it is, in two sentences, and how long a match takes: for somebody who is invited. */
  intro: () => string;
  /** The fan of cards on its tile. */
  fan: { cards: string[]; spread: number; turn: string; scale?: number };
  pack: Pack;
  table: Component<TableProps<S>>;
  /** The options of an ordinary match; where there is a choice of seats, `players` is one. */
  defaults: Options;
  /** How many can sit down; the first is usual. */
  players: number[];
  /** Options that "Play now" keeps as they were last chosen; all others are the usual ones. */
  kept: string[];
  /** What "Play now" starts. */
  summary: (options: Options) => string;
  /** What "New table" asks for; options that are not asked for are not sent. */
  settings: (options: Options) => Setting[];
  /** Which deal of a match it is: "round 3". */
  deal: (scene: S) => string;
  /** The same from how far the server says that a match is. */
  progress: (numbers: number[]) => string;
  /** What a match is played under, for those who wait for it. */
  terms: (scene: S) => string[];
}
