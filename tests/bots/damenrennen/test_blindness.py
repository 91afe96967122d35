"""Bots see their view and nothing else, and the same seed gives the same choice."""

from __future__ import annotations

from itertools import chain, islice
from random import Random

import pytest

from parlour.bots.bot import AnyBot
from parlour.bots.damenrennen.champion import Champion, solved
from parlour.bots.damenrennen.search import Search
from parlour.bots.damenrennen.sense import Sense
from tests.bots.damenrennen.games import GAME, decisions
from tests.damenrennen.law_support import shuffle_hidden


@pytest.mark.slow
@pytest.mark.parametrize(
    ("bot", "count", "apart"),
    [(Sense(), 500, 1), (Search(nodes=8), 500, 1), (Champion(nodes=8), 40, 12)],
    ids=["sense", "search", "champion"],
)
def test_hidden_cards_change_neither_choice_nor_advice(bot: AnyBot, count: int, apart: int) -> None:
    met = chain.from_iterable(decisions(seed, Sense()) for seed in range(60))
    positions = list(islice(met, 0, count * apart, apart))
    assert len(positions) == count
    moved = 0
    for number, (state, seat, legal) in enumerate(positions):
        other = shuffle_hidden(state, seat, Random(number))
        moved += other != state
        view, shuffled = GAME.view(state, seat), GAME.view(other, seat)

        advice = bot.advise(view, legal, Random(number))
        assert bot.choose(view, legal, Random(number)) == advice.move
        solved.cache_clear()

        assert bot.advise(shuffled, legal, Random(number)) == advice
        assert bot.choose(shuffled, legal, Random(number)) == advice.move
        assert advice.candidates[0].move == advice.move
        assert advice.move in legal
    assert moved > count // 2
