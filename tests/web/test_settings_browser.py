"""The settings in a real browser: they hold at once, stay on the device, and are reached from every table."""

from __future__ import annotations

import json
from typing import Any, Final

import pytest
from playwright.sync_api import Page, Request, expect

from tests.web.browser import Guest, GuestFactory, tab_to, wait_for_turn
from tests.web.pages import LANGUAGES, said

SIZES: Final = ((360, 640), (390, 844), (844, 390), (1440, 900))
NEXT: Final = {"en": "de", "de": "hu", "hu": "en"}
NAMES: Final = {"en": "English", "de": "Deutsch", "hu": "Magyar"}
SLOW: Final = "() => getComputedStyle(document.documentElement).getPropertyValue('--slow')"
THEME: Final = "() => getComputedStyle(document.documentElement).colorScheme"
KEPT: Final = "() => JSON.parse(localStorage.getItem('parlour.settings'))"


def choose(page: Page, question: str, answer: str) -> None:
    page.get_by_role("radiogroup", name=question, exact=True).get_by_text(answer, exact=True).click()


def cut(guest: Guest) -> list[str]:
    """Words that the sheet cuts off, or that lie beside it, at any size."""
    found = []
    for width, height in SIZES:
        guest.resize(width, height)
        script = """() => [...document.querySelectorAll('dialog[open], dialog[open] label, dialog[open] .segmented')]
            .filter(each => each.scrollWidth > each.clientWidth + 1 || each.getBoundingClientRect().right > innerWidth)
            .map(each => each.outerHTML.slice(0, 120))"""
        found += [f"{width}: {each}" for each in guest.page.evaluate(script)]
    return found


def test_the_longest_name_is_whole_in_the_greeting_on_a_phone(new_guest: GuestFactory) -> None:
    guest = new_guest("Mora von Hohenzollern-He", 360, 640)
    guest.visit("/")
    field = guest.page.locator("#name")
    expect(field).to_have_value("Mora von Hohenzollern-He")

    assert field.evaluate("each => each.scrollWidth <= each.clientWidth")


@pytest.mark.parametrize("language", LANGUAGES)
def test_settings_are_opened_by_keyboard_hold_at_once_and_stay(new_guest: GuestFactory, language: str) -> None:
    guest = new_guest("Mora", 390, 844, language=language, still=False)
    page, other = guest.page, NEXT[language]
    guest.visit("/")
    tab_to(page, page.get_by_role("button", name=said("settings.title", language)))
    page.keyboard.press("Enter")
    sheet = page.get_by_role("dialog", name=said("settings.title", language))
    expect(sheet).to_be_visible()
    assert cut(guest) == []
    assert guest.violations() == []
    guest.shot(f"settings-390-{language}")

    assert page.evaluate(SLOW) == ".32s"
    choose(page, said("settings.motion", language), said("settings.motion.reduced", language))
    assert page.evaluate(SLOW) == "0s"
    choose(page, said("settings.theme", language), said("settings.theme.dark", language))
    assert page.evaluate(THEME) == "dark"
    choose(page, said("settings.pace", language), said("settings.pace.quick", language))
    for name in ("chips", "tracker", "confirm", "notation", "vibrate"):
        box = sheet.get_by_role("checkbox", name=said(f"settings.{name}", language))
        box.focus()
        page.keyboard.press("Space")
    sheet.get_by_text(NAMES[other], exact=True).click()
    expect(page.get_by_role("dialog", name=said("settings.title", other))).to_be_visible()
    page.reload()

    expect(page.get_by_role("button", name=said("settings.title", other))).to_be_visible()
    assert page.evaluate(SLOW) == "0s"
    assert page.evaluate(THEME) == "dark"
    wanted = {"chips": False, "tracker": False, "confirm": True, "notation": True, "vibrate": True, "pace": "quick"}
    assert wanted.items() <= page.evaluate(KEPT).items()


def test_movement_can_be_wanted_where_the_system_does_not_want_it(new_guest: GuestFactory) -> None:
    guest = new_guest("Mora")
    guest.visit("/")
    assert guest.page.evaluate(SLOW) == "0s"
    guest.page.get_by_role("button", name=said("settings.title")).click()

    choose(guest.page, said("settings.motion"), said("settings.motion.full"))
    assert guest.page.evaluate(SLOW) == ".32s"
    choose(guest.page, said("settings.motion"), said("settings.system"))
    assert guest.page.evaluate(SLOW) == "0s"


def test_the_pace_goes_with_a_new_table_and_the_table_has_the_settings_too(new_guest: GuestFactory) -> None:
    guest = new_guest("Mora")
    page, opened = guest.page, list[Any]()

    def note(request: Request) -> None:
        if request.method == "POST" and request.url.endswith("/api/tables"):
            opened.append(json.loads(request.post_data or ""))

    page.on("request", note)
    guest.visit("/")
    page.get_by_role("button", name=said("settings.title")).click()
    choose(page, said("settings.pace"), said("settings.pace.calm"))
    page.keyboard.press("Escape")
    page.get_by_role("button", name=said("start.play_now")).click()
    wait_for_turn(page)
    assert opened[0]["pace"] == "calm"

    expect(page.locator(".seen")).to_be_visible()
    page.get_by_role("button", name=said("match.menu")).click()
    page.locator(".menu").get_by_role("button", name=said("settings.title")).click()
    page.get_by_role("checkbox", name=said("settings.tracker")).uncheck()
    expect(page.locator(".seen")).to_have_count(0)
    choose(page, said("app.language"), "Deutsch")
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name=said("match.menu", "de"))).to_be_visible()
