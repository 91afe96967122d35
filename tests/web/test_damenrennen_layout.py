"""The table of Damenrennen keeps its places: in every phase, language, size and font."""

from __future__ import annotations

from collections import defaultdict
from typing import Final

import pytest

from tests.web.browser import GuestFactory
from tests.web.collisions import collisions
from tests.web.damenrennen_phases import NAMES, tables
from tests.web.families import FAMILIES, OWN, load_fonts, use_font
from tests.web.staged import Stage

SIZES: Final = {(320, 640): FAMILIES, (390, 844): FAMILIES, (844, 390): (OWN,), (1440, 900): (OWN,)}
"""The fonts that each is tried with: narrow screens have no room to spare."""
FIXED: Final = {"dock": ".ask", "market": ".market", "tricks": ".duels", "mine": ".side.mine .tracks"}
PLACES: Final = """selectors => selectors.map(selector => {
    const { x, y, width, height } = document.querySelector(selector).getBoundingClientRect();
    return [x, y, width, height].map(Math.round).join(" ");
})"""
CHOOSE: Final = """() => {
    for (const pile of document.querySelectorAll("[role=listbox]")) pile.querySelector("[role=option]").click();
    document.querySelectorAll(".stall.live button.offer")[1]?.click();
    return new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn)));
}"""
"""Choose the first of everything, where there is a choice: then the button says the most."""


@pytest.mark.slow
def test_nothing_moves_or_collides_in_any_phase_language_size_and_font(new_guest: GuestFactory) -> None:
    places: dict[tuple[int, int, str], set[str]] = defaultdict(set)
    defects: dict[str, str] = {}
    for language in ("en", "de", "hu"):
        guest = new_guest("Mora", language=language)
        stage = Stage(guest, NAMES)
        stage.show(*tables()["lay"])
        load_fonts(guest.page)
        for (width, height), families in SIZES.items():
            guest.resize(width, height)
            for family in families:
                use_font(guest.page, family)
                for phase, shown in tables().items():
                    stage.show(*shown)
                    guest.page.evaluate(CHOOSE)
                    for found in collisions(guest.page):
                        defects.setdefault(found, f"{phase} {language} {width}x{height} {family}")
                    for name, place in zip(FIXED, guest.page.evaluate(PLACES, list(FIXED.values())), strict=True):
                        places[width, height, name].add(place)
                    if family == OWN:
                        guest.shot(f"damenrennen-{phase}-{width}-{language}")

    assert [f"{at}: {found}" for found, at in defects.items()] == []
    assert {where: seen for where, seen in places.items() if len(seen) > 1} == {}


def test_every_phase_is_accessible_in_hungarian(new_guest: GuestFactory) -> None:
    guest = new_guest("Mora", 390, 844, language="hu", touch=True)
    stage = Stage(guest, NAMES)

    for table, seat in tables().values():
        stage.show(table, seat)
        assert guest.violations() == []
