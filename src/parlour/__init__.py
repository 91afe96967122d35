"""A card parlour: games with complete rules, for people and for programs.

>>> import parlour
>>> table = parlour.Table(parlour.Haggis(players=2), seed=3)
>>> table.to_act()
(0,)
>>> table.legal(0)
<794 legal moves: 'bet 0', 'bet 15', 'bet 30', '2o', '2o J', '2o Q', … 788 more>
>>> table.say(0, "2o 3o 4o")
>>> table.say(1, "8o")
Traceback (most recent call last):
parlour.core.errors.IllegalMove: '8o' does not beat '2o 3o 4o' [H5.2]
>>> table.undo()
Event(actor=0, move=Move('2o 3o 4o'))

Everything here is loaded when it is first asked for.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

from parlour.core.kernel_loader import compiled

if TYPE_CHECKING:
    from parlour.bots.catalogue import make_bot
    from parlour.core.errors import (
        GameError,
        IllegalMove,
        LogError,
        LogVersionError,
        NotationError,
        OptionError,
    )
    from parlour.core.game import CHANCE, Game, Outcome, Reason, Refusal, RoundResult, Seat
    from parlour.core.log import write_log
    from parlour.core.table import Event, Table
    from parlour.games import damenrennen, haggis
    from parlour.games.catalogue import make_game
    from parlour.games.damenrennen import Damenrennen
    from parlour.games.haggis import Haggis
    from parlour.games.logs import read_log
    from parlour.review.reviewing import review

    __version__: str

__all__ = [
    "CHANCE",
    "Damenrennen",
    "Event",
    "Game",
    "GameError",
    "Haggis",
    "IllegalMove",
    "LogError",
    "LogVersionError",
    "NotationError",
    "OptionError",
    "Outcome",
    "Reason",
    "Refusal",
    "RoundResult",
    "Seat",
    "Table",
    "compiled",
    "damenrennen",
    "haggis",
    "make_bot",
    "make_game",
    "read_log",
    "review",
    "write_log",
]

HOMES: Final = {
    "parlour.bots.catalogue": ("make_bot",),
    "parlour.core.errors": (
        "GameError",
        "IllegalMove",
        "LogError",
        "LogVersionError",
        "NotationError",
        "OptionError",
    ),
    "parlour.core.game": ("CHANCE", "Game", "Outcome", "Reason", "Refusal", "RoundResult", "Seat"),
    "parlour.core.log": ("write_log",),
    "parlour.core.table": ("Event", "Table"),
    "parlour.games.catalogue": ("make_game",),
    "parlour.games.damenrennen": ("Damenrennen",),
    "parlour.games.haggis": ("Haggis",),
    "parlour.games.logs": ("read_log",),
}
MODULES: Final = {
    "damenrennen": "parlour.games.damenrennen",
    "haggis": "parlour.games.haggis",
    "review": "parlour.review",
}


def __getattr__(name: str) -> Any:  # noqa: ANN401 - whatever the name stands for
    if name == "__version__":
        return globals().setdefault(name, installed_version())
    for home, names in HOMES.items():
        if name in names:
            return globals().setdefault(name, getattr(import_module(home), name))
    if name in MODULES:
        return globals().setdefault(name, import_module(MODULES[name]))
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def installed_version() -> str:
    """The version that was installed, from its tag (script/version.py)."""
    metadata = import_module("importlib.metadata")  # takes longer than all else here
    try:
        return str(metadata.version(__name__))
    except metadata.PackageNotFoundError:
        return "unknown"


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
