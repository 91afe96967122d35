"""Both tables keep their places: in every phase, language, size and font."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from typing import Any, Final, NamedTuple

import pytest

from parlour.server.protocol import Sitter, Terms
from tests.web import damenrennen_phases, haggis_phases
from tests.web.browser import GuestFactory
from tests.web.collisions import COLLISIONS
from tests.web.families import FAMILIES, OWN, font_css, load_fonts
from tests.web.staged import Stage

SIZES: Final = {(320, 640): FAMILIES, (390, 844): FAMILIES, (844, 390): (OWN,), (1440, 900): (OWN,)}
"""The fonts that each is tried with: narrow screens have no room to spare."""
MEASURE: Final = f"""([sheets, selectors]) => sheets.map(css => {{
    window.wanted.replaceSync(css);
    const places = selectors.map(selector => {{
        const box = document.querySelector(selector)?.getBoundingClientRect();
        return box ? [box.x, box.y, box.width, box.height].map(Math.round).join(" ") : null;
    }});
    return [places, ({COLLISIONS})()];
}})"""
CHOOSE: Final = """() => {
    for (const pile of document.querySelectorAll("[role=listbox]")) pile.querySelector("[role=option]").click();
    document.querySelectorAll(".stall.live button.offer")[1]?.click();
    return new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn)));
}"""
"""Choose the first of everything, where there is a choice: then the button says the most."""


HURRIED: Final[dict[str, Any]] = {
    "can_undo": True,
    "terms": Terms(hints=True, undo=True, clock=60),
    "deadlines": (47.0, None, None),
    "spectators": ("Cy", "Dee"),
    "spectator_count": 2,
}


Phases = Iterator[tuple[str, int | None]]
"""Names, each with a number of players; None where things need not be where they are in other phases."""


class Layout(NamedTuple):
    """A game's phases, shown one after the other; and what keeps its place in them."""

    phases: Callable[[Stage], Phases]
    fixed: dict[str, str]


def haggis(stage: Stage) -> Phases:
    for name, phase in haggis_phases.PHASES.items():
        stage.names = haggis_phases.NAMES[: phase.players]
        stage.show(phase.table, sheet=((20, 61, 38)[: phase.players],), sheet_rows=1)
        stage.choose(phase.chosen)
        yield name, phase.players
    table = haggis_phases.PHASES["first"].table
    stage.names = haggis_phases.NAMES
    stage.show(table, **HURRIED)
    yield "clock", 3
    stage.show(
        haggis_phases.PHASES["giving"].table,
        seats=(Sitter(name=stage.names[0], here=True), Sitter(bot="regular"), Sitter(bot="strong")),
    )
    yield "bots", 3
    stage.show(table, seats=replaced(stage.names))
    yield "replaced", None
    stage.watch(table)
    yield "watching", None


def replaced(names: tuple[str, ...]) -> tuple[Sitter, ...]:
    """A bot plays for the first, who looks on; the last has left."""
    return (
        Sitter(name=names[0], bot="casual", here=True),
        *(Sitter(name=name, here=True) for name in names[1:-1]),
        Sitter(name=names[-1], bot="casual"),
    )


def damenrennen(stage: Stage) -> Phases:
    stage.names = damenrennen_phases.NAMES
    for name, (table, seat) in damenrennen_phases.tables().items():
        stage.show(table, seat)
        stage.guest.page.evaluate(CHOOSE)
        yield name, len(stage.names)
    table, seat = damenrennen_phases.tables()["lay"]
    stage.show(table, seat, **{**HURRIED, "deadlines": (47.0, 3 * 86_400.0)})
    yield "clock", len(stage.names)
    stage.show(table, seat, seats=replaced(stage.names))
    yield "replaced", None
    stage.watch(table)
    yield "watching", None


LAYOUTS: Final = {
    "haggis": Layout(
        haggis, {"seats": ".seats", "trick": ".trick", "play": ".standing", "mine": ".lamp", "dock": ".dock"}
    ),
    "damenrennen": Layout(
        damenrennen, {"dock": ".ask", "market": ".market", "tricks": ".duels", "mine": ".side.mine .tracks"}
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("game", LAYOUTS)
def test_nothing_moves_or_collides_in_any_phase_language_size_and_font(new_guest: GuestFactory, game: str) -> None:
    layout = LAYOUTS[game]
    places: dict[tuple[int, int, int, str], set[Any]] = defaultdict(set)
    defects: dict[str, str] = {}
    for language in ("en", "de", "hu"):
        guest = new_guest("Mora", language=language)
        stage = Stage(guest, ())
        for number, (phase, players) in enumerate(layout.phases(stage)):
            if number == 0:
                load_fonts(guest.page)
            for (width, height), families in SIZES.items():
                guest.resize(width, height)
                wanted = [[font_css(family) for family in families], list(layout.fixed.values())]
                for family, (seen, collisions) in zip(families, guest.page.evaluate(MEASURE, wanted), strict=True):
                    for found in collisions:
                        defects.setdefault(found, f"{phase} {language} {width}x{height} {family}")
                    if players is not None:
                        for name, place in zip(layout.fixed, seen, strict=True):
                            places[players, width, height, name].add(place)
                guest.page.evaluate(MEASURE, [[font_css(OWN)], []])
                guest.shot(f"{game}-{phase}-{width}-{language}")

    assert [f"{at}: {found}" for found, at in defects.items()] == []
    assert {where: seen - {None} for where, seen in places.items() if len(seen - {None}) != 1} == {}


@pytest.mark.parametrize("game", LAYOUTS)
def test_every_phase_is_accessible_in_hungarian(new_guest: GuestFactory, game: str) -> None:
    guest = new_guest("Mora", 390, 844, language="hu", touch=True)

    for phase, _ in LAYOUTS[game].phases(Stage(guest, ())):
        assert guest.violations() == [], phase
