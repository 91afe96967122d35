/** The messages between page and server. Written by web/protocol.py from the server's schema: do not edit. */

export const VERSION = 1;
/** The bots, weakest first. */
export const LEVELS = ["beginner", "casual", "regular", "strong", "master"] as const;
export type Level = (typeof LEVELS)[number];

/** Is the connection alive? Answered by `pong`. */
export interface Ping {
  t: "ping";
}

/** Show me this table from now on, as the seat that I hold there, else as a spectator. Answered by `table`. */
export interface Join {
  t: "join";
  table: string;
}

/** Stop sending me this table. The seat stays mine. */
export interface Part {
  t: "part";
  table: string;
}

/** What is this selection, may it be played, and which playable moves contain it? Answered by `answer`. */
export interface Ask {
  t: "ask";
  table: string;
  text: string;
  n?: number;
}

/** What would the strongest bot do? Answered by `advice`, where the table allows hints. */
export interface Hint {
  t: "hint";
  table: string;
  n?: number;
}

/** What happened in this round or race? Answered by `past`. */
export interface Recall {
  t: "recall";
  table: string;
}

/** Say one of a few phrases to everybody at the table, from my seat. Answered by `said`. */
export interface Say {
  t: "say";
  table: string;
  phrase: "bye" | "close" | "hello" | "luck" | "moment" | "nice" | "oops" | "sorry" | "thanks" | "wow";
}

/** Show me the lobby from now on. Answered by `lobby`. */
export interface Look {
  t: "look";
}

/** Stop sending me the lobby. */
export interface Leave {
  t: "leave";
}

/** Make a move, in the game's notation. */
export interface Play {
  t: "play";
  table: string;
  id: string;
  move: string;
  decision: number;
}

/** Take back my last move, where the table allows it, nobody has acted since and nothing was turned over. */
export interface Undo {
  t: "undo";
  table: string;
  id: string;
  decision: number;
}

/** Go on with the next round, or game. */
export interface Ready {
  t: "ready";
  table: string;
  id: string;
  number: number;
}

/** Take a free seat, or my own back from the bot that plays for me. */
export interface Sit {
  t: "sit";
  table: string;
  id: string;
  seat: number;
}

/** Leave my seat; once the match has begun a bot plays in it until I `sit` down there again. */
export interface Stand {
  t: "stand";
  table: string;
  id: string;
}

/** Concede the match. */
export interface Concede {
  t: "concede";
  table: string;
  id: string;
}

/** Claim the win over somebody whose seat is in `claims`, or let a bot play for her. With two seats the claim wins the match. With more she is last, and the others play on with a bot in her seat. */
export interface Claim {
  t: "claim";
  table: string;
  id: string;
  seat: number;
  win: boolean;
}

/** Put a bot into a free seat, or free a bot's seat: only whoever opened the table, before the match begins. */
export interface FillSeat {
  t: "fill";
  table: string;
  id: string;
  seat: number;
  level: string | null;
}

/** Open the same table again, with the same people and bots. The `table` message then names it in `next`. */
export interface Rematch {
  t: "rematch";
  table: string;
  id: string;
}

/** The connection is alive. */
export interface Pong {
  t: "pong";
}

/** The first message on every connection. */
export interface Welcome {
  t: "welcome";
  version: number;
  parlour: string;
  name: string;
}

/** A table as you may see it, whole; sent when you join it and whenever it changes. */
export interface TableState {
  t: "table";
  table: string;
  seq: number;
  status: string;
  mine: boolean;
  host: number | null;
  seats: Sitter[];
  spectators: string[];
  spectator_count: number;
  terms: Terms;
  decision: number;
  can_undo: boolean;
  deadlines: (number | null)[];
  banks: (number | null)[];
  claims: number[];
  sheet: number[][];
  sheet_rows: number;
  waits: boolean;
  winners: number[];
  conceded: number | null;
  abandoned: number[];
  time_left: number | null;
  closed: boolean;
  next: string;
  fair: Commitment;
  scene: HaggisScene | DamenrennenScene | PlainScene;
  groups: Group[];
  told: Update[];
}

/** Who sits in a seat. */
export interface Sitter {
  name: string;
  bot: string;
  here: boolean;
  ready: boolean;
}

