"""Judges Damenrennen by the races behind a decision, which the champion solves; its net speaks one race later.

The net is the judge's own. Its errors were measured, and a verdict stays what it is when the champion learns more.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from math import hypot
from random import Random
from statistics import stdev
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol

from parlour.bots.damenrennen.champion import Champion
from parlour.bots.damenrennen.kernel.preparation import Preparation
from parlour.bots.damenrennen.prepared import by_ranks
from parlour.bots.damenrennen.search import world_of
from parlour.bots.damenrennen.searched_reasons import searched_reasons
from parlour.bots.damenrennen.weights import unpack_mind
from parlour.games.damenrennen.notation import DECLINE, KIND_NAMES, LAY, SWAP, TAKE, kind_of
from parlour.review.damenrennen.drafts import DraftTrial
from parlour.review.damenrennen.luck import luck_of
from parlour.review.damenrennen.preparations import PreparationTrial
from parlour.review.damenrennen.races import Passes, sampling_error
from parlour.review.judging import Judgement, Option, Question
from parlour.review.verdict import THRESHOLDS, Judge, is_settled

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from parlour.bots.damenrennen.kernel.value_net import Mind
    from parlour.core.game import RoundResult, Seat
    from parlour.games.damenrennen import View
    from parlour.review.judging import Chance, Luck
    from parlour.review.verdict import Unit


WEIGHTS: Final = "judge.weights"
"""Those of the net; another one is another version of the judge."""


@cache
def judge_mind() -> Mind:
    """The judge's net, one for all judges of a process."""
    return unpack_mind((files(__package__) / WEIGHTS).read_bytes(), WEIGHTS)


class NetError(NamedTuple):
    """Half the interval of a cost, in percentage points, as far as the value net is to blame.

    Measured by second judgements that look one race further, on seeds that nothing else was measured on.
    """

    base: float
    slope: float
    """By percentage point of the cost, or of what the net has missed a race before."""
    spread: float = 0.0
    """By standard deviation of a pass: where the next race decides much, the net knows little."""

    def half(self, cost: float, deviation: float = 0.0) -> float:
        """Half the interval."""
        return self.base + self.slope * abs(cost) + self.spread * deviation


DRAFT_ERROR: Final = NetError(0.6, 0.3, 1.0)
PREPARATION_ERROR: Final = NetError(1.6, 0.65, 0.4)
NET_ERRORS: Final = {
    "show": NetError(1.2, 0.25),
    "swap": NetError(1.2, 0.25),
    "discard": NetError(1.2, 0.25),
    "exchange": NetError(2.0, 0.4),
}
"""By the kind of a preparation, where no race behind it was tried."""
DRAFT_PASSES: Final = (4, 8)
PREPARATION_PASSES: Final = (4,)
"""How many passes are made, until an interval is narrow enough or holds no threshold."""
NARROW: Final = 1.0
"""Half an interval that is narrow enough, in percentage points."""
OBVIOUS: Final = 20.0
"""A move that is so many percentage points better than all others is not counted."""
SHOWN: Final = 6
LADDER: Final = {"beginner": 2.97, "casual": 2.23, "regular": 1.76, "strong": 1.0, "master": 0.12}
"""What levels give away per decision."""


class Trial(Protocol):
    """Two moves that are compared by passes, the best other move and the one that was made."""

    @property
    def worths(self) -> tuple[float, float]:
        """The chances to win the game with them."""

    @property
    def costs(self) -> list[float]:
        """The differences by pass, in percentage points."""

    @property
    def markets(self) -> int:
        """In how many markets they were compared."""

    def extend(self, count: int) -> None:
        """Compare them in so many passes."""


class Comparison(NamedTuple):
    """What a move cost against the best other one, with half the 95 % interval, in percentage points."""

    cost: float
    half: float
    markets: int
    worths: tuple[float, float]


