"""Both games by keyboard alone and by a screen reader's tree alone, and where the focus is meanwhile."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Final

import pytest
from playwright.sync_api import Error, Page, expect

from tests.web.browser import Guest, GuestFactory, seen, wait_for_turn
from tests.web.haggis_table import cards_in, chosen, hand, play_button, suggestions
from tests.web.pages import LANGUAGES, said

MOST: Final = 400
"""Decisions after which a match has gone wrong."""
AT_PLACE: Final = "() => document.activeElement.closest('[data-focus]') !== null"
PRIMARY: Final = re.compile(r"\bprimary\b")
LISTEN: Final = """() => {
    window.heard = [];
    new MutationObserver(changes => {
        for (const { target } of changes) {
            const node = target instanceof Element ? target : target.parentElement;
            const region = node?.closest('[aria-live=polite], [aria-live=assertive]');
            if (region?.textContent) window.heard.push(region.textContent.trim());
        }
    }).observe(document, { subtree: true, childList: true, characterData: true });
}"""
"""Keeps every sentence of the live regions, as a screen reader would say it."""


def decisions(page: Page) -> Iterator[None]:
    """Every decision of a match, until it is over; the next round or game is begun by Enter alone."""
    asked, onward = page.locator("main.table:has(.lit.lamp, .ask.live)"), page.locator("footer button.primary:enabled")
    over = page.locator("footer a[download]")
    for _ in range(MOST):
        expect(asked.or_(onward).or_(over).first).to_be_visible()
        if seen(onward) or seen(over):
            expect(page.locator(":focus")).to_have_class(PRIMARY)
            if seen(over):
                return
            page.keyboard.press("Enter")
            expect(onward).to_have_count(0)
            continue
        page.wait_for_function(AT_PLACE)
        before = page.locator("main.table").get_attribute("data-decision")
        yield
        expect(page.locator(f"main.table[data-decision='{before}']:has(.lit.lamp, .ask.live)")).to_have_count(0)
        assert page.evaluate("() => document.activeElement !== document.body"), "the focus is lost"
    raise AssertionError(f"no end after {MOST} decisions")


def test_a_whole_match_of_haggis_by_keyboard_alone(new_guest: GuestFactory) -> None:
    mora = new_guest("Mora", language="hu", scheme="dark")
    page, keys = mora.page, mora.page.keyboard
    mora.open("haggis", ["", "beginner"], players=2, target=20)
    wait_for_turn(page)

    for _ in decisions(page):
        expect(suggestions(page).first.or_(page.locator(".acts .only"))).to_be_visible()
        if seen(page.locator(".acts .only")):
            keys.press("p")
            continue
        keys.press("Shift+Tab")
        keys.press("End")
        keys.press("Enter")
        expect(page.locator(".hand [aria-selected=true]").first).to_be_attached()
        wanted = chosen(page)
        keys.press("Tab")
        keys.press("Escape")
        expect(page.locator(".hand [aria-selected=true]")).to_have_count(0)
        keys.press("Home")
        for card in cards_in(page):
            if card in wanted:
                keys.press("Space")
            keys.press("ArrowRight")
        assert chosen(page) == wanted
        expect(
            play_button(page).and_(page.locator(":enabled")).or_(page.locator(".readout .chip").first)
        ).to_be_visible()
        if seen(page.locator(".readout .chip")):
            keys.press("Tab")
            keys.press("Enter")
            expect(play_button(page)).to_be_enabled()
            page.wait_for_function(AT_PLACE)
        keys.press("Enter")

    expect(page.get_by_role("heading", level=1)).to_be_visible()


def test_a_whole_match_of_damenrennen_by_keyboard_alone(new_guest: GuestFactory) -> None:
    mora = new_guest("Mora", language="de")
    page, keys = mora.page, mora.page.keyboard
    mora.open("damenrennen", ["", "beginner"], best_of=1)
    wait_for_turn(page)
    answers = {
        "show": ("Space", "ArrowRight", "Space"),
        "swap": (),
        "exchange": (),
        "draft": ("ArrowRight",),
    }

    for _ in decisions(page):
        phase = str(page.locator("main.table").get_attribute("data-phase"))
        for key in answers.get(phase, ("Enter",)):
            keys.press(key)
        if phase == "swap":
            keys.press("d")
            continue
        expect(page.locator(".ask .primary")).to_be_enabled()
        keys.press("Enter")

    expect(page.get_by_role("heading", level=1)).to_be_visible()


class Reader:
    """Somebody who has only names, roles and live regions."""

    def __init__(self, guest: Guest) -> None:
        self.page = guest.page
        self.page.add_init_script(f"({LISTEN})()")
        self.told = 0

    def heard(self) -> list[str]:
        found: list[str] = self.page.evaluate("() => window.heard")
        return found

    def wait_for_turn(self) -> bool:
        """Wait until one's turn is called out; False at the end of a match."""
        onward = self.page.get_by_role("button", name=said("match.next_round"))
        again = self.page.get_by_role("button", name=said("match.rematch"))
        for _ in range(MOST):
            self.wait_for_news()
            turns = self.heard().count(said("start.your_turn"))
            if turns > self.told:
                self.told = turns
                return True
            if again.count():
                return False
            onward.press("Enter")
            expect(onward).to_have_count(0)
        raise AssertionError("the rounds do not end")

    def wait_for_news(self) -> None:
        """Wait until a turn is called out that was not told, or a button leads on."""
        try:
            self.page.wait_for_function(
                """([turns, turn, ...ends]) =>
                    window.heard.filter(each => each === turn).length > turns
                    || [...document.querySelectorAll("button:enabled")].some(each => ends.includes(each.innerText))""",
                arg=[self.told, said("start.your_turn"), said("match.next_round"), said("match.rematch")],
            )
        except Error as error:
            actions = self.page.get_by_role("region", name=said("match.actions")).all_inner_texts()
            seen = f"title {self.page.title()!r}, heard {self.heard()[-6:]}, actions {actions}"
            raise AssertionError(f"turn {self.told + 1} was not called out: {seen}") from error

    def press(self, name: str) -> None:
        """Press the last button of the actions with this in its name: "Take 9 clubs", not "Take back"."""
        button = self.page.get_by_role("region", name=said("match.actions")).get_by_role("button", name=name).last
        expect(button).to_be_enabled()
        button.press("Enter")


