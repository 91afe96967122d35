"""The settings of a server; `parlour serve --help` describes each."""

from __future__ import annotations

import os
from pathlib import Path

import msgspec

from parlour.bots.catalogue import LEVELS
from parlour.paths import data_folder


class Engine(msgspec.Struct, frozen=True):
    """An engine that people may play against."""

    name: str
    """As it is shown, among the levels."""
    spec: str
    games: tuple[str, ...]


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """All that an operator decides."""

    host: str = "127.0.0.1"
    port: int = 8250
    data: Path = msgspec.field(default_factory=lambda: data_folder() / "server")
    database: str = ""
    """The address of a PostgreSQL database, postgresql://…; empty for the SQLite file in `data`."""
    node: str = ""
    """The name of this node, of several on one PostgreSQL database; empty for the only server."""
    node_address: str = "127.0.0.1:0"
    """Where this node listens for other nodes, and where they reach it; port 0 is any free one."""
    workers: int = max(1, (os.cpu_count() or 2) - 1)
    """Worker processes for bots, hints and replays."""
    think: float = 20.0
    """Seconds that a worker may take over one question; then it is killed, and a random move is made."""
    engines: tuple[Engine, ...] = ()
    """Engines that may sit at tables beside the levels."""
    pace: float = 0.7
    """Seconds between a bot's moves, so that people can follow."""
    grace: float = 60.0
    """Seconds after which a bot plays for a person who is away, while others wait for her."""
    idle: float = 300.0
    """Seconds after which a table that nobody has open leaves memory."""
    pause: float = 120.0
    """Seconds after which the next round is dealt although somebody is not ready."""
    origins: tuple[str, ...] = ()
    """Other origins that pages may come from, such as https://cards.example; the server's own is always allowed."""
    per_address: int = 64
    """Connections from one address."""
    messages: float = 30.0
    """Messages a second on one connection, on average."""
    requests: float = 20.0
    """HTTP requests a second from one address, on average."""
    new_per_address: int = 200
    """New people and tables from one address in a day."""
    tables_per_person: int = 100
    """Unfinished tables of one person."""
    reviews_per_person: int = 30
    """Matches of one person that are reviewed in a day."""
    name_words: Path | None = None
    """A file with more words that no name may have, one on a line."""
    disk: float = 10.0
    """Gigabytes of data above which nothing new is stored; matches that have begun go on."""
    unbegun: float = 7.0
    """Days after which a table whose match has not begun is deleted."""
    push_contact: str = ""
    """How the operators of push services reach whoever runs this server, such as mailto:you@cards.example."""
    push_services: tuple[str, ...] = ()
    """Addresses of other push services than those of the usual browsers."""
    behind_proxy: bool = False
    """Whether to trust a reverse proxy's X-Forwarded-For and X-Forwarded-Proto."""

    def levels(self, game: str) -> tuple[str, ...]:
        """What may sit in a seat of a game: the levels, and the engines that play it."""
        return (*LEVELS, *(engine.name for engine in self.engines if game in engine.games))
