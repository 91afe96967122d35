"""How each game is shown: its scene on the wire, and the staging that makes it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from parlour.core.registry import Registry
from parlour.scenes.damenrennen import DamenrennenScene
from parlour.scenes.haggis import HaggisScene
from parlour.scenes.plain import PlainScene, PlainStaging

if TYPE_CHECKING:
    from collections.abc import Callable

    from parlour.games.catalogue import AnyGame
    from parlour.scenes.scene import AnyStaging

Scene = HaggisScene | DamenrennenScene | PlainScene

STAGINGS: Final[Registry[Callable[[AnyGame], AnyStaging]]] = Registry(
    "parlour.scenes",
    {
        "haggis": "parlour.scenes.haggis:HaggisStaging",
        "damenrennen": "parlour.scenes.damenrennen:DamenrennenStaging",
    },
    default=lambda _: PlainStaging,
)


def make_staging(game: AnyGame) -> AnyStaging:
    """The staging of a game; a game without one of its own is shown in plain lines."""
    return STAGINGS[game.name](game)
