"""What a link to a table shows before it is opened."""

from __future__ import annotations

import gzip
import re
from html import unescape
from typing import Any
from urllib.request import Request, urlopen

import pytest

from parlour.server.errors import RefusalError
from parlour.server.invitations import MOST_KEPT, WORDS, Invitations, language_of
from tests.server.server_process import ServerProcess
from tests.serving import PATIENCE

META = re.compile(r'<meta property="([\w:]+)" content="([^"]*)" />')


def preview(server: ServerProcess, table: str, language: str = "en") -> dict[str, str]:
    """The tags that a messenger reads."""
    reply = server.call("GET", f"/t/{table}", headers={"Accept-Language": language})
    assert reply.status == 200
    return {name: unescape(value) for name, value in META.findall(reply.text)}


def content(address: str) -> bytes:
    """What is at an address, compressed where the server does that."""
    with urlopen(Request(address, headers={"Accept-Encoding": "gzip"}), timeout=PATIENCE) as reply:  # noqa: S310 - ours
        got: bytes = reply.read()
    return got


def test_a_link_tells_who_invites_to_what(server: ServerProcess) -> None:
    cookie = server.guest('<b>"Ada" & Co')
    table = server.open_table(cookie, game="haggis", options={"players": 3}, seats=["", None, None])

    shown = preview(server, table, "de-AT,de;q=0.9,en;q=0.5")

    assert shown["og:title"] == '<b>"Ada" & Co lädt dich ein: Haggis'
    assert shown["og:description"].startswith("2 Plätze sind frei.")
    assert shown["og:url"].endswith(f"/t/{table}")
    text = server.call("GET", f"/t/{table}").text
    assert "<b>" not in text, "values are escaped"
    assert b"og:title" in gzip.decompress(content(f"{server.address}/t/{table}"))
    assert preview(server, table, "hu")["og:title"] != preview(server, table, "xx")["og:title"]


def test_a_link_shows_nothing_of_a_match(server: ServerProcess) -> None:
    cookie = server.guest("Ada")
    table = server.open_table(cookie, game="damenrennen", seats=["", "casual"])

    shown = preview(server, table)

    assert shown["og:title"] == "Damenrennen"
    assert shown["og:description"] == WORDS["en"].playing
    assert preview(server, "nothing") == {}
    assert preview(server, "%3Cscript%3E") == {}


@pytest.mark.parametrize("game", ["haggis", "damenrennen"])
def test_a_link_has_a_picture_of_the_game(server: ServerProcess, game: str) -> None:
    shown = preview(server, server.open_table(server.guest("Ada"), game=game, seats=["", None]))

    picture = content(shown["og:image"])

    assert picture.startswith(b"\x89PNG")
    assert len(picture) <= 60_000
    assert shown["twitter:card"] == "summary_large_image"


def test_languages_by_the_order_of_the_header() -> None:
    assert [language_of(header) for header in ("", "fr, hu;q=0.8, de", "EN-gb", "x" * 5000, "*")] == [
        "en",
        "hu",
        "en",
        "en",
        "en",
    ]


@pytest.mark.anyio
async def test_tables_out_of_memory_are_read_once_in_a_while() -> None:
    class Rows:
        """Tables of which none is in memory."""

        def __init__(self) -> None:
            self.actors: dict[str, Any] = {}
            self.asked = 0

        async def row(self, name: str) -> Any:
            del name
            self.asked += 1
            raise RefusalError("table/unknown", "there is none")

    rows: Any = Rows()
    invitations = Invitations(rows)
    for name in ["a"] * 5:
        assert await invitations.find(name, 0.0) is None
    assert rows.asked == 1
    await invitations.find("a", 60.0)
    assert rows.asked == 2
    for number in range(MOST_KEPT + 50):
        await invitations.find(f"b{number}", 60.0)
    assert len(invitations.kept) == MOST_KEPT
