"""The HTTP part keeps to its own description, whatever is asked."""

from __future__ import annotations

import asyncio
import contextlib
import io
import subprocess
import sys
from http.client import HTTPConnection
from pathlib import Path
from random import Random
from typing import Annotated, Any, Literal, NamedTuple

import msgspec
import pytest

from parlour.core.log import write_log
from parlour.core.table import Table
from parlour.games.catalogue import make_game
from parlour.server.game_options import about_options
from parlour.server.http_types import Choice
from parlour.server.page_files import WEB
from tests.server.client import people
from tests.server.conftest import Launch
from tests.server.finished import ADA, random_match, write_finished
from tests.server.player import Player
from tests.server.server_process import ServerProcess
from tests.serving import PATIENCE

pytestmark = pytest.mark.anyio
LEFT_OUT = ("positive_data_acceptance",)
"""A name has rules that a schema cannot say."""
LOGS = ("/api/frames", "/api/tournaments/file")
"""Their bodies are files of lines, which nobody makes up."""
FRIENDS = ("/api/befriend/{link}", "/api/friends/{friend}/invitations")
"""They need a friend, or a link that works once."""
WAITING = ("/api/tournaments/{tournament}",)
"""It waits 25 seconds for news."""
APART = (*LOGS, *FRIENDS, *WAITING)


async def finished(server: ServerProcess) -> tuple[str, str]:
    """Play a match to its end, and give its table and somebody's cookie."""
    async with people(server, "Ada") as [ada]:
        table = server.open_table(ada.cookie, game="damenrennen", seats=["", "beginner"])
        await ada.join(table)
        await Player(ada, table, Random(1)).play()
        return table, ada.cookie


@pytest.mark.slow
def test_every_request_is_answered_as_described(launch: Launch, tmp_path: Path) -> None:
    table, cookie = asyncio.run(write_finished(tmp_path / "data", random_match("haggis", 1))), ADA
    server = launch(data=tmp_path / "data")
    server.call("POST", f"/api/tables/{table}/review", cookie=cookie)
    link = server.call("PATCH", f"/api/tables/{table}/review", {"shared": True}, cookie=cookie).json["link"]
    terms = {"name": "Night", "game": "haggis", "rounds": 1, "deals": 1, "minutes": 60}
    tournament = server.call("POST", "/api/tournaments", terms, cookie).json["tournament"]
    known = {"table": table, "link": link, "game": "haggis", "number": "1", "tournament": tournament}
    settings = tmp_path / "schemathesis.toml"
    settings.write_text("\n".join(["[parameters]", *(f'{name} = "{value}"' for name, value in known.items())]))
    command = [str(Path(sys.executable).parent / "schemathesis"), f"--config-file={settings}", "run"]
    command += [f"{server.address}/api/openapi.json", "-H", f"Cookie: parlour={cookie}", "--no-color"]
    command += ["--max-examples=12", "--generation-deterministic", "--phases=coverage,fuzzing"]
    command += [f"--request-timeout={PATIENCE}", "--suppress-health-check=too_slow"]
    command += ["--exclude-checks", ",".join(LEFT_OUT), "--exclude-method=DELETE"]
    command += [f"--exclude-path={path}" for path in APART]

    run = subprocess.run(command, capture_output=True, text=True, timeout=10 * PATIENCE, check=False, cwd=tmp_path)

    assert run.returncode == 0, run.stdout + run.stderr
    assert "404 Not Found" not in run.stdout
    assert server.stop() == 0
    assert "Traceback" not in server.said(), server.said()


def test_a_method_that_an_address_does_not_know_is_named(server: ServerProcess) -> None:
    for method, path, allowed in [
        ("GET", "/api/guests", "POST"),
        ("PUT", "/api/me", "GET, PATCH, DELETE"),
        ("DELETE", "/api/tables/abc", "GET"),
    ]:
        reply = server.call(method, path)
        assert (reply.status, reply.json["code"]) == (405, "page/method")
        assert reply.headers["allow"] == allowed
    assert server.call("HEAD", "/api/games").status == 200