def test_a_whole_match_of_haggis_by_a_screen_readers_tree_alone(new_guest: GuestFactory) -> None:
    mora = new_guest("Mora")
    page, reader = mora.page, Reader(mora)
    mora.open("haggis", ["", "beginner"], players=2, target=20)
    toolbar = page.get_by_role("toolbar", name=said("haggis.plays"))
    plays = toolbar.and_(page.locator("[aria-busy=false]")).get_by_role("button")
    says = page.get_by_role("region", name=said("match.actions")).get_by_role("status")

    while reader.wait_for_turn():
        expect(says).not_to_be_empty()
        if said("haggis.must_pass") in says.inner_text():
            reader.press(said("haggis.pass"))
            continue
        expect(plays.first).to_be_visible()
        plays.first.press("Enter")
        expect(page.get_by_role("option", selected=True).first).to_be_attached()
        if said("haggis.which") in says.inner_text():
            says.get_by_role("button").first.press("Enter")
        reader.press(said("haggis.play"))
        expect(page.get_by_role("option", selected=True)).to_have_count(0)

    expect(page.get_by_role("heading", level=1)).to_contain_text("won")
    assert any(said("start.bot.beginner") in sentence for sentence in reader.heard())


def test_a_whole_match_of_damenrennen_by_a_screen_readers_tree_alone(new_guest: GuestFactory) -> None:
    mora = new_guest("Mora")
    page, reader = mora.page, Reader(mora)
    mora.open("damenrennen", ["", "beginner"], best_of=1)
    says = page.get_by_role("region", name=said("match.actions")).get_by_role("status")
    own = page.get_by_role("listbox", name=said("match.hand")).get_by_role("option")
    offers = page.get_by_role("radiogroup", name=said("damenrennen.market")).get_by_role("radio")

    def show_two() -> None:
        own.nth(0).press("Space")
        own.nth(1).press("Space")
        reader.press("Show")

    def take_first() -> None:
        offers.first.press("Enter")
        reader.press("Take")

    def one(verb: str) -> Callable[[], None]:
        def act() -> None:
            own.first.press("Space")
            reader.press(verb)

        return act

    answers: dict[str, Callable[[], None]] = {
        said("damenrennen.ask.show"): show_two,
        said("damenrennen.ask.swap"): lambda: reader.press(said("damenrennen.do.decline")),
        said("damenrennen.ask.exchange"): lambda: reader.press(said("damenrennen.do.nothing")),
        said("damenrennen.ask.discard"): one("Discard"),
        said("damenrennen.ask.lay"): one("Lay"),
        said("damenrennen.ask.draft"): take_first,
    }

    while reader.wait_for_turn():
        question = next(question for question in answers if question in says.inner_text())
        answers[question]()

    expect(page.get_by_role("heading").filter(has_text="won")).to_be_visible()
    assert any(said("start.bot.beginner") in sentence for sentence in reader.heard())


@pytest.mark.parametrize("language", LANGUAGES)
def test_keys_work_wherever_the_focus_is_and_a_sheet_lists_them(new_guest: GuestFactory, language: str) -> None:
    mora = new_guest("Mora", language=language)
    page, keys = mora.page, mora.page.keyboard
    mora.visit("/")
    page.get_by_role("button", name=said("app.keys", language)).click()
    sheet = page.get_by_role("dialog", name=said("app.keys", language))
    expect(sheet.get_by_role("listitem")).to_have_count(8)
    assert mora.violations() == []
    mora.open("haggis", ["", "beginner"], players=2, target=250)
    wait_for_turn(page)
    page.wait_for_function(AT_PLACE)
    expect(page.locator(".chips [tabindex='0']")).to_have_count(1)

    back = page.get_by_role("banner").get_by_role("link")
    back.focus()
    keys.press("s")
    expect(page.get_by_role("button", name=said("haggis.sort_rank", language))).to_be_visible()
    keys.press("Control+s")
    keys.press("?")
    expect(sheet.get_by_role("listitem")).to_have_count(8)
    keys.press("s")
    expect(page.locator(".acts [aria-keyshortcuts=s]")).to_have_accessible_name(said("haggis.sort_rank", language))
    keys.press("Escape")
    expect(back).to_be_focused()
    keys.press("ArrowRight")
    page.wait_for_function(AT_PLACE)
    keys.press("Home")
    keys.press("ArrowRight")
    expect(hand(page).nth(1)).to_be_focused()

    keys.press("b")
    expect(page.locator(".bets .btn").first).to_be_focused()
    keys.press("Enter")
    expect(page.locator(".turn .chip")).to_contain_text("30")
    page.wait_for_function(AT_PLACE)

    command = page.get_by_label(said("table.command", language))
    expect(command).to_have_count(0)
    keys.press("/")
    expect(command.and_(page.locator("input"))).to_be_focused()
    keys.type("sup")
    expect(command.and_(page.locator("input"))).to_have_value("sup")
    expect(hand(page)).to_have_count(17)
    assert mora.violations() == []
