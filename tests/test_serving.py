"""The launcher of servers keeps what the tests rely on."""

from __future__ import annotations

import socket
from pathlib import Path
from urllib.request import urlopen

import pytest

from tests.serving import PATIENCE, QUICK, Server, reserve_port


def test_a_reserved_port_refuses_connections_and_is_given_to_nobody_else() -> None:
    with reserve_port() as reserved:
        port = reserved.getsockname()[1]

        with pytest.raises(ConnectionRefusedError):
            socket.create_connection(("127.0.0.1", port))
        with socket.socket() as other, pytest.raises(OSError, match="in use"):
            other.bind(("127.0.0.1", port))
        with socket.create_server(("127.0.0.1", port)):
            socket.create_connection(("127.0.0.1", port)).close()


@pytest.mark.server
def test_a_server_comes_back_at_its_address_and_a_failed_start_tells_what_it_said(tmp_path: Path) -> None:
    with Server(tmp_path, *QUICK) as server:
        before = server.address
        server.kill()
        server.start()
        assert server.address == before
        urlopen(f"{before}/healthz", timeout=PATIENCE).close()  # noqa: S310 - our own server
        second = Server(tmp_path, data=server.data)
        with pytest.raises(AssertionError, match="another server uses"):
            second.start()
        assert server.stop() == 0
