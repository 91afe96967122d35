/** Parts of messages that have names of their own here, and what the log makes of them. */
import type { Me, TableState } from "../protocol";
import { t } from "./i18n.svelte";

/** Something that has just happened. */
export type Told = TableState["told"][number];

/** A table in a list. */
export type Summary = Me["tables"][number];

/** A line of the log. */
export interface Line {
  /** Whose line it is: her name stands before the rest where the sentence begins with it. */
  who: string;
  /** A sentence without its full stop. */
  text: string;
  /** Said quietly behind it. */
  aside?: string;
}

/** A line of the log, with who decided where it was not the person herself. */
export const credited = (line: Line, { by }: Told): Line =>
  by ? { ...line, aside: [line.aside, t("match.by_bot")].filter(Boolean).join(", ") } : line;
