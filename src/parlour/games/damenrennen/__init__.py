"""Damenrennen, by Leon Hensler: races and a market, for two."""

from parlour.games.damenrennen.match import Damenrennen, Move
from parlour.games.damenrennen.notation import Deal, Draw
from parlour.games.damenrennen.options import Options
from parlour.games.damenrennen.state import State
from parlour.games.damenrennen.view import View

__all__ = ["Damenrennen", "Deal", "Draw", "Move", "Options", "State", "View"]
