"""Guests, their names, their devices, and what is left of them when they go."""

from __future__ import annotations

import asyncio
import unicodedata
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import pytest

from parlour.server.people import checked_name
from tests.server.client import Client, people
from tests.server.conftest import Launch
from tests.server.player import Player
from tests.server.server_process import ServerProcess
from tests.serving import wait_until

pytestmark = pytest.mark.anyio


def nobody(name: str) -> dict[str, Any]:
    """What is known of somebody without tables."""
    return {"name": name, "tables": [], "finished": [], "more_tables": False, "more_finished": False, "here": 0}


def test_a_guest_comes_in_with_a_name_and_no_more(server: ServerProcess) -> None:
    reply = server.call("POST", "/api/guests", {"name": "  Ada   Lovelace "})

    assert (reply.status, reply.json) == (201, {"name": "Ada Lovelace"})
    attributes = reply.headers["set-cookie"].lower()
    assert "httponly" in attributes
    assert "samesite=lax" in attributes
    assert "secure" not in attributes, "the page is served without TLS here"
    assert server.call("GET", "/api/me", cookie=reply.cookie).json == nobody("Ada Lovelace")
    database = (server.data / "parlour.sqlite3").read_bytes() + (server.data / "parlour.sqlite3-wal").read_bytes()
    assert reply.cookie.encode() not in database, "only its hash is kept"


@pytest.mark.parametrize(
    "name",
    [
        *("", "   ", "x" * 25, "x" * 500, "a\x00b", "a\x1b[31m", "a\u202eb", "a\u200bb", "\u2028", 7, None, ["Ada"]),
        *("\u2800", "\u3164", "\u115f", "\u034f", "\u00ad", "\uffa0", "\u17b4", "\u180b", "\U0001d159", "\U000e0100"),
        *("Ada\u3164", "A\u2800da", "\u0301", "\ufe0f", "\u0301\u0302"),
    ],
)
def test_a_name_that_cannot_be_shown_is_refused(server: ServerProcess, name: Any) -> None:
    reply = server.call("POST", "/api/guests", {"name": name})

    assert reply.status == 400
    assert reply.json["code"] in ("person/name", "message/malformed")
    assert reply.json["reason"]
    assert not reply.cookie


@pytest.mark.parametrize("name", ["Zoë", "Ágnes", "名前", "❤\ufe0f", "7", "!", "नमस्ते", "e\u0301"])
def test_a_name_in_any_script_is_welcome(name: str) -> None:
    assert checked_name(name) == unicodedata.normalize("NFC", name)


@pytest.mark.parametrize(
    "body", [b"", b"{", b"\xff\xfe", b'{"name":"\\ud800"}', b'{"name":"Ada","admin":true}', b"[" * 60_000]
)
def test_a_body_that_is_no_request_is_refused(server: ServerProcess, body: bytes) -> None:
    reply = server.call("POST", "/api/guests", body)

    assert (reply.status, reply.json["code"]) == (400, "message/malformed")


def test_a_body_that_is_too_large_is_refused(server: ServerProcess) -> None:
    reply = server.call("POST", "/api/guests", b'{"name":"' + b"x" * 70_000 + b'"}')

    assert (reply.status, reply.json["code"]) == (413, "body/large")


def test_nested_options_are_refused(server: ServerProcess) -> None:
    body = b'{"game":"haggis","options":{"target":' + b"[" * 30_000 + b"]" * 30_000 + b"}}"

    reply = server.call("POST", "/api/tables", body, server.guest("Ada"))

    assert (reply.status, reply.json["code"]) == (400, "message/malformed")


def test_nobody_is_known_without_a_cookie(server: ServerProcess) -> None:
    for method, path, body in [
        ("PATCH", "/api/me", {"name": "Bo"}),
        ("DELETE", "/api/me", None),
        ("POST", "/api/links", None),
        ("POST", "/api/tables", {"game": "haggis"}),
    ]:
        for cookie in ("", "forged"):
            reply = server.call(method, path, body, cookie)
            assert (reply.status, reply.json["code"]) == (401, "person/unknown"), path
    assert server.call("GET", "/api/me", cookie="forged").json == nobody("")


