"""The games in OpenSpiel: importing this registers `parlour_haggis` and `parlour_damenrennen`."""

from parlour.envs.extras import need

need("pyspiel")

import pyspiel

from parlour.envs.spiel.game import DAMENRENNEN, HAGGIS, DamenrennenGame, HaggisGame

__all__ = ["DamenrennenGame", "HaggisGame"]

pyspiel.register_game(HAGGIS, HaggisGame)
pyspiel.register_game(DAMENRENNEN, DamenrennenGame)