/** What a table was opened with, besides the options of its game (they are in the scene). */
export interface Terms {
  hints: boolean;
  undo: boolean;
  clock: number | null;
  bank: number;
  increment: number;
  grace: number;
  listed: boolean;
  rated: boolean;
  tournament: string;
  round: number;
  deals: number;
}

/** The commitment to the cards of this round or race, and how many commitments are opened. */
export interface Commitment {
  promise: string;
  number: number;
  opened: number;
}

/** A match of Haggis as one seat, or a spectator, is shown it. */
export interface HaggisScene {
  game: "haggis";
  seat: number | null;
  players: number;
  target: number;
  edition: string;
  tournament: boolean;
  number: number;
  dealer: number | null;
  phase: string;
  to_act: number[];
  seats: SeatScene[];
  hand: string[];
  trick: TrickPlay[];
  standing: Combo | null;
  holder: number | null;
  trick_cards: number;
  trick_points: number;
  bombs: string[][];
  gone: string[];
  may: Permissions;
  end: RoundEnd | null;
}

/** What everybody sees of one seat (H9.1, H9.2). */
export interface SeatScene {
  score: number;
  cards: number;
  wilds: string[];
  bet: number | null;
  captured: number;
  passed: boolean;
  out: number | null;
}

/** A combo in the trick, or a pass. */
export interface TrickPlay {
  seat: number;
  combo: Combo | null;
}

/** Cards played together, as they lie on the table, low to high. */
export interface Combo {
  kind: string;
  width: number;
  length: number;
  top: number;
  cards: Card[];
}

/** A card on the table; a wild shows what it stands for: a card (`8g`), or a rank where the suit is open (`8`). */
export interface Card {
  name: string;
  stands_for: string;
}

/** What the seat may do at this moment. */
export interface Permissions {
  play: boolean;
  passing: boolean;
  bets: number[];
  gives: number[];
}

/** What is shown when a round has ended (H9.2). */
export interface RoundEnd {
  parts: Parts[];
  hands: string[][];
  haggis: string[];
  outs: number[];
  next: NextRound | null;
}

/** A round's points of one seat, part by part (H7). */
export interface Parts {
  left_over: number;
  tricks: number;
  last: number;
  bets: number;
  bonus: number;
  left_cards: number;
  left_with: number[];
  bets_from: number[];
}

/** Who begins the next round. */
export interface NextRound {
  dealer: number;
  leader: number;
  ahead: boolean;
}

/** A match of Damenrennen as one seat, or a spectator, is shown it. */
export interface DamenrennenScene {
  game: "damenrennen";
  seat: number | null;
  best_of: number;
  game_number: number;
  drawn_games: number;
  race: number;
  phase: string;
  to_act: number[];
  question: string;
  runners: [RunnerScene, RunnerScene];
  advantages: [number | null, number | null, number | null];
  full: boolean;
  market: MarketCard[];
  stack: number;
  unseen: string[];
  hand: string[];
  spent: string[];
  sealed: string;
  shown: string[];
  taken: string;
  given: string;
  tricks: (number | null)[];
  drawn: string[];
  race_winner: number | null;
  ultimate: boolean;
  picks: number;
  winner: number | null;
  ending: string;
  ending_suit: string;
}

/** What everybody sees of one seat (D9.1). */
export interface RunnerScene {
  games: number;
  rows: [string[], string[], string[]];
  reserve: string[];
  strikes: string[];
  strike_cards: string[];
  cards: number;
  spent: number;
  sealed: boolean;
  exchanged: string[];
  laid: string[];
  bomb: string[];
}

/** A card in the market, and what it would do for seat 0 and for seat 1. */
export interface MarketCard {
  card: string;
  landings: [Landing, Landing];
}

/** Where a market card goes, or would go, when a seat takes it (D7). */
export interface Landing {
  place: string;
  chain: string[];
  wins: boolean;
}

/** A match of any game, in lines of text. */
export interface PlainScene {
  game: "plain";
  name: string;
  title: string;
  seat: number | null;
  scores: number[];
  to_act: number[];
  lines: string[];
  moves: string[];
}

/** Playable moves of one shape: how many there are, and the first of them. */
export interface Group {
  name: string;
  width: number;
  length: number;
  count: number;
  moves: Reading[];
}

