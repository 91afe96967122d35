"""An invited stranger, and the invitation as a QR code."""

from __future__ import annotations

import io

import pytest
import zxingcpp
from PIL import Image
from playwright.sync_api import expect

from tests.web.browser import GuestFactory
from tests.web.pages import said


@pytest.mark.parametrize(
    ("width", "language", "game", "title"),
    [
        (390, "hu", "haggis", "Zoé meghívott egy játékra: Haggis"),
        (1440, "de", "damenrennen", "Zoé lädt dich zu Damenrennen ein"),
        (390, "en", "damenrennen", "Zoé invites you to Damenrennen"),
    ],
)
def test_a_stranger_reads_who_invites_to_what_and_sits_down(
    new_guest: GuestFactory, width: int, language: str, game: str, title: str
) -> None:
    host, stranger = new_guest("Zoé"), new_guest("", width, 844, language=language)
    table = host.open(game, ["", None])
    expect(host.page.get_by_role("heading", level=1)).to_have_text(said("table.lobby"))

    stranger.go(table)
    expect(stranger.page.get_by_role("heading", level=1)).to_have_text(title)
    expect(stranger.page.get_by_text(said(f"{game}.intro", language))).to_be_visible()
    sit = stranger.page.get_by_role("button", name=said("table.sit", language))
    expect(sit).to_have_count(1)
    expect(sit).to_be_in_viewport()
    assert stranger.violations() == []

    stranger.page.get_by_role("button", name=said("table.qr", language)).click()
    code = stranger.page.locator("dialog svg[role=img]")
    expect(code).to_be_in_viewport()
    read = zxingcpp.read_barcodes(Image.open(io.BytesIO(code.screenshot())))
    assert [each.text for each in read] == [f"{stranger.site.address}/t/{table}"]
    assert stranger.violations() == []
    stranger.page.keyboard.press("Escape")

    sit.click()
    for guest in (host, stranger):
        expect(guest.page.locator("main.table")).to_be_visible()
