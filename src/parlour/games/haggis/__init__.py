"""Haggis, by Sean Ross: a climbing game for two or three."""

from typing import Final

from parlour.games.catalogue import GameKind
from parlour.games.haggis.match import AnyMove, Haggis
from parlour.games.haggis.notation import Deal, Move
from parlour.games.haggis.options import HIGHEST_TARGET, Options
from parlour.games.haggis.refusals import REFUSALS
from parlour.games.haggis.state import State
from parlour.games.haggis.view import View

__all__ = ["KIND", "REFUSALS", "AnyMove", "Deal", "Haggis", "Move", "Options", "State", "View"]

KIND: Final = GameKind(
    options=Options,
    rules=Haggis,
    title="Haggis",
    unit="round",
    first="out first",
    length="target",
    forfeit=60.0,
    independent_deals=True,
    endless={"target": HIGHEST_TARGET},
    tournament={"tournament": True},
    examples={"explain": "5r J Q", "perft": "hands 2r J | 3g Q"},
)
