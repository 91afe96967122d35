"""Damenrennen, by Leon Hensler: races and a market, for two."""

from typing import Final

from parlour.games.catalogue import GameKind
from parlour.games.damenrennen.match import AnyMove, Damenrennen
from parlour.games.damenrennen.notation import Deal, Draw, Move
from parlour.games.damenrennen.options import MOST_GAMES, Options
from parlour.games.damenrennen.refusals import REFUSALS
from parlour.games.damenrennen.state import State
from parlour.games.damenrennen.view import View

__all__ = ["KIND", "REFUSALS", "AnyMove", "Damenrennen", "Deal", "Draw", "Move", "Options", "State", "View"]

KIND: Final = GameKind(
    options=Options,
    rules=Damenrennen,
    title="Damenrennen",
    unit="game",
    first="won",
    length="best_of",
    measure="firsts",
    endless={"best_of": MOST_GAMES},
    examples={
        "explain": "Ah Kc 9s | 10h 10c Qd",
        "perft": "market 9c 9c Jc Jc; hands 9s Js Qd | 10h Ah Kd",
    },
)
