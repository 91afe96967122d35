"""Every screen, with its dialogs open: inside the window at every width, and clean for axe in both lights."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.browser import Guest, GuestFactory, Scheme, Site, wait_for_turn
from tests.web.damenrennen_table import options
from tests.web.haggis_table import suggestions
from tests.web.pages import GAMES, LANGUAGES

WIDTHS: Final = ((320, 640), (390, 844), (768, 1024), (844, 390), (1440, 900))
SIZES: Final = {"en": (1440, 900), "de": (768, 1024), "hu": (390, 844)}
"""The screen of the guest who speaks a language."""
READ_BY_AXE: Final[dict[str, Scheme]] = {"en": "dark", "hu": "light"}
"""Axe is slow: it looks on a phone by day and at a desk by night."""
LONGEST: Final = "Mora von Hohenzollern-He"
FAULTS: Final = """() => {
    const all = kinds => [...document.querySelectorAll(kinds)];
    const inside = each => {
        const {left, right} = each.getBoundingClientRect();
        return left >= -0.5 && right <= innerWidth + 0.5;
    };
    const kinds = 'button, a, input, select, summary, output, progress, h1, h2, h3, p, b, li, td, th, .card, .panel';
    const across = all(kinds)
        .filter(each => each.checkVisibility({visibilityProperty: true}))
        .filter(each => !each.closest('.chips, .sr, .slip') && !inside(each))
        .map(each => `${each.outerHTML.slice(0, 120)} ${JSON.stringify(each.getBoundingClientRect())}`);
    const cut = all('.btn, dialog[open], .pop')
        .filter(each => each.checkVisibility() && each.scrollWidth > each.clientWidth + 1)
        .map(each => `cut: ${each.outerHTML.slice(0, 160)}`);
    const sideways = document.documentElement.scrollWidth > innerWidth ? ['the page can be scrolled sideways'] : [];
    return [...across, ...cut, ...sideways];
}"""
Screens = dict[str, Callable[[Guest], None]]


@pytest.fixture(scope="module")
def ended(site: Site, browser: Browser) -> dict[str, str]:
    """Matches between bots that are over, by game, and a table with a free seat."""
    new_guest = GuestFactory(site, browser)
    nell = new_guest("Nell")
    tables = {"free": nell.open("haggis", ["", "master", None], players=3, target=350)}
    for game, wish in (("haggis", {"players": 3, "target": 100}), ("damenrennen", {"best_of": 3})):
        tables[game] = nell.open(game, ["beginner"] * (3 if game == "haggis" else 2), **wish)
        expect(nell.page.locator("footer a[download]")).to_be_visible()
    new_guest.close()
    return tables


def press(selector: str, then: str) -> Callable[[Guest], None]:
    """Press something where we are, and wait for what it brings."""

    def act(guest: Guest) -> None:
        guest.page.locator(selector).first.click()
        expect(guest.page.locator(then).first).to_be_visible()

    return act


def at(path: str, then: str) -> Callable[[Guest], None]:
    """Go to an address, and wait for what is there."""

    def act(guest: Guest) -> None:
        guest.visit(path)
        expect(guest.page.locator(then).first).to_be_visible()

    return act


def close(guest: Guest) -> None:
    """Close what is open above the page."""
    guest.page.keyboard.press("Escape")
    expect(guest.page.locator("dialog[open], .pop:popover-open")).to_have_count(0)


def table(game: str, **wish: int) -> Callable[[Guest], None]:
    """Sit down against a bot, and wait for one's turn."""

    def act(guest: Guest) -> None:
        guest.open(game, ["", "beginner"], **wish)
        wait_for_turn(guest.page)

    return act


def lobby(guest: Guest) -> None:
    guest.open("haggis", ["", "master", None], players=3, target=350)
    expect(guest.page.locator(".seats")).to_be_visible()


def choose_first(guest: Guest) -> None:
    """Choose what is offered first."""
    place = suggestions(guest.page).first if guest.page.locator(".hand").count() else options(guest.page, 0).first
    place.click()
    expect(guest.page.locator("[role=option][aria-selected=true]").first).to_be_visible()


def dismiss_the_hint(guest: Guest) -> None:
    """Close the hint, which may lie over the header of a low screen."""
    guest.page.locator("section.advice button").last.click()
    expect(guest.page.locator("section.advice")).to_have_count(0)


def look_at_the_market(guest: Guest) -> None:
    """Show what a card of the market would do."""
    guest.page.locator("button.offer").first.hover()
    expect(guest.page.locator(".tip")).to_be_visible()


def give_up(guest: Guest) -> None:
    guest.page.locator("dialog[open] .primary").click()
    expect(guest.page.locator("footer a[download]")).to_be_visible()


def lose(guest: Guest) -> None:
    guest.context.set_offline(offline=True)
    expect(guest.page.locator("[data-line=lost]")).to_be_visible()


def find(guest: Guest) -> None:
    guest.context.set_offline(offline=False)
    expect(guest.page.locator("[data-line=lost]")).to_have_count(0)


def steps(*acts: Callable[[Guest], None]) -> Callable[[Guest], None]:
    """Do one thing after the other."""

    def act(guest: Guest) -> None:
        for each in acts:
            each(guest)

    return act


