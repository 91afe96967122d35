/** Parts of messages that have names of their own here. */
import type { Me, TableState } from "../protocol";

/** Something that has just happened. */
export type Told = TableState["told"][number];

/** A table in a list. */
export type Summary = Me["tables"][number];