class DamenrennenJudge:
    """The chance to win the game for every move; all hands that a view allows are summed up, markets are sampled."""

    judge: Final = Judge("champion", 3)
    unit: Final[Unit] = "percent"
    from_the_end: Final = False
    """Every race brings diamonds, and each of them makes a preparation longer to solve."""

    def __init__(self) -> None:
        """A champion that takes the time it needs, without markets that are tried by chance."""
        self.champion = Champion(mind=judge_mind())
        self.prep = Preparation()

    def ladder(self, seats: int) -> Mapping[str, float]:
        """By level, from games of each with itself."""
        del seats
        return LADDER

    def questions(self, view: View, legal: Sequence[int], move: int) -> tuple[Question, ...]:
        """Every choice but that of the card to lay: any order is as good as the next."""
        del view
        if len(legal) == 1 or kind_of(move) == LAY:
            return ()
        kind = KIND_NAMES[SWAP if kind_of(move) == DECLINE else kind_of(move)]
        return (Question(kind, legal, int(move)),)

    def judged(self, view: View, question: Question, seed: int) -> Judgement | None:
        """The chance that another move would have added."""
        worths = self.champion.worths(view, question.options, Random(seed))
        ranked = sorted(zip(question.options, worths, strict=True), key=lambda pair: (-pair[1], pair[0]))
        values = dict(ranked)
        rival, most = next((move, worth) for move, worth in ranked if move != question.played)
        if 100 * (most - values[question.played]) <= -OBVIOUS:
            return None
        found = self.compared(view, question, rival, (most, values[question.played]), seed)
        best = rival if found.cost > 0 else question.played
        lever = leverage(view)
        return Judgement(
            best=best,
            cost=found.cost,
            low=found.cost - found.half,
            high=found.cost + found.half,
            chance=found.cost * lever,
            chance_low=(found.cost - found.half) * lever,
            chance_high=(found.cost + found.half) * lever,
            worlds=found.markets,
            options=shown_options(values, question.played, rival, found.worths),
            reasons=searched_reasons(view, world_of(view)[1], best, question.options),
        )

    def compared(self, view: View, question: Question, rival: int, pair: tuple[float, float], seed: int) -> Comparison:
        """The best other move and the one that was made, whose chances by the net are a pair, as far as need be."""
        cost = 100 * (pair[0] - pair[1])
        if set(pair) <= {0.0, 1.0}:
            return Comparison(cost, 0.0, 0, pair)
        moves, passes = (rival, int(question.played)), Passes(self.champion.mind, self.champion.room, seed)
        if question.kind == KIND_NAMES[TAKE]:
            trial = DraftTrial(world_of(view)[1], int(view.seat or 0), moves, passes)
            return tried(trial, DRAFT_PASSES, cost, DRAFT_ERROR)
        half = NET_ERRORS[question.kind].half(cost) if by_ranks(rival) != by_ranks(int(question.played)) else 0.0
        if half == 0 or cost + half < THRESHOLDS[self.unit].inaccuracy:  # the net alone may acquit
            return Comparison(cost, half, 0, pair)
        prepared = PreparationTrial(view, question.options, moves, passes, self.prep)
        if not prepared.is_whole:
            return Comparison(cost, half, 0, pair)
        return tried(prepared, PREPARATION_PASSES, cost, PREPARATION_ERROR)

    def match_chances(self, view: View) -> Sequence[float]:
        """Each game is even."""
        own, other = (view.options.needed - wins for wins in view.standing.wins)
        chance = match_chance(own, other)
        return chance, 1.0 - chance

    def result(self, result: RoundResult, seat: Seat) -> float:
        """From even chances to a win, a loss or a draw."""
        return 100 * result.firsts[seat] - 50

    def luck(self, event: Chance, seat: Seat, seed: int) -> Luck:
        """What a deal, the meeting of cards or a tie-break brought."""
        return luck_of(event, seat, seed, self.champion.mind, self.champion.room)


def tried(trial: Trial, counts: Sequence[int], net_cost: float, error: NetError) -> Comparison:
    """What a trial says after enough passes; `net_cost` is what the net said before."""
    found = Comparison(net_cost, 0.0, 0, (0.0, 0.0))
    for count in counts:
        trial.extend(count)
        worths, costs = trial.worths, trial.costs
        cost = 100 * (worths[0] - worths[1])
        half = hypot(sampling_error(costs), error.half(cost - net_cost, stdev(costs))) if costs else 0.0
        found = Comparison(cost, half, trial.markets, worths)
        if half <= NARROW or is_settled(cost - half, cost + half, "percent"):
            break
    return found


def shown_options(
    values: Mapping[int, float], played: int, rival: int, worths: tuple[float, float]
) -> tuple[Option, ...]:
    """The best moves in percent, and the one that was made; others are as much worse than the rival as the net says."""
    known = {rival: worths[0], played: worths[1]}
    found = {move: known.get(move, max(0.0, worths[0] - values[rival] + value)) for move, value in values.items()}
    ranked = sorted(found, key=lambda move: (-found[move], move != rival, move))
    shown = ranked[:SHOWN] if played in ranked[:SHOWN] else [*ranked[: SHOWN - 1], played]
    return tuple(Option(move, 100 * found[move]) for move in shown)


def leverage(view: View) -> float:
    """How much of the chance to win the match hangs on this game (D10.1)."""
    seat = view.seat or 0
    needed = view.options.needed
    own, other = needed - view.standing.wins[seat], needed - view.standing.wins[1 - seat]
    return match_chance(own - 1, other) - match_chance(own, other - 1)


def match_chance(own: int, other: int) -> float:
    """The chance to win so many games before the other has won as many as she needs, where each is even."""
    if own == 0 or other == 0:
        return float(own == 0)
    return (match_chance(own - 1, other) + match_chance(own, other - 1)) / 2
