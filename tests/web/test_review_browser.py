"""A review in a real browser: stepped through, shared, withdrawn, and played on from."""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec
import pytest
from playwright.sync_api import Browser, Page, expect

from tests.server.finished import ADA
from tests.web.browser import Guest, GuestFactory, Site, build_page
from tests.web.pages import GAMES, said
from tests.web.reviewed import kept_review, write_reviewed

TABLES: dict[str, str] = {}


@pytest.fixture(scope="module")
def site(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A site where Ada has played a match of each game, and had it reviewed."""
    del browser
    build_page()
    folder = tmp_path_factory.mktemp("parlour")
    (folder / "data").mkdir()
    TABLES.update({game: write_reviewed(folder / "data", game) for game in GAMES})
    with Site(folder) as site:
        yield site
        assert site.stop() == 0, site.said()


def ada(new_guest: GuestFactory, width: int, height: int, language: str) -> Guest:
    guest = new_guest("", width, height, language=language)
    guest.context.add_cookies([{"name": "parlour", "value": ADA, "url": guest.site.address}])
    return guest


def shown(page: Page) -> str:
    return page.locator(".said").inner_text()


def is_fitting(page: Page) -> bool:
    return bool(page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"))


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(("width", "height", "language"), [(1440, 900, "en"), (390, 844, "de"), (390, 844, "hu")])
def test_a_review_is_stepped_through_by_keys_and_taps(
    new_guest: GuestFactory, game: str, width: int, height: int, language: str
) -> None:
    guest = ada(new_guest, width, height, language)
    page = guest.page
    guest.visit(f"/review/{TABLES[game]}")
    expect(page.get_by_role("heading", name=said("review.lesson", language))).to_be_visible()
    rows = page.locator("ol button[data-place]")
    classes = [msgspec.json.decode(each)["class"] for each in kept_review(game).decisions]
    judged = len(classes)
    mistakes = sum(each in {"inaccuracy", "mistake", "blunder"} for each in classes)

    assert rows.count() >= judged
    assert is_fitting(page)
    assert guest.violations() == []
    guest.shot(f"review-{game}-{width}-{language}", whole=True)

    current = page.locator("ol button[aria-current]")
    page.keyboard.press("Home")
    expect(current).to_have_attribute("data-place", re.compile(r"\d+"))
    first = shown(page)
    page.keyboard.press("ArrowRight")
    expect(page.locator(".said")).not_to_have_text(first)
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".said")).to_have_text(first)
    rows.last.click()
    expect(rows.last).to_have_attribute("aria-current", "true")
    expect(page.get_by_role("button", name=said("review.next", language), exact=True)).to_be_disabled()

    page.locator(".segmented label", has_text=said("review.mistakes", language, count=mistakes)).click()
    page.keyboard.press("m")
    expect(rows.locator("visible=true").first).to_have_class(re.compile("bad"))
    expect(current).to_have_class(re.compile("bad"))


def test_all_cards_are_shown_on_wish_and_change_no_verdict(new_guest: GuestFactory) -> None:
    guest = ada(new_guest, 1440, 900, "en")
    page = guest.page
    guest.visit(f"/review/{TABLES['haggis']}")
    expect(page.get_by_role("heading", name=said("review.lesson"))).to_be_visible()
    backs = page.locator(".pos .is-back")
    expect(backs.first).to_be_visible()
    verdict = page.locator(".verdict").inner_text()

    page.keyboard.press("a")
    expect(backs).to_have_count(0)
    assert page.locator(".verdict").inner_text() == verdict
    page.locator(".segmented label", has_text=said("review.knew")).click()
    expect(backs.first).to_be_visible()


def test_a_review_is_private_until_it_is_shared_and_again_when_the_link_is_withdrawn(new_guest: GuestFactory) -> None:
    guest = ada(new_guest, 1440, 900, "en")
    guest.context.grant_permissions(["clipboard-read", "clipboard-write"])
    stranger = new_guest("Cy", language="en")
    stranger.visit(f"/review/{TABLES['haggis']}")
    expect(stranger.page.get_by_role("alert")).to_have_text(said("trouble.review/seat"))
    stranger.errors.clear()  # the browser logs every refusal

    guest.visit(f"/review/{TABLES['haggis']}")
    guest.page.get_by_role("button", name=said("review.share")).click()
    withdraw = guest.page.get_by_role("button", name=said("review.withdraw"))
    expect(withdraw).to_be_visible()
    link = guest.page.evaluate("() => navigator.clipboard.readText()")
    stranger.page.goto(link)
    expect(stranger.page.locator(".said")).to_be_visible()
    expect(stranger.page.locator("h1")).to_contain_text("Ada")
    expect(stranger.page.get_by_role("button", name=said("review.practise"))).to_have_count(0)

    withdraw.click()
    expect(guest.page.get_by_role("button", name=said("review.share"))).to_be_visible()
    stranger.page.goto(link)
    expect(stranger.page.get_by_role("alert")).to_have_text(said("trouble.review/unknown"))
    stranger.errors.clear()


@pytest.mark.parametrize("game", GAMES)
def test_one_plays_on_from_a_moment_of_the_match(new_guest: GuestFactory, game: str) -> None:
    guest = ada(new_guest, 1440, 900, "en")
    page = guest.page
    guest.visit("/")
    page.locator(f"a[href='/review/{TABLES[game]}']").click()
    expect(page.get_by_role("heading", name=said("review.lesson"))).to_be_visible()
    hand = page.locator(".pos .hand").last.locator("[data-card]")
    cards = sorted(card.get_attribute("data-card") or "" for card in hand.all())

    page.get_by_role("button", name=said("review.practise")).click()

    expect(page).to_have_url(re.compile("/t/"))
    expect(page.locator("main.table")).to_be_visible()
    if game == GAMES[0]:
        held = page.get_by_role("listbox").get_by_role("option")
        expect(held).to_have_count(len(cards))
        assert sorted(card.get_attribute("data-card") or "" for card in held.all()) == cards
