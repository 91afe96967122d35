"""A real `parlour serve` in a process of its own, which can be killed and started again at the same address."""

from __future__ import annotations

import re
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, Final, Self
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import msgspec

from parlour.server.events import AnyEvent
from parlour.server.store import EVENT_DECODER

PATIENCE: Final = 60.0
ADDRESS: Final = re.compile(r"parlour is at (http://\S+)/ ")
UNLIMITED: Final = ("--messages", "1000000", "--requests", "1000000", "--per-address", "1000000")
QUICK: Final = ("--pace", "0", "--workers", "1")


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


class ServerProcess:
    """The server as its operator runs it."""

    def __init__(
        self, folder: Path, *options: str, data: Path | None = None, limits: tuple[str, ...] = UNLIMITED
    ) -> None:
        self.folder = folder
        self.data = data or folder / "data"
        self.options = (*QUICK, *limits, *options)
        self.address = ""
        self.port = 0
        self.starts = 0
        self.process: subprocess.Popen[bytes]

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()

    @property
    def log(self) -> Path:
        """Everything that the server said since it was last started."""
        return self.folder / f"serve-{self.starts}.log"

    @property
    def pid(self) -> int:
        return self.process.pid

    def said(self) -> str:
        """Read all that was said, in all its lives."""
        return "".join(path.read_text() for path in sorted(self.folder.glob("serve-*.log")))

    def launch(self) -> None:
        """Start the process and do not wait for it."""
        self.starts += 1
        command = [sys.executable, "-m", "parlour", "serve", "--port", str(self.port)]
        command += ["--data", str(self.data), *self.options]
        with self.log.open("wb") as out:
            self.process = subprocess.Popen(command, stdout=out, stderr=subprocess.STDOUT)

    def start(self) -> None:
        """Start, at the same address as before, and wait until the server answers."""
        self.launch()
        until = time.monotonic() + PATIENCE
        while (found := ADDRESS.search(self.log.read_text())) is None:
            assert self.process.poll() is None, self.log.read_text()
            assert time.monotonic() < until, self.log.read_text()
            time.sleep(0.02)
        self.address = found[1].replace("localhost", "127.0.0.1")
        self.port = int(self.address.rpartition(":")[2])

    def kill(self) -> None:
        """End the server as a power cut would: nothing of it runs on."""
        self.process.kill()
        self.process.wait()

    def stop(self) -> int:
        """Ask the server to end; its exit code."""
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(PATIENCE)

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
        """Read a table's log as it is on disk."""
        return events(self.data, table)

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


def events(data: Path, table: str) -> list[Logged]:
    """Read a table's log from the database of a folder."""
    connection = sqlite3.connect(f"file:{data / 'parlour.sqlite3'}?mode=ro", uri=True)
    rows = connection.execute(
        "SELECT seq, command, body FROM entry JOIN play_table ON entry.play_table = play_table.id"
        " WHERE name = ? ORDER BY seq",
        (table,),
    ).fetchall()
    connection.close()
    return [Logged(seq, key or "", EVENT_DECODER.decode(body)) for seq, key, body in rows]


def parent_of(stat: Path) -> int | None:
    """Whose child a process is; None where it has ended meanwhile."""
    try:
        return int(stat.read_text().rpartition(")")[2].split()[1])
    except (OSError, IndexError):
        return None
