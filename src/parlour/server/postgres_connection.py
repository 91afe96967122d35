"""Connections to PostgreSQL: what a database must be like to be used, and its errors under stable codes."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Final

import asyncpg
import msgspec

from parlour.server.errors import ConflictError, StoreError
from parlour.server.postgres_schema import SCHEMA, migrate
from parlour.server.store_address import place_of

if TYPE_CHECKING:
    from collections.abc import Mapping

CONNECT_SECONDS: Final = 10.0
LOCK_SECONDS: Final = 15
"""How long a start waits for another server to end: longer than one that vanished from the network keeps the lock."""
SERVER_LOCK: Final = 0x7061726C6F7572
"""The advisory lock of the one server that uses the database."""
SETTINGS: Final[Mapping[str, str]] = {
    "application_name": "parlour",
    "search_path": SCHEMA,
    "default_transaction_isolation": "read committed",
    "idle_in_transaction_session_timeout": "30s",
    "tcp_keepalives_idle": "5",
    "tcp_keepalives_interval": "2",
    "tcp_keepalives_count": "3",
}
"""For our sessions; a server that has vanished from the network keeps its lock for eleven seconds."""
DURABLE: Final = {
    "synchronous_commit": "a move would be acknowledged before it is on disk, and a crash would lose it",
    "fsync": "a crash of its machine would destroy the database",
}
"""Settings that must not be off, and what would happen."""
LOST: Final = (
    OSError,
    asyncpg.PostgresConnectionError,
    asyncpg.AdminShutdownError,
    asyncpg.CrashShutdownError,
    asyncpg.CannotConnectNowError,
    asyncpg.TooManyConnectionsError,
    asyncpg.ReadOnlySQLTransactionError,
    asyncpg.IdleInTransactionSessionTimeoutError,
)
"""Errors after which only another connection can help; time-outs are OSErrors."""


def is_lost(connection: asyncpg.Connection, error: Exception) -> bool:
    """Whether an error means that the connection is of no more use."""
    return isinstance(error, LOST) or connection.is_closed()


async def connect(address: str) -> asyncpg.Connection:
    """Connect; StoreError where that cannot be."""
    try:
        return await asyncpg.connect(address, timeout=CONNECT_SECONDS, server_settings=dict(SETTINGS))
    except (OSError, TimeoutError, ValueError, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
        raise connect_error(error, place_of(address)) from error


async def open_connection(address: str, node: str = "") -> asyncpg.Connection:
    """Connect, lock the database against other servers, and migrate it; StoreError where that cannot be.

    Nodes let each other in, but no second one of the same name.
    """
    place = place_of(address)
    connection = await connect(address)
    try:
        await check_durable(connection, place)
        await lock(connection, place, node)
        await migrate(connection, place)
    except BaseException as error:
        connection.terminate()
        if isinstance(error, asyncpg.PostgresError | OSError | asyncpg.InterfaceError):
            raise connect_error(error, place) from error
        raise
    return connection


async def check_durable(connection: asyncpg.Connection, place: str) -> None:
    """StoreError where the database would forget what it has committed."""
    for name, danger in DURABLE.items():
        if await connection.fetchval("SELECT current_setting($1)", name) == "off":
            reason = f"{place} has {name} = off: {danger}; turn it on"
            raise StoreError("store/broken", reason)


async def lock(connection: asyncpg.Connection, place: str, node: str) -> None:
    """Take the lock of the one server, or share it and take that of a node's name.

    The database gives them back when the connection ends, however it ends.
    """
    busy = f"another server uses {place}"
    try:
        async with connection.transaction():
            await connection.execute(f"SET LOCAL lock_timeout = '{LOCK_SECONDS}s'")
            if not node:
                await connection.execute("SELECT pg_advisory_lock($1)", SERVER_LOCK)
                return
            busy = f"a server without --node uses {place}"
            await connection.execute("SELECT pg_advisory_lock_shared($1)", SERVER_LOCK)
            busy = f"another node of {place} is called {node!r}; choose another name: --node NAME"
            await connection.execute("SELECT pg_advisory_lock($1)", node_lock(node))
    except asyncpg.LockNotAvailableError as error:
        raise StoreError("store/busy", busy, parameters={"folder": place}) from error


def node_lock(node: str) -> int:
    """The advisory lock of the one node with a name."""
    digest = hashlib.sha256(f"parlour node {node}".encode()).digest()
    return int.from_bytes(digest[:8], "big", signed=True)


def connect_error(error: Exception, place: str) -> StoreError:
    """Why there is no connection."""
    text = str(error) or type(error).__name__
    code = "store/broken"
    match error:
        case ValueError():
            reason = f"this is no address of a database: {text}"
        case asyncpg.InvalidCatalogNameError():
            reason = f"there is no such database: {text}; create it: createdb NAME"
        case asyncpg.InvalidAuthorizationSpecificationError():
            reason = f"{place} does not let us in: {text}"
        case asyncpg.InsufficientPrivilegeError():
            reason = f"{place} lets us create nothing: {text}"
        case asyncpg.DuplicateTableError() | asyncpg.UndefinedTableError():
            reason = f"{place} has a schema {SCHEMA!r} that is not ours: {text}"
        case TimeoutError():
            code, reason = "store/busy", f"{place} does not answer within {CONNECT_SECONDS:g} seconds"
        case asyncpg.InterfaceError():
            code, reason = "store/busy", f"{place} cannot be reached: {text}"
        case _ if isinstance(error, LOST):
            code, reason = "store/busy", f"{place} cannot be reached: {text}"
        case _:
            return store_error(error)
    return StoreError(code, reason)


def store_error(error: Exception) -> StoreError:
    """An error of the database under a stable code."""
    text = str(error) or type(error).__name__
    match error:
        case StoreError():
            return error
        case asyncpg.IntegrityConstraintViolationError():
            return ConflictError("store/conflict", text)
        case asyncpg.DiskFullError():
            return StoreError("store/full", "the disk is full")
        case msgspec.MsgspecError() | asyncpg.DataCorruptedError() | asyncpg.IndexCorruptedError():
            return StoreError("store/corrupt", f"the database is damaged: {text}", parameters={"error": text})
        case _:
            return StoreError("store/broken", text)


def searchable(text: str) -> str:
    """A text from outside as PostgreSQL can compare it: its texts have no NUL."""
    return text.replace("\0", "\ufffd")