/** One move that a selection could be, and whether it may be made. */
export interface Reading {
  move: string;
  combo: Combo | null;
  code: string;
  reason: string;
  clause: string;
  parameters: Record<string, number | string | string[]>;
}

/** Something that has just happened, as far as its viewer may know. */
export interface Update {
  kind: string;
  seat: number | null;
  other: number | null;
  cards: string[];
  given: string[];
  combo: Combo | null;
  number: number | null;
  points: number[];
  landing: Landing | null;
  how: string;
  move: string;
  by: string;
}

/** A command was executed and is on disk. */
export interface Done {
  t: "done";
  id: string;
}

/** A message that was not carried out; nothing changed. */
export interface Refused {
  t: "refused";
  code: string;
  reason: string;
  clause: string;
  id: string;
  table: string;
  parameters: Record<string, number | string | string[]>;
}

/** What the rules say about a selection. */
export interface Answered {
  t: "answer";
  table: string;
  n: number;
  text: string;
  answer: Answer;
}

/** What the rules say about a selection: every reading of it, and playable moves that contain it. */
export interface Answer {
  readings: Reading[];
  code: string;
  reason: string;
  clause: string;
  groups: Group[];
  parameters: Record<string, number | string | string[]>;
}

/** What the strongest bot would do, and why. */
export interface Advised {
  t: "advice";
  table: string;
  n: number;
  move: string;
  reason: string;
  candidates: Candidate[];
  reasons: Reason[];
}

/** A move that the bot considered. */
export interface Candidate {
  move: string;
  points: number | null;
  wins: number | null;
  behind: number | null;
  combo: Combo | null;
}

/** Why a move is advised: a stable key and its parameters; whoever shows it puts it into words. */
export interface Reason {
  key: string;
  parameters: Record<string, number | string | string[]>;
}

/** What happened in this round or race; the first part is left out where it would not fit. */
export interface Past {
  t: "past";
  table: string;
  told: Update[];
}

/** Somebody at the table says something; it is nowhere stored. */
export interface Said {
  t: "said";
  table: string;
  seat: number;
  phrase: "bye" | "close" | "hello" | "luck" | "moment" | "nice" | "oops" | "sorry" | "thanks" | "wow";
}

/** What has changed in the lobby; at most 1,000 bytes, so there may be several in a row. */
export interface LobbyNews {
  t: "lobby";
  first: boolean;
  here: number | null;
  tables: LobbyTable[];
  mine: MyTable[];
  friends: FriendHere[];
  invitations: Invited[];
  search: Search | null;
  gone: string[];
}

/** A listed table: one to sit down at, or to watch. */
export interface LobbyTable {
  table: string;
  game: string;
  options: Record<string, unknown>;
  status: string;
  names: string[];
  bots: string[];
  scores: number[];
  clock: number | null;
  bank: number;
  increment: number;
  rated: boolean;
  progress: number[];
  ratings: (number | null)[];
  provisional: number[];
}

/** An unfinished table of yours. */
export interface MyTable {
  table: string;
  game: string;
  names: string[];
  bots: string[];
  seat: number | null;
  turn: boolean;
  progress: number[];
}

/** A friend. */
export interface FriendHere {
  friend: number;
  name: string;
  here: boolean;
  table: string;
  game: string;
  open: boolean;
}

/** A friend asks you to a table. */
export interface Invited {
  table: string;
  game: string;
  name: string;
}

/** Your search for opponents. */
export interface Search {
  seconds: number;
  terms: SeekTerms | null;
  rating: number | null;
  reach: number;
  widens: number;
  table: string;
}

/** What somebody accepts who looks for opponents: any of these tables. */
export interface SeekTerms {
  tables: SoughtTable[];
  clock: number | null;
  bank: number;
  increment: number;
  rated: boolean;
  window: number | null;
}

/** A game with its options, of which some have a number of players. */
export interface SoughtTable {
  game: string;
  options: Record<string, unknown>;
}

/** Opponents were found, and you are seated. */
export interface Paired {
  t: "paired";
  table: string;
  game: string;
  names: string[];
}

