"""Games as frameworks know them: one seat acts at a time.

* Where several seats choose at once, the lowest of them that has still to choose goes first. Its
  choice stays sealed: no view of another seat shows it before all have chosen.
* A seat moves only when the game waits for it. What a game allows out of turn is done at one's own
  turn (ADR 7).
* A match may be cut down to its first round: its length is 0 then.

Payoffs add up to 0. A round pays what the arena compares (points, or who was first) less the mean
of the others'; a match pays 1 to the winner, and the others share the loss.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic, TypeVar

import msgspec

from parlour.envs.catalogue import env_kind
from parlour.games.catalogue import KINDS, AnyGame, make_game

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from parlour.core.game import Actor


AnyGame_co = TypeVar("AnyGame_co", bound=AnyGame, covariant=True)


class Turns(msgspec.Struct, Generic[AnyGame_co], frozen=True):
    """A game, and how much of it is played."""

    game: AnyGame_co
    one_round: bool = False
    """Whether the end of the first round is the end."""

    def is_over(self, state: Any) -> bool:
        """Whether everything has been played."""
        if self.one_round:
            return self.game.round_result(state) is not None
        return not self.game.to_act(state)

    def actor(self, state: Any) -> Actor:
        """Whose turn it is, or CHANCE; before the end only."""
        acting: Actor = self.game.to_act(state)[0]
        return acting

    def payoffs(self, state: Any) -> tuple[float, ...]:
        """What every seat has won, nothing before the end."""
        if not self.is_over(state):
            return (0.0,) * self.game.seats
        if self.one_round:
            result = self.game.round_result(state)
            assert result is not None
            return less_the_others(result.points if KINDS[self.game.name].measure == "points" else result.firsts)
        outcome = self.game.outcome(state)
        assert outcome is not None
        return less_the_others(
            [(seat in outcome.winners) / max(1, len(outcome.winners)) for seat in range(self.game.seats)]
        )


def less_the_others(points: Sequence[float]) -> tuple[float, ...]:
    """Everybody's points less the mean of the others'."""
    total, others = sum(points), len(points) - 1
    return tuple(mine - (total - mine) / others for mine in points)


def make_turns(name: str, options: Mapping[str, object]) -> Turns[AnyGame]:
    """Set up a game, or raise OptionError; a length of 0 (`GameKind.length`) is one round."""
    length, default = (KINDS[name].length, env_kind(name).length) if name in KINDS else (None, None)
    given = dict(options)
    if length is not None and default is not None:
        given.setdefault(length, default)
    if length is not None and type(given.get(length)) is int and given[length] == 0:
        del given[length]
        return Turns(make_game(name, given), one_round=True)
    return Turns(make_game(name, given))


def check_keywords(name: str, keywords: Mapping[str, object]) -> None:
    """Raise TypeError, as Python does, for a keyword argument that is no option of a game."""
    known = {field.name for field in msgspec.structs.fields(KINDS[name].options)} if name in KINDS else keywords
    for keyword in keywords:
        if keyword not in known:
            raise TypeError(f"{name} got an unexpected keyword argument {keyword!r}")
