"""What one address can make the HTTP part do."""

from __future__ import annotations

import asyncio
import resource
import signal
import socket
from http.client import HTTPConnection
from pathlib import Path
from typing import Any, NoReturn, cast

import pytest
import uvicorn
from starlette.requests import HTTPConnection as Connection
from starlette.requests import Request

from parlour.server import app, page_files, run
from parlour.server.app import WebApp
from parlour.server.errors import RefusalError
from parlour.server.events import Seated
from parlour.server.health import Health
from parlour.server.http import ENDPOINTS, EVENTS_PER_TOKEN, RequestContext
from parlour.server.limits import Bucket
from parlour.server.page_files import PageFiles
from parlour.server.settings import Settings
from parlour.server.transport import Peers
from tests.server.conftest import Launch
from tests.server.connections import connections
from tests.server.hostile import ATTACKER, connect, handshake
from tests.server.server_process import ServerProcess
from tests.server.test_http import long_log
from tests.server.test_one_gate import begun
from tests.serving import PATIENCE, wait_until

pytestmark = pytest.mark.anyio


def status(port: int, path: str, method: str = "GET", body: bytes | None = None) -> int:
    """Ask as the attacker."""
    connection = HTTPConnection("127.0.0.1", port, timeout=PATIENCE, source_address=(ATTACKER, 0))
    try:
        connection.request(method, path, body)
        return connection.getresponse().status
    finally:
        connection.close()


def answer_to_handshake(port: int) -> bytes:
    with connect(port) as raw:
        return handshake(raw, "")


def test_everything_that_can_be_asked_for_passes_a_bucket(launch: Launch) -> None:
    server = launch("--requests", "1", limits=())
    for path in ("/healthz", "/metrics", "/api/openapi.json", "/icon.svg", "/", "/nowhere"):
        wait_until(lambda path=path: status(server.port, path) == 429, lambda path=path: path)  # type: ignore[misc]

    wait_until(lambda: b" 429 " in answer_to_handshake(server.port), lambda: "/ws")
    assert server.call("GET", "/api/games").status == 200, "another address is served"


def test_a_large_log_costs_as_much_as_many_requests(launch: Launch) -> None:
    server = launch("--requests", "4", limits=())  # 12 at once: 240 kB of logs
    body = long_log()

    assert status(server.port, "/api/frames", "POST", body[:200_000]) == 400, "cut off"
    assert status(server.port, "/api/frames", "POST", body) == 429
    assert server.call("GET", "/api/games").status == 200


def test_a_log_of_too_many_events_is_refused(server: ServerProcess) -> None:
    reply = server.call("POST", "/api/frames", b"{}\n" * 10_002)

    assert (reply.status, reply.json["code"], reply.json["parameters"]) == (413, "log/long", {"most": 10_000})


def test_the_api_is_neither_cached_nor_sniffed(server: ServerProcess) -> None:
    for path in ("/api/games", "/api/me", "/api/nothing", "/api/openapi.json", "/healthz", "/metrics"):
        headers = server.call("GET", path).headers
        assert (headers.get("cache-control"), headers.get("x-content-type-options")) == ("no-store", "nosniff"), path


@pytest.mark.parametrize(
    ("origin", "scheme", "own"),
    [
        ("https://cards.example", "https", True),
        ("https://cards.example", "wss", True),
        ("http://cards.example", "http", True),
        ("http://cards.example", "https", False),
        ("http://cards.example", "wss", False),
        ("https://cards.example", "http", False),
        ("https://evil.example", "https", False),
        ("https://friend.example", "ws", True),
        ("null", "https", False),
    ],
)
def test_an_origin_is_a_scheme_and_a_host(origin: str, scheme: str, *, own: bool) -> None:
    web = WebApp(Settings(origins=("https://friend.example",)), lambda: pytest.fail("no store"))
    headers = [(b"origin", origin.encode()), (b"host", b"cards.example")]
    scope = {"type": "http", "scheme": scheme, "path": "/", "query_string": b"", "headers": headers}

    assert web.is_own_page(Connection(scope)) is own