/** What somebody opens a table with. */
export interface NewTable {
  game: string;
  options?: Record<string, unknown>;
  seats?: (string | null)[];
  hints?: boolean;
  undo?: boolean;
  clock?: number | null;
  bank?: number;
  increment?: number;
  pace?: "calm" | "quick" | "usual";
  listed?: boolean;
  rated?: boolean;
}

/** Every deal of a table that is played out. */
export interface Deals {
  deals: Deal[];
}

/** A deal with its commitment: the SHA-256 of the salt, a line break and the deal. */
export interface Deal {
  promise: string;
  salt: string;
  deal: string;
  promised: number;
  dealt: number;
}

/** A part of a match. */
export interface Frames {
  game: string;
  total: number;
  first: number;
  seats: Sitter[];
  frames: Frame[];
}

/** A match after one event; the first is before any. */
export interface Frame {
  scene: HaggisScene | DamenrennenScene | PlainScene;
  told: Update[];
  actor: number | null;
  move: string;
  hands: string[][];
}

/** A part of a review. */
export interface ReviewPart {
  table: string;
  seat: number;
  judge: Judge;
  events: number;
  winners: number[];
  first: number;
  decisions: Decision[];
  running: boolean;
  figures: Figures | null;
  outdated: boolean;
  mine: boolean;
  link: string;
}

/** Who judges, and how: another version may say something else. */
export interface Judge {
  name: string;
  version: number;
  unit: "percent" | "points";
  thresholds: number[];
}

/** A decision of the seat, judged by what the seat could know. */
export interface Decision {
  round: number;
  number: number;
  kind: string;
  move: string;
  best: string;
  cost: number;
  low: number;
  high: number;
  chance: number;
  chance_low: number | null;
  chance_high: number | null;
  class: "best" | "blunder" | "good" | "inaccuracy" | "mistake" | "too_close";
  worlds: number;
  stake: number;
  reasons: Reason[];
  candidates: Compared[];
}

/** A move that was compared with others, in the judge's unit. */
export interface Compared {
  move: string;
  value: number;
  first: number | null;
  combo: Combo | null;
}

/** What a whole match comes to. */
export interface Figures {
  decisions: number;
  lost_per_decision: number | null;
  margin: number | null;
  level: string | null;
  result: number;
  luck: number;
  adjusted: number;
  rounds: RoundLuck[];
  kinds: KindLoss[];
  chances: number[][];
}

/** A round (or game) with the part of its result that chance brought. */
export interface RoundLuck {
  round: number;
  result: number;
  deal: number;
  chance: number;
}

/** What decisions of one kind gave away. */
export interface KindLoss {
  kind: string;
  decisions: number;
  lost: number;
}

/** You and up to 20 tables of each kind, the latest first; without a name: nobody yet. */
export interface Me {
  name: string;
  tables: Summary[];
  finished: Summary[];
  more_tables: boolean;
  more_finished: boolean;
  here: number;
}

/** A table in a list. */
export interface Summary {
  table: string;
  game: string;
  options: Record<string, unknown>;
  status: string;
  seats: Sitter[];
  scores: number[];
  winners: number[];
  opened: string;
  seat: number | null;
  to_act: number[];
  progress: number[];
}

/** Up to 20 tables, the latest first. */
export interface TablePage {
  tables: Summary[];
  more: boolean;
}

/** How a person has played in her latest 200 matches; without a name: nobody yet. */
export interface Profile {
  name: string;
  lists: PlayedList[];
  matches: PlayedMatch[];
  more: boolean;
}

/** A person's matches of one game at tables of one size. */
export interface PlayedList {
  game: string;
  players: number;
  unit: "percent" | "points";
  matches: number;
  won: number;
  streak: number;
  longest: number;
  levels: LevelRecord[];
  reviewed: number;
  outdated: number;
  given: Given;
  kinds: KindGiven[];
  points: GivenPoint[];
  ladder: Record<string, number>;
  cards: number | null;
  play: number | null;
}

/** Matches against bots, by the strongest of them; or against people. */
export interface LevelRecord {
  level: string;
  matches: number;
  won: number;
}

/** What decisions gave away. */
export interface Given {
  decisions: number;
  lost: number | null;
  margin: number | null;
}

/** What decisions of one kind gave away. */
export interface KindGiven {
  kind: string;
  decisions: number;
  lost: number | null;
}

