/** A tournament as the server tells it: whole at first, then only what has changed. */
import { call, setTitle, toast } from "../../lib/announce.svelte";
import { ApiError, OFFLINE, request } from "../../lib/api";
import { complete } from "../../lib/complete";
import { list, number, t } from "../../lib/i18n.svelte";
import { ensureMe } from "../../lib/me.svelte";
import { troubleOf } from "../../lib/trouble";
import type { PlayerLine, StandingLine, TableLine, TournamentState } from "../../protocol";

/** Between two questions to a server that does not answer. */
const AGAIN_MS = 3000;
/** Minutes of a round whose end is told as a time of day. */
const SOON_SECONDS = 300;

export type Action = { do: string } & Record<string, unknown>;

const keyOf = ({ round, number: place }: TableLine): string => `${round}/${place}`;

/** What is known after an answer: parts that it leaves out are as they were. */
export function merged(known: TournamentState | null, news: TournamentState): TournamentState {
  if (!known) return news;
  const tables = new Map(known.tables.map((table) => [keyOf(table), table]));
  for (const table of news.tables) tables.set(keyOf(table), table);
  return {
    ...news,
    tables: [...tables.values()],
    host: news.players ? news.host : known.host,
    players: news.players ?? known.players,
    standings: news.standings ?? known.standings,
    pauses: news.pauses ?? known.pauses,
    corrections: news.corrections ?? known.corrections,
  };
}

export class TournamentModel {
  state: TournamentState | null = $state.raw(null);
  failed = $state("");
  busy = $state(false);
  /** When the round, or the pause before the next one, ends: by the page's clock. */
  ends: number | null = $state.raw(null);
  private stopped = false;

  readonly players = $derived(new Map((this.state?.players ?? []).map((line) => [line.number, line])));
  readonly standings = $derived(new Map((this.state?.standings ?? []).map((line) => [line.player, line])));
  /** By number, how those tables of the last round stand that are being played. */
  readonly live = $derived(new Map((this.state?.live ?? []).map((line) => [line.number, line])));
  /** The tables of the last round, in their order. */
  readonly round: TableLine[] = $derived(this.tablesOf(this.state?.round ?? 0));
  readonly mine: TableLine | null = $derived(this.round.find((line) => this.isMine(line)) ?? null);
  readonly plays: boolean = $derived(this.players.get(this.state?.me ?? 0)?.plays ?? false);

  constructor(readonly name: string) {}

  tablesOf(round: number): TableLine[] {
    return (this.state?.tables ?? [])
      .filter((line) => line.round === round)
      .sort((one, other) => one.number - other.number);
  }

  isMine(line: { players: readonly (number | null)[] }): boolean {
    const me = this.state?.me ?? null;
    return me !== null && line.players.includes(me);
  }

  nameOf(player: number | null): string {
    if (player === null) return t("tournament.bot");
    if (player === this.state?.me) return t("tournament.you");
    return this.plainName(player);
  }

  plainName = (player: number): string => this.players.get(player)?.name || t("tournament.gone");

  /** Ask again and again, until the screen is left. */
  async follow(): Promise<void> {
    while (!this.stopped) {
      try {
        const since = this.state?.seq ?? 0;
        this.take(await request<TournamentState>("GET", `tournaments/${this.name}?since=${since}`));
        this.failed = "";
      } catch (error) {
        if (!this.state || !(error instanceof ApiError) || error.code !== OFFLINE) this.failed = troubleOf(error);
        await new Promise((done) => setTimeout(done, AGAIN_MS));
      }
    }
  }

  stop(): void {
    this.stopped = true;
  }

  private take(answer: TournamentState): void {
    const before = this.state;
    if (this.stopped || (before && answer.seq < before.seq)) return;
    const next = merged(before, complete(answer, "TournamentState"));
    this.ends = next.seconds === null ? null : performance.now() + next.seconds * 1000;
    this.state = next;
    const called = before !== null && next.my_table !== "" && next.my_table !== before.my_table;
    if (called) {
      const sentence = t("tournament.called", { round: next.round });
      call(sentence);
      toast(sentence, { href: `/t/${next.my_table}`, text: t("tournament.to_table") });
    }
    const waiting = called || (next.playing && next.my_table !== "" && !this.mine?.done);
    setTitle(waiting ? t("tournament.call_title") : next.terms.name, waiting);
  }

  /** Do something; whether it was done. A refusal is told. */
  async act(action: Action): Promise<boolean> {
    this.busy = true;
    try {
      await ensureMe();
      this.take(await request<TournamentState>("POST", `tournaments/${this.name}`, action));
      return true;
    } catch (error) {
      toast(troubleOf(error));
      return false;
    } finally {
      this.busy = false;
    }
  }
}

/** Points: sixths and matchpoints with two digits, whole ones with none. */
export const points = (value: number): string => number(value, { maximumFractionDigits: 2 });

export const pointsOf = (value: number): string =>
  t("tournament.points_n", { count: value === 1 ? 1 : 2, shown: points(value) });

export const signed = (value: number): string => number(value, { maximumFractionDigits: 1, signDisplay: "exceptZero" });

export const scoresOf = (scores: readonly (number | null)[]): string =>
  scores.map((score) => (score === null ? "–" : String(score))).join("\u00a0:\u00a0");

/** Time as a figure, "18:24". */
export function timeOf(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  const minutes = Math.floor(seconds / 60);
  const rest = String(seconds % 60).padStart(2, "0");
  return minutes < 60
    ? `${minutes}:${rest}`
    : `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}:${rest}`;
}

export const isSoon = (ms: number): boolean => ms < SOON_SECONDS * 1000;

/** Who sat there, myself first. */
export const others = (model: TournamentModel, line: TableLine): string =>
  list(line.players.filter((player) => player !== model.state?.me).map((player) => model.nameOf(player)));

/** A player's own table in every round. */
export const ownTables = (model: TournamentModel): TableLine[] =>
  (model.state?.tables ?? []).filter((line) => model.isMine(line)).sort((one, other) => one.round - other.round);

/** Her place at a table; null while it plays. */
export function placeAt(line: TableLine, player: number): number | null {
  const own = line.scores?.[line.players.indexOf(player)];
  if (!line.scores || own === undefined) return null;
  if (own === null) return line.players.length;
  return 1 + line.scores.filter((score) => score !== null && score > own).length;
}

export type { PlayerLine, StandingLine, TableLine, TournamentState };
