"""The games by name: the one place that knows them all."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

import msgspec

from parlour.core.errors import OptionError
from parlour.core.game import Game
from parlour.games import damenrennen, haggis

if TYPE_CHECKING:
    from collections.abc import Mapping

AnyGame = Game[Any, Any, Any]


class Kind(msgspec.Struct, frozen=True):
    """How to make a game: the type of its options, and the rules under given ones."""

    options: type[msgspec.Struct]
    rules: Callable[[Any], AnyGame]


KINDS: Final[dict[str, Kind]] = {
    "haggis": Kind(haggis.Options, haggis.Haggis),
    "damenrennen": Kind(damenrennen.Options, damenrennen.Damenrennen),
}


def make_game(name: str, options: Mapping[str, object]) -> AnyGame:
    """Set up a game, or raise OptionError that names what is wrong."""
    kind = KINDS.get(name)
    if kind is None:
        raise OptionError(f"no game is called {name!r}; there are {', '.join(KINDS)}")
    try:
        return kind.rules(msgspec.convert(dict(options), kind.options))
    except msgspec.ValidationError as error:
        if isinstance(error.__cause__, OptionError):
            raise error.__cause__ from error
        raise OptionError(f"{name}: {error}, got {dict(options)!r}") from error
