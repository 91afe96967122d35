"""Haggis, by Sean Ross: a climbing game for two or three."""

from parlour.games.haggis.match import Haggis, Move
from parlour.games.haggis.notation import Deal
from parlour.games.haggis.options import Options
from parlour.games.haggis.state import State
from parlour.games.haggis.view import View

__all__ = ["Deal", "Haggis", "Move", "Options", "State", "View"]
