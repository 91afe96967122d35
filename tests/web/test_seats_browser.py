"""One's seat on the page: left to a bot, taken back, and told to everybody, in three languages."""

from __future__ import annotations

import re
from typing import Final

import pytest
from playwright.sync_api import expect

from tests.serving import wait_until
from tests.web.browser import Guest, GuestFactory, sit_together
from tests.web.pages import said

SIZES: Final = ((390, 844), (844, 390), (1440, 900))
LISTEN: Final = """() => {
    window.heard = [];
    const voice = document.querySelector(".voice[aria-live=polite]");
    new MutationObserver(() => heard.push(voice.textContent)).observe(voice, {subtree: true, characterData: true});
}"""
"""Keep everything that the polite live region says from now on."""


def hears(guest: Guest, text: str) -> None:
    """Wait until a screen reader was told something."""
    wait_until(
        lambda: guest.page.evaluate("text => heard.some(said => said.includes(text))", text),
        lambda: guest.page.evaluate("() => heard"),
    )


def leave(guest: Guest, language: str) -> None:
    """Leave the seat to a bot, by the menu."""
    guest.page.get_by_role("button", name=said("match.menu", language)).click()
    guest.page.get_by_role("button", name=said("match.stand", language)).click()
    guest.page.get_by_role("button", name=said("match.stand_yes", language), exact=True).click()


@pytest.mark.parametrize("game", ["haggis", "damenrennen"])
def test_a_seat_is_left_and_taken_back(new_guest: GuestFactory, game: str) -> None:
    ada, bo = new_guest("Ada", language="de"), new_guest("Bo", 390, 844, language="hu", touch=True)
    cy = new_guest("Cy")
    table = sit_together(ada, bo, game)
    cy.go(table)
    expect(cy.page.locator("main.table")).to_be_visible()
    expect(ada.page.get_by_text("1 sieht zu").first).to_be_visible()

    for guest in (ada, cy):
        guest.page.evaluate(LISTEN)

    leave(bo, "hu")
    back = bo.page.get_by_role("button", name=said("match.sit_again", "hu"))
    expect(back).to_be_in_viewport()
    expect(bo.page.get_by_text(said("match.bot_for_you", "hu")).first).to_be_visible()
    assert bo.violations() == []
    for width, height in SIZES:
        bo.resize(width, height)
        expect(back).to_be_in_viewport()
        assert bo.outside("main.table button:not(.chip)") == []
    bo.resize(*SIZES[0])
    hears(ada, "Bo hat den Platz einem Bot überlassen")
    hears(cy, "Bo left the seat to a bot")
    expect(cy.page.get_by_text(re.compile("bot plays for Bo")).first).to_be_visible()
    if game == "damenrennen":
        cy.page.get_by_role("button", name=said("match.log")).click()
    expect(cy.page.locator("ol li").filter(has_text="left the seat to a bot").first).to_be_visible()

    bo.page.reload()
    expect(back).to_be_in_viewport()
    back.click()
    expect(back).to_have_count(0)
    hears(ada, "Bo ist wieder da")

    bo.request("PATCH", "me", {"name": "Borbála"})
    expect(cy.page.get_by_text("Borbála").first).to_be_visible()
    ada.page.get_by_role("button", name=said("match.menu", "de")).click()
    expect(ada.page.get_by_role("dialog").get_by_text("Cy")).to_be_visible()
    assert ada.violations() == []