@pytest.mark.parametrize(
    "path",
    [
        "/" + "x" * 300,
        "/../pyproject.toml",
        "/%2e%2e/%2e%2e/app.py",
        "/assets/../../app.py",
        "/assets/%00",
        "/api/nothing",
        "/etc/passwd",
        "//etc/passwd",
    ],
)
def test_nothing_is_served_but_the_page(server: ServerProcess, path: str) -> None:
    reply = server.call("GET", path)

    assert reply.status in (400, 404)
    assert "import" not in reply.text


@pytest.mark.parametrize("encoding", ["identity", "gzip"])
def test_a_file_that_the_browser_has_is_not_sent_again(server: ServerProcess, encoding: str) -> None:
    headers = {"Accept-Encoding": encoding}
    for path, cache in [("/icon.svg", "no-cache"), (asset(), "public, max-age=31536000, immutable")]:
        first = fetched(server, path, headers)
        again = fetched(server, path, {**headers, "If-None-Match": first.headers["etag"]})
        other = fetched(server, path, {**headers, "If-None-Match": '"another"'})

        assert (first.status, again.status, other.status) == (200, 304, 200)
        assert first.headers["cache-control"] == again.headers["cache-control"] == cache
        assert first.headers["vary"] == "Accept-Encoding"
        assert first.headers.get("content-encoding", "identity") == encoding
        assert "content-security-policy" in first.headers


def test_a_compressed_file_has_another_tag_than_the_plain_one(server: ServerProcess) -> None:
    plain, squeezed = (fetched(server, "/icon.svg", {"Accept-Encoding": kind}) for kind in ("identity", "gzip"))

    assert plain.headers["etag"] != squeezed.headers["etag"]


def asset() -> str:
    """The path of a file whose name changes with its contents."""
    return "/" + str(next((WEB / "assets").glob("*.js")).relative_to(WEB))


def fetched(server: ServerProcess, path: str, headers: dict[str, str]) -> Fetched:
    """Fetch a file as it is sent, without decoding it."""
    with contextlib.closing(HTTPConnection("127.0.0.1", server.port, timeout=30)) as connection:
        connection.request("GET", path, headers=headers)
        reply = connection.getresponse()
        reply.read()
        return Fetched(reply.status, {name.lower(): value for name, value in reply.getheaders()})


class Fetched(NamedTuple):
    """The answer to a request for a file."""

    status: int
    headers: dict[str, str]


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        (b"", "empty"),
        (b"\xff\xfe\n", "not a text"),
        (b"{}\n", "line 1"),
        (b'{"parlour":1,"game":"chess","version":1,"options":{}}\n', "chess"),
        (b'{"parlour":1,"game":"haggis","version":1,"options":{}}\n{"seat":0,"move":"pass"}\n', "line 2"),
        (b'{"parlour":1,"game":"haggis","version":1,"options":{}}\n{"deal":"x"}', "line 2"),
        (b'{"parlour":' + b"[" * 50_000 + b"\n", "line 1"),
    ],
)
def test_a_log_that_is_none_is_refused_with_its_line(server: ServerProcess, body: bytes, reason: str) -> None:
    reply = server.call("POST", "/api/frames", body)

    assert (reply.status, reply.json["code"]) == (400, "log/corrupt")
    assert reason in reply.json["reason"]


@pytest.mark.parametrize("header", [b'{"parlour":9}', b'{"parlour":1,"game":"haggis","version":9,"options":{}}'])
def test_a_log_of_another_version_is_refused_as_such(server: ServerProcess, header: bytes) -> None:
    reply = server.call("POST", "/api/frames", header + b"\n")

    assert (reply.status, reply.json["code"]) == (400, "log/version")
    assert "9" in reply.json["reason"]


