"""Bots by spec: `uniform`, `sense`, `search:nodes=2000`, or `module:factory` for anybody's own.

A spec is a name, then perhaps a colon and settings `key=value` between commas. A name that is not
a bot's is a module, and what follows the colon is a callable in it that takes the game's name.
"""

from __future__ import annotations

import importlib
import importlib.util
import inspect
import sys
from typing import TYPE_CHECKING, Final

import msgspec

from parlour.bots.generic import Maker, generic_bots
from parlour.core.errors import GameError, OptionError
from parlour.core.registry import Registry
from parlour.games.catalogue import KINDS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from parlour.bots.bot import AnyBot

BOTS: Final[Registry[Mapping[str, Maker]]] = Registry(
    "parlour.bots",
    {
        "haggis": "parlour.bots.haggis:BOTS",
        "damenrennen": "parlour.bots.damenrennen:BOTS",
    },
    default=lambda _: {},
)
"""A game's own bots by name; they stand in for generic ones of the same name."""

LEVELS: Final = ("beginner", "casual", "regular", "strong", "master")
ABOUT: Final = {
    "uniform": "every legal move as likely as the next",
    "sense": "a hand-written judgement, at once",
    "search": "looks ahead; nodes=N, as the game counts them, or ms=N",
    "net": "has learnt by self-play; judges at once",
    "champion": "has learnt by self-play and looks ahead; nodes=N or ms=N",
    "beginner": "level 1, Mouse: takes whatever it sees, and plans nothing",
    "casual": "level 2, Hare: has a plan, and often forgets it",
    "regular": "level 3, Badger: plays with judgement, and wastes little",
    "strong": "level 4, Fox: looks ahead, though not always far enough",
    "master": "level 5, Owl: weighs every card, even those it cannot see",
}
"""What a name means in every game; other bots are described by the docstrings of their makers."""


class BotError(GameError):
    """A bot that does not exist, or not for this game, or not with these settings."""


class BrokenBotError(BotError):
    """Somebody's own bot, whose factory was found and failed."""


class Entry(msgspec.Struct, frozen=True):
    """A bot as `parlour bots` lists it."""

    about: str
    games: tuple[str, ...]


def bots_of(game: str) -> dict[str, Maker]:
    """The bots of a game by name, generic ones included; none for a game that does not exist."""
    return {**generic_bots(game), **BOTS[game]} if game in KINDS else {}


def listed_bots() -> dict[str, Entry]:
    """All bots of all games, those of every game first."""
    makers = {game: bots_of(game) for game in KINDS}
    names = dict.fromkeys([*ABOUT, *(name for bots in makers.values() for name in bots)])
    entries = {}
    for name in names:
        games = tuple(game for game, bots in makers.items() if name in bots)
        entries[name] = Entry(ABOUT.get(name) or described(makers[games[0]][name]), games)
    return entries


def described(maker: Maker) -> str:
    """The first line of a maker's docstring."""
    return (inspect.getdoc(maker) or "").partition("\n")[0]


def make_bot(spec: str, game: str) -> AnyBot:
    """The bot that a spec names, or BotError."""
    name, _, rest = spec.partition(":")
    if "." in name:
        return make_own(spec, name, rest, game)
    bots = bots_of(game)
    if name in bots:
        return make_known(spec, bots[name], rest)
    known = listed_bots()
    if name in known:
        raise BotError(f"{name!r} does not play {game}")
    if rest.isidentifier() and is_module(name):
        return make_own(spec, name, rest, game)
    names = [other for other in known if other in bots or not bots]
    raise BotError(f"no bot is called {name!r}; there are {', '.join(names)}, or module:factory for your own")


def make_known(spec: str, maker: Maker, settings: str) -> AnyBot:
    """A bot of the catalogue, or BotError where it does not have these settings; its own errors pass."""
    given = parse_settings(spec, settings)
    try:
        inspect.signature(maker).bind(**given)
    except TypeError as error:
        raise BotError(f"{spec!r}: {error}") from None
    try:
        bot: AnyBot = maker(**given)
    except OptionError as error:
        raise BotError(f"{spec!r}: {error}") from error
    return bot


def parse_settings(spec: str, text: str) -> dict[str, float]:
    """The settings in `key=value,key=value`; values are numbers."""
    settings: dict[str, float] = {}
    for part in text.split(",") if text else []:
        key, _, value = part.partition("=")
        try:
            number = float(value)
        except ValueError:
            raise BotError(f"{spec!r}: a setting is key=number, got {part!r}") from None
        settings[key.strip()] = int(number) if number.is_integer() else number
    return settings


def is_module(name: str) -> bool:
    """Whether a top-level module can be imported."""
    return name.isidentifier() and (name in sys.modules or importlib.util.find_spec(name) is not None)


def make_own(spec: str, module: str, factory: str, game: str) -> AnyBot:
    """Somebody's own bot; BotError where there is none, BrokenBotError where its factory fails."""
    try:
        make = getattr(importlib.import_module(module), factory)
    except (Exception, SystemExit) as error:
        raise BotError(f"{spec!r}: {type(error).__name__}: {error}") from error
    try:
        bot: AnyBot = make(game)
    except (Exception, SystemExit) as error:
        raise BrokenBotError(f"{spec!r}: {type(error).__name__}: {error}") from error
    return bot
