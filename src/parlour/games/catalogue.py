"""The games by name: those that come with parlour, and those of installed packages."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, Literal

import msgspec

from parlour.core.errors import OptionError
from parlour.core.game import Game
from parlour.core.options import read_options
from parlour.core.registry import Registry

AnyGame = Game[Any, Any, Any]


class GameKind(msgspec.Struct, frozen=True, kw_only=True):
    """A game's entry in the catalogue: how to set it up, and what its parts are called."""

    options: type[msgspec.Struct]
    rules: Callable[[Any], AnyGame]
    title: str
    """Its name, as it is written in a sentence."""
    unit: str = "round"
    """What is played once a deal, and has a RoundResult."""
    first: str = "won"
    """What it is to be first in a round."""
    length: str | None = None
    """The option that says how long a match is."""
    measure: Literal["points", "firsts"] = "points"
    """What of a RoundResult the arena compares."""
    forfeit: float = 1.0
    """The points of everybody else in a round that somebody forfeits."""
    independent_deals: bool = False
    """Whether a deal is the same cards whatever was played before, so that several tables can play the same deals."""
    endless: dict[str, Any] = {}
    """The options of a match that no score ends, but a number of deals that was agreed on."""
    tournament: dict[str, Any] = {}
    """The options that tournaments always play with."""
    examples: dict[str, str] = {}
    """What the help of a command shows as its argument: a text for `explain`, a position for `perft`."""
    earlier: Mapping[int, GameKind] = {}
    """By version, the rules of before under which matches that began with them are still played."""


KINDS: Final[Registry[GameKind]] = Registry(
    "parlour.games",
    {
        "haggis": "parlour.games.haggis:KIND",
        "damenrennen": "parlour.games.damenrennen:KIND",
    },
)


def make_game(name: str, options: Mapping[str, object], version: int | None = None) -> AnyGame:
    """A game under some options, or OptionError that names what is wrong.

    If the game still has the rules of the given version it is those, else the latest: compare its `version`.
    """
    kind = KINDS.get(name)
    if kind is None:
        raise OptionError(f"no game is called {name!r}; there are {', '.join(KINDS)}")
    if version is not None:
        kind = kind.earlier.get(version, kind)
    return kind.rules(read_options(kind.options, options, name))