async def test_files_are_found_behind_symbolic_links(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "store").mkdir()
    (tmp_path / "store" / "app.js").write_text("1")
    (tmp_path / "web" / "assets").mkdir(parents=True)
    (tmp_path / "web" / "assets" / "app.js").symlink_to(tmp_path / "store" / "app.js")
    (tmp_path / "link").symlink_to(tmp_path / "web")
    for folder in ("web", "link"):
        monkeypatch.setattr(page_files, "WEB", tmp_path / folder)
        scope: dict[str, Any] = {"type": "http", "method": "GET", "path": "/assets/app.js", "headers": []}

        response = await PageFiles().get_response("assets/app.js", scope)

        assert response.status_code == 200


async def test_health_looks_at_the_database_once_for_all_who_ask() -> None:
    looks = 0

    class Slow:
        async def probe(self) -> dict[str, int]:
            nonlocal looks
            looks += 1
            await asyncio.sleep(0)
            return {"people": 1}

    health = Health(cast("Any", Slow()), cast("Any", None))
    answers = await asyncio.gather(*(health.check() for _ in range(100)))

    assert answers == [{"people": 1}] * 100
    assert looks == 1


def test_a_shared_bucket_slows_down_instead_of_refusing() -> None:
    bucket = Bucket(10.0, 0.0)

    assert bucket.delay(0.0, 30.0) == 0.0
    assert bucket.delay(0.0, 5.0) == pytest.approx(0.5)
    assert bucket.delay(1.0, 5.0) == 0.0


async def test_a_body_that_does_not_come_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app, "BODY_SECONDS", 0.01)
    endpoint = next(endpoint for endpoint in ENDPOINTS if endpoint.body is bytes)

    async def receive() -> NoReturn:
        await asyncio.Event().wait()
        pytest.fail("nothing comes")

    with pytest.raises(RefusalError) as refused:
        await app.read_body(Request({"type": "http", "method": "POST", "headers": []}, receive), endpoint)

    assert refused.value.code == "body/slow"


def test_a_server_that_is_told_to_stop_twice_still_ends_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[object] = []

    class Recorded:
        daemon = False

        def __init__(self, seconds: float, end: object) -> None:
            self.wanted = (seconds, end)

        def start(self) -> None:
            started.append((*self.wanted, self.daemon))

    monkeypatch.setattr(run, "Timer", Recorded)
    web = WebApp(Settings(), lambda: pytest.fail("no store"))
    server = run.Server(uvicorn.Config("nothing"), web)

    server.handle_exit(signal.SIGTERM, None)
    server.handle_exit(signal.SIGTERM, None)

    assert started == [(run.STOP_SECONDS, run.give_up, True)]
    assert server.should_exit


def test_as_many_files_may_be_open_as_the_system_allows() -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(soft, 512), hard))

        assert run.raise_file_limit() == resource.getrlimit(resource.RLIMIT_NOFILE)[0] == min(hard, run.FILES)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


async def test_reading_a_table_is_paid_for_by_its_length(tmp_path: Path) -> None:
    paid: list[float] = []

    def pay(cost: float) -> float:
        paid.append(cost)
        return 0.0

    log, events = begun("haggis-2", Seated(0, 1, "Ada"), Seated(1, 2, "Bo"))
    async with connections(tmp_path, log.opening, events) as opened:
        tables = opened[None].connection.tables
        request = Request({"type": "http", "path_params": {"table": "t"}})

        read = await RequestContext(tables, request, None, pay).log()

    assert paid == [read.seq / EVENTS_PER_TOKEN]
    assert read.seq == len(events)


async def test_what_an_address_owes_keeps_it_waiting() -> None:
    web = WebApp(Settings(requests=1.0), lambda: pytest.fail("no store"))

    web.owe("a", 1000.0)

    now = asyncio.get_running_loop().time()
    assert [web.requests.take(address, now) for address in "ab"] == [False, True]


def test_accepted_connections_send_without_delay() -> None:
    with run.listener("127.0.0.1", 0) as listening, socket.create_connection(listening.getsockname()):
        listening.peers = Peers(1, None)
        accepted, _ = listening.accept()
        with accepted:
            assert accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
