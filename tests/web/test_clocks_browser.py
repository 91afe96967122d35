"""A bank of time in a real browser: told beforehand, shown on every table, running, empty, and the win claimed."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.web.browser import Guest, GuestFactory, acting
from tests.web.damenrennen_table import lay
from tests.web.haggis_table import decide, hand
from tests.web.pages import said


def open_bank(guest: Guest, other: Guest, game: str, bank: int, **options: Any) -> None:
    """Open a table with a bank, and let the other come to it; who has made a move has ten minutes more."""
    wish = {"game": game, "options": options, "seats": ["", None], "bank": bank, "increment": 600}
    table = guest.request("POST", "tables", wish)["table"]
    guest.go(table)
    other.go(table)


def running(page: Page) -> Any:
    return page.get_by_role("timer").and_(page.locator(":not(.stopped)"))


def test_a_bank_is_told_beforehand_runs_out_and_the_win_is_claimed(new_guest: GuestFactory) -> None:
    mora, ilka = new_guest("Mora"), new_guest("Ilka", 390, 844, language="de")
    guests = [mora, ilka]
    open_bank(mora, ilka, "haggis", 20, players=2, target=250)
    expect(mora.page.get_by_text(said("clock.claim_two"))).to_be_visible()
    expect(ilka.page.get_by_text("20 Sekunden")).to_be_visible()
    assert [guest.violations() for guest in guests] == [[], []]

    ilka.page.get_by_role("button", name=said("table.sit", "de")).first.click()
    for guest in guests:
        expect(hand(guest.page)).to_have_count(17)
        expect(guest.page.get_by_role("timer")).to_have_count(2)
        expect(running(guest.page)).to_have_count(1)
        assert guest.outside(".chip[role=timer]") == []
    other = acting(guests)
    late = guests[1 - guests.index(other)]
    language = ("en", "de")[guests.index(other)]
    decide(other.page, Locator.click)
    mora.shot("haggis-bank-1440")
    ilka.shot("haggis-bank-390")

    expect(running(late.page).and_(late.page.locator(".lit"))).to_have_text(re.compile("^0:"))
    notice = other.page.get_by_role("region", name=said("clock.claims", language))
    expect(notice).to_be_visible()
    expect(
        late.page.get_by_role("button", name=said("match.sit_again", ("en", "de")[guests.index(late)]))
    ).to_be_visible()
    assert [guest.violations() for guest in guests] == [[], []]
    for width, height in ((1440, 900), (844, 390), (390, 844)):
        other.resize(width, height)
        assert other.outside("section.claims, section.claims .btn, .dock .btn") == []
        other.shot(f"haggis-claim-{width}")
    below = other.page.locator(".seats").bounding_box()
    above = notice.bounding_box()
    assert below is not None
    assert above is not None
    assert above["y"] + above["height"] <= below["y"], "it hides no seat on a phone"
    claim = notice.get_by_role("button", name=said("clock.claim_win", language))
    claim.click()
    claim.click()

    for guest in guests:
        expect(guest.page.get_by_role("heading", level=1)).to_be_visible()
    expect(other.page.get_by_role("heading", level=1)).to_have_text(said("match.won", language))
    name = "Mora" if late is mora else "Ilka"
    expect(other.page.locator("main")).to_contain_text(said("match.told.claimed", language, name=name))


def test_both_clocks_of_a_race_run_until_the_cards_are_laid(new_guest: GuestFactory) -> None:
    mora, ilka = new_guest("Mora"), new_guest("Ilka", 390, 844)
    open_bank(mora, ilka, "damenrennen", 600, best_of=1)
    ilka.page.get_by_role("button", name=said("table.sit")).first.click()
    for guest in (mora, ilka):
        expect(guest.page.get_by_role("timer")).to_have_count(2)
        assert guest.outside(".chip[role=timer]") == []
    mora.shot("damenrennen-bank-1440")
    ilka.shot("damenrennen-bank-390")
    if running(mora.page).count() == 2:
        lay(mora.page)
        for guest in (mora, ilka):
            expect(running(guest.page)).to_have_count(1)
    mora.page.get_by_role("button", name=said("match.menu")).click()
    mora.page.get_by_role("button", name=said("match.summary")).click()
    expect(mora.page.get_by_text(said("clock.claim_two"))).to_be_visible()
