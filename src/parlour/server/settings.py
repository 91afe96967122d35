"""How a server is run; `parlour serve --help` describes every setting."""

from __future__ import annotations

import os
from pathlib import Path

import msgspec

from parlour.paths import data_folder


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """All that an operator decides."""

    host: str = "127.0.0.1"
    port: int = 8250
    data: Path = msgspec.field(default_factory=lambda: data_folder() / "server")
    workers: int = max(1, (os.cpu_count() or 2) - 1)
    """Processes that bots think in."""
    pace: float = 0.7
    """Seconds between a bot's moves, so that people can follow."""
    grace: float = 60.0
    """Seconds after which a bot sits in for a person who is away, while others wait for her."""
    idle: float = 300.0
    """Seconds after which a table that nobody looks at leaves memory."""
    pause: float = 120.0
    """Seconds after which the next round is dealt though somebody has not said that she is ready."""
    origins: tuple[str, ...] = ()
    """Other addresses that pages may come from, such as https://cards.example; the server's own always may."""
    per_address: int = 64
    """Connections from one address."""
    messages: float = 30.0
    """Messages a second on one connection, in the long run."""
    requests: float = 20.0
    """HTTP requests a second from one address, in the long run."""
    behind_proxy: bool = False
    """Whether a reverse proxy says whom it speaks for (X-Forwarded-For, X-Forwarded-Proto)."""
