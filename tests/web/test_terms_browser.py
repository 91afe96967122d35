"""The terms of a table in a real browser: clocks, hints, readings, taking back, giving up, the next game, a rematch."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.web.browser import Guest, GuestFactory, acting, sit_together, wait_for_turn
from tests.web.damenrennen_table import lay, meet, options
from tests.web.haggis_table import cards_in, choose, chosen, hand, play_button
from tests.web.pages import said


def open_with_a_clock(guest: Guest, game: str, seconds: int, **options: int) -> None:
    """Open a table against a bot with so much time for a move."""
    wish = {"game": game, "options": options, "seats": ["", "beginner"], "hints": True, "undo": True, "clock": seconds}
    guest.go(guest.request("POST", "tables", wish)["table"])
    wait_for_turn(guest.page)


def test_a_clock_is_shown_and_when_it_is_up_a_bot_moves(new_guest: GuestFactory) -> None:
    mora, ilka = new_guest("Mora"), new_guest("Ilka", 390, 844)
    open_with_a_clock(mora, "haggis", 5, players=2, target=250)
    open_with_a_clock(ilka, "damenrennen", 5, best_of=1)
    asked = [guest.page.locator("main.table").get_attribute("data-decision") for guest in (mora, ilka)]
    for guest in (mora, ilka):
        expect(guest.page.get_by_role("timer").and_(guest.page.locator(".lit"))).to_have_text(re.compile("^0:0[0-5]$"))

    for guest, decision in zip((mora, ilka), asked, strict=True):
        expect(guest.page.locator(f"main.table[data-decision='{decision}']")).to_have_count(0)
    expect(hand(mora.page)).not_to_have_count(17)


def test_a_hint_in_haggis_gives_a_reason_and_is_taken_with_one_tap(new_guest: GuestFactory) -> None:
    guests = [new_guest(name, 390, 844, language="hu") for name in ("Mora", "Ilka")]
    sit_together(guests[0], guests[1], "haggis", players=2, target=250)
    leader = acting(guests)
    page = leader.page
    page.locator(".acts .stack").first.click()
    page.get_by_role("button", name=said("haggis.bet_0", "hu")).click()  # so that only cards can be advised
    expect(page.locator(".turn .chip")).to_be_visible()

    page.locator(".acts").get_by_role("button", name=said("match.hint", "hu")).click()
    box = page.get_by_role("region", name=said("match.hint", "hu"))
    expect(box.locator("p").first).not_to_be_empty()
    assert leader.outside("section.advice, section.advice button") == []
    leader.shot("haggis-hint-390-hu")
    marked = {card.get_attribute("data-card") for card in page.locator(".hand .hint").all()}
    box.get_by_role("button", name=said("match.advice_take", "hu")).click()

    expect(box).to_have_count(0)
    assert set(chosen(page)) == marked != set()


def test_a_hint_stays_when_the_other_seals_her_card(new_guest: GuestFactory) -> None:
    mora, ilka = new_guest("Mora"), new_guest("Ilka", 390, 844)
    meet(mora, ilka)
    mora.page.get_by_role("button", name=said("match.hint")).click()
    hint = mora.page.get_by_role("region", name=said("match.hint"))
    expect(hint).to_be_visible()

    lay(ilka.page)

    expect(mora.page.locator("section.side").first).to_contain_text(said("damenrennen.sealed"))
    expect(hint).to_be_visible()
    lay(mora.page)
    expect(hint).to_have_count(0)


def test_a_hint_in_damenrennen_gives_a_reason_and_is_taken_with_one_tap(new_guest: GuestFactory) -> None:
    mora = new_guest("Mora", 390, 844, language="de")
    page = mora.page
    mora.open("damenrennen", ["", "beginner"], best_of=1)
    wait_for_turn(page)

    page.get_by_role("button", name=said("match.hint", "de")).click()
    box = page.get_by_role("region", name=said("match.hint", "de"))
    expect(box.locator("p").first).not_to_be_empty()
    assert mora.outside("section.advice, section.advice button") == []
    mora.shot("damenrennen-hint-390-de")
    box.get_by_role("button", name=said("match.advice_take", "de")).click()

    expect(box).to_have_count(0)
    expect(page.locator(".ask [aria-selected=true]")).to_have_count(1)
    expect(page.locator(".ask .primary")).to_be_enabled()


def test_no_hints_and_no_taking_back_where_the_table_has_none(new_guest: GuestFactory) -> None:
    mora = new_guest("Mora")
    wish = {"game": "haggis", "options": {"players": 2}, "seats": ["", "beginner"], "hints": False, "undo": False}
    mora.go(mora.request("POST", "tables", {**wish, "clock": None})["table"])
    wait_for_turn(mora.page)

    expect(mora.page.get_by_role("button", name=said("match.hint"))).to_be_disabled()
    mora.page.get_by_role("button", name=said("match.menu")).click()
    expect(mora.page.get_by_role("button", name=said("match.concede"))).to_be_visible()
    expect(mora.page.get_by_role("button", name=said("match.undo"))).to_have_count(0)


def test_cards_that_can_be_read_in_several_ways_ask_for_the_reading(new_guest: GuestFactory) -> None:
    guests = [new_guest("Mora"), new_guest("Ilka", 390, 844)]
    sit_together(guests[0], guests[1], "haggis", players=2, target=250)
    leader = acting(guests)
    follower = guests[1 - guests.index(leader)]
    page = leader.page
    spot = next(card for card in cards_in(page) if card[:-1] in {"4", "5", "6", "7"})

    choose(page, spot, "J", "Q")
    readings = page.locator(".readout .chip")
    expect(page.locator(".readout")).to_contain_text(said("haggis.which"))
    expect(readings.nth(1)).to_be_visible()
    expect(play_button(page)).to_be_disabled()
    for width, height in ((360, 640), (390, 844), (768, 1024), (1440, 900)):
        leader.resize(width, height)
        assert leader.outside(".readout .chip, .acts .btn, .hand .card") == []
        leader.shot(f"haggis-readings-{width}")
    meant = readings.filter(has_text="run")
    wanted = meant.inner_text().removeprefix("run ")
    meant.click()

    expect(page.locator(".readout")).to_contain_text(wanted)
    play_button(page).click()
    expect(hand(page)).to_have_count(14)
    expect(follower.page.locator(".trick .says")).to_contain_text(wanted)


def test_a_sealed_card_is_taken_back_and_another_laid(new_guest: GuestFactory) -> None:
    mora, ilka = new_guest("Mora"), new_guest("Ilka", 390, 844)
    meet(mora, ilka)
    first = options(mora.page, 0).first.get_attribute("data-card")
    lay(mora.page)
    expect(mora.page.locator(".ask.live")).to_have_count(0)
    expect(ilka.page.locator(".ask")).to_contain_text("Mora")

    mora.page.get_by_role("button", name=said("damenrennen.change")).last.click()

    wait_for_turn(mora.page)
    expect(options(mora.page, 0)).to_have_count(3)
    expect(options(mora.page, 0).first).to_have_attribute("data-card", str(first))
    lay(mora.page, 2)
    lay(ilka.page)
    for guest in (mora, ilka):
        expect(options(guest.page, 0)).to_have_count(2)


def test_two_people_give_up_and_play_again_together(new_guest: GuestFactory) -> None:
    mora, ilka = new_guest("Mora"), new_guest("Ilka", 390, 844)
    sit_together(mora, ilka, "haggis", players=2, target=250)
    before = mora.page.url
    give_up(ilka.page)

    expect(mora.page.get_by_role("heading", level=1)).to_have_text(said("match.won"))
    expect(ilka.page.get_by_role("heading", level=1)).to_have_text(said("match.won", name="Mora"))
    expect(mora.page.locator("main")).to_contain_text(said("match.conceded", name="Ilka"))
    mora.page.get_by_role("button", name=said("match.rematch")).click()

    for guest in (mora, ilka):
        expect(hand(guest.page)).to_have_count(17)
    assert mora.page.url == ilka.page.url != before
    mora.visit("/")
    expect(mora.page.locator("section[aria-labelledby=finished] li")).to_have_count(1)
    expect(mora.page.locator("section[aria-labelledby=tables] li")).to_have_count(1)


def give_up(page: Page) -> None:
    page.get_by_role("button", name=said("match.menu")).click()
    page.get_by_role("button", name=said("match.concede")).click()
    page.get_by_role("button", name=said("match.concede_yes"), exact=True).click()
