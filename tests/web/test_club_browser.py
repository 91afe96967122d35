"""The club in real browsers: two people who want the same meet and play, friends agree, and every screen fits."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.web.browser import GuestFactory, Scheme, acting, wait_for_turn
from tests.web.pages import said


def is_fitting(page: Page) -> bool:
    return bool(page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"))


def searched(page: Page, language: str) -> tuple[int, int]:
    """The ratings that a search looks for, which are others afterwards."""
    said_now = re.escape(said("club.widens", language, count="COUNT", low="LOW", high="HIGH"))
    pattern = re.sub("COUNT|LOW|HIGH", r"(\\d+)", said_now)
    told = page.locator(".searching").get_by_text(re.compile(pattern))
    expect(told).to_be_visible()
    text = told.inner_text()
    found = re.search(pattern, text)
    assert found is not None
    expect(told).not_to_have_text(text)
    return int(found[2]), int(found[3])


def test_two_pages_meet_in_the_club_and_play(new_guest: GuestFactory) -> None:
    ada, bo = new_guest("Ada"), new_guest("Bo", 390, 844, language="de")
    for guest, language in ((ada, "en"), (bo, "de")):
        guest.visit("/")
        guest.page.get_by_role("link", name=said("start.club", language)).click()
        guest.page.get_by_role("button", name=said("club.go", language)).click()
    expect(ada.page.get_by_role("link", name=said("club.to_table"))).to_be_visible()
    expect(ada.page.locator("#find")).to_contain_text("Bo")

    for guest in (ada, bo):
        guest.page.wait_for_url(re.compile("/t/"))
    assert ada.page.url == bo.page.url
    player = acting([ada, bo])
    expect(player.page.locator("main")).to_be_visible()
    assert "Bo" in ada.page.content()


@pytest.mark.parametrize(
    ("width", "language", "scheme"), [(1440, "en", "light"), (390, "de", "dark"), (390, "hu", "light")]
)
def test_the_club_fits_and_can_be_read(new_guest: GuestFactory, width: int, language: str, scheme: Scheme) -> None:
    host, guest = new_guest(f"Host {language}"), new_guest("Gast", width, 844, language=language, scheme=scheme)
    host.visit("/club")
    expect(host.page.get_by_role("heading", level=1)).to_have_text(said("club.title"))
    guest.visit("/club")
    page = guest.page
    expect(page.get_by_role("heading", name=said("club.find", language))).to_be_visible()
    terms = {"game": "haggis", "seats": ["", None], "listed": True, "clock": 60, "rated": True}
    host.request("POST", "tables", terms)
    row = page.locator("li", has_text=f"Host {language}")
    expect(row.get_by_role("link", name=said("club.sit", language))).to_be_visible()
    expect(row).to_contain_text(said("club.ratings", language, ratings="1500?"))
    assert is_fitting(page)
    assert guest.violations() == []
    guest.shot(f"club-{width}-{language}-{scheme}", whole=True)

    page.get_by_role("button", name=said("club.go", language)).click()
    expect(page.get_by_role("heading", name=said("club.looking", language))).to_be_visible()
    (low, high), (lower, higher) = (searched(page, language) for _ in range(2))
    assert low + high == 2 * 1500, "on both sides of one's own rating"
    assert lower < low < high < higher
    assert is_fitting(page)
    assert guest.violations() == []
    guest.shot(f"club-searching-{width}-{language}-{scheme}", whole=True)
    page.get_by_role("button", name=said("club.stop", language)).click()
    expect(page.get_by_role("button", name=said("club.go", language))).to_be_visible()


def test_ones_own_table_names_the_others_and_comes_first_on_a_phone_where_it_waits(new_guest: GuestFactory) -> None:
    ada = new_guest("Ada", 390, 844)
    ada.open("haggis", ["", "beginner"], players=2, target=250)
    wait_for_turn(ada.page)
    ada.visit("/club")
    first = ada.page.get_by_role("region", name=said("start.your_turn"), exact=True)
    below = ada.page.get_by_role("region", name=said("club.mine"))

    expect(first).to_contain_text(f"{said('profile.size.2', game='Haggis')}, {said('match.round', count=1)}")
    for region in (first, below):
        expect(region.locator("li")).to_contain_text(said("start.with", names=said("start.bot.beginner")))
        expect(region).not_to_contain_text("Ada")
    ada.resize(1440, 900)
    expect(first).to_be_hidden()
    ada.shot("club-mine-1440", whole=True)
    ada.visit("/")
    start = ada.page.get_by_role("region", name=said("start.tables"), exact=True)
    expect(start.locator("li")).to_contain_text(f"Haggis, {said('match.round', count=1)}")
    ada.shot("start-mine-1440", whole=True)
    start.get_by_role("link", name=said("start.your_turn")).click()
    wait_for_turn(ada.page)


def test_a_friend_agrees_and_is_seen(new_guest: GuestFactory) -> None:
    ada, bo = new_guest("Ada"), new_guest("Bo")
    ada.visit("/club")
    expect(ada.page.get_by_role("heading", name=said("club.friends"))).to_be_visible()
    link = ada.request("POST", "friends", {})["link"]
    bo.visit(f"/friend/{link}")
    expect(bo.page.get_by_role("heading", level=1)).to_have_text(said("club.befriend", other="Ada"))
    assert bo.violations() == []
    bo.page.get_by_role("button", name=said("club.accept")).click()

    friends = ada.page.locator("section[aria-labelledby=friends]")
    expect(friends).to_contain_text("Bo")
    expect(bo.page.locator("section[aria-labelledby=friends]")).to_contain_text(said("club.friend_here"))
    friends.get_by_role("button", name=said("club.remove", other="Bo")).click()
    expect(friends).to_contain_text(said("club.friends_none"))


def test_the_form_of_a_search_has_banks_and_remembers_its_answers(new_guest: GuestFactory) -> None:
    guest = new_guest("Ada", 390, 844, language="hu")
    page = guest.page
    guest.visit("/club")
    clock = page.get_by_role("radiogroup", name=said("start.clock", "hu"), exact=True)
    bank = said("clock.bank_short", "hu", bank=5, increment=20)
    clock.get_by_text(bank).click()
    page.get_by_role("radiogroup", name=said("club.window", "hu")).get_by_text(said("club.window.near", "hu")).click()
    page.get_by_role("button", name=said("club.go", "hu")).click()
    expect(page.get_by_role("heading", name=said("club.looking", "hu"))).to_be_visible()
    terms = guest.request("GET", "seek")["terms"]
    assert (terms.get("clock"), terms["bank"], terms["increment"], terms["window"]) == (None, 300, 20, 200)
    page.get_by_role("button", name=said("club.stop", "hu")).click()
    expect(page.get_by_role("button", name=said("club.go", "hu"))).to_be_visible()

    page.reload()
    expect(clock.get_by_label(bank)).to_be_checked()
    near = page.get_by_role("radiogroup", name=said("club.window", "hu")).get_by_label(said("club.window.near", "hu"))
    expect(near).to_be_checked()
    assert is_fitting(page)
    assert guest.violations() == []


@pytest.mark.parametrize(("width", "language"), [(1440, "en"), (390, "de"), (390, "hu")])
def test_four_places_lead_from_one_to_the_other(new_guest: GuestFactory, width: int, language: str) -> None:
    guest = new_guest("Ada", width, 844, language=language)
    page = guest.page
    guest.visit("/")
    places = page.get_by_role("navigation", name=said("app.places", language))
    for key, address in (("club", "/club"), ("you", "/profile"), ("play", "/")):
        places.get_by_role("link", name=said(f"app.{key}", language)).click()
        page.wait_for_url(f"{guest.site.address}{address}")
        current = places.locator("[aria-current=page]")
        expect(current).to_have_text(said(f"app.{key}", language))
        expect(page.locator("h1")).to_be_visible()
        assert is_fitting(page)
        assert guest.violations() == []

    places.get_by_role("link", name=said("app.puzzle", language)).click()
    page.wait_for_url(f"{guest.site.address}/puzzles")
    expect(page.get_by_role("region", name=said("puzzle.task", language))).to_be_visible()
    expect(places).to_have_count(0)  # a puzzle is a table
