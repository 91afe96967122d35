"""Pictures of every screen, narrow and wide, light and dark: python -m tests.web.shots [LANG [SCREEN ...]].

They are written to build/shots/LANG, for people to look at. Tables are staged: every state is there without a match.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Browser, Locator, expect, sync_playwright

from tests.haggis.positions import table_at
from tests.server.finished import ADA
from tests.web import damenrennen_phases, haggis_phases
from tests.web.browser import PATIENCE_MS, SHOTS, Guest, GuestFactory, Site, build_page, chromium
from tests.web.pages import GAMES, said
from tests.web.profiled import write_past
from tests.web.reviewed import write_reviewed
from tests.web.staged import Stage
from tests.web.test_ends_browser import damenrennen_scene, haggis_scene, scene_of
from tests.web.test_layout_browser import CHOOSE, HURRIED, replaced
from tests.web.test_puzzles_browser import a_puzzle, choose, solution_cards

Looks = tuple[tuple[int, int, str], ...]
LOOKS: Final[Looks] = tuple(
    (width, height, scheme) for width, height in ((390, 844), (1440, 900)) for scheme in ("light", "dark")
)
NAMES: Final = ("Mora", "Ilka", "Tam")
README: Final = (
    "hands 2r 4g 5r 5o 6g 7o 7g 8r 9y 9g 10r 10b J Q K | 3y 3b 6y 6b 2b 4b 8y 10g 9b J Q K"
    " | 4r 4o 8o 10o 9o 2y 5b 7b 8b Q K; captured | 3g 5y 7y | 2g J2; bets - | 15 | -; act 1;"
    " scores 142 | 118 | 131; dealer 0; round 4"
)
ROUND: Final = ((66, 17, 15),)
"""What the round that has ended was worth."""
READY: Final = """() => document.fonts.ready.then(
    () => new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(() => drawn(true)))))"""


class Album:
    """Takes pictures in every look."""

    def __init__(self, browser: Browser, site: Site, language: str, wanted: list[str], tables: dict[str, str]) -> None:
        self.new_guest = GuestFactory(site, browser)
        self.language = language
        self.wanted = wanted
        self.reviewed = tables
        self.folder = SHOTS / language
        self.folder.mkdir(parents=True, exist_ok=True)

    def says(self, key: str, **holes: object) -> str:
        return said(key, self.language, **holes)

    def button(self, guest: Guest, key: str) -> Locator:
        return guest.page.get_by_role("button", name=self.says(key))

    def guest(self, name: str) -> Guest:
        return self.new_guest(name, language=self.language)

    def take(self, guest: Guest, name: str, *, whole: bool = False, looks: Looks = LOOKS) -> None:
        if self.wanted and not any(name.startswith(part) for part in self.wanted):
            return
        for width, height, scheme in looks:
            guest.page.set_viewport_size({"width": width, "height": height})
            guest.page.emulate_media(color_scheme="dark" if scheme == "dark" else "light", reduced_motion="reduce")
            guest.page.evaluate(READY)
            guest.page.screenshot(path=self.folder / f"{name}-{width}-{scheme}.png", full_page=whole)
        guest.resize(1440, 900)


def open_and_take(album: Album, guest: Guest, name: str, opener: Locator, opened: str) -> None:
    """Take what a button opens, and close it again."""
    opener.click()
    expect(guest.page.locator(opened).first).to_be_visible()
    album.take(guest, name)
    guest.page.keyboard.press("Escape")
    expect(guest.page.locator(opened)).to_have_count(0)


def start_screens(album: Album) -> None:
    """The first page, new and known, and what it opens."""
    mora = album.guest("")
    page = mora.page
    mora.visit("/")
    expect(page.locator(".tiles")).to_be_visible()
    album.take(mora, "start-new", whole=True)
    open_and_take(album, mora, "new-table", page.locator("[aria-labelledby=people] .two button"), "dialog[open] .foot")
    open_and_take(album, mora, "settings", album.button(mora, "settings.title"), "dialog[open]")
    page.get_by_role("button", name=album.says("app.keys")).click()
    expect(page.locator("dialog[open] ul").first).to_be_visible()
    album.take(mora, "keys", looks=(*LOOKS, (320, 640, "light")))
    for path, name, there in (
        ("/rules/haggis", "rules", "section.panel"),
        ("/nowhere", "lost", "main h1"),
        ("/t/abcdefghjkmn", "dead-link", "main h1"),
        ("/replay", "replay-drop", ".drop"),
    ):
        mora.visit(path)
        expect(page.locator(there).first).to_be_visible()
        album.take(mora, name)
    ada = reader(album)
    ada.open("haggis", ["", "master", None], players=3, target=350)
    expect(ada.page.locator("main .seats")).to_be_visible()
    album.take(ada, "lobby")
    nell = album.guest("")
    nell.go(ada.page.url.rpartition("/")[2])
    expect(nell.page.get_by_role("button", name=album.says("table.sit")).first).to_be_visible()
    album.take(nell, "invitation")
    open_and_take(album, nell, "qr", nell.page.get_by_role("button", name=album.says("table.qr")), "dialog[open]")
    ada.open("damenrennen", ["", "beginner"])
    ada.visit("/")
    expect(ada.page.locator("section[aria-labelledby=tables] li").first).to_be_visible()
    album.take(ada, "start-known", whole=True)


def reader(album: Album) -> Guest:
    """Ada, who has played a match of each game and had it reviewed."""
    guest = album.guest("")
    guest.context.add_cookies([{"name": "parlour", "value": ADA, "url": guest.site.address}])
    return guest


def haggis_screens(album: Album) -> None:
    """The table of Haggis in every state, its questions, hint and ends."""
    mora = album.guest("Mora")
    page, stage = mora.page, Stage(mora, NAMES)
    low = (*LOOKS, (844, 390, "light"))
    for name, phase in haggis_phases.PHASES.items():
        stage.names = NAMES[: phase.players]
        stage.show(phase.table)
        stage.choose(phase.chosen)
        album.take(mora, f"haggis-{name}", looks=low)
        if name == "lead":
            hint(album, mora, "haggis-lead-hint")
            page.locator(".acts .stack").first.click()
            album.take(mora, "haggis-bet")
            page.keyboard.press("Escape")
            open_and_take(album, mora, "haggis-menu", album.button(mora, "match.menu"), ".menu:visible")
        if name == "follow":
            hint(album, mora, "haggis-follow-hint")
    phase = haggis_phases.PHASES["first"]
    stage.names = NAMES
    stage.show(phase.table, **HURRIED)
    album.take(mora, "haggis-clock", looks=low)
    stage.show(phase.table, seats=replaced(NAMES))
    album.take(mora, "haggis-bot-for-me", looks=low)
    stage.watch(phase.table)
    album.take(mora, "haggis-watching", looks=low)
    stage.put(haggis_scene(0), status="playing", waits=True, sheet=ROUND, sheet_rows=1)
    album.take(mora, "haggis-round-end", whole=True)
    stage.put(haggis_scene(2), status="playing", waits=True, sheet=ROUND, sheet_rows=1)
    album.take(mora, "haggis-round-lost", whole=True)
    over: dict[str, Any] = {"status": "over", "sheet": ROUND, "sheet_rows": 1}
    stage.put(haggis_scene(0, target=60), **over, winners=(0,))
    album.take(mora, "haggis-match-won", whole=True)
    stage.put(haggis_scene(1, target=60), **over, winners=(0,))
    album.take(mora, "haggis-match-lost", whole=True)
    stage.names = NAMES[:2]
    two = table_at("hands 5r | 6g 7g 8o 9o 10y; haggis 2r 2y 4r 4y 6y 6r 8r 8g; bets - | 15; act 0", players=2)
    two.play(two.to_act()[0], two.game.parse_move("5r"))
    stage.put(scene_of(two.game, two.state, 0), status="playing", waits=True, sheet=((46, 0),), sheet_rows=1)
    album.take(mora, "haggis-round-two", whole=True)


def damenrennen_screens(album: Album) -> None:
    """The table of Damenrennen in every phase, with and without a choice, hints and ends."""
    mora = album.guest("Mora")
    page, stage = mora.page, Stage(mora, NAMES[:2])
    low = (*LOOKS, (844, 390, "light"))
    for name, (table, seat) in damenrennen_phases.tables().items():
        stage.names = NAMES[:2] if seat == 0 else ("Ilka", "Mora")
        stage.show(table, seat, sheet=((1, 0), (0, 1)), sheet_rows=2)
        album.take(mora, f"damenrennen-{name}", looks=low)
        if seat in table.to_act() and name != "sealed":
            page.evaluate(CHOOSE)
            album.take(mora, f"damenrennen-{name}-chosen")
            if name in {"draft", "swap", "lay"}:
                hint(album, mora, f"damenrennen-{name}-hint")
    stage.names = NAMES[:2]
    over: dict[str, Any] = {"sheet": ((1, 0), (0, 1), (1, 0)), "sheet_rows": 3}
    stage.put(damenrennen_scene(0), **over, status="over", winners=(0,))
    album.take(mora, "damenrennen-match-won", whole=True)
    stage.put(damenrennen_scene(None), **over, status="over", winners=())
    album.take(mora, "damenrennen-match-drawn", whole=True)


def hint(album: Album, guest: Guest, name: str) -> None:
    guest.page.get_by_role("button", name=album.says("match.hint"), exact=True).click()
    advice = guest.page.get_by_role("region", name=album.says("match.hint"))
    expect(advice.locator("p").first).not_to_be_empty()
    album.take(guest, name, looks=(*LOOKS, (844, 390, "light")))
    advice.locator("button").last.click()
    expect(advice).to_have_count(0)


def later_screens(album: Album) -> None:
    """What is looked at after a match: replays, reviews, and puzzles."""
    ada = reader(album)
    page = ada.page
    for game in GAMES:
        ada.visit(f"/review/{album.reviewed[game]}")
        expect(page.get_by_role("heading", name=album.says("review.lesson"))).to_be_visible()
        album.take(ada, f"review-{game}", whole=True)
        ada.visit(f"/replay/{album.reviewed[game]}#12")
        expect(page.locator(".hands p").first).to_be_visible()
        album.take(ada, f"replay-{game}")
    ada.visit(f"/fair/{album.reviewed['haggis']}")
    expect(page.locator("details").first).to_be_visible()
    album.take(ada, "fair")
    position = a_puzzle()
    ada.visit(f"/puzzles/haggis-{position.puzzle.id}")
    expect(page.get_by_role("listbox")).to_be_visible()
    album.take(ada, "puzzle", whole=True)
    page.locator(".task").get_by_role("button", name=album.says("puzzle.hint")).click()
    expect(page.locator(".answer")).to_be_visible()
    album.take(ada, "puzzle-hint", whole=True)
    choose(page, solution_cards(position))
    page.locator(".dock .primary").click()
    expect(page.locator(".answer h2")).to_have_text(album.says("puzzle.solved"))
    album.take(ada, "puzzle-solved", whole=True)
    ada.visit("/puzzles/damenrennen-1")
    expect(page.locator(".task h1")).to_be_visible()
    album.take(ada, "puzzle-damenrennen", whole=True)


def club_screens(album: Album) -> None:
    """Where people meet, what is known of them, and tournaments."""
    host, ada = album.guest("Ilka"), reader(album)
    page = ada.page
    host.visit("/club")
    host.request("POST", "tables", {"game": "haggis", "seats": ["", None], "listed": True, "clock": 60})
    ada.visit("/club")
    expect(page.get_by_role("link", name=album.says("club.sit"))).to_be_visible()
    album.take(ada, "club", whole=True)
    album.button(ada, "club.go").click()
    expect(page.get_by_role("heading", name=album.says("club.looking"))).to_be_visible()
    album.take(ada, "club-searching", whole=True)
    for path, name, there in (
        ("/profile", "profile", "[role=tab]"),
        ("/account", "account", "[aria-labelledby=data]"),
        ("/leaders", "leaders", "main section.panel"),
        ("/tournament/new", "tournament-new", "main form .primary"),
    ):
        ada.visit(path)
        expect(page.locator(there).first).to_be_visible()
        album.take(ada, name, whole=True)


def lessons(album: Album) -> None:
    """The first step of both lessons."""
    for game in GAMES:
        mora = album.guest("Mora")
        mora.visit(f"/learn/{game}")
        expect(mora.page.locator(".coach .said")).to_be_visible()
        album.take(mora, f"lesson-{game}")


def readme_pictures(album: Album) -> None:
    """Both tables as README and the documentation show them; those are kept as docs/images/*.webp."""
    mora = album.guest("Mora")
    stage = Stage(mora, NAMES)
    stage.show(table_at(README, players=3, target=350))
    plays = ("1: 3y 3b", "2: 4r 4o", "0: pass", "1: 6y 6b", "2: pass")
    stage.tell(*plays, sheet=((20, 61, 38), (97, 12, 40), (25, 45, 53)), sheet_rows=3)
    stage.choose("9y 9g")
    mora.page.evaluate("() => document.activeElement.blur()")
    album.take(mora, "readme-haggis", looks=((1440, 900, "dark"), (390, 844, "light")))
    stage.names = ("Mora", "Fritzi")
    stage.show(*damenrennen_phases.tables()["draft"])
    mora.page.locator("button.offer").nth(2).click()
    album.take(mora, "readme-damenrennen", looks=((1440, 900, "light"), (390, 844, "light")))


def main(language: str, wanted: list[str]) -> None:
    """Take them all, or those whose names begin like this."""
    build_page()
    expect.set_options(timeout=PATIENCE_MS)
    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        folder = Path(name)
        (folder / "data").mkdir()
        write_past(folder / "data")
        tables = {game: write_reviewed(folder / "data", game) for game in GAMES}
        with Site(folder) as site:
            browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
            album = Album(browser, site, language, wanted, tables)
            for part in (
                start_screens,
                haggis_screens,
                damenrennen_screens,
                later_screens,
                club_screens,
                lessons,
                readme_pictures,
            ):
                part(album)
            browser.close()
            site.stop()


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "en", sys.argv[2:])
