/** Who I am on this server: a guest with a name, known by a cookie that the page cannot read. */
import type { Me, TablePage } from "../protocol";
import { ApiError, OFFLINE, request } from "./api";
import { complete } from "./complete";
import { t } from "./i18n.svelte";

let person: Me | null = $state.raw(null);
let asked = $state(false);
let unreachable = $state(false);
let here = $state(0);

/** Reactive. */
export const me = {
  /** Null before the first guest was made, and before the server was asked. */
  get person(): Me | null {
    return person;
  },
  /** Whether the server has answered yet. */
  get known(): boolean {
    return asked;
  },
  /** The last question to the server did not reach it. */
  get unreachable(): boolean {
    return unreachable;
  },
  /** How many people are here now. */
  get here(): number {
    return here;
  },
  get name(): string {
    return person?.name ?? t("start.guest");
  },
};

/** At how many tables it is my turn, besides one. */
export const turnsElsewhere = (besides = ""): number =>
  (person?.tables ?? []).filter(
    ({ table, seat, to_act }) => table !== besides && seat !== null && to_act.includes(seat),
  ).length;

/** Ask the server who I am, and for my tables. */
export async function loadMe(): Promise<void> {
  try {
    const found = complete(await request<Me>("GET", "me"), "Me");
    person = found.name ? found : null;
    here = found.here;
    unreachable = false;
  } catch (error) {
    unreachable = error instanceof ApiError && error.code === OFFLINE;
    throw error;
  } finally {
    asked = true;
  }
}

/** Load earlier tables of a list. */
export async function loadMore(list: "tables" | "finished"): Promise<void> {
  if (!person) return;
  const before = person[list].at(-1)?.table ?? "";
  const path = `me/tables?over=${String(list === "finished")}&before=${before}`;
  const page = complete(await request<TablePage>("GET", path), "TablePage");
  person = { ...person, [list]: [...person[list], ...page.tables], [`more_${list}`]: page.more };
}

let making: Promise<void> | null = null;

/** Be somebody: as who I am, else as a new guest. */
export async function ensureMe(name = me.name): Promise<void> {
  if (person) return;
  making ??= (async () => {
    await loadMe();
    if (person) return;
    const guest = await request<{ name: string }>("POST", "guests", { name });
    person = complete(guest as Me, "Me");
  })().finally(() => (making = null));
  await making;
}

/** The server has forgotten me: start again as a guest of the same name. */
export async function introduce(): Promise<void> {
  const { name } = me;
  person = null;
  await ensureMe(name);
}

export async function rename(name: string): Promise<void> {
  await ensureMe(name);
  if (!person || person.name === name) return;
  const changed = await request<{ name: string } | undefined>("PATCH", "me", { name });
  person = { ...person, name: changed?.name ?? name };
}

/** Make a personal link: whoever opens it is me, on any device. */
export const makeLink = async (): Promise<string> =>
  `${location.origin}/me/${(await request<{ link: string }>("POST", "links")).link}`;

/** Come in by a personal link. */
export async function enter(link: string): Promise<void> {
  await request("POST", "enter", { link });
  await loadMe();
}

/** Delete all that the server knows of me. */
export async function forgetMe(): Promise<void> {
  await request("DELETE", "me");
  person = null;
}
