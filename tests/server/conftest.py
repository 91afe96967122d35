"""Servers for the tests: one for all that only need a server, one of its own for those that do things to it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

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
