"""How each game's views are written for engines."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from parlour.core.registry import Registry
from parlour.engine.damenrennen import DamenrennenView
from parlour.engine.haggis import HaggisView
from parlour.engine.plain import PlainView, PlainWire

if TYPE_CHECKING:
    from collections.abc import Callable

    from parlour.engine.wire import AnyWire
    from parlour.games.catalogue import AnyGame

EngineView = HaggisView | DamenrennenView | PlainView

WIRES: Final[Registry[Callable[[AnyGame], AnyWire]]] = Registry(
    "parlour.engine",
    {
        "haggis": "parlour.engine.haggis:HaggisWire",
        "damenrennen": "parlour.engine.damenrennen:DamenrennenWire",
    },
    default=lambda _: PlainWire,
)


def make_wire(game: AnyGame) -> AnyWire:
    """The wire of a game; a game without one of its own is described in words."""
    return WIRES[game.name](game)