def test_a_guest_takes_another_name(server: ServerProcess) -> None:
    cookie = server.guest("Ada")

    assert server.call("PATCH", "/api/me", {"name": "Augusta"}, cookie).json == {"name": "Augusta"}
    assert server.call("PATCH", "/api/me", {"name": "\x07"}, cookie).status == 400
    assert server.call("GET", "/api/me", cookie=cookie).json["name"] == "Augusta"


async def test_a_personal_link_opens_the_same_seat_on_another_device(server: ServerProcess) -> None:
    async with people(server, "Ada", "Bo") as [ada, bo]:
        table = server.open_table(ada.cookie, game="haggis", seats=["", None])
        await bo.join(table)
        await bo.command("sit", table, seat=1)
        link = server.call("POST", "/api/links", cookie=ada.cookie).json["link"]
        entered = server.call("POST", "/api/enter", {"link": link})

        assert (entered.status, entered.json) == (200, {"name": "Ada"})
        assert entered.cookie != ada.cookie
        async with Client(server, entered.cookie, (table,)) as phone:
            await ada.join(table)
            await phone.until(lambda: phone.shown[table]["scene"].get("hand"))
            assert phone.shown[table]["scene"]["seat"] == 0
            assert phone.shown[table]["scene"]["hand"] == ada.shown[table]["scene"]["hand"]
        for used in (link, "nobody's", entered.cookie):
            again = server.call("POST", "/api/enter", {"link": used})
            assert (again.status, again.json["code"]) == (401, "person/link")
        assert server.call("GET", "/api/me", cookie=link).json["name"] == "", "a link is no cookie"


def stored(server: ServerProcess) -> bytes:
    """Read every byte that the server keeps."""
    return b"".join(path.read_bytes() for path in Path(server.data).iterdir())


async def test_who_deletes_her_data_leaves_no_name_behind(launch: Launch) -> None:
    server = launch()
    async with people(server, "Zenobia", "Bo") as [zenobia, bo]:
        shared = server.open_table(zenobia.cookie, game="haggis", seats=["", None])
        alone = server.open_table(zenobia.cookie, game="damenrennen", seats=["", "beginner"])
        waiting = server.open_table(bo.cookie, game="haggis", options={"players": 3}, seats=["", None, None])
        for person in (zenobia, bo):
            await person.join(shared)
            await person.join(waiting)
        await zenobia.join(alone)
        assert (await bo.command("sit", shared, seat=1))["t"] == "done"
        assert (await zenobia.command("sit", waiting, seat=2))["t"] == "done"
        await Player(zenobia, alone, Random(1)).move()
        link = server.call("POST", "/api/links", cookie=zenobia.cookie).json["link"]
        server.call("PATCH", "/api/me", {"name": "Zenobia II"}, zenobia.cookie)
        await bo.until(lambda: bo.shown[shared]["status"] == "playing")
        assert b"Zenobia" in stored(server)

        assert server.call("DELETE", "/api/me", cookie=zenobia.cookie).status == 204

        assert b"Zenobia" not in stored(server)
        assert server.call("GET", "/api/me", cookie=zenobia.cookie).json["name"] == ""
        assert server.call("POST", "/api/enter", {"link": link}).status == 401
        assert server.call("GET", f"/api/tables/{alone}").status == 404
        await zenobia.until(lambda: 4401 in zenobia.closes)
        await bo.until(lambda: bo.shown[shared]["seats"][0].get("bot"))
        await bo.until(lambda: bo.shown[waiting]["seats"][2] == {})
        await bo.until(lambda: "Zenobia" not in str(bo.shown))
        await Player(bo, shared, Random(2)).play()
    assert b"Zenobia" not in stored(server)
    assert "Traceback" not in server.said()


