"""The table of Damenrennen in a real browser: by mouse, by touch, watched, and at every width."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.web.browser import GuestFactory, seen, wait_for_turn
from tests.web.damenrennen_table import PLAY_ON, options, play_game
from tests.web.pages import said

WIDTHS = ((360, 640), (390, 844), (768, 1024), (1440, 900), (844, 390))
EVERYTHING = "header a, header button, section.side, .track, .offer, .race, .ask, .ask .card, .ask button"


def test_a_whole_match_by_mouse(new_guest: GuestFactory) -> None:
    mora = new_guest("Mora", still=False)
    mora.open("damenrennen", ["", "beginner"], best_of=1)
    wait_for_turn(mora.page)
    mora.shot("damenrennen-1440-light")

    play_game(mora.page, lambda place: place.click())

    expect(mora.page.locator(".result h1")).to_have_text(re.compile("won$"))
    mora.shot("damenrennen-match-end-1440-light")
    mora.page.get_by_role("button", name="Play again").click()
    wait_for_turn(mora.page)


def test_a_game_by_touch_in_german_and_the_match_goes_on_until_one_has_two_games_of_three(
    new_guest: GuestFactory,
) -> None:
    mora = new_guest("Mora", 390, 844, language="de", scheme="dark", touch=True)
    table = mora.open("damenrennen", ["", "beginner"], best_of=3)
    wait_for_turn(mora.page)
    expect(mora.page.locator(".ask")).to_contain_text("Leg eine Karte")
    mora.shot("damenrennen-390-dark-de")
    score = mora.page.locator(".result .score")
    onward = mora.page.get_by_role("button", name=said("damenrennen.next_game", "de"))
    standings: list[str] = []

    play_game(mora.page, lambda place: place.tap())
    while seen(onward):
        standings.append(score.inner_text())
        onward.tap()
        expect(onward).to_have_count(0)
        mora.page.evaluate(PLAY_ON, table)
        expect(onward.or_(mora.page.locator("footer a[download]")).first).to_be_visible()

    games = [int(number) for number in mora.page.locator(".result ol b").all_inner_texts()]
    assert max(games) == 2
    assert len(standings) >= sum(games) - 1, "a game may be drawn"
    assert not any("2" in standing for standing in standings), "the match went on after the second game"
    mora.shot("damenrennen-match-end-390-dark-de")


def test_somebody_who_watches_sees_no_hand_and_no_question(new_guest: GuestFactory) -> None:
    mora, nell = new_guest("Mora"), new_guest("Nell", 390, 844)
    table = mora.open("damenrennen", ["", "beginner"], best_of=3)
    wait_for_turn(mora.page)

    nell.go(table)

    expect(nell.page.locator("section.side")).to_have_count(2)
    expect(nell.page.locator(".offer")).to_have_count(4)
    expect(nell.page.get_by_role("listbox")).to_have_count(0)
    expect(nell.page.locator(".ask")).to_have_count(0)


def test_a_long_press_on_a_market_card_tells_what_it_would_do_for_both(new_guest: GuestFactory) -> None:
    mora = new_guest("Mora", 390, 844, touch=True)
    mora.open("damenrennen", ["", "beginner"], best_of=1)
    wait_for_turn(mora.page)
    offer = mora.page.locator(".offer").nth(2)

    offer.dispatch_event("pointerdown", {"pointerType": "touch"})
    expect(mora.page.locator(".tip")).to_contain_text("You")
    expect(mora.page.locator(".tip")).to_contain_text("Mouse")
    offer.dispatch_event("pointerleave", {"pointerType": "touch"})
    expect(mora.page.locator(".tip")).to_have_count(0)


@pytest.mark.parametrize("language", ["en", "de", "hu"])
def test_everything_stands_inside_the_screen(new_guest: GuestFactory, language: str) -> None:
    mora = new_guest("Mora von Hohenzollern-He", language=language)
    mora.open("damenrennen", ["", "beginner"], best_of=3)
    wait_for_turn(mora.page)
    options(mora.page, 0).first.click()

    for width, height in WIDTHS:
        mora.resize(width, height)
        mora.shot(f"damenrennen-{width}-{language}")
        assert mora.outside(EVERYTHING) == []
        assert mora.page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
