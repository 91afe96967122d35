"""How a person plays Damenrennen with what the page shows."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from typing import Final

from playwright.sync_api import Locator, Page, expect

from tests.web.browser import Guest, seen, sit_together, wait_for_turn

TRIES: Final = 5
RETRY_MS: Final = 2_000
"""How soon it is looked again; a card that is chosen by then is not pressed a second time."""
MOST: Final = 300
"""Decisions after which a game has gone wrong."""
PLAY_ON: Final = """table => new Promise(done => {
    const line = new WebSocket(`${location.origin.replace("http", "ws")}/ws`);
    const send = message => line.send(JSON.stringify({table, ...message}));
    let asked = null;
    line.onopen = () => send({t: "join"});
    line.onmessage = ({data}) => {
        const told = JSON.parse(data);
        if (told.t === "answer") {
            const [{move}] = told.answer.groups.flatMap(group => group.moves);
            send({t: "play", id: `on-${asked}`, move, decision: asked});
        }
        if (told.t !== "table") return;
        if (told.status === "over" || told.waits) {
            line.close();
            done();
        } else if (told.scene.question && asked !== (told.decision ?? 0)) {
            asked = told.decision ?? 0;
            send({t: "ask", text: ""});
        }
    };
})"""
"""Make the first legal move of every decision until the game is over, on a second connection of the same person."""


def options(page: Page, pile: int) -> Locator:
    return page.locator(".ask [role=listbox]").nth(pile).get_by_role("option")


def choose(page: Page, press: Callable[[Locator], None]) -> None:
    """Choose what makes a whole move."""
    phase = page.locator("main.table").get_attribute("data-phase")
    if phase == "draft":
        press(page.locator("button.offer").first)
    elif phase in {"lay", "discard"}:
        pick(options(page, 0).first, press)
    elif phase == "show":
        pick(options(page, 0).nth(0), press)
        pick(options(page, 0).nth(1), press)
    elif phase == "swap":
        pick(options(page, 0).first, press)
        pick(options(page, 1).first, press)


def pick(card: Locator, press: Callable[[Locator], None]) -> None:
    """Choose a card that is not chosen yet."""
    if card.get_attribute("aria-selected") != "true":
        press(card)


def choose_whole(page: Page, press: Callable[[Locator], None]) -> None:
    """Choose until the move is whole: what the other does meanwhile may move a card away under the pointer."""
    for _ in range(TRIES):
        choose(page, press)
        with contextlib.suppress(AssertionError):
            expect(page.locator(".ask .primary")).to_be_enabled(timeout=RETRY_MS)
            return
    expect(page.locator(".ask .primary")).to_be_enabled()


def decide(page: Page, press: Callable[[Locator], None], send: Callable[[], None] | None = None) -> None:
    """Make one decision."""
    asked = page.locator("main.table").get_attribute("data-decision")
    choose_whole(page, press)
    (send or (lambda: press(page.locator(".ask .primary"))))()
    expect(page.locator(f"main.table[data-decision='{asked}']:has(.ask.live)")).to_have_count(0)


def play_game(page: Page, press: Callable[[Locator], None], send: Callable[[], None] | None = None) -> None:
    """Play until a game is over."""
    for _ in range(MOST):
        expect(page.locator(".ask.live, footer a[download], footer button.primary:enabled").first).to_be_visible()
        if not seen(page.locator(".ask.live")):
            return
        decide(page, press, send)
    raise AssertionError(f"no end after {MOST} decisions")


def meet(first: Guest, second: Guest) -> None:
    """Let two people sit down to a race of tricks: a bomb in a first hand would end it at once."""
    for _ in range(TRIES):
        sit_together(first, second, "damenrennen", best_of=1)
        for guest in (first, second):
            wait_for_turn(guest.page)
        hands = [
            [str(card.get_attribute("data-card"))[:-1] for card in options(guest.page, 0).all()]
            for guest in (first, second)
        ]
        if all(len(set(ranks)) > 1 for ranks in hands):
            return
    raise AssertionError("nothing but bombs")


def lay(page: Page, place: int = 0) -> None:
    """Lay a card of the hand."""
    options(page, 0).nth(place).click()
    page.locator(".ask .primary").click()
