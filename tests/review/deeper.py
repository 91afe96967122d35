"""A second judgement of Damenrennen: other markets, and the value net speaks two races later, not one."""

from __future__ import annotations

from random import Random
from statistics import fmean

from parlour.bots.damenrennen.kernel.preparation import Preparation
from parlour.bots.damenrennen.kernel.prepared_play import improve_plays
from parlour.bots.damenrennen.kernel.value_net import Mind
from parlour.bots.damenrennen.search import world_of
from parlour.games.damenrennen.kernel.game import Game
from parlour.games.damenrennen.view import View
from parlour.review.damenrennen.drafts import DraftTrial
from parlour.review.damenrennen.kernel.open_race import drafted, take_shifted
from parlour.review.damenrennen.preparations import DECIDED, PreparationTrial
from parlour.review.damenrennen.races import STEPS, Leaf, Passes, deals, middle_worth, race_worth
from parlour.review.judging import Question

CHOOSING = 4
"""Passes that choose how a draft goes on, before others judge it."""
DRAFT_PASSES = 4
PREPARATION_PASSES = 3


class DeeperPasses(Passes):
    """Passes whose races are drafted by the net, and followed by another race each."""

    def extend(self, leaf: Leaf, count: int) -> None:
        while len(leaf.passes) < count:
            if leaf.game.over:
                leaf.passes.append(leaf.net)
                continue
            order = self.order(len(leaf.passes), leaf.game)
            later = list(order)
            Random(len(leaf.passes)).shuffle(later)
            worths = [self.deep_worth(race, later, at) for at, race in enumerate(deals(leaf.game, order))]
            leaf.passes.append(fmean(worths))
            leaf.markets += len(worths)

    def deep_worth(self, race: Game, later: list[int], at: int) -> float:
        """The chance of seat 0 to win where every verdict is worth what one race behind it brings."""
        shifts = [0.0] * 5
        for verdict in DECIDED:
            end = drafted(race, verdict, 0, 0, self.mind)
            if not end.over:
                races = list(deals(end, later))
                worth = race_worth(races[at % len(races)], self.mind, self.room)
                shifts[verdict] = worth - self.mind.win_chance(end)
        shifts[2] = (shifts[1] + shifts[3]) / 2
        take_shifted(race, self.room, self.mind, 0, [shifts])
        improve_plays(self.room, STEPS)
        return middle_worth(self.room)


def deeper_cost(view: View, question: Question, rival: int, mind: Mind, seed: int) -> float | None:
    """What the move played cost against another, in percent; None where the champion does not look at an exchange."""
    rooms = Preparation(), Preparation()
    moves = rival, question.played
    if question.kind == "take":
        seat, game = world_of(view)
        trial = DraftTrial(game, seat, moves, Passes(mind, rooms[0], seed))
        trial.extend(CHOOSING)
        ends = [Leaf(leaf.game, mind) for leaf in trial.ends]
        passes = DeeperPasses(mind, rooms[0], seed + 1)
        for leaf in ends:
            passes.extend(leaf, DRAFT_PASSES)
        return 100 * trial.sign * (ends[0].worth - ends[1].worth)
    prepared = PreparationTrial(view, question.options, moves, DeeperPasses(mind, rooms[0], seed), rooms[1])
    if not prepared.is_whole:
        return None
    prepared.extend(PREPARATION_PASSES)
    return 100 * (prepared.worths[0] - prepared.worths[1])
