"""Cards that move never hold up a decision, and stand still for whoever wants that; double taps and drags play."""

from __future__ import annotations

from typing import Final

import pytest
from playwright.sync_api import Locator, Page, expect

from parlour.core.game import Seat
from parlour.scenes.catalogue import make_staging
from tests.damenrennen import positions as damenrennen
from tests.haggis.positions import say, table_at
from tests.serving import wait_until
from tests.web.browser import Guest, GuestFactory, acting, sit_together, wait_for_turn
from tests.web.damenrennen_table import meet, options
from tests.web.haggis_table import cards_in, hand, pass_button, play_button
from tests.web.staged import Stage

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

NAMES: Final = ("Ilka", "Mora", "Tam")
LAY: Final = "market Js 10s 10h 9h; hands 9c Ah 10c | 9s Qd Ah; phase lay"
CONFIRM: Final = "localStorage.setItem('parlour.settings', JSON.stringify({confirm: true}))"


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
    wait_until(lambda: running(mora.page) == 0, lambda: flights(mora.page))  # the hand is dealt: its cards lie apart
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


def test_cards_are_dealt_from_the_middle_of_the_table(new_guest: GuestFactory) -> None:
    mora = watched(new_guest("Mora", still=False))
    page, stage = mora.page, Stage(mora, NAMES[:2])
    table = table_at("hands 5r | 6g 7g; act 0", target=250)
    stage.show(table, 1)
    say(table, "0: 5r")
    stage.put(make_staging(table.game).scene(table.view(Seat(1)), []), status="playing", waits=True)
    expect(page.locator("footer .primary")).to_be_visible()
    before = len(flights(page))

    stage.tell("deal")

    expect(hand(page)).to_have_count(17)
    wait_until(lambda: len(flights(page)) - before >= 17, lambda: flights(page)[before:])
    dealt = [key if len(key) > 1 else f"{key}1" for key in cards_in(page)]
    assert set(dealt) <= set(flights(page)[before:])


def test_a_bomb_and_going_out_glow_and_the_counter_of_a_captured_trick_ticks(new_guest: GuestFactory) -> None:
    mora = watched(new_guest("Mora", still=False))
    page, stage = mora.page, Stage(mora, NAMES)
    stage.show(table_at("hands 9r J Q | 2g 3g 4g | 6b 7b; trick 5y by 1; passes 1; act 0", players=3), 1)

    def moves(line: str, kind: str) -> bool:
        """Whether something of a class has moved since this was told."""
        before = len(flights(page))
        stage.tell(line)
        page.evaluate("() => new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn)))")
        return any(kind in flight.split() for flight in flights(page)[before:])

    assert moves("0: J Q", "standing"), "a bomb"
    assert not moves("1: pass", "standing")
    assert not moves("2: pass", "push")
    assert moves("0: give 1", "push"), "the counter of who captures the trick"
    assert moves("0: 9r", "place"), "who is out"
    assert not moves("1: pass", "place")


def test_more_than_three_events_at_once_jump(new_guest: GuestFactory) -> None:
    mora = watched(new_guest("Mora", still=False))
    page, stage = mora.page, Stage(mora, NAMES)
    stage.show(table_at("hands 2r 5r 8r | 3g 4g 6g 7g | 6b 7b 9b; act 0", players=3), 1)

    stage.tell("0: 2r", "1: 3g", "2: 6b", "0: 8r")
    expect(page.locator(".trick [data-card='8r']")).to_be_visible()
    assert flights(page) == []

    stage.tell("1: pass", "2: 9b", "0: pass")
    expect(page.locator(".trick [data-card='9b']")).to_be_visible()
    assert "9b" in flights(page)


@pytest.mark.parametrize("confirms", [False, True])
def test_a_double_tap_by_touch_plays_unless_only_the_button_may(new_guest: GuestFactory, *, confirms: bool) -> None:
    mora = new_guest("Mora", 390, 844, touch=True)
    page, stage = mora.page, Stage(mora, NAMES[:2])
    if confirms:
        page.add_init_script(CONFIRM)
    for table, card, button in (
        (table_at("hands 5r 7r 9r | 6g 7g 8g; act 0"), "7r", ".acts .primary"),
        (damenrennen.table_at(LAY), "Ah", ".ask .primary"),
    ):
        stage.show(table)
        place = page.locator(f"[role=option][data-card='{card}']")
        box = place.bounding_box()
        assert box is not None
        for _ in range(2):
            page.touchscreen.tap(box["x"] + 12, box["y"] + box["height"] / 2)
        if confirms:
            expect(place).to_have_attribute("aria-selected", "false")
            place.tap()
            page.locator(button).tap()

        wait_until(lambda: page.evaluate("1") and len(stage.played) == 1, lambda: stage.played)
        assert stage.played.pop().endswith(card)