def test_a_log_that_is_too_large_is_refused(server: ServerProcess) -> None:
    reply = server.call("POST", "/api/frames", b"x" * 1_048_577)

    assert (reply.status, reply.json["code"]) == (413, "body/large")


@pytest.mark.parametrize("query", ["seat=9", "seat=mine", "first=-1", "first=x", "count=0", "count=1000", "hands=all"])
def test_a_range_of_frames_that_makes_no_sense_is_refused(server: ServerProcess, query: str) -> None:
    reply = server.call("POST", f"/api/frames?{query}", b"")

    assert (reply.status, reply.json["code"]) == (400, "message/malformed")


async def test_a_finished_match_is_read_in_parts_and_through_every_eye(server: ServerProcess) -> None:
    table, cookie = await finished(server)
    whole = server.call("GET", f"/api/tables/{table}/frames?seat=0&count=100").json

    first = server.call("GET", f"/api/tables/{table}/frames?seat=0&count=7").json
    second = server.call("GET", f"/api/tables/{table}/frames?seat=0&first=7&count=7").json
    watched = server.call("GET", f"/api/tables/{table}/frames").json
    beyond = server.call("GET", f"/api/tables/{table}/frames?first=99999").json

    assert first["frames"] + second["frames"] == whole["frames"][:14]
    assert beyond["frames"] == []
    assert all("hand" not in frame["scene"] for frame in watched["frames"])
    assert server.call("GET", f"/api/tables/{table}/frames?seat=2").json["code"] == "seat/unknown"
    log = server.call("GET", f"/api/tables/{table}/log")
    assert log.headers["content-type"].startswith("application/x-ndjson")
    assert len(log.text.splitlines()) == whole["total"]
    assert server.call("GET", "/api/me", cookie=cookie).json["finished"][0]["status"] == "over"


async def test_a_long_replay_holds_nobody_up(server: ServerProcess) -> None:
    body = long_log()
    async with people(server, "Ada") as [ada]:
        replay = asyncio.create_task(asyncio.to_thread(server.call, "POST", "/api/frames?seat=all&count=100", body))
        answered = 0
        while not replay.done():
            ada.received.clear()
            await ada.say(t="ping")
            await ada.until(lambda: any(message["t"] == "pong" for message in ada.received))
            answered += 1

    assert (await replay).status == 200
    assert answered > 10


def long_log() -> bytes:
    """Play a long match at random, and write it down."""
    game, rng = make_game("haggis", {"target": 5000}), Random(1)
    table: Table[Any, Any, Any] = Table(game)
    while table.outcome() is None:
        table.deal(rng)
        for seat in table.to_act():
            assert seat is not None
            table.play(seat, rng.choice(table.legal_moves(seat)))
    file = io.StringIO()
    write_log(table, file)
    return file.getvalue().encode()


def test_operators_see_health_and_figures(server: ServerProcess) -> None:
    health = server.call("GET", "/healthz").json
    figures = server.call("GET", "/metrics").text

    assert health["ok"]
    for name in ("uptime_seconds", "cpu_seconds_total", "connections", "tables_in_memory", "commits_total"):
        assert f"\nparlour_{name} " in f"\n{figures}"
    assert msgspec.json.decode(server.call("GET", "/api/openapi.json").text)["openapi"] == "3.1.0"


def test_options_are_described_by_their_types() -> None:
    class Options(msgspec.Struct):
        bare: int = 3
        noted: Annotated[bool, msgspec.Meta(description="whether")] = True
        chosen: Annotated[Literal["a", "b"], msgspec.Meta(description="which")] = "a"
        free: str = "any"
        several: list[int] = msgspec.field(default_factory=list)

    described = about_options(Options)

    assert msgspec.json.encode(described)
    assert described == (
        Choice("bare", "number", 3, ""),
        Choice("noted", "switch", True, "whether"),  # noqa: FBT003 - the default of the option
        Choice("chosen", "choice", "a", "which", ("a", "b")),
    ), "what a page cannot offer is left out"