/** A point of the curve: as many matches in a row as have 30 decisions together. */
export interface GivenPoint {
  opened: string;
  matches: number;
  decisions: number;
  lost: number;
}

/** A finished match. */
export interface PlayedMatch {
  table: string;
  game: string;
  seats: Sitter[];
  scores: number[];
  seat: number;
  place: number;
  won: boolean;
  opened: string;
  given: Given | null;
}

/** How you are known here. */
export interface Identity {
  name: string;
  can_passkey: boolean;
  passkeys: KnownPasskey[];
  recovery: string;
  sessions: KnownSession[];
  public: boolean;
}

/** A passkey of yours. */
export interface KnownPasskey {
  id: string;
  device: string;
  since: string;
  seen: string;
}

/** A browser that you are known in. */
export interface KnownSession {
  id: string;
  device: string;
  since: string;
  seen: string;
  this: boolean;
}

/** What others may see of somebody's matches. */
export interface MatchRecord {
  name: string;
  public: boolean;
  lists: WonMatches[];
}

/** Matches of one game at tables of one size. */
export interface WonMatches {
  game: string;
  players: number;
  matches: number;
  won: number;
}

/** A page of a leaderboard: whoever has played enough rated matches, the strongest first. */
export interface Leaders {
  game: string;
  fewest: number;
  leaders: Leader[];
  more: boolean;
  me: Leader | null;
}

/** Somebody on a leaderboard. */
export interface Leader {
  place: number;
  name: string;
  rating: number;
  deviation: number;
  matches: number;
  mine: boolean;
}

/** A person's ratings. */
export interface MyRatings {
  games: GameRating[];
}

/** A person's rating at one game, and how it came to be. */
export interface GameRating {
  game: string;
  rating: Rating;
  history: RatingPoint[];
  bots: Record<string, number>;
}

/** How strong somebody is at a game. */
export interface Rating {
  rating: number;
  deviation: number;
  matches: number;
  provisional: boolean;
}

/** A rating after a match. */
export interface RatingPoint {
  day: string;
  rating: number;
  deviation: number;
}

/** What came of a rated match. */
export interface MatchRating {
  table: string;
  settled: boolean;
  sealed: boolean;
  seats: (SeatRating | null)[];
  unrated: string;
  parameters: Record<string, unknown>;
}

/** What a match did to the rating of a seat's person. */
export interface SeatRating {
  before: number;
  after: number;
  deviation: number;
}

/** The puzzles that there are, and today's; null where there are none. */
export interface PuzzleList {
  today: PuzzleName | null;
  kinds: PuzzleKind[];
}

/** Which puzzle. */
export interface PuzzleName {
  game: string;
  number: number;
}

/** The puzzles of one kind. */
export interface PuzzleKind {
  game: string;
  kind: string;
  numbers: number[];
}

/** A puzzle as its solver sees it. */
export interface PuzzlePage {
  game: string;
  number: number;
  kind: string;
  difficulty: number;
  scene: HaggisScene | DamenrennenScene | PlainScene;
  groups: Group[];
}

/** The shape of the combo that is asked for; where it is no combo, a move that is wrong. */
export interface PuzzleHint {
  kind: string;
  width: number;
  length: number;
  wrong: PuzzleMove | null;
}

/** A move in a line of play. */
export interface PuzzleMove {
  seat: number;
  move: string;
  combo: Combo | null;
}

/** What solves a puzzle, and why. */
export interface PuzzleSolution {
  line: PuzzleMove[];
  reasons: Reason[];
  ahead: number | null;
}

/** What comes of a move: the solution, or how the move fails. */
export interface PuzzleAnswer {
  correct: boolean;
  line: PuzzleMove[];
  solution: PuzzleSolution | null;
}

/** A tournament, or what of it has changed: parts that are None, and tables that are missing, are as they were. */
export interface TournamentState {
  tournament: string;
  seq: number;
  terms: TournamentTerms;
  stage: "open" | "over" | "running";
  round: number;
  rounds: number;
  playing: boolean;
  paused: boolean;
  seconds: number | null;
  organiser: boolean;
  host: string;
  me: number | null;
  my_table: string;
  players: PlayerLine[] | null;
  standings: StandingLine[] | null;
  tables: TableLine[];
  live: LiveLine[];
  plan: PlanLine[];
  pauses: PauseLine[] | null;
  corrections: CorrectionLine[] | null;
}

