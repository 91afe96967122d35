"""A bout: bots at a table, which see views and legal moves and nothing else.

The n-th shuffle of a deal depends on the deal alone, a bot's generator on the deal, its spec and
the number of the decision. So a bout is the same whenever and wherever it is played.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any, Final

from parlour.arena.clock import Overtime, Stopwatch, alarms
from parlour.arena.job import Board, BoutResult, Contest, Forfeit, Job, Lineup, Result, seatings
from parlour.bots.catalogue import BotError
from parlour.core.errors import IllegalMove
from parlour.core.game import CHANCE, Outcome, RoundResult, Seat
from parlour.core.table import Table
from parlour.engine.bot import EngineBot, open_bot
from parlour.games.catalogue import KINDS, make_game

if TYPE_CHECKING:
    from collections.abc import Sequence

    from parlour.bots.bot import AnyBot

LONGEST_REASON: Final = 200


class Forfeited(Exception):  # noqa: N818 - what happened, in the words of the game
    """A bot broke the rules of the arena; the reason fits in a line."""

    def __init__(self, reason: str) -> None:
        """Shorten the reason."""
        self.reason = " ".join(reason.split())[:LONGEST_REASON]
        super().__init__(self.reason)


class Bout:
    """A bout under way: the table, its bots, and the totals so far, by seat."""

    def __init__(self, contest: Contest, seating: Lineup, deal: int) -> None:
        """Set up a table; bots are made when they are first asked."""
        seats = len(seating)
        self.contest = contest
        self.deal = deal
        self.kind = KINDS[contest.game]
        self.table: Table[Any, Any, Any] = Table(make_game(contest.game, contest.options))
        self.specs = [contest.bots[bot] for bot in seating]
        self.bots: list[AnyBot | None] = [None] * seats
        self.stopwatch = Stopwatch(contest.limit_ms)
        self.shuffles = 0
        self.rounds = 0
        self.points = [0.0] * seats
        self.firsts = [0.0] * seats
        self.decisions = [0] * seats
        self.cpu_ms = [0.0] * seats

    def play(self) -> Forfeit | None:
        """Play a round or a whole match; a bot that breaks the rules of the arena loses it."""
        while actors := self.table.to_act():
            actor = actors[0]
            if actor is CHANCE:
                self.shuffle()
            else:
                try:
                    self.decide(actor)
                except Forfeited as error:
                    self.forfeit(actor)
                    return Forfeit(actor, error.reason)
            result = self.table.round_result()
            if result is not None:
                self.count(result)
                if self.contest.span == "round":
                    break
        return None

    def shuffle(self) -> None:
        """Make chance's next move."""
        rng = Random(f"{self.contest.seed}/{self.deal}/shuffle/{self.shuffles}")
        self.shuffles += 1
        self.table.play(CHANCE, self.table.game.deal(self.table.state, rng))

    def decide(self, seat: Seat) -> None:
        """Ask a bot and make its move, or raise Forfeited."""
        rng = Random(f"{self.contest.seed}/{self.deal}/{self.specs[seat]}/{sum(self.decisions)}")
        self.decisions[seat] += 1
        bot = self.bot(seat)
        if isinstance(bot, EngineBot):
            bot.follow(seat, self.table.events)
        try:
            move = choice(bot, self.table.view(seat), self.table.legal_moves(seat), rng, self.stopwatch)
        finally:
            self.cpu_ms[seat] += self.stopwatch.last_ms
        try:
            self.table.play(seat, move)
        except IllegalMove as error:
            raise Forfeited(f"made an illegal move: {error}") from error

    def bot(self, seat: Seat) -> AnyBot:
        """The bot of a seat, made for this bout so that it remembers no other; or raise Forfeited."""
        bot = self.bots[seat]
        if bot is None:
            try:
                bot = self.bots[seat] = open_bot(self.specs[seat], self.contest.game)
            except BotError as error:
                raise Forfeited(f"could not be made: {error}") from error
        return bot

    def count(self, result: RoundResult) -> None:
        measured = result.points if self.kind.measure == "points" else result.firsts
        self.add(measured, result.firsts)

    def forfeit(self, culprit: Seat) -> None:
        """Add a round that was not finished: the others share it."""
        others = [float(seat != culprit) for seat in range(len(self.bots))]
        self.add([self.kind.forfeit * other for other in others], [other / sum(others) for other in others])

    def add(self, points: Sequence[float], firsts: Sequence[float]) -> None:
        """Add a round's points and shares of being first."""
        self.rounds += 1
        for seat, (gained, first) in enumerate(zip(points, firsts, strict=True)):
            self.points[seat] += gained
            self.firsts[seat] += first


def choice(bot: AnyBot, view: Any, legal: Sequence[Any], rng: Random, stopwatch: Stopwatch) -> Any:
    """A bot's choice within its time limit, or raise Forfeited; the start of an engine does not count."""
    try:
        elsewhere = None
        if isinstance(bot, EngineBot):
            bot.begin(view)
            elsewhere = bot.cpu_ns
        with stopwatch.call(elsewhere):
            move = bot.choose(view, legal, rng)
    except Overtime:
        raise Forfeited(overtime(stopwatch)) from None
    except (Exception, SystemExit) as error:
        raise Forfeited(f"raised {type(error).__name__}: {error}") from error
    if stopwatch.exceeded:
        raise Forfeited(overtime(stopwatch))
    return move


def overtime(stopwatch: Stopwatch) -> str:
    """The limit that was exceeded; by how much is left out, since it differs from run to run."""
    return f"exceeded its time of {stopwatch.limit_ms:g} ms"


def run_job(job: Job) -> Result:
    """Play every board of a job."""
    boards, times = [], []
    with alarms():
        for deal in range(job.first, job.stop):
            board, cpu_ms = play_board(job.contest, job.lineup, deal)
            boards.append(board)
            times.append(cpu_ms)
    return Result(tuple(boards), tuple(times))


def play_board(contest: Contest, lineup: Lineup, deal: int) -> tuple[Board, tuple[float, ...]]:
    """A deal in every seating, and the CPU milliseconds of every bot."""
    bouts = []
    cpu_ms = [0.0] * len(contest.bots)
    for seating in seatings(lineup):
        result, times = play_bout(contest, seating, deal)
        bouts.append(result)
        for bot, spent in zip(seating, times, strict=True):
            cpu_ms[bot] += spent
    return Board(lineup, deal, tuple(bouts)), tuple(round(spent, 3) for spent in cpu_ms)


def play_bout(contest: Contest, seating: Lineup, deal: int) -> tuple[BoutResult, list[float]]:
    """A deal in one seating, and the CPU milliseconds of every seat."""
    bout = Bout(contest, seating, deal)
    forfeit = bout.play()
    result = BoutResult(
        seating=seating,
        rounds=bout.rounds,
        points=tuple(bout.points),
        firsts=tuple(bout.firsts),
        wins=None if contest.span == "round" else match_wins(bout.table.outcome(), forfeit, len(seating)),
        decisions=tuple(bout.decisions),
        forfeit=forfeit,
    )
    return result, bout.cpu_ms


def match_wins(outcome: Outcome | None, forfeit: Forfeit | None, seats: int) -> tuple[float, ...]:
    """A match, shared among its winners."""
    if forfeit is not None:
        return tuple((seat != forfeit.seat) / (seats - 1) for seat in range(seats))
    assert outcome is not None
    return tuple((seat in outcome.winners) / len(outcome.winners) for seat in range(seats))
