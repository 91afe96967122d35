"""Cards that move never hold up a decision, and stand still for whoever wants that; double taps and drags play."""

from __future__ import annotations

from typing import Final

from playwright.sync_api import Locator, Page, expect

from tests.web.browser import Guest, GuestFactory, acting, sit_together, wait_for_turn
from tests.web.damenrennen_table import meet, options
from tests.web.haggis_table import cards_in, hand, pass_button, play_button

WATCH: Final = """() => {
    const animate = Element.prototype.animate;
    window.flights = [];
    window.slower = 1;
    Element.prototype.animate = function (frames, timing) {
        window.flights.push(this.dataset.travel ?? this.className);
        return animate.call(this, frames, { ...timing, duration: timing.duration * slower });
    };
}"""
"""Keeps what moves, and lets a test slow it down."""


def watched(guest: Guest) -> Guest:
    guest.page.add_init_script(f"({WATCH})()")
    return guest


def flights(page: Page) -> list[str]:
    found: list[str] = page.evaluate("() => window.flights")
    return found


def running(page: Page) -> int:
    return int(page.evaluate("() => document.getAnimations().filter(each => each.playState === 'running').length"))


def drag(page: Page, card: Locator, target: Locator) -> None:
    start, end = card.bounding_box(), target.bounding_box()
    assert start is not None
    assert end is not None
    page.mouse.move(start["x"] + 12, start["y"] + 50)
    page.mouse.down()
    page.mouse.move(start["x"] + 12, start["y"] - 40, steps=4)
    page.mouse.move(end["x"] + end["width"] / 2, end["y"] + end["height"] / 2, steps=4)
    page.mouse.up()


def test_in_haggis_double_taps_and_drags_play_while_cards_still_move(new_guest: GuestFactory) -> None:
    mora, ilka = watched(new_guest("Mora", still=False)), watched(new_guest("Ilka"))
    sit_together(mora, ilka, "haggis", players=2, target=250)
    leader = acting((mora, ilka))
    other = ilka if leader is mora else mora
    page = leader.page
    mora.page.evaluate("() => { window.slower = 10000; }")  # every movement from now on outlasts the test

    low, *_, last = cards_in(page)[:-3]
    page.locator(f".hand [data-card='{low}']").dblclick()
    expect(hand(page)).to_have_count(16)
    expect(other.page.locator(f".trick [data-card='{low}']")).to_be_visible()
    wait_for_turn(other.page)
    pass_button(other.page).click()

    wait_for_turn(page)
    drag(page, page.locator(f".hand [data-card='{last}']"), page.locator(".seats"))
    expect(page.locator(f".hand [data-card='{last}'][aria-selected=true]")).to_be_visible()
    expect(hand(page)).to_have_count(16)
    drag(page, page.locator(f".hand [data-card='{last}']"), page.locator(".trick"))
    expect(hand(page)).to_have_count(15)
    wait_for_turn(other.page)
    pass_button(other.page).click()

    wait_for_turn(page)
    hand(page).last.click(force=True)  # it moves: the hand has closed the gap
    play_button(page).click()
    expect(hand(page)).to_have_count(14)

    assert running(mora.page) > 0
    assert {low, last} <= set(flights(mora.page))
    assert running(ilka.page) == 0
    assert flights(ilka.page) == []


def test_in_damenrennen_double_taps_and_drags_lay_and_take(new_guest: GuestFactory) -> None:
    mora, ilka = watched(new_guest("Mora", still=False)), watched(new_guest("Ilka"))
    meet(mora, ilka)
    laid = [options(guest.page, 0).first.get_attribute("data-card") for guest in (mora, ilka)]

    options(mora.page, 0).first.dblclick()
    expect(mora.page.locator(".ask.live")).to_have_count(0)
    drag(ilka.page, options(ilka.page, 0).first, ilka.page.locator(".race"))

    for card in laid:
        expect(mora.page.locator(f".race [data-card='{card}']").first).to_be_visible()
    for _ in range(20):
        guest = acting((mora, ilka))
        if guest.page.locator("main.table").get_attribute("data-phase") == "draft":
            break
        before = guest.page.locator("main.table").get_attribute("data-decision")
        options(guest.page, 0).first.dblclick()
        expect(guest.page.locator(f"main.table[data-decision='{before}']:has(.ask.live)")).to_have_count(0)
    card = guest.page.locator("button.offer .card").nth(1).get_attribute("data-card")
    offers = guest.page.locator("button.offer").count()
    guest.page.locator("button.offer").nth(1).dblclick()

    expect(guest.page.locator("button.offer")).to_have_count(offers - 1)
    assert any(flight.startswith(f"{card}@") for flight in flights(mora.page))
    assert flights(ilka.page) == []
