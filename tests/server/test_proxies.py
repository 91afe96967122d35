"""The sample configurations of the reverse proxies, run with the real programs before two nodes."""

from __future__ import annotations

import http.client
import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack
from pathlib import Path
from random import Random
from typing import Any, Final
from urllib.parse import urlsplit

import pytest
import websockets

from tests.server.client import Client, dial
from tests.server.conftest import Postgres
from tests.server.player import Player
from tests.server.proxies import MISSING, Proxy, caddy, haproxy, is_installed
from tests.server.server_process import ServerProcess
from tests.serving import PATIENCE, eventually

pytestmark = [pytest.mark.anyio, pytest.mark.server, pytest.mark.slow]
PROXIES: Final[dict[str, Callable[[Path, Sequence[ServerProcess]], AbstractContextManager[Proxy]]]] = {
    "haproxy": haproxy,
    "caddy": caddy,
}
NEW: Final = 6
"""People and tables that may come from one address to one node in a day."""


@pytest.fixture(scope="module")
def nodes(tmp_path_factory: pytest.TempPathFactory, postgres: Postgres) -> Iterator[list[ServerProcess]]:
    """Two nodes on one database."""
    address = postgres("16").create()
    with ExitStack() as stack:
        started = []
        for name in ("north", "south"):
            options = ("--node", name, "--behind-proxy", "--new-per-address", str(NEW))
            server = ServerProcess(tmp_path_factory.mktemp(name), *options, postgres=address)
            started.append(stack.enter_context(server))
        yield started


@pytest.fixture(params=sorted(PROXIES))
def proxy(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Proxy]:
    """A proxy before them."""
    if not is_installed(request.param):
        pytest.skip(MISSING[request.param])
    nodes: list[ServerProcess] = request.getfixturevalue("nodes")
    with PROXIES[request.param](tmp_path, nodes) as proxy:
        yield proxy


def call(
    proxy: Proxy, method: str, path: str, body: Any = None, *, cookie: str = "", source: str = "127.0.0.1"
) -> tuple[int, Any, str]:
    """Ask something through a proxy, from an address, with a claim to come from another one; status, body, cookie."""
    at = urlsplit(proxy.address)
    assert at.hostname is not None
    connection = http.client.HTTPConnection(at.hostname, at.port, timeout=PATIENCE, source_address=(source, 0))
    if proxy.trust is not None:
        connection = http.client.HTTPSConnection(
            at.hostname, at.port, timeout=PATIENCE, source_address=(source, 0), context=proxy.trust
        )
    claims = {"X-Forwarded-For": "192.0.2.7", "Origin": proxy.address}
    connection.request(
        method, path, None if body is None else json.dumps(body), {**claims, "Cookie": f"parlour={cookie}"}
    )
    response = connection.getresponse()
    text = response.read()
    given = (response.getheader("Set-Cookie") or "").partition(";")[0].removeprefix("parlour=")
    connection.close()
    return response.status, json.loads(text) if text.startswith(b"{") else text, given


async def test_people_play_through_a_proxy_and_go_on_at_another_node(proxy: Proxy, nodes: list[ServerProcess]) -> None:
    assert [call(proxy, "GET", path)[0] for path in ("/healthz", "/readyz", "/metrics")] == [404] * 3
    status, _, cookie = call(proxy, "POST", "/api/guests", {"name": "Ada"})
    assert status == 201
    terms = {"game": "damenrennen", "options": {"best_of": 9}, "seats": ["", "beginner"]}
    status, opened, _ = call(proxy, "POST", "/api/tables", terms, cookie=cookie)
    assert status == 201
    table = opened["table"]
    async with dial(proxy, cookie, ssl=proxy.trust, origin=proxy.address) as socket:
        assert "welcome" in str(await socket.recv()), "a page of this host may connect"
    async with dial(proxy, cookie, ssl=proxy.trust, origin="https://elsewhere.example") as socket:
        with pytest.raises(websockets.ConnectionClosed):
            await socket.recv()

    ada = Client(proxy, cookie, (table,))
    ada.trust = proxy.trust
    async with ada:
        player = Player(ada, table, Random(1))
        await moves(player, 2)
        for node in nodes:
            node.kill()
            assert {call(proxy, "GET", "/api/me", cookie=cookie)[0] for _ in range(4)} == {200}, "the other one answers"
            await moves(player, 2)
            node.start()
            await eventually(lambda node=node: node.call("GET", "/readyz").status == 200, node.said)  # type: ignore[misc]
    assert player.refused == []


async def moves(player: Player, count: int) -> None:
    """Make some more moves."""
    enough = len(player.acknowledged) + count
    while len(player.acknowledged) < enough:
        await player.step()


def test_people_are_counted_by_the_address_that_the_proxy_saw(proxy: Proxy) -> None:
    def come(source: str) -> int:
        return call(proxy, "POST", "/api/guests", {"name": "Ada"}, source=source)[0]

    one, other = {"haproxy": ("127.0.1.1", "127.0.1.2"), "caddy": ("127.0.2.1", "127.0.2.2")}[proxy.name]
    answers = [come(one) for _ in range(2 * NEW + 1)]

    assert answers[0] == 201
    assert 429 in answers, "two nodes take so many, however the proxy divides them"
    assert come(other) == 201, "another address is another person, whatever both claim"
