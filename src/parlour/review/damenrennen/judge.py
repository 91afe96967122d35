"""Judges Damenrennen by the champion, which solves its stages; what the value net adds is an estimate."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Final

from parlour.bots.damenrennen.champion import Champion
from parlour.bots.damenrennen.search import world_of
from parlour.bots.damenrennen.searched_reasons import searched_reasons
from parlour.games.damenrennen.notation import DECLINE, KIND_NAMES, LAY, SWAP, kind_of
from parlour.review.damenrennen.luck import luck_of
from parlour.review.judging import Judgement, Option, Question
from parlour.review.verdict import Judge

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from parlour.core.game import RoundResult, Seat
    from parlour.games.damenrennen import View
    from parlour.review.judging import Chance, Luck
    from parlour.review.verdict import Unit

HALF_WIDTH: Final = 1.0
"""Half the 95 % interval of a cost, in percentage points, where the value net is part of it."""
OBVIOUS: Final = 20.0
"""A move that is so many percentage points better than all others is not counted."""
SHOWN: Final = 6
LADDER: Final = {"beginner": 3.03, "casual": 2.29, "regular": 1.67, "strong": 0.86, "master": 0.0}


class DamenrennenJudge:
    """The chance to win the game for every move; no worlds are sampled, all that a view allows are summed up."""

    judge: Final = Judge("champion", 2)
    unit: Final[Unit] = "percent"

    def __init__(self) -> None:
        """A champion that takes the time it needs, without markets that are tried by chance."""
        self.champion = Champion()

    def ladder(self, seats: int) -> Mapping[str, float]:
        """By level, from 200 games of each with itself, twenty decisions of each."""
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
        cost = 100 * (most - values[question.played])
        if cost <= -OBVIOUS:
            return None
        best = rival if cost > 0 else question.played
        certain = {most, values[question.played]} <= {0.0, 1.0}
        half = 0.0 if certain or cost == 0 else HALF_WIDTH
        _, game = world_of(view)
        lever = leverage(view)
        shown = (
            ranked[:SHOWN]
            if question.played in dict(ranked[:SHOWN])
            else [*ranked[: SHOWN - 1], *played_of(ranked, question)]
        )
        return Judgement(
            best=best,
            cost=cost,
            low=cost - half,
            high=cost + half,
            chance=cost * lever,
            chance_low=(cost - half) * lever,
            chance_high=(cost + half) * lever,
            worlds=0,
            options=tuple(Option(move, 100 * worth) for move, worth in shown),
            reasons=searched_reasons(view, game, best, question.options),
        )

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


def played_of(ranked: Sequence[tuple[int, float]], question: Question) -> list[tuple[int, float]]:
    """The move that was made, with its worth."""
    return [pair for pair in ranked if pair[0] == question.played]


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
