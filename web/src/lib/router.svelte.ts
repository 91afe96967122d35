/** Where we are: the address in the browser, as a value. */

import type { Component } from "svelte";
import { games } from "../games";

/** The screens that are loaded when they are first opened; each is given what stands behind its name in the address. */
export const LAZY = {
  account: () => import("../screens/account/Account.svelte"),
  club: () => import("../screens/club/Club.svelte"),
  friend: () => import("../screens/club/Befriend.svelte"),
  fair: () => import("../screens/fair/Fair.svelte"),
  leaders: () => import("../screens/leaders/AllLeaders.svelte"),
  learn: () => import("../screens/learn/Learn.svelte"),
  profile: () => import("../screens/profile/Profile.svelte"),
  puzzles: () => import("../screens/puzzles/Puzzles.svelte"),
  replay: () => import("../screens/replay/Replay.svelte"),
  review: () => import("../screens/review/Review.svelte"),
  rules: () => import("../screens/rules/Rules.svelte"),
  tournament: () => import("../screens/tournament/Tournament.svelte"),
  shared: () => import("../screens/review/Shared.svelte"),
} satisfies Record<string, () => Promise<{ default: Component<{ rest: string }> }>>;

/** What stands behind these is the name of a game. */
const OF_GAMES = new Set(["leaders", "learn", "rules"]);
/** These need nothing behind them. */
const ALONE = new Set(["account", "club", "leaders", "profile", "puzzles", "replay"]);

export interface LazyRoute {
  screen: keyof typeof LAZY;
  rest: string;
  /** A place in it, as in the address. */
  hash: string;
}

export type Route =
  | { name: "start" }
  | { name: "table"; table: string }
  | { name: "me"; link: string }
  | ({ name: "lazy" } & LazyRoute)
  | { name: "lost"; path: string };

/** Read an address; what we do not know is `lost`, never an error. */
export function readRoute(path: string, hash = ""): Route {
  const [head = "", tail, ...more] = path.split("/").filter(Boolean).map(decode);
  if (more.length === 0) {
    if (head === "") return { name: "start" };
    if (head === "t" && tail) return { name: "table", table: tail };
    if (head === "me" && tail) return { name: "me", link: tail };
    if (ALONE.has(head) || (head in LAZY && tail && (!OF_GAMES.has(head) || games.has(tail))))
      return { name: "lazy", screen: head as keyof typeof LAZY, rest: tail ?? "", hash };
  }
  return { name: "lost", path };
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

let route: Route = $state.raw({ name: "start" });

/** Reactive. */
export const here = {
  get route(): Route {
    return route;
  },
};

function look(): void {
  route = readRoute(location.pathname, location.hash);
}

/** Go to an address of ours without loading the page again. */
export function go(address: string, replace = false): void {
  history[replace ? "replaceState" : "pushState"](null, "", address);
  look();
  if (!location.hash) scrollTo(0, 0);
}

/** Follow the browser's own navigation, and turn plain links into it. */
export function startRouter(): void {
  addEventListener("popstate", look);
  addEventListener("hashchange", look);
  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (link?.origin !== location.origin || link.target || link.hasAttribute("download")) return;
    if (
      event.defaultPrevented ||
      event.button !== 0 ||
      event.metaKey ||
      event.ctrlKey ||
      event.shiftKey ||
      event.altKey
    )
      return;
    if (readRoute(link.pathname).name === "lost") return;
    event.preventDefault();
    go(link.pathname + link.search + link.hash);
  });
  look();
}

/** The table that a pasted invitation names, or null: a whole link, a path, or the bare id. */
export function readInvitation(text: string): string | null {
  const word = text.trim();
  const found = /(?:^|\/)t\/([\w-]+)\/?(?:[?#].*)?$/.exec(word) ?? /^([\w-]+)$/.exec(word);
  return found?.[1] ?? null;
}
