"""The guided rounds in a real browser: played to their end, with a wrong step, left and taken up again."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.web.browser import GuestFactory
from tests.web.damenrennen_table import options
from tests.web.haggis_table import choose, hand, pass_button, play_button
from tests.web.pages import LEARNER, guided, said

PAUSE = 1200
"""Milliseconds that the bot of a lesson takes for a move; nobody waits for them here."""
Press = Callable[[Locator], None]


def moves_of(game: str) -> list[str]:
    """What the learner does, in notation."""
    table = guided(game)
    return [table.game.format_move(event.move) for event in table.events if event.actor == LEARNER]


def now_play(page: Page, language: str) -> Locator:
    return page.locator(".coach").get_by_role("button", name=said("learn.done", language))


def listen(page: Page, press: Press, language: str = "en") -> None:
    """Let the coach speak until it is the learner's move, or the round is over."""
    coach = page.locator(".coach")
    expect(coach).to_be_visible()
    onward, awaited = coach.locator("button.primary"), coach.locator(".row > span").or_(now_play(page, language))
    while not awaited.count():
        if onward.count():
            press(onward)
        else:
            page.clock.run_for(PAUSE)


def make(page: Page, press: Press, move: str) -> None:
    """Make a move at the table of a lesson."""
    place = page.locator(".coach progress")
    before = place.evaluate("each => each.value")
    verb, _, rest = move.partition(" ")
    if verb == "bet":
        press(page.locator(".acts .stack").first)
        press(page.locator(".bets .btn", has_text=rest))
    elif verb == "pass":
        press(pass_button(page))
    elif verb == "take":
        press(page.locator(f".offer:has([data-card='{rest}'])").first)
        press(page.locator(".ask .primary"))
    elif verb in {"lay", "discard", "show", "exchange"}:
        for pile, cards in enumerate(reversed(rest.split(" for "))):
            for card in cards.split():
                press(options(page, pile).and_(page.locator(f"[data-card='{card}']")).first)
        press(page.locator(".ask .primary"))
    else:
        for card in move.split():
            press(page.locator(f".hand [data-card='{card}']"))
        expect(play_button(page)).to_be_enabled()
        press(play_button(page))
    expect(page.locator(f".coach progress[value='{before}']")).to_have_count(0)


@pytest.mark.parametrize(
    ("game", "width", "language"),
    [
        ("haggis", 1440, "en"),
        ("haggis", 390, "de"),
        ("damenrennen", 1440, "de"),
        ("damenrennen", 390, "hu"),
    ],
)
def test_a_guided_round_is_played_to_its_end(new_guest: GuestFactory, game: str, width: int, language: str) -> None:
    touch = width == 390
    mora = new_guest("Mora", width, 844 if touch else 900, language=language, touch=touch)
    page = mora.page

    def press(place: Locator) -> None:
        (place.tap if touch else place.click)()

    page.clock.install()
    mora.visit(f"/learn/{game}")
    for count, move in enumerate(moves_of(game)):
        listen(page, press, language)
        if count == 1:
            mora.shot(f"learn-{game}-{width}-{language}")
            assert mora.outside(".coach, .coach progress, header a, header button, .hand .card, .ask .card") == []
        make(page, press, move)
    listen(page, press, language)

    expect(now_play(page, language)).to_be_focused()
    expect(page.locator("footer button")).to_have_count(0)
    mora.shot(f"learn-{game}-end-{width}-{language}")
    press(now_play(page, language))
    expect(page).to_have_url(re.compile("/t/"))
    expect(page.get_by_role("listbox").get_by_role("option").first).to_be_visible()
    mora.visit("/")
    press(page.locator(".tile", has_text=game.title()))
    expect(page.locator(".set")).to_be_visible()
    expect(page.locator(f"a[href='/learn/{game}']")).to_have_count(0)


def test_a_wrong_step_is_answered_and_the_right_one_still_taken(new_guest: GuestFactory) -> None:
    mora, ilka = new_guest("Mora"), new_guest("Ilka", 390, 844, language="de")
    page = mora.page
    page.clock.install()
    mora.visit("/learn/haggis")
    listen(page, Locator.click)
    make(page, Locator.click, "bet 15")
    listen(page, Locator.click)

    choose(page, "3g")
    expect(page.locator(".readout")).to_have_text(said("trouble.lesson/other"))
    expect(play_button(page)).to_be_disabled()
    page.keyboard.press("/")
    page.keyboard.type("10o")
    page.keyboard.press("Enter")
    expect(page.locator(".toast")).to_contain_text(said("trouble.lesson/other"))
    expect(hand(page)).to_have_count(17)
    page.locator(".hand [data-card='3g']").click()
    make(page, Locator.click, "2o")
    expect(hand(page)).to_have_count(16)

    page = ilka.page
    page.clock.install()
    ilka.visit("/learn/damenrennen")
    listen(page, Locator.click)
    options(page, 0).and_(page.locator("[data-card='9c']")).click()
    page.locator(".ask .primary").click()
    expect(page.locator(".toast")).to_contain_text(said("trouble.lesson/other", "de"))
    make(page, Locator.click, "lay 10h")


def test_who_leaves_a_lesson_comes_back_to_where_she_was(new_guest: GuestFactory) -> None:
    mora = new_guest("Mora")
    page = mora.page
    page.clock.install()
    mora.visit("/learn/haggis")
    for move in moves_of("haggis")[:3]:
        listen(page, Locator.click)
        make(page, Locator.click, move)
    listen(page, Locator.click)
    expect(hand(page)).to_have_count(15)
    told = page.locator(".coach .said").inner_text()

    page.locator("header a").first.click()
    page.get_by_role("link", name=said("start.learn")).click()
    expect(page.locator(".coach .said")).to_have_text(told, use_inner_text=True)
    expect(hand(page)).to_have_count(15)
    page.reload()
    expect(page.locator(".coach .said")).to_have_text(told, use_inner_text=True)
    make(page, Locator.click, "pass")
    listen(page, Locator.click)
    make(page, Locator.click, "6o 6y")
    expect(hand(page)).to_have_count(13)


def test_a_lesson_without_the_server_says_so_and_leads_back(new_guest: GuestFactory) -> None:
    mora = new_guest("Mora", language="hu")
    page = mora.page
    page.route("**/api/frames*", lambda route: route.abort())

    mora.visit("/learn/haggis")

    expect(page.get_by_role("alert")).to_have_text(said("trouble.net/offline", "hu"))
    page.get_by_role("link", name=said("app.to_start", "hu"), exact=True).click()
    expect(page.locator(".tiles")).to_be_visible()
    mora.errors.clear()
