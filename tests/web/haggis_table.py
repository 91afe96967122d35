"""How a person plays Haggis with what the page shows."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from playwright.sync_api import Locator, Page, expect

from tests.web.browser import seen

MOST: Final = 400
"""Decisions after which a match has gone wrong."""


def hand(page: Page) -> Locator:
    return page.get_by_role("listbox").get_by_role("option")


def cards_in(page: Page) -> list[str]:
    return [str(card.get_attribute("data-card")) for card in hand(page).all()]


def chosen(page: Page) -> list[str]:
    return [str(card.get_attribute("data-card")) for card in page.locator(".hand [aria-selected=true]").all()]


def play_button(page: Page) -> Locator:
    return page.locator(".acts .primary")


def pass_button(page: Page) -> Locator:
    return page.locator(".acts .btn").nth(1)


def suggestions(page: Page) -> Locator:
    """What may be played now; nothing while that is on its way."""
    return page.locator(".chips[aria-busy=false] button")


def decide(page: Page, press: Callable[[Locator], None]) -> None:
    """Make one decision with what the page offers: the longest play without a bomb, else a pass."""
    offers = page.locator(".chips[aria-busy=false] button:not(.bomb), .acts .only, .gift")
    expect(offers.or_(suggestions(page)).first).to_be_visible()
    last = offers.last if offers.count() else suggestions(page).first
    if seen(page.locator(".gift")) or seen(page.locator(".acts .only")):
        press(last)
        return
    press(last)
    expect(page.locator(".readout")).not_to_be_empty()
    expect(play_button(page).and_(page.locator(":enabled")).or_(page.locator(".readout .chip").first)).to_be_visible()
    if seen(page.locator(".readout .chip")):
        press(page.locator(".readout .chip").first)
    press(play_button(page))


def play_match(page: Page, press: Callable[[Locator], None], act: Callable[[Page], None] | None = None) -> int:
    """Play until the match is over; how many decisions it took."""
    again = page.locator("footer button.primary")
    for count in range(MOST):
        ready = page.locator("#app:has(.lit.lamp), footer a[download], footer button.primary:enabled")
        expect(ready.first).to_be_visible()
        if seen(page.locator("footer a[download]")):
            return count
        if seen(again):
            press(again)
            expect(again).to_have_count(0)
            continue
        asked = page.locator("main.table").get_attribute("data-decision")
        (act or (lambda page: decide(page, press)))(page)
        expect(page.locator(f"main.table[data-decision='{asked}']")).to_have_count(0)
    raise AssertionError(f"no end after {MOST} decisions")


def choose(page: Page, *cards: str) -> None:
    for card in cards:
        page.locator(f".hand [data-card='{card}']").click()
    expect(page.locator(".hand [aria-selected=true]")).to_have_count(len(cards))
