"""Bots by spec: `uniform`, `sense`, `search:nodes=2000`, or `package.module:factory` for anybody's own.

A spec is a name, then perhaps a colon and settings `key=value` between commas. A name with a dot
is a module, and what follows the colon is a callable in it that takes the game's name.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

import msgspec

from parlour.bots.damenrennen import levels as damenrennen
from parlour.bots.haggis import bots as haggis
from parlour.bots.uniform import Uniform
from parlour.core.errors import GameError

if TYPE_CHECKING:
    from parlour.bots.bot import Bot


class BotError(GameError):
    """A bot that does not exist, or not for this game, or not with these settings."""


class BrokenBotError(BotError):
    """Somebody's own bot, whose factory was found and failed."""


class Entry(msgspec.Struct, frozen=True):
    """A bot that comes with parlour: how to make it, by game, and what it is."""

    about: str
    makers: dict[str, Callable[..., Any]]
    """By game; the settings of a spec arrive as keyword arguments."""


BOTS: Final[dict[str, Entry]] = {
    "uniform": Entry("every legal move as likely as the next", {"haggis": Uniform, "damenrennen": Uniform}),
    "sense": Entry("a hand-written judgement, at once", {"haggis": haggis.Sense, "damenrennen": damenrennen.Sense}),
    "search": Entry(
        "looks ahead; haggis: nodes=N playouts a move, or ms=N",
        {"haggis": haggis.Search, "damenrennen": damenrennen.Search},
    ),
    "beginner": Entry(
        "level 1: knows the rules and little more", {"haggis": haggis.beginner, "damenrennen": damenrennen.Drafter}
    ),
    "casual": Entry("level 2: has played now and then", {"haggis": haggis.casual, "damenrennen": damenrennen.casual}),
    "regular": Entry("level 3: plays with judgement", {"haggis": haggis.Sense, "damenrennen": damenrennen.Sense}),
    "strong": Entry("level 4: looks ahead a little", {"haggis": haggis.strong, "damenrennen": damenrennen.strong}),
    "master": Entry("level 5: the strongest", {"haggis": haggis.master, "damenrennen": damenrennen.Search}),
}
LEVELS: Final = ("beginner", "casual", "regular", "strong", "master")


def make_bot(spec: str, game: str) -> Bot:
    """Make the bot that a spec names, or raise BotError."""
    name, _, rest = spec.partition(":")
    if "." in name:
        return make_own(spec, name, rest, game)
    entry = BOTS.get(name)
    if entry is None:
        raise BotError(f"no bot is called {name!r}; there are {', '.join(BOTS)}, or package.module:factory")
    if game not in entry.makers:
        raise BotError(f"{name!r} does not play {game}")
    try:
        bot: Bot = entry.makers[game](**parse_settings(spec, rest))
    except TypeError as error:
        raise BotError(f"{spec!r}: {error}") from error
    return bot


def parse_settings(spec: str, text: str) -> dict[str, float]:
    """Read `key=value,key=value`; values are numbers."""
    settings: dict[str, float] = {}
    for part in text.split(",") if text else []:
        key, _, value = part.partition("=")
        try:
            number = float(value)
        except ValueError:
            raise BotError(f"{spec!r}: a setting is key=number, got {part!r}") from None
        settings[key.strip()] = int(number) if number.is_integer() else number
    return settings


def make_own(spec: str, module: str, factory: str, game: str) -> Bot:
    """Make somebody's own bot, or raise BotError where there is none and BrokenBotError where making it fails."""
    try:
        make = getattr(importlib.import_module(module), factory)
    except (Exception, SystemExit) as error:
        raise BotError(f"{spec!r}: {type(error).__name__}: {error}") from error
    try:
        bot: Bot = make(game)
    except (Exception, SystemExit) as error:
        raise BrokenBotError(f"{spec!r}: {type(error).__name__}: {error}") from error
    return bot
