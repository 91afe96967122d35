"""A game that the page has no table for is played on the plain table: its lines of text, its moves as buttons."""

import json
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from tests.web.browser import Guest, GuestFactory
from tests.web.pages import said

TABLE = "k3v9q2"
MOVES = [f"play {rank}{suit}" for suit in "shd" for rank in (7, 8, 9, 10, "J", "Q", "K", "A")] + ["knock", "pass"]


class PlainServer:
    """A server's side of one table, as far as the page asks."""

    def __init__(self, moves: list[str], **state: Any) -> None:
        self.moves = moves
        self.state = state
        self.played: list[str] = []
        self.decision = 0

    def serve(self, page: Page) -> None:
        page.route_web_socket("**/ws", self.connect)

    def connect(self, line: WebSocketRoute) -> None:
        def hear(text: str | bytes) -> None:
            message = json.loads(text)
            match message["t"]:
                case "join":
                    line.send(self.table())
                case "ask":
                    line.send(self.answer(message))
                case "play":
                    self.played.append(message["move"])
                    self.decision += 1
                    line.send(json.dumps({"t": "done", "id": message["id"]}))
                    line.send(self.table({"kind": "move", "seat": 0, "move": message["move"]}))
                case "ping":
                    line.send('{"t":"pong"}')

        line.on_message(hear)
        line.send(json.dumps({"t": "welcome", "version": 1, "parlour": "0", "name": "Mora"}))

    def table(self, *told: dict[str, Any]) -> str:
        scene = {
            "game": "plain",
            "name": "knock",
            "title": "Knock",
            "seat": 0,
            "scores": [12, 7],
            "to_act": [0],
            "lines": ["trump: hearts", "your hand: 7s 8s Qh", "", "the trick: 9s by seat 1"],
            "moves": self.moves,
        }
        message = {
            "t": "table",
            "table": TABLE,
            "seq": self.decision,
            "status": "playing",
            "seats": [{"name": "Mora", "here": True}, {"bot": "regular", "here": True}],
            "terms": {},
            "decision": self.decision,
            "sheet": [[12, 7]],
            "sheet_rows": 1,
            "scene": scene,
            "told": told,
        }
        return json.dumps(message | self.state)

    def answer(self, message: dict[str, Any]) -> str:
        fitting = [{"move": move} for move in self.moves if message["text"] in move]
        groups = [{"name": "", "width": 0, "length": 0, "count": len(fitting), "moves": fitting}] if fitting else []
        return json.dumps(
            {"t": "answer", "table": TABLE, "n": message["n"], "text": message["text"], "answer": {"groups": groups}}
        )


def at_plain_table(
    new_guest: GuestFactory, server: PlainServer, width: int = 1440, height: int = 900, **look: Any
) -> Guest:
    guest = new_guest("Mora", width, height, **look)
    server.serve(guest.page)
    guest.go(TABLE)
    expect(guest.page.locator("main.table")).to_be_visible()
    return guest


def test_a_game_without_a_table_of_its_own_shows_its_lines_and_plays_its_moves(new_guest: GuestFactory) -> None:
    server = PlainServer(["play 7s", "play 8s", "pass"])
    page = at_plain_table(new_guest, server).page

    expect(page.get_by_role("heading", level=1)).to_contain_text("Knock")
    expect(page.get_by_text("your hand: 7s 8s Qh")).to_be_visible()
    page.get_by_role("button", name="play 8s").click()

    expect(page.get_by_role("complementary").get_by_text("play 8s")).to_be_visible()
    assert server.played == ["play 8s"]


def test_many_moves_are_narrowed_by_typing_and_the_last_one_left_is_played_by_enter(new_guest: GuestFactory) -> None:
    server = PlainServer(MOVES)
    page = at_plain_table(new_guest, server, 390, 844).page

    page.get_by_label(said("plain.filter")).fill("10")
    expect(page.get_by_role("toolbar", name=said("plain.moves")).get_by_role("button")).to_have_count(3)
    page.get_by_label(said("plain.filter")).fill("10d")
    expect(page.get_by_role("toolbar", name=said("plain.moves")).get_by_role("button")).to_have_count(1)
    page.keyboard.press("Enter")

    expect(page.get_by_label(said("plain.filter"))).to_have_value("")
    assert server.played == ["play 10d"]


def test_moves_are_one_stop_for_tab_and_keep_the_focus_after_a_play(new_guest: GuestFactory) -> None:
    server = PlainServer(["play 7s", "play 8s", "pass"])
    page = at_plain_table(new_guest, server).page
    moves = page.get_by_role("toolbar", name=said("plain.moves")).get_by_role("button")

    expect(moves.first).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(moves.nth(1)).to_be_focused()
    assert page.locator(".moves [tabindex='0']").count() == 1
    page.keyboard.press("Enter")

    expect(page.locator("main.table[data-decision='1']")).to_be_visible()
    expect(moves.nth(1)).to_be_focused()
    assert server.played == ["play 8s"]


def test_a_game_without_rules_here_has_no_links_to_them(new_guest: GuestFactory) -> None:
    page = at_plain_table(new_guest, PlainServer(["pass"])).page
    page.get_by_role("button", name=said("match.menu")).click()

    expect(page.get_by_role("button", name=said("match.concede"))).to_be_visible()
    expect(page.get_by_role("link", name=said("match.rules"))).to_have_count(0)


@pytest.mark.parametrize("language", ["en", "de", "hu"])
@pytest.mark.parametrize(("width", "height"), [(360, 640), (390, 844), (1440, 900)])
def test_everything_is_on_the_screen_and_axe_finds_nothing(
    new_guest: GuestFactory, language: str, width: int, height: int
) -> None:
    guest = at_plain_table(new_guest, PlainServer(MOVES), width, height, language=language, scheme="dark")

    assert guest.outside("header a, header button, .place, .turn, .turn button, .moves") == []
    assert guest.violations() == []


def test_the_end_of_a_match_says_who_has_won_and_offers_another(new_guest: GuestFactory) -> None:
    page = at_plain_table(new_guest, PlainServer([], status="over", winners=[1])).page

    expect(page.get_by_role("heading", level=1)).to_have_text(said("match.won", name=said("start.bot.regular")))
    expect(page.get_by_role("button", name=said("match.rematch"))).to_be_visible()
