"""A real server, what it answers and what it has stored."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import msgspec

from parlour.server.events import AnyEvent
from parlour.server.store import EVENT_DECODER
from tests.server.databases import Database, PostgresDatabase, SqliteDatabase
from tests.serving import PARLOUR, PATIENCE, QUICK, UNLIMITED, Server


class Reply(msgspec.Struct, frozen=True):
    """What an HTTP request brought."""

    status: int
    text: str
    cookie: str
    headers: dict[str, str]

    @property
    def json(self) -> Any:
        return msgspec.json.decode(self.text)


class Logged(msgspec.Struct, frozen=True):
    """A row of a table's log."""

    seq: int
    key: str
    event: AnyEvent


class ServerProcess(Server):
    """A server that is asked by HTTP, and whose log is read from its database."""

    def __init__(
        self,
        folder: Path,
        *options: str,
        data: Path | None = None,
        limits: tuple[str, ...] = UNLIMITED,
        postgres: str = "",
        command: Sequence[str] = PARLOUR,
        environment: Mapping[str, str] | None = None,
    ) -> None:
        """Take the address of a PostgreSQL database, or none for a file."""
        database = ("--database", postgres) if postgres else ()
        more = (*QUICK, *limits, *database, *options)
        super().__init__(folder, *more, data=data, command=command, environment=environment)
        self.database: Database = PostgresDatabase(postgres) if postgres else SqliteDatabase(self.data)

    def call(
        self, method: str, path: str, body: Any = None, cookie: str = "", headers: dict[str, str] | None = None
    ) -> Reply:
        """Ask for something by HTTP."""
        content = body if isinstance(body, bytes | None) else msgspec.json.encode(body)
        sent = {"Cookie": f"parlour={cookie}"} if cookie else {}
        request = Request(self.address + path, content, {**sent, **(headers or {})}, method=method)  # noqa: S310 - ours
        try:
            with urlopen(request, timeout=PATIENCE) as reply:  # noqa: S310 - our own server
                return read(reply)
        except HTTPError as error:
            with error:
                return read(error)

    def guest(self, name: str) -> str:
        """Come in as a guest; the cookie."""
        reply = self.call("POST", "/api/guests", {"name": name})
        assert reply.status == 201, reply
        return reply.cookie

    def open_table(self, cookie: str, **terms: Any) -> str:
        """Open a table; its name."""
        reply = self.call("POST", "/api/tables", terms, cookie)
        assert reply.status == 201, reply
        name: str = reply.json["table"]
        return name

    def events(self, table: str) -> list[Logged]:
        """Read a table's log as it is stored."""
        rows = self.database.entries(table)
        return [Logged(seq, key or "", EVENT_DECODER.decode(body)) for seq, key, body in rows]

    def children(self) -> set[int]:
        """The processes that the server has started."""
        return {int(path.parent.name) for path in Path("/proc").glob("[0-9]*/stat") if parent_of(path) == self.pid}

    def resident(self) -> int:
        """The memory that the server itself holds, in bytes."""
        found = re.search(r"VmRSS:\s+(\d+) kB", Path(f"/proc/{self.pid}/status").read_text())
        assert found is not None, f"no VmRSS of process {self.pid}"
        return int(found[1]) * 1024


def read(reply: Any) -> Reply:
    """Read an answer to its end."""
    cookie = re.search(r"parlour=([^;]*)", reply.headers.get("Set-Cookie") or "")
    return Reply(reply.status, reply.read().decode(), "" if cookie is None else cookie[1], dict(reply.headers))


def parent_of(stat: Path) -> int | None:
    """Whose child a process is; None where it has ended, even if nobody has asked how."""
    try:
        state, parent, *_ = stat.read_text().rpartition(")")[2].split()
    except (OSError, ValueError):
        return None
    return None if state == "Z" else int(parent)
