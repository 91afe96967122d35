/** Clocks with a bank, as forms offer them: for a match, and for every decision. */
import { t } from "./i18n.svelte";

/** Quick and calm, in seconds. */
const BANKS = [
  [120, 8],
  [300, 20],
] as const;

export const bankName = (bank: number, increment: number): string =>
  t("clock.bank_short", { bank: bank / 60, increment });

/** The value of each in a form, and what it is called. */
export const bankClocks = (): [string, string][] =>
  BANKS.map(([bank, increment]) => [`${bank}+${increment}`, bankName(bank, increment)]);
