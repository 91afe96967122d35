"""Pictures of every screen, narrow and wide, light and dark, for people to look at: python -m tests.web.shots [LANG].

They are written to build/shots/LANG. Both games are played with what the page offers.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import Final

from playwright.sync_api import expect, sync_playwright

from tests.web import damenrennen_table as damenrennen
from tests.web import haggis_table as haggis
from tests.web.browser import PATIENCE_MS, SHOTS, Guest, GuestFactory, Site, build_page, chromium, seen

LOOKS: Final = tuple(
    (width, height, scheme) for width, height in ((390, 844), (1440, 900)) for scheme in ("light", "dark")
)
STEPS: Final = 14
"""No lesson has more."""


class Album:
    """Takes pictures in every look."""

    def __init__(self, language: str) -> None:
        self.folder = SHOTS / language
        self.folder.mkdir(parents=True, exist_ok=True)
        self.taken: set[str] = set()

    def take(self, guest: Guest, name: str, *, whole: bool = False) -> None:
        if name in self.taken:
            return
        self.taken.add(name)
        for width, height, scheme in LOOKS:
            guest.page.set_viewport_size({"width": width, "height": height})
            guest.page.emulate_media(color_scheme="dark" if scheme == "dark" else "light", reduced_motion="reduce")
            guest.page.wait_for_timeout(250)
            guest.page.screenshot(path=self.folder / f"{name}-{width}-{scheme}.png", full_page=whole)
        guest.page.set_viewport_size({"width": 1440, "height": 900})


def start_pages(new_guest: GuestFactory, album: Album, language: str) -> None:
    """Take the first page, new and known, and what it opens."""
    mora = new_guest("Mora", language=language)
    page = mora.page
    page.goto(new_guest.site.address)
    expect(page.locator("main h1").first).to_be_visible()
    album.take(mora, "start-new", whole=True)
    for number, summary in enumerate(page.locator(".aside button:visible").all()):
        label = summary.inner_text()
        summary.click()
        page.wait_for_timeout(200)
        album.take(mora, f"start-aside-{number}", whole=True)
        if not label:
            break
        page.keyboard.press("Escape")
        page.goto(new_guest.site.address)
        expect(page.locator("main h1").first).to_be_visible()
    for number, name in enumerate(("keys", "settings")):
        page.locator("footer button").nth(number).click()
        expect(page.locator("dialog[open] ul, dialog[open] .switch").first).to_be_visible()
        album.take(mora, name)
        page.keyboard.press("Escape")
    for path, name in (("/rules/haggis", "rules-haggis"), ("/rules/damenrennen", "rules-damenrennen")):
        page.goto(new_guest.site.address + path)
        expect(page.locator("main h1").first).to_be_visible()
        album.take(mora, name)
    for path, name in (("/nowhere", "lost"), ("/t/abcdefghjkmn", "dead-link"), ("/replay", "replay-drop")):
        page.goto(new_guest.site.address + path)
        expect(page.locator("main").first).to_be_visible()
        page.wait_for_timeout(400)
        album.take(mora, name)
    table = mora.open("haggis", ["", None, "beginner"], players=3, target=250)
    expect(page.locator("ol.seats, main .seats").first).to_be_visible()
    album.take(mora, "lobby")
    nell = new_guest("Nell", language=language)
    nell.go(table)
    expect(nell.page.locator("main .primary").first).to_be_visible()
    album.take(nell, "lobby-invited")


def haggis_match(new_guest: GuestFactory, album: Album, language: str) -> None:
    """Take a match of Haggis, at the first lead, answer, round end, the drawer, the match's end, its replay."""
    mora = new_guest("Mora", language=language)
    page = mora.page
    table = mora.open("haggis", ["", "beginner", "casual"], players=3, target=120)
    for _ in range(haggis.MOST):
        ready = page.locator("#app:has(.lit.lamp), footer a[download], footer button.primary:enabled")
        expect(ready.first).to_be_visible()
        if seen(page.locator("footer a[download]")):
            break
        if seen(page.locator("footer button.primary")):
            album.take(mora, "haggis-round-end", whole=True)
            page.locator("footer button.primary").click()
            expect(page.locator("footer button.primary")).to_have_count(0)
            continue
        haggis_moment(mora, album)
        asked = page.locator("main.table").get_attribute("data-decision")
        haggis.decide(page, lambda place: place.click())
        expect(page.locator(f"main.table[data-decision='{asked}']")).to_have_count(0)
    album.take(mora, "haggis-match-end", whole=True)
    for path, name in ((f"/replay/{table}", "replay-haggis"), (f"/fair/{table}", "fair")):
        page.goto(new_guest.site.address + path)
        expect(page.locator("main").first).to_be_visible()
        page.wait_for_timeout(1500)
        album.take(mora, name)
        if name.startswith("replay"):
            for _ in range(12):
                page.keyboard.press("ArrowRight")
            album.take(mora, "replay-haggis-later")
    page.goto(new_guest.site.address)
    expect(page.locator("main h1").first).to_be_visible()
    album.take(mora, "start-known", whole=True)


