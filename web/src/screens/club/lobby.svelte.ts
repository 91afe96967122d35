/** The lobby as the server tells it: a fold of its messages, and the person's own search. */
import type { FriendHere, Invited, LobbyNews, LobbyTable, MyTable, Paired, Search, SeekTerms } from "../../protocol";
import { request } from "../../lib/api";
import { complete } from "../../lib/complete";
import { connection } from "../../lib/line";
import { ensureMe } from "../../lib/me.svelte";

const NOBODY: Search = { seconds: 0, terms: null, rating: null, reach: 0, widens: 0, table: "" };

export class Lobby {
  here: number = $state(0);
  search: Search = $state.raw(NOBODY);
  /** When the search began, by `performance.now()`. */
  began = $state(0);
  paired: Paired | null = $state.raw(null);
  #tables: Record<string, LobbyTable> = $state.raw({});
  #mine: Record<string, MyTable> = $state.raw({});
  #friends: Record<string, FriendHere> = $state.raw({});
  #invitations: Record<string, Invited> = $state.raw({});

  get open(): LobbyTable[] {
    return Object.values(this.#tables).filter(({ status }) => status === "open");
  }
  get playing(): LobbyTable[] {
    return Object.values(this.#tables).filter(({ status }) => status === "playing");
  }
  get mine(): MyTable[] {
    return Object.values(this.#mine).sort((one, other) => Number(other.turn) - Number(one.turn));
  }
  get friends(): FriendHere[] {
    return Object.values(this.#friends).sort((one, other) => Number(other.here) - Number(one.here));
  }
  get invitations(): Invited[] {
    return Object.values(this.#invitations);
  }

  /** Look at the lobby until the returned function is called. */
  watch(): () => void {
    return connection.look((message) => {
      if (message.t === "paired") this.paired = message;
      else this.take(message);
    });
  }

  /** Take in what has changed. */
  take({ first, here, tables, mine, friends, invitations, search, gone }: LobbyNews): void {
    if (first) {
      this.#tables = {};
      this.#mine = {};
      this.#friends = {};
      this.#invitations = {};
    }
    if (here !== null) this.here = here;
    this.#tables = changed(this.#tables, tables, gone, "t", ({ table }) => table);
    this.#mine = changed(this.#mine, mine, gone, "m", ({ table }) => table);
    this.#friends = changed(this.#friends, friends, gone, "f", ({ friend }) => String(friend));
    this.#invitations = changed(this.#invitations, invitations, gone, "i", ({ table }) => table);
    if (search && !this.search.terms) void this.look();
    if (first && this.search.terms && !this.paired) this.#resume(this.search.terms).catch(() => undefined);
    if (gone.includes("s") && !this.paired) this.search = NOBODY;
  }

  #set(search: Search): void {
    this.search = complete(search, "Search");
    this.began = performance.now() - search.seconds * 1000;
    if (search.table && !this.paired) this.paired = { t: "paired", table: search.table, game: "", names: [] };
  }

  /** After a break, look on for what was looked for before: the server may have been away for longer than it keeps that. */
  async #resume(terms: SeekTerms): Promise<void> {
    await this.look();
    if (!this.search.terms && !this.paired) await this.find(terms);
  }

  /** Ask for the search that there is. */
  async look(): Promise<void> {
    this.#set(await request<Search>("GET", "seek"));
  }

  async find(terms: Partial<SeekTerms>): Promise<void> {
    await ensureMe();
    this.#set(await request<Search>("PUT", "seek", terms));
  }

  async stop(): Promise<void> {
    this.#set(await request<Search>("DELETE", "seek"));
  }
}

/** A list with what is new in it, and without what is gone; a new object only where something changed. */
function changed<T>(
  before: Record<string, T>,
  items: T[],
  gone: string[],
  letter: string,
  key: (item: T) => string,
): Record<string, T> {
  const left = gone.filter((each) => each.startsWith(letter)).map((each) => each.slice(1));
  if (items.length === 0 && left.length === 0) return before;
  const kept = Object.entries(before).filter(([name]) => !left.includes(name));
  return { ...Object.fromEntries(kept), ...Object.fromEntries(items.map((item) => [key(item), item])) };
}
