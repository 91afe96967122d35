"""A hint in a real browser hides neither the trick, nor the hand, nor the question: three sizes, three languages."""

from __future__ import annotations

from typing import Final

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.web import haggis_table
from tests.web.browser import Guest, GuestFactory, seen, wait_for_turn
from tests.web.pages import LANGUAGES, said

SIZES: Final = ((390, 844), (844, 390), (1440, 900))
SPEAK: Final = """lang => localStorage.setItem("parlour.settings",
    JSON.stringify({...JSON.parse(localStorage.getItem("parlour.settings") ?? "{}"), lang}))"""
COVERED: Final = """selector => {
    const advice = document.querySelector("section.advice").getBoundingClientRect();
    return [...document.querySelectorAll(selector)].filter(each => each.checkVisibility()).flatMap(each => {
        const box = each.getBoundingClientRect();
        const apart = box.right <= advice.left + 1 || box.left >= advice.right - 1
            || box.bottom <= advice.top + 1 || box.top >= advice.bottom - 1;
        return apart ? [] : [`${each.outerHTML.slice(0, 90)} ${JSON.stringify([box, advice])}`];
    });
}"""
HAGGIS: Final = ".trick .card, .trick p, .turn, .chips, .hand [role=option], .dock"
DAMENRENNEN: Final = ".offer, .race, .ask"
PHASES: Final = {"show", "swap", "discard", "exchange", "lay", "draft"}
PLAY: Final = """([table, wanted]) => new Promise(done => {
    const line = new WebSocket(`${location.origin.replace("http", "ws")}/ws`);
    const send = message => line.send(JSON.stringify({table, ...message}));
    const end = phase => { line.close(); done(phase); };
    let asked = null;
    line.onopen = () => send({t: "join"});
    line.onmessage = ({data}) => {
        const told = JSON.parse(data);
        if (told.t === "advice") send({t: "play", id: `play-${asked}`, move: told.move, decision: asked});
        if (told.t !== "table") return;
        if (told.status === "over" || !wanted.length) end("");
        else if (told.waits) send({t: "ready", id: `ready-${told.seq}`, number: told.sheet_rows ?? 0});
        else if (told.scene.question && wanted.includes(told.scene.phase)) end(told.scene.phase);
        else if (told.scene.question && asked !== (told.decision ?? 0)) {
            asked = told.decision ?? 0;
            send({t: "hint"});
        }
    };
})"""
"""Follow the hints until the person is asked something wanted: the phase, or nothing where the match is over."""
MOST: Final = 40
"""Decisions after which a trick was both led and followed."""
MATCHES: Final = 6
"""Matches after which every phase has been there."""


def press(place: Locator) -> None:
    place.click()


def check_hints(guest: Guest, vital: str, name: str) -> None:
    """Ask for a hint in every language, and look at it in every size."""
    page = guest.page
    for language in LANGUAGES:
        page.evaluate(SPEAK, language)
        page.reload()
        wait_for_turn(page)
        page.get_by_role("button", name=said("match.hint", language), exact=True).click()
        hint = page.get_by_role("region", name=said("match.hint", language))
        expect(hint.locator("p").first).not_to_be_empty()
        lines = hint.locator("p").evaluate_all("all => all.map(each => each.innerHTML)")  # pips are no text
        assert len(set(lines)) == len(lines)
        for width, height in SIZES:
            guest.resize(width, height)
            guest.shot(f"hint-{name}-{width}-{language}")
            assert page.evaluate(COVERED, vital) == []
            assert guest.outside("section.advice, section.advice h2, section.advice button") == []


@pytest.mark.parametrize("players", [2, 3])
def test_a_hint_in_haggis_leaves_trick_and_hand_in_sight(new_guest: GuestFactory, players: int) -> None:
    mora = new_guest("Mora")
    page = mora.page
    mora.open("haggis", ["", *["beginner"] * (players - 1)], players=players, target=250)
    wanted = {"lead", "follow"}

    for _ in range(MOST):
        wait_for_turn(page)
        kind = "lead" if seen(page.locator(".trick li")) else "follow"  # examples of leads
        if kind in wanted:
            wanted.remove(kind)
            check_hints(mora, HAGGIS, f"haggis-{players}-{kind}")
        if not wanted:
            break
        asked = page.locator("main.table").get_attribute("data-decision")
        haggis_table.decide(page, press)
        expect(page.locator(f"main.table[data-decision='{asked}']")).to_have_count(0)
        go_on(page)

    assert wanted == set()


def test_a_hint_in_damenrennen_leaves_market_tricks_and_question_in_sight(new_guest: GuestFactory) -> None:
    mora = new_guest("Mora")
    wanted = set(PHASES)

    for _ in range(MATCHES):
        table = mora.open("damenrennen", ["", "beginner"], best_of=7)
        while phase := mora.page.evaluate(PLAY, [table, sorted(wanted)]):
            wanted.remove(phase)
            check_hints(mora, DAMENRENNEN, f"damenrennen-{phase}")
        if not wanted:
            break

    assert wanted == set()


def go_on(page: Page) -> None:
    """Wait for the next decision; where a round is over, begin another first."""
    onward = page.locator("footer button.primary:enabled")
    ready = page.locator("#app:has(.lit.lamp), footer button.primary:enabled").first
    expect(ready).to_be_visible()
    while seen(onward):
        onward.click()
        expect(onward).to_have_count(0)
        expect(ready).to_be_visible()