def haggis_moment(mora: Guest, album: Album) -> None:
    """Take what this moment is the first of."""
    page = mora.page
    expect(page.locator(".chips button, .acts .only, .gift").first).to_be_visible()
    if seen(page.locator(".gift")):
        album.take(mora, "haggis-give")
        return
    follows = seen(page.locator(".standing"))
    album.take(mora, "haggis-follow" if follows else "haggis-lead")
    if seen(page.locator(".chips button")) and follows and "haggis-chosen" not in album.taken:
        page.locator(".chips button").last.click()
        page.wait_for_timeout(300)
        album.take(mora, "haggis-chosen")
        page.get_by_role("listbox").get_by_role("option").first.focus()
        page.keyboard.press("Escape")
        page.locator(".acts .stack").nth(1).click()
        expect(page.locator("section.advice").first).to_be_visible()
        album.take(mora, "haggis-hint")
        page.set_viewport_size({"width": 390, "height": 844})
        page.locator("header .side").click()
        page.wait_for_timeout(400)
        page.screenshot(path=album.folder / "haggis-drawer-390-light.png")
        page.keyboard.press("Escape")
        page.set_viewport_size({"width": 1440, "height": 900})


def damenrennen_match(new_guest: GuestFactory, album: Album, language: str) -> None:
    """Take a match of Damenrennen, at the first of every question."""
    mora = new_guest("Mora", language=language)
    page = mora.page
    table = mora.open("damenrennen", ["", "casual"], best_of=1)
    for count in range(damenrennen.MOST):
        expect(page.locator(".ask.live, footer a[download]").first).to_be_visible()
        if seen(page.locator("footer a[download]")):
            break
        phase = page.locator("main.table").get_attribute("data-phase")
        album.take(mora, f"damenrennen-{phase}")
        asked = page.locator("main.table").get_attribute("data-decision")
        damenrennen.choose_whole(page, lambda place: place.click())
        album.take(mora, f"damenrennen-{phase}-chosen")
        if count > 30 and phase == "lay":
            album.take(mora, "damenrennen-late")
        if phase == "draft" and "damenrennen-hint" not in album.taken:
            page.locator(".tools .btn:last-child").click()
            expect(page.locator("section.advice")).to_be_visible()
            album.take(mora, "damenrennen-hint")
            page.locator("section.advice button").last.click()
        page.locator(".ask .primary").click()
        expect(page.locator(f"main.table[data-decision='{asked}']:has(.ask.live)")).to_have_count(0)
    album.take(mora, "damenrennen-match-end")
    page.goto(f"{new_guest.site.address}/replay/{table}")
    expect(page.locator("main").first).to_be_visible()
    page.wait_for_timeout(1500)
    album.take(mora, "replay-damenrennen")


def lessons(new_guest: GuestFactory, album: Album, language: str) -> None:
    """Take the first steps of both lessons."""
    for game in ("haggis", "damenrennen"):
        mora = new_guest("Mora", language=language)
        mora.page.goto(f"{new_guest.site.address}/learn/{game}")
        for step in range(STEPS):
            expect(mora.page.locator(".coach")).to_be_visible()
            mora.page.wait_for_timeout(300)
            album.take(mora, f"lesson-{game}-{step}")
            if not seen(mora.page.locator(".coach button.primary")):
                break
            mora.page.locator(".coach button.primary").click()


def main(language: str, wanted: list[str]) -> None:
    """Take them all."""
    build_page()
    expect.set_options(timeout=PATIENCE_MS)
    parts = {"start": start_pages, "haggis": haggis_match, "damenrennen": damenrennen_match, "lessons": lessons}
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright, Site(Path(folder)) as site:
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        album = Album(language)
        for name, part in parts.items():
            if not wanted or name in wanted:
                part(GuestFactory(site, browser), album, language)
        browser.close()
        site.stop()


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "en", sys.argv[2:])