async def test_finished_matches_keep_no_name_of_who_has_gone(launch: Launch) -> None:
    server = launch()
    async with people(server, "Zenobia", "Bo") as [zenobia, bo]:
        table = server.open_table(zenobia.cookie, game="damenrennen", seats=["", None])
        await zenobia.join(table)
        await bo.join(table)
        await bo.command("sit", table, seat=1)
        await asyncio.gather(Player(zenobia, table, Random(1)).play(), Player(bo, table, Random(2)).play())
        log = server.call("GET", f"/api/tables/{table}/log").text

        assert server.call("DELETE", "/api/me", cookie=zenobia.cookie).status == 204

        assert b"Zenobia" not in stored(server)
        assert server.call("GET", f"/api/tables/{table}/log").text == log
        assert "Zenobia" not in server.call("GET", f"/api/tables/{table}/frames").text
        assert server.call("GET", "/api/me", cookie=bo.cookie).json["finished"][0]["table"] == table
        await bo.until(lambda: bo.shown[table]["seats"][0].get("name", "") == "")


def test_too_many_requests_from_one_address_are_refused(launch: Launch) -> None:
    server = launch("--requests", "1", limits=())

    assert server.call("GET", "/api/games").status == 200
    refused = wait_until(lambda: (reply := server.call("GET", "/api/games")).status == 429 and reply, server.said)

    assert refused
    assert refused.json["code"] == "address/many"
    assert refused.headers["retry-after"] == "1"
    assert server.call("GET", "/healthz").status == 200, "health has a bucket of its own"


def test_behind_a_proxy_the_address_is_the_one_that_the_proxy_names(launch: Launch) -> None:
    server = launch("--behind-proxy", "--requests", "1", limits=())
    tired, fresh = {"X-Forwarded-For": "1.1.1.1, 203.0.113.7"}, {"X-Forwarded-For": "1.1.1.1, 203.0.113.8"}

    wait_until(lambda: server.call("GET", "/api/games", headers=tired).status == 429, server.said)

    assert server.call("GET", "/api/games", headers=fresh).status == 200
    secure = server.call("POST", "/api/guests", {"name": "Ada"}, headers={**fresh, "X-Forwarded-Proto": "https"})
    assert "secure" in secure.headers["set-cookie"].lower()


def test_without_a_proxy_nobody_can_claim_another_address(launch: Launch) -> None:
    server = launch("--requests", "1", limits=())
    claims = ({"X-Forwarded-For": f"203.0.{n // 250}.{n % 250}"} for n in count())

    assert wait_until(lambda: server.call("GET", "/api/games", headers=next(claims)).status == 429, server.said)


def test_a_problem_carries_what_its_sentence_fills_in(server: ServerProcess) -> None:
    cookie = server.guest("Ada")

    long = server.call("POST", "/api/guests", {"name": "x" * 25}).json
    seats = server.call("POST", "/api/tables", {"game": "haggis", "seats": [""]}, cookie).json
    clock = server.call("POST", "/api/tables", {"game": "haggis", "clock": 4}, cookie).json
    level = server.call("POST", "/api/tables", {"game": "haggis", "seats": ["", "god"]}, cookie).json
    missing = server.call("GET", "/api/tables/nowhere").json
    large = server.call("POST", "/api/frames", b"x" * 1_048_577).json

    assert (long["code"], long["parameters"]) == ("person/name", {"most": 24, "got": 25})
    assert (seats["code"], seats["parameters"]) == ("table/seats", {"seats": 2, "got": 1})
    assert (clock["code"], clock["parameters"]) == ("table/clock", {"least": 5, "most": 604_800, "got": 4})
    assert (level["code"], level["parameters"]["level"]) == ("bot/unknown", "god")
    assert "casual" in level["parameters"]["levels"]
    assert (missing["code"], missing["parameters"]) == ("table/unknown", {"table": "nowhere"})
    assert (large["code"], large["parameters"]) == ("body/large", {"most": 1_048_576})
