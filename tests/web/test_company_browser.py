"""Good company in a real browser: phrases instead of chat, people who are muted, and reports."""

from __future__ import annotations

from playwright.sync_api import Locator, expect

from tests.web.browser import Guest, GuestFactory
from tests.web.pages import said


def company(guest: Guest, language: str) -> Locator:
    """Open the dialog from the menu of the table."""
    guest.page.get_by_role("button", name=said("match.menu", language), exact=True).click()
    guest.page.get_by_role("button", name=said("match.company", language)).click()
    return guest.page.get_by_role("dialog")


def test_a_phrase_is_heard_in_ones_own_language_until_its_speaker_is_muted(new_guest: GuestFactory) -> None:
    mora, ilka = new_guest("Mora"), new_guest("Ilka", 390, 844, language="hu", scheme="dark")
    table = mora.request("POST", "tables", {"game": "haggis", "options": {"players": 2}, "seats": ["", None]})["table"]
    mora.go(table)
    ilka.go(table)
    ilka.page.get_by_role("button", name=said("table.sit", "hu")).first.click()

    dialog = company(mora, "en")
    expect(dialog.get_by_role("button", name=said("company.mute_label", other="Ilka"))).to_be_visible()
    assert mora.violations() == []
    mora.shot("company-1440")
    dialog.get_by_role("button", name=said("company.phrase.luck")).click()

    heard = said("company.said", "hu", name="Mora", phrase=said("company.phrase.luck", "hu"))
    expect(ilka.page.get_by_text(heard).first).to_be_visible()

    dialog = company(ilka, "hu")
    assert ilka.violations() == []
    assert ilka.outside("dialog .btn") == []
    ilka.shot("company-390")
    dialog.get_by_role("button", name=said("company.mute_label", "hu", other="Mora")).click()
    expect(dialog.get_by_role("button", name=said("company.unmute_label", "hu", other="Mora"))).to_be_visible()
    dialog.get_by_role("button", name=said("company.report_label", "hu", other="Mora")).click()
    dialog.get_by_role("button", name=said("company.why.phrases", "hu")).click()
    expect(ilka.page.get_by_text(said("company.reported", "hu")).first).to_be_visible()
    ilka.page.keyboard.press("Escape")
    company(mora, "en").get_by_role("button", name=said("company.phrase.wow")).click()
    company(mora, "en").get_by_role("button", name=said("company.phrase.bye")).click()
    company(ilka, "hu").get_by_role("button", name=said("company.phrase.nice", "hu")).click()

    answered = said("company.said", name="Ilka", phrase=said("company.phrase.nice"))
    expect(mora.page.get_by_text(answered).first).to_be_visible()
    assert ilka.page.get_by_text(said("company.phrase.bye", "hu")).count() == 0

    ilka.visit("/account")
    muted = ilka.page.locator("section[aria-labelledby=muted]")
    expect(muted).to_contain_text("Mora")
    assert ilka.violations() == []
    muted.get_by_role("button", name=said("company.unmute_label", "hu", other="Mora")).click()
    expect(muted).to_have_count(0)
    assert ilka.request("GET", "me/muted") == []
