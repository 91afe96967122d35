"""Ratings in a real browser: what a match did to them at its end, and their curve on the profile."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from playwright.sync_api import Browser, expect

from tests.server.finished import ADA, random_match, write_finished
from tests.web.browser import Guest, GuestFactory, Scheme, Site, build_page
from tests.web.pages import said

TABLES: list[str] = []
MATCHES = 12
GAME = "haggis"


@pytest.fixture(scope="module")
def site(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A site where Ada and Bo have played rated matches, whose results the server enters when it starts."""
    del browser
    build_page()
    folder = tmp_path_factory.mktemp("parlour")
    (folder / "data").mkdir()
    with ThreadPoolExecutor(1) as pool:  # a browser keeps an event loop running in the thread of the test
        TABLES[:] = [
            pool.submit(
                asyncio.run, write_finished(folder / "data", random_match(GAME, seed, {"target": 60}), rated=True)
            ).result()
            for seed in range(MATCHES)
        ]
    with Site(folder) as site:
        yield site
        assert site.stop() == 0, site.said()


def ada(new_guest: GuestFactory, width: int, height: int, language: str, scheme: Scheme) -> Guest:
    guest = new_guest("", width, height, language=language, scheme=scheme)
    guest.context.add_cookies([{"name": "parlour", "value": ADA, "url": guest.site.address}])
    return guest


def digits(number: float) -> str:
    return str(round(number))


@pytest.mark.parametrize(
    ("width", "height", "language", "scheme"),
    [(1440, 900, "en", "light"), (390, 844, "hu", "dark"), (390, 844, "de", "light")],
)
def test_the_end_of_a_match_tells_what_it_did_to_ratings_and_the_profile_shows_the_curve(
    new_guest: GuestFactory, width: int, height: int, language: str, scheme: Scheme
) -> None:
    guest = ada(new_guest, width, height, language, scheme)
    page = guest.page
    guest.visit(f"/t/{TABLES[0]}")
    told = page.locator(".end [role=status]")
    expect(told).to_contain_text("→")
    seats = guest.request("GET", f"tables/{TABLES[0]}/rating")["seats"]
    change = round(seats[0]["after"]) - round(seats[0]["before"])
    mine = said(
        "ratings.change",
        language,
        before=digits(seats[0]["before"]),
        after=digits(seats[0]["after"]),
        change=f"{'+' if change > 0 else '−'}{abs(change)}",  # noqa: RUF001 - a true minus
    )
    expect(told.locator("p")).to_have_count(2)
    expect(told).to_contain_text(mine)
    expect(told).to_contain_text(re.compile(rf"Bo: {digits(seats[1]['before'])} → {digits(seats[1]['after'])}"))
    assert guest.violations() == []
    guest.shot(f"rating-change-{width}-{language}-{scheme}", whole=True)

    guest.visit("/profile")
    panel = page.locator("section[aria-labelledby=ratings]")
    (game,) = guest.request("GET", "me/ratings")["games"]
    history = [digits(point["rating"]) for point in game["history"]]
    counted = len(history)
    expect(panel.locator("b")).to_have_text(digits(game["rating"]["rating"]))
    expect(panel).to_contain_text(said("ratings.count", language, count=counted))
    curve = panel.get_by_role("img", name=said("ratings.curve_about", language, first=history[0], last=history[-1]))
    points = curve.locator("polyline").get_attribute("points")
    assert points is not None
    assert len(points.split()) == counted > 2
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    assert guest.violations() == []
    guest.shot(f"rating-curve-{width}-{language}-{scheme}", whole=True)
