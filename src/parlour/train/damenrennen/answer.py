"""The player that a training against a fixed opponent makes: it knows how she plays, and answers that."""

from __future__ import annotations

from typing import TYPE_CHECKING

from parlour.bots.damenrennen.champion import Race, solved
from parlour.bots.damenrennen.kernel.answering import answered_draft, value_answers
from parlour.bots.damenrennen.kernel.value_net import Mind
from parlour.bots.damenrennen.prepared import prepared_moves
from parlour.bots.damenrennen.search import Search, world_of
from parlour.games.damenrennen.notation import TAKE, kind_of

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from parlour.games.damenrennen.view import View


class Answer(Search):
    """Prepares and drafts best against a champion with a fixed net, by a net that has learnt to answer her."""

    def __init__(self, mind: Mind, fixed: Mind) -> None:
        """A net for each seat: both have the same weights."""
        super().__init__(mind=mind)
        self.fixed = fixed
        self.minds = [Mind(mind.weights(), large=True) for _ in range(2)]
        for seat in range(2):
            self.minds[seat].answer_as(seat)

    def worths(self, view: View, legal: Sequence[int], rng: Random) -> list[float]:
        """The chance to win the game against her with each move; not for cards to lay."""
        del rng
        seat, game = world_of(view)
        if kind_of(legal[0]) == TAKE:
            found = [answered_draft(game.after(seat, move), self.fixed, self.minds[seat]) for move in legal]
            return [1.0 - worth for worth in found] if seat else found
        race = Race(view)
        prep = solved(race, self.fixed)
        value_answers(prep, race.game, self.fixed, self.minds[seat])
        found = prepared_moves(prep, view, legal)[1]
        value_answers(prep, race.game, self.fixed, self.fixed)  # the solution is kept for the champion, too
        return found