/** Somebody who plays, or has played. */
export interface PlayerLine {
  number: number;
  name: string;
  plays: boolean;
}

/** A line of the standings. */
export interface StandingLine {
  place: number;
  player: number;
  points: number;
  opponents: number;
  difference: number;
  places: (number | null)[];
}

/** A table of a round. */
export interface TableLine {
  round: number;
  number: number;
  players: (number | null)[];
  scores: (number | null)[] | null;
  done: boolean;
  table: string;
}

/** How a table of the last round stands that is being played. */
export interface LiveLine {
  number: number;
  scores: number[];
  progress: number[];
}

/** When a round began, or is expected to. */
export interface PlanLine {
  round: number;
  at: number;
  expected: boolean;
}

/** Who pauses in a round. */
export interface PauseLine {
  round: number;
  players: number[];
}

/** A result that was corrected. */
export interface CorrectionLine {
  round: number;
  table: number;
  scores: (number | null)[];
  why: string;
}

/** The tournaments of the club. */
export interface TournamentList {
  current: TournamentSummary[];
  over: TournamentSummary[];
}

/** A tournament in a list. */
export interface TournamentSummary {
  tournament: string;
  title: string;
  game: string;
  seats: number;
  format: string;
  duplicate: boolean;
  stage: "open" | "over" | "running";
  players: number;
  places: number;
  round: number;
  rounds: number;
  starts: number;
  mine: boolean;
}

/** A new tournament. */
export interface TournamentOpened {
  tournament: string;
}

/** What everybody agrees to who joins. */
export interface TournamentTerms {
  name: string;
  game: string;
  options?: Record<string, unknown>;
  seats?: number;
  format?: "robin" | "swiss";
  rounds?: number;
  fill?: "bot" | "pause";
  places?: number;
  deals?: number;
  duplicate?: boolean;
  minutes?: number;
  late?: "bot" | "stands";
  clock?: number;
  bank?: number;
  increment?: number;
  rated?: boolean;
  level?: string;
  auto?: boolean;
  rest?: number;
  starts?: number;
}

export type FromClient = Ping | Join | Part | Ask | Hint | Recall | Say | Look | Leave | Play | Undo | Ready | Sit | Stand | Concede | Claim | FillSeat | Rematch;
export type FromServer = Pong | Welcome | TableState | Done | Refused | Answered | Advised | Past | Said | LobbyNews | Paired;
export type Command = Extract<FromClient, { id: string }>;

