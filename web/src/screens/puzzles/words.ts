/** The kinds of puzzles that we have words for. */
export const KINDS = ["out_by_force", "best_by_far", "bet", "draft", "swap"] as const;
export type Kind = (typeof KINDS)[number];

export const isKind = (kind: string): kind is Kind => (KINDS as readonly string[]).includes(kind);
