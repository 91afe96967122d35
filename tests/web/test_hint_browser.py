"""A hint in a real browser hides neither the trick, nor the hand, nor the question: three sizes, three languages."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

import pytest
from playwright.sync_api import expect

from parlour.core.game import Seat
from tests.web import damenrennen_phases, haggis_phases
from tests.web.browser import GuestFactory
from tests.web.pages import LANGUAGES, said
from tests.web.staged import AnyTable, Stage, advice_at

SIZES: Final = ((390, 844), (844, 390), (1440, 900))
LOW: Final = 520
"""Up to this height the header stays in sight too."""
COVERED: Final = """selector => {
    const advice = document.querySelector("section.advice").getBoundingClientRect();
    return [...document.querySelectorAll(selector)].filter(each => each.checkVisibility()).flatMap(each => {
        const box = each.getBoundingClientRect();
        const apart = box.right <= advice.left + 1 || box.left >= advice.right - 1
            || box.bottom <= advice.top + 1 || box.top >= advice.bottom - 1;
        return apart ? [] : [`${each.outerHTML.slice(0, 90)} ${JSON.stringify([box, advice])}`];
    });
}"""
VITAL: Final = {
    "haggis": ".trick .card, .trick p, .turn, .chips, .hand [role=option], .dock",
    "damenrennen": ".offer, .race, .ask",
}
Positions = Iterator[tuple[str, AnyTable, int, tuple[str, ...]]]


def haggis() -> Positions:
    """Leads and answers, of two players and of three."""
    for name in ("lead", "follow", "two", "two-follow"):
        phase = haggis_phases.PHASES[name]
        yield name, phase.table, 0, haggis_phases.NAMES[: phase.players]


def damenrennen() -> Positions:
    """Every phase with a question."""
    for name, (table, seat) in damenrennen_phases.tables().items():
        if seat in table.to_act():
            yield name, table, seat, damenrennen_phases.NAMES


POSITIONS: Final[dict[str, Callable[[], Positions]]] = {"haggis": haggis, "damenrennen": damenrennen}


@pytest.mark.parametrize("game", POSITIONS)
def test_a_hint_leaves_everything_in_sight_that_the_decision_needs(new_guest: GuestFactory, game: str) -> None:
    for _, table, seat, _ in POSITIONS[game]():
        advice_at(table, Seat(seat))  # thought about before there is a page to wait for it
    for language in LANGUAGES:
        guest = new_guest("Mora", language=language)
        page, stage = guest.page, Stage(guest, ())
        hint = page.get_by_role("region", name=said("match.hint", language))
        for name, table, seat, names in POSITIONS[game]():
            stage.names = names
            stage.show(table, seat)
            page.get_by_role("button", name=said("match.hint", language), exact=True).click()
            expect(hint.locator("p").first).not_to_be_empty()
            lines = hint.locator("p").evaluate_all("all => all.map(each => each.innerHTML)")  # pips are no text
            assert len(set(lines)) == len(lines)
            for width, height in SIZES:
                guest.resize(width, height)
                guest.shot(f"hint-{game}-{name}-{width}-{language}")
                vital = VITAL[game] + (", header *" if height <= LOW else "")
                assert page.evaluate(COVERED, vital) == [], (name, width, language)
                assert guest.outside("section.advice, section.advice h2, section.advice button") == []