/** Fields with a default, by that default (- for none); `:` names the type in it, `*` a tagged one. */
export const SHAPES: Record<string, Record<string, string>> = {
  TableState: { false: "mine can_undo waits closed", null: "host conceded time_left", '-': "seats:Sitter terms:Terms scene:*", '[]': "spectators deadlines banks claims sheet winners abandoned groups:Group told:Update", 0: "spectator_count decision sheet_rows", '""': "next", '{}': "fair:Commitment" },
  Sitter: { '""': "name bot", false: "here ready" },
  Terms: { true: "hints undo", null: "clock", 0: "bank increment grace round deals", false: "listed rated", '""': "tournament" },
  Commitment: { '""': "promise", 0: "number opened" },
  HaggisScene: { '-': "seats:SeatScene", '[]': "hand trick:TrickPlay bombs gone", null: "standing:Combo holder end:RoundEnd", 0: "trick_cards trick_points", '{}': "may:Permissions" },
  SeatScene: { 0: "cards captured", '[]': "wilds", null: "bet out", false: "passed" },
  TrickPlay: { null: "combo:Combo" },
  Combo: { '-': "cards:Card" },
  Card: { '""': "stands_for" },
  Permissions: { false: "play passing", '[]': "bets gives" },
  RoundEnd: { null: "next" },
  DamenrennenScene: { 0: "drawn_games picks", '""': "question sealed taken given ending ending_suit", '-': "runners:RunnerScene", '[]': "market:MarketCard unseen hand spent shown tricks drawn", null: "race_winner winner", false: "ultimate" },
  RunnerScene: { '[]': "reserve strikes strike_cards exchanged laid bomb", 0: "cards spent", false: "sealed" },
  MarketCard: { '-': "landings:Landing" },
  Landing: { '[]': "chain", false: "wins" },
  PlainScene: { '[]': "moves" },
  Group: { '-': "moves:Reading" },
  Reading: { null: "combo:Combo", '""': "code reason clause", '{}': "parameters" },
  Update: { null: "seat other combo:Combo number landing:Landing", '[]': "cards given points", '""': "how move by" },
  Refused: { '""': "reason clause id table", '{}': "parameters" },
  Answered: { '-': "answer:Answer" },
  Answer: { '[]': "readings:Reading groups:Group", '""': "code reason clause", '{}': "parameters" },
  Advised: { '[]': "candidates:Candidate reasons:Reason" },
  Candidate: { null: "points wins behind combo:Combo" },
  Reason: { '{}': "parameters" },
  Past: { '-': "told:Update" },
  LobbyNews: { false: "first", null: "here search:Search", '[]': "tables:LobbyTable mine:MyTable friends:FriendHere invitations gone" },
  LobbyTable: { '[]': "scores progress ratings provisional", null: "clock", 0: "bank increment", false: "rated" },
  MyTable: { null: "seat", false: "turn", '[]': "progress" },
  FriendHere: { false: "here open", '""': "table game" },
  Search: { '0.0': "seconds reach widens", null: "terms:SeekTerms rating", '""': "table" },
  SeekTerms: { '-': "tables:SoughtTable", null: "clock window", 0: "bank increment", false: "rated" },
  SoughtTable: { '{}': "options" },
  Frames: { '-': "seats:Sitter frames:Frame" },
  Frame: { '-': "scene:*", '[]': "told:Update hands", null: "actor", '""': "move" },
  ReviewPart: { '-': "decisions:Decision", false: "running outdated mine", null: "figures:Figures", '""': "link" },
  Decision: { null: "chance_low chance_high", '1.0': "stake", '[]': "reasons:Reason candidates:Compared" },
  Compared: { null: "first combo:Combo" },
  Figures: { '[]': "kinds chances" },
  Me: { '[]': "tables:Summary finished:Summary", false: "more_tables more_finished", 0: "here" },
  Summary: { '-': "seats:Sitter", '[]': "progress" },
  TablePage: { '-': "tables:Summary" },
  Profile: { '[]': "lists matches:PlayedMatch", false: "more" },
  PlayedMatch: { '-': "seats:Sitter" },
  MatchRecord: { '[]': "lists" },
  Leaders: { '-': "leaders:Leader", null: "me:Leader" },
  Leader: { false: "mine" },
  MyRatings: { '[]': "games" },
  MatchRating: { false: "sealed", '[]': "seats", '""': "unrated", '{}': "parameters" },
  PuzzlePage: { '-': "scene:* groups:Group" },
  PuzzleHint: { '""': "kind", 0: "width length", null: "wrong:PuzzleMove" },
  PuzzleMove: { null: "combo:Combo" },
  PuzzleSolution: { '-': "line:PuzzleMove reasons:Reason" },
  PuzzleAnswer: { '[]': "line:PuzzleMove", null: "solution:PuzzleSolution" },
  TournamentState: { '-': "terms:TournamentTerms", 0: "round rounds", false: "playing paused organiser", null: "seconds me players:PlayerLine standings pauses corrections", '""': "host my_table", '[]': "tables:TableLine live:LiveLine plan:PlanLine" },
  PlayerLine: { true: "plays" },
  TableLine: { null: "scores", false: "done", '""': "table" },
  LiveLine: { '[]': "progress" },
  PlanLine: { false: "expected" },
  TournamentList: { '-': "current:TournamentSummary over:TournamentSummary" },
  TournamentSummary: { '""': "tournament", false: "duplicate mine", 0: "players places round rounds starts" },
};
/** The types behind the tags `t` of messages and `game` of scenes. */
export const TAGS: Record<string, string> = {
  pong: "Pong",
  welcome: "Welcome",
  table: "TableState",
  done: "Done",
  refused: "Refused",
  answer: "Answered",
  advice: "Advised",
  past: "Past",
  said: "Said",
  lobby: "LobbyNews",
  paired: "Paired",
  haggis: "HaggisScene",
  damenrennen: "DamenrennenScene",
  plain: "PlainScene",
};
