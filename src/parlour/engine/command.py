"""What a spec says of an engine.

engine:./fox --depth 3                  a command, with quotes as in a shell
engine:ms=800 style=bold ./fox          a budget (ms, nodes) and the engine's own options before the command
engine:ws://localhost:9000              an engine that runs elsewhere
"""

from __future__ import annotations

import re
import shlex
import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Final

import msgspec

from parlour.bots.catalogue import BotError
from parlour.engine.messages import Budget
from parlour.engine.process import EngineProcess
from parlour.extras import load_extra

if TYPE_CHECKING:
    from parlour.engine.connection import Connection

SCHEME: Final = "engine:"
SETTING: Final = re.compile(r"([a-z][a-z0-9_-]*)=(.*)", re.DOTALL)
ADDRESS: Final = re.compile(r"wss?://\S+")
BUDGETS: Final = ("ms", "nodes")


class Command(msgspec.Struct, frozen=True):
    """How to reach an engine, and what to tell it."""

    words: tuple[str, ...]
    """The command and its arguments, or one address."""
    budget: Budget = Budget()
    options: tuple[tuple[str, str], ...] = ()
    """The engine's own, by name."""

    def connect(self) -> Connection:
        """Start the engine, or connect to one that runs elsewhere; or EngineError."""
        if ADDRESS.fullmatch(self.words[0]):
            socket: Connection = load_extra("parlour.engine.websocket", "server").EngineSocket(self.words[0])
            return socket
        return EngineProcess(self.words)


def parse_command(text: str) -> Command:
    """The command of a spec without its scheme, or BotError."""
    try:
        words = shlex.split(text)
    except ValueError as error:
        raise BotError(f"engine {text!r}: {str(error).lower()}") from error
    settings: dict[str, str] = {}
    while words and (setting := SETTING.fullmatch(words[0])):
        settings[setting[1]] = setting[2]
        del words[0]
    if not words:
        raise BotError(f"engine {text!r}: name a command, or ws://HOST:PORT")
    if not ADDRESS.fullmatch(words[0]) and shutil.which(words[0]) is None:
        why = "is not executable" if Path(words[0]).exists() else "is not found"
        raise BotError(f"engine {text!r}: {words[0]!r} {why}")
    budget = {name: parse_budget(text, name, settings.pop(name)) for name in BUDGETS if name in settings}
    return Command(tuple(words), Budget(**budget), tuple(settings.items()))


def parse_budget(text: str, name: str, number: str) -> int:
    """A part of a budget, or BotError."""
    if not re.fullmatch("[1-9][0-9]{0,8}", number):
        raise BotError(f"engine {text!r}: {name} is a number from 1 to 999999999, got {number!r}")
    return int(number)
