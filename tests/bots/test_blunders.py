"""A good player who blunders now and then."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest

from parlour.bots.blunders import Blunders
from parlour.bots.bot import Advice, Candidate


class Always:
    """Plays one move."""

    def __init__(self, move: str) -> None:
        self.move = move

    def choose(self, view: object, legal: Sequence[str], rng: Random) -> str:
        del view, legal, rng
        return self.move

    def advise(self, view: object, legal: Sequence[str], rng: Random) -> Advice[str]:
        del view, legal, rng
        return Advice(self.move, (Candidate(self.move),))


@pytest.mark.parametrize(("share", "least", "most"), [(0.0, 0, 0), (0.25, 60, 140), (1.0, 400, 400)])
def test_a_share_of_the_decisions_is_the_weaker_bots(share: float, least: int, most: int) -> None:
    bot: Blunders[object, str] = Blunders(Always("good"), Always("bad"), share)

    chosen = [bot.choose(None, (), Random(seed)) for seed in range(400)]

    assert least <= chosen.count("bad") <= most
    assert chosen == [bot.advise(None, (), Random(seed)).move for seed in range(400)]
