"""The games in OpenSpiel: importing this registers `parlour_<game>` for every game that has traits for it."""

from parlour.envs.extras import need

need("pyspiel")

from parlour.envs.spiel.game import Game, register_all

__all__ = ["Game"]

register_all()
