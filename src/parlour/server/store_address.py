"""Which database a server uses: the SQLite file in its data folder, or PostgreSQL at an address."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final
from urllib.parse import parse_qs, urlsplit

from parlour.core.errors import OptionError
from parlour.extras import load_extra
from parlour.server.errors import StoreError
from parlour.server.sqlite import SqliteStore

if TYPE_CHECKING:
    from collections.abc import Callable

    from parlour.server.settings import Settings
    from parlour.server.store import Store

SCHEMES: Final = ("postgresql", "postgres")


def store_of(settings: Settings) -> Callable[[], Store]:
    """What opens the store on the event loop; OptionError where it cannot be used."""
    if settings.database:
        return postgres_of(settings)
    try:
        store = SqliteStore(settings.data)
    except StoreError as error:
        raise OptionError(f"{settings.data}: {error.reason} [{error.code}]") from error
    return lambda: store


def postgres_of(settings: Settings) -> Callable[[], Store]:
    """What opens the store on PostgreSQL; the data folder keeps only the keys for push messages."""
    check_address(settings.database, "--database")
    postgres = load_extra("parlour.server.postgres", "postgres")
    try:
        asyncio.run(postgres.prepare(settings.database, settings.node))
    except StoreError as error:
        raise OptionError(f"{error.reason} [{error.code}]") from error
    settings.data.mkdir(parents=True, exist_ok=True)
    return lambda: postgres.PostgresStore(settings.database, settings.node)


def share_secret(settings: Settings, name: str, made: str) -> str:
    """A secret that all nodes share: that of the first one, or OptionError."""
    postgres = load_extra("parlour.server.postgres_nodes", "postgres")
    try:
        secret: str = asyncio.run(postgres.share_secret(settings.database, name, made))
    except StoreError as error:
        raise OptionError(f"{error.reason} [{error.code}]") from error
    return secret


def check_address(address: str, what: str) -> None:
    """OptionError where an address is of no database that we know; it may hold a password, so it is not repeated."""
    try:
        scheme = urlsplit(address).scheme
    except ValueError as error:
        raise OptionError(f"{what} cannot be read: {error}") from error
    if scheme not in SCHEMES:
        raise OptionError(f"{what} is postgresql://USER:PASSWORD@HOST/NAME, got one that begins with {scheme!r}")


def place_of(address: str) -> str:
    """An address as it may be shown: without a user's name and password."""
    parts = urlsplit(address)
    host = parts.netloc.rpartition("@")[2] or ",".join(parse_qs(parts.query).get("host", ()))
    return f"postgresql://{host}{parts.path}"
