/** A page of a leaderboard from the server. */
import { request } from "../../lib/api";
import { complete } from "../../lib/complete";
import type { Leaders } from "../../protocol";

export async function loadLeaders(game: string, first: number, most: number): Promise<Leaders> {
  const query = new URLSearchParams({ game, first: String(first), most: String(most) });
  return complete(await request<Leaders>("GET", `ratings?${query}`), "Leaders");
}
