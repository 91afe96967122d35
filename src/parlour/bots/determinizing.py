"""A search for any game: worlds that a view allows, played to the end of the round at random."""

from __future__ import annotations

from math import ceil, log2, sqrt
from random import Random
from time import monotonic
from typing import TYPE_CHECKING, Any, Final, Literal

from parlour.bots.bot import Advice, Candidate, shortfall
from parlour.bots.budget import Budget
from parlour.bots.reasons import ONLY_MOVE
from parlour.core.errors import OptionError
from parlour.core.game import CHANCE, Reason
from parlour.games.catalogue import KINDS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from parlour.core.game import Seat
    from parlour.games.catalogue import AnyGame

NODES: Final = 400
SHOWN: Final = 5
"""How many candidates an advice lists."""
FEWEST: Final = 4
"""Playouts that every move gets at least; a smaller budget tries a random sample of the moves."""


class Arm:
    """A move, and the sums over its playouts."""

    def __init__(self, move: Any, measure: Literal["points", "firsts"]) -> None:
        """`measure` is what counts."""
        self.move = move
        self.measure = measure
        self.playouts = 0
        self.points = 0.0
        self.firsts = 0.0
        self.squares = 0.0

    def add(self, points: float, first: float) -> None:
        self.playouts += 1
        self.points += points
        self.firsts += first
        self.squares += (points if self.measure == "points" else first) ** 2

    def merit(self) -> float:
        """The mean of what counts."""
        return (self.points if self.measure == "points" else self.firsts) / self.playouts

    def variance(self) -> float:
        """Of the merit."""
        return max(0.0, self.squares / self.playouts - self.merit() ** 2) / self.playouts

    def candidate(self, best: Arm) -> Candidate[Any]:
        """The means over the playouts, and the difference to the best beyond two standard errors."""
        noise = 2 * sqrt(self.variance() + best.variance())
        behind = None if self is best else shortfall(best.merit(), self.merit(), noise)
        points = self.points / self.playouts if self.measure == "points" else None
        return Candidate(self.move, points, self.firsts / self.playouts, behind)


class DeterminizingSearch:
    """Samples worlds that its view allows, tries the legal moves in each, and plays on at random.

    Sequential halving: all moves share the worlds and the random numbers, and after every phase the worse half is
    dropped. What counts is what the arena compares (`GameKind.measure`): points of the round over the mean of the
    others, or being first in it.

    It knows nothing of a game but the `Game` protocol, and serves any game whose views have two attributes: `seat`,
    who looks, and `options`, from which the rules are set up (a view without options is one of the default game).
    """

    def __init__(self, game: str, *, nodes: int = NODES, ms: float | None = None) -> None:
        """A budget of playouts a move, or of milliseconds a move, which depend on the machine."""
        if nodes < 1 or (ms is not None and ms <= 0):
            raise OptionError(f"a budget is nodes=1 or more, or ms above 0; got {nodes} and {ms}")
        self.kind = KINDS[game]
        self.budget = Budget(nodes, ms)

    def choose(self, view: Any, legal: Sequence[Any], rng: Random) -> Any:
        """The move that does best in playouts."""
        return self.advise(view, legal, rng).move

    def advise(self, view: Any, legal: Sequence[Any], rng: Random) -> Advice[Any]:
        """The same choice, with the means of the best moves."""
        if len(legal) == 1:
            return Advice(legal[0], (Candidate(legal[0]),), (ONLY_MOVE,))
        arms = [Arm(move, self.kind.measure) for move in self.tried(legal, rng)]
        worlds = self.halve(view, arms, rng)
        reason = Reason("sampled", {"moves": len(arms), "worlds": worlds})
        return Advice(arms[0].move, tuple(arm.candidate(arms[0]) for arm in arms[:SHOWN]), (reason,))

    def tried(self, legal: Sequence[Any], rng: Random) -> list[Any]:
        """All legal moves, or as many of them at random as the budget can tell apart."""
        most = max(2, self.budget.nodes // FEWEST)
        if self.budget.ms is not None or len(legal) <= most:
            return list(legal)
        return [legal[place] for place in sorted(rng.sample(range(len(legal)), most))]

    def halve(self, view: Any, arms: list[Arm], rng: Random) -> int:
        """Order arms by how they do, best first; the number of worlds that were sampled."""
        game = self.kind.rules(getattr(view, "options", None) or self.kind.options())
        began, worlds, playouts = monotonic(), 0, 0
        phases = ceil(log2(len(arms)))
        for phase in range(phases):
            alive = arms[: ceil(len(arms) / 2**phase)]
            budget = self.budget.share((phase + 1) / phases)
            first = True
            while first or budget.allows(playouts + len(alive), began):
                world, seed = game.determinize(view, rng), rng.getrandbits(64)
                for arm in alive:
                    arm.add(*self.play_out(game, game.apply(world, view.seat, arm.move), view.seat, Random(seed)))
                playouts, worlds, first = playouts + len(alive), worlds + 1, False
            arms[: len(alive)] = sorted(alive, key=Arm.merit, reverse=True)
        return worlds

    def play_out(self, game: AnyGame, state: Any, seat: Seat, rng: Random) -> tuple[float, float]:
        """A seat's points over the mean of the others, and its share of being first, after random play."""
        while (result := game.round_result(state)) is None and (actors := game.to_act(state)):
            actor = actors[0]
            if actor is CHANCE:
                move = game.deal(state, rng)
            else:
                legal = game.legal_moves(state, actor)
                move = legal[int(rng.random() * len(legal))]
            state = game.apply(state, actor, move)
        if result is not None:
            return lead(result.points, seat), result.firsts[seat]
        outcome = game.outcome(state)
        assert outcome is not None, "nobody is to act before the end of the match"
        return lead(outcome.points, seat), (seat in outcome.winners) / max(1, len(outcome.winners))


def lead(points: Sequence[float], seat: Seat) -> float:
    """A seat's points over the mean of the others."""
    return points[seat] - (sum(points) - points[seat]) / max(1, len(points) - 1)
