"""What the arena must know of each game: when a round is over, and what it was worth."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

import msgspec

from parlour.games.haggis.position import decode_round

if TYPE_CHECKING:
    from parlour.games.damenrennen.state import State as DamenrennenState
    from parlour.games.haggis.state import State as HaggisState


class Score(msgspec.Struct, frozen=True):
    """A finished round of Haggis or game of Damenrennen, by seat."""

    points: tuple[float, ...]
    firsts: tuple[float, ...]
    """Who went out first, or won: 1 and 0, or halves."""


class Scoring(msgspec.Struct, frozen=True):
    """How to read one game."""

    ended: Callable[[Any], Score | None]
    """Gives the score of a state in which a round, or a game of several, has ended."""
    forfeit: float
    """The points of everybody else when a bot forfeits; its own are 0."""
    unit: str
    """What is played once a deal."""
    first: str
    """What it is to be first in it."""
    length: str
    """The option that says how long a match is."""


def ended_round(state: HaggisState) -> Score | None:
    """Score a round of Haggis (H7)."""
    played = state.round
    if played is None or not played.over:
        return None
    seats = range(len(state.standing.scores))
    first = decode_round(played).outs[0]
    return Score(tuple(float(sum(played.score(seat))) for seat in seats), tuple(float(seat == first) for seat in seats))


def ended_game(state: DamenrennenState) -> Score | None:
    """Score a game of Damenrennen: 1 for the winner, half for both in a draw (D7.4, D10.1)."""
    if not state.game.over:
        return None
    winner = state.game.winner
    shares = (0.5, 0.5) if winner is None else (float(winner == 0), float(winner == 1))
    return Score(shares, shares)


SCORINGS: Final[dict[str, Scoring]] = {
    "haggis": Scoring(ended_round, 60.0, "round", "out first", "target"),
    "damenrennen": Scoring(ended_game, 1.0, "game", "won", "best_of"),
}
