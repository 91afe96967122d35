"""Every game that the laws are tested on."""

from __future__ import annotations

from typing import Any, NamedTuple, Protocol

from parlour import laws
from parlour.core.game import Game
from parlour.games import damenrennen, haggis
from parlour.games.catalogue import make_game
from tests.damenrennen import law_support as damenrennen_support
from tests.haggis import law_support as haggis_support

AnyGame = Game[Any, Any, Any]


class Support(laws.Support, Protocol):
    """What a game's tests bring for the laws, and for comparing twins."""

    def kernel_answers(self, state: Any, seed: int) -> str: ...


class Case(NamedTuple):
    """A game under some options."""

    name: str
    game: AnyGame
    support: Support
    package: Any
    """What its package exports."""


CASES = [
    Case("haggis-2", make_game("haggis", {"target": 60}), haggis_support, haggis),
    Case("haggis-3", make_game("haggis", {"players": 3, "target": 60}), haggis_support, haggis),
    Case(
        "haggis-3-tournament",
        make_game("haggis", {"players": 3, "edition": "german", "tournament": True, "target": 60}),
        haggis_support,
        haggis,
    ),
    Case("damenrennen", make_game("damenrennen", {}), damenrennen_support, damenrennen),
    Case("damenrennen-3", make_game("damenrennen", {"best_of": 3}), damenrennen_support, damenrennen),
]
