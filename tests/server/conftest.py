"""Servers for the tests: one for all that only need a server, one of its own for those that do things to it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.server.databases import Database, PostgresDatabase, SqliteDatabase
from tests.server.postgres_server import MISSING, PostgresServer, is_installed, postgres_server
from tests.server.server_process import ServerProcess

Launch = Callable[..., ServerProcess]


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """One server for the tests of a module; it must end without an error."""
    with ServerProcess(tmp_path_factory.mktemp("server")) as server:
        yield server
        code = server.stop()
        assert code == 0, (code, server.said())
        assert "Traceback" not in server.said(), server.said()


@pytest.fixture
def launch(tmp_path: Path) -> Iterator[Launch]:
    """Start servers with options of their own."""
    with ExitStack() as stack:
        yield lambda *options, **more: stack.enter_context(ServerProcess(tmp_path, *options, **more))


Postgres = Callable[[str], PostgresServer]


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A PostgreSQL server of a version, started when it is first asked for; skips where it is not installed."""
    running: dict[str, PostgresServer] = {}
    with ExitStack() as stack:

        def server(version: str) -> PostgresServer:
            if not is_installed(version):
                pytest.skip(MISSING[version])
            if version not in running:
                running[version] = stack.enter_context(postgres_server(version))
            return running[version]

        yield server


@pytest.fixture(
    params=[
        "sqlite",
        pytest.param("postgres-16", marks=pytest.mark.server),
        pytest.param("postgres-15", marks=pytest.mark.server),
    ]
)
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Database]:
    """An empty database of every kind."""
    kind: str = request.param
    if kind == "sqlite":
        yield SqliteDatabase(tmp_path / "data")
        return
    postgres: Postgres = request.getfixturevalue("postgres")
    server = postgres(kind.removeprefix("postgres-"))
    address = server.create()
    yield PostgresDatabase(address)
    server.drop(address)


@pytest.fixture
def address(postgres: Postgres) -> Iterator[str]:
    """The address of an empty database."""
    server = postgres("16")
    address = server.create()
    yield address
    server.drop(address)
