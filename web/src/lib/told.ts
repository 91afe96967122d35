/** Parts of messages that have names of their own here. */
import type { Me, TableState } from "../protocol";
import { t } from "./i18n.svelte";

/** Something that has just happened. */
export type Told = TableState["told"][number];

/** A line of the log, with who decided where it was not the person herself. */
export const credited = <Line extends { aside?: string }>(line: Line, { by }: Told): Line =>
  by ? { ...line, aside: [line.aside, t("match.by_bot")].filter(Boolean).join(", ") } : line;

/** A table in a list. */
export type Summary = Me["tables"][number];