def before_and_beside(ended: dict[str, str]) -> Screens:
    """Everything but the tables."""
    haggis, damenrennen = (ended[game] for game in GAMES)
    return {
        "start": at("/", ".tiles"),
        "start-new": press("[aria-labelledby=people] .two button", "dialog[open] .foot"),
        "start-settings": steps(close, press("footer button >> nth=1", "dialog[open] .switch")),
        "start-keys": steps(close, press("footer button", "dialog[open] ul")),
        "account": at("/account", "[aria-labelledby=data]"),
        "account-delete": press(".btn.danger", "dialog[open]"),
        "club": at("/club", "#find"),
        "club-open": at("/club/open", "dialog[open] .foot"),
        "leaders": at("/leaders", "main section.panel"),
        "tournament-new": at("/tournament/new", "main form .primary"),
        "profile": at("/profile", "main h2"),
        "puzzle": at("/puzzles", ".task h1"),
        "lobby": lobby,
        "lobby-bots": press("li button[popovertarget]", ".pop:popover-open .levels"),
        "invitation": at(f"/t/{ended['free']}", "main .primary"),
        "invitation-qr": press("main .btn:not(.primary) >> nth=-1", "dialog[open] svg"),
        "replay": at("/replay", ".drop"),
        "replay-dead": at("/replay/nosuchtable", "[role=alert]"),
        "replay-haggis": at(f"/replay/{haggis}#9", ".hands p"),
        "replay-haggis-seat": lambda guest: see(guest.page, "1"),
        "replay-haggis-end": lambda guest: guest.page.keyboard.press("End"),
        "replay-damenrennen": at(f"/replay/{damenrennen}#3", ".hands p"),
        "replay-damenrennen-seat": lambda guest: see(guest.page, "1"),
        "learn-haggis": at("/learn/haggis", ".coach .said"),
        "learn-damenrennen": at("/learn/damenrennen", ".coach .said"),
        "rules-haggis": at("/rules/haggis#H5.7", "section.panel"),
        "rules-damenrennen": at("/rules/damenrennen", "section.panel"),
        "fair": steps(at(f"/fair/{haggis}", "details"), press("summary", "details dl")),
        "lost": at("/nowhere", "main h1"),
        "dead": at("/t/nosuchtable", "main h1"),
    }


def at_the_tables() -> Screens:
    """The tables, their menus and questions, and how they end."""
    return {
        "haggis": steps(table("haggis", players=2, target=250), choose_first),
        "haggis-offline": lose,
        "haggis-bet": steps(find, press(".acts .stack", ".pop:popover-open .bets")),
        "haggis-menu": steps(close, press("header button[popovertarget]", ".pop:popover-open .menu")),
        "haggis-summary": press(".menu .btn", "dialog[open] ul"),
        "haggis-hint": steps(close, press(".acts .stack >> nth=1", "section.advice")),
        "haggis-concede": steps(
            dismiss_the_hint,
            press("header button[popovertarget]", ".pop:popover-open .menu"),
            press(".menu button:last-child", "dialog[open] .primary"),
        ),
        "haggis-conceded": give_up,
        "damenrennen": steps(table("damenrennen", best_of=3), choose_first),
        "damenrennen-market": look_at_the_market,
        "damenrennen-hint": press(".tools .btn:last-child", "section.advice"),
        "damenrennen-log": steps(dismiss_the_hint, press("header .side", "dialog[open]")),
        "damenrennen-concede": steps(
            close,
            press("header button[popovertarget]", ".pop:popover-open .menu"),
            press(".menu button:last-child", "dialog[open] .primary"),
        ),
        "damenrennen-conceded": give_up,
    }


def see(page: Page, eyes: str) -> None:
    page.locator(".eyes select").select_option(eyes)
    expect(page.locator(".hand .card, .replay-hand .card").first).to_be_visible()


def examine(guest: Guest, name: str, language: str) -> list[str]:
    """Look at a screen at every width, and let axe look at it."""
    faults = []
    for width, height in WIDTHS:
        guest.resize(width, height)
        faults += [f"{name} {width}: {fault}" for fault in guest.page.evaluate(FAULTS)]
    guest.resize(*SIZES[language])
    guest.shot(f"screen-{name}-{SIZES[language][0]}-{language}")
    return [*faults, *(f"{name}: {fault}" for fault in guest.violations())] if language in READ_BY_AXE else faults


def tour(guest: Guest, screens: Screens, language: str) -> list[str]:
    """Go through the screens one after the other."""
    faults = []
    for name, arrange in screens.items():
        arrange(guest)
        faults += examine(guest, name, language)
    guest.errors = [error for error in guest.errors if "status of 404" not in error]
    return faults


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_screen_beside_the_tables_fits_and_can_be_read(
    new_guest: GuestFactory, ended: dict[str, str], language: str
) -> None:
    mora = new_guest(LONGEST, *SIZES[language], language=language, scheme=READ_BY_AXE.get(language, "light"))

    assert tour(mora, before_and_beside(ended), language) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_question_at_the_tables_fits_and_can_be_read(new_guest: GuestFactory, language: str) -> None:
    mora = new_guest(LONGEST, *SIZES[language], language=language, scheme=READ_BY_AXE.get(language, "light"))

    assert tour(mora, at_the_tables(), language) == []
