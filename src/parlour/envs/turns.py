"""One turn after another: a game in the form that frameworks know, where one seat acts at a time.

* Where several seats choose at once, the lowest of them that has still to choose goes first. Its
  choice stays sealed: no view of another seat shows it before all have chosen.
* A seat moves only when the game waits for it. So a bet in Haggis is declared at one's own turns,
  before one's first card [ruling]: whoever would speak earlier can wait for her turn and then
  knows more; between others' turns a bet changes nothing but what they know.
* A match of Haggis may be cut down to its first round.

Payoffs add up to nothing: for a round one's points less the mean of the others', for a match 1 for
the winner and the same, shared, against the others.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from parlour.core.errors import OptionError
from parlour.games.catalogue import AnyGame, make_game

if TYPE_CHECKING:
    from collections.abc import Mapping

    from parlour.core.game import Seat


class Turns(msgspec.Struct, frozen=True):
    """A game, and how much of it is played."""

    game: AnyGame
    one_round: bool = False
    """Haggis: the end of the first round is the end."""

    def is_over(self, state: Any) -> bool:
        """Tell whether everything has been played."""
        if self.one_round:
            return self.game.round_result(state) is not None
        return not self.game.to_act(state)

    def actor(self, state: Any) -> Seat | None:
        """Name the seat whose turn it is; None where chance acts. Before the end only."""
        acting: Seat | None = self.game.to_act(state)[0]
        return acting

    def payoffs(self, state: Any) -> tuple[float, ...]:
        """Give what every seat has won, nothing before the end."""
        if not self.is_over(state):
            return (0.0,) * self.game.seats
        if self.one_round:
            return less_the_others(self.game.scores(state))
        outcome = self.game.outcome(state)
        assert outcome is not None
        lost = -1.0 / (self.game.seats - 1)
        return tuple(1.0 if seat in outcome.winners else lost for seat in range(self.game.seats))


def less_the_others(points: tuple[int, ...]) -> tuple[float, ...]:
    """Give everybody's points less the mean of the others'."""
    total, others = sum(points), len(points) - 1
    return tuple(mine - (total - mine) / others for mine in points)


def make_turns(name: str, options: Mapping[str, object]) -> Turns:
    """Set up a game; a target of 0 in Haggis, which is the default here, is one round."""
    if name != "haggis":
        return Turns(make_game(name, options))
    target = options.get("target", 0)
    if isinstance(target, bool) or not isinstance(target, int) or target < 0:
        raise OptionError(f"the target is a number of points, or 0 for one round, got {target!r}", "H8.1")
    named = {key: value for key, value in options.items() if key != "target"}
    if target == 0:
        return Turns(make_game(name, named), one_round=True)
    return Turns(make_game(name, named | {"target": target}))
