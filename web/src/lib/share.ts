/** Links for other people and other devices. */
import { toast } from "./announce.svelte";
import { t } from "./i18n.svelte";

/** The address of a table, to be sent to a friend. */
export const invitation = (table: string): string => `${location.origin}/t/${table}`;

/** The address of a match that is over, to be looked at again. */
export const replayOf = (table: string): string => `${location.origin}/replay/${table}`;

/** Put a text on the clipboard; where that is forbidden, show it to be copied by hand. */
export async function copy(text: string, said: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast(said);
  } catch {
    toast(t("start.copy_by_hand", { link: text }), undefined, 60_000);
  }
}

/** Hand a text and a link to another app; where the browser cannot, copy both. */
export async function share(text: string, url: string, said: string): Promise<void> {
  try {
    await navigator.share({ text, url });
  } catch (error) {
    if (!(error instanceof DOMException && error.name === "AbortError")) await copy(`${text} ${url}`, said);
  }
}
