"""Nobody needs colour to play; where there is colour, it can be read and told apart."""

import re
from itertools import combinations
from pathlib import Path

import pytest

from tests.web.palette import VISIONS, contrast, difference, seen

TOKENS = (Path(__file__).parents[2] / "web" / "src" / "styles" / "tokens.css").read_text(encoding="utf-8")
LIGHT, DARK_BY_SYSTEM, DARK = "light", "dark by the system's wish", "dark"
HAGGIS, FRENCH = "roygb", "cshd"
READABLE, APART = 4.5, 15


def declared(text: str) -> dict[str, str]:
    return dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6})\b", text))


def theme(name: str) -> dict[str, str]:
    by_system = TOKENS.index("@media (prefers-color-scheme: dark)")
    by_switch = TOKENS.index(':root[data-theme="dark"]')
    light = declared(TOKENS[:by_system])
    if name == DARK_BY_SYSTEM:
        return light | declared(TOKENS[by_system:by_switch])
    return light | declared(TOKENS[by_switch:]) if name == DARK else light


def test_dark_is_the_same_by_the_system_and_by_the_switch() -> None:
    assert theme(DARK) == theme(DARK_BY_SYSTEM)
    assert theme(DARK) != theme(LIGHT)


@pytest.mark.parametrize("name", [LIGHT, DARK])
@pytest.mark.parametrize("suit", [*HAGGIS, *FRENCH])
def test_the_ink_of_every_suit_can_be_read_on_paper(suit: str, name: str) -> None:
    colours = theme(name)

    assert contrast(colours[f"{suit}-ink"], colours["paper"]) >= READABLE
    assert contrast(colours[f"{suit}-ink"], colours["paper-past"]) >= READABLE


def test_suits_among_words_have_a_rim_of_paper_where_their_inks_would_be_lost() -> None:
    dark = theme(DARK)

    assert TOKENS.count("--rim: var(--paper)") == 2, "by the system's wish and by the switch"
    assert all(contrast(dark["paper"], dark[ground]) >= READABLE for ground in ("panel", "ground"))
    for suit in (*HAGGIS, *FRENCH):
        light = theme(LIGHT)
        assert contrast(light[f"{suit}-ink"], light["panel"]) >= READABLE


@pytest.mark.parametrize("name", [LIGHT, DARK])
@pytest.mark.parametrize(
    ("ink", "ground"),
    [
        *((text, ground) for text in ("text", "text-2") for ground in ("ground", "ground-hi", "panel", "panel-2")),
        ("accent-text", "panel"),
        ("accent-text", "ground"),
        ("on-accent", "accent"),
        ("alert", "panel"),
        ("wild-ink", "wild"),
        ("wild-ink", "wild-hi"),
        ("paper-ink", "paper"),
    ],
)
def test_words_can_be_read_where_they_stand(ink: str, ground: str, name: str) -> None:
    colours = theme(name)

    assert contrast(colours[ink], colours[ground]) >= READABLE


@pytest.mark.parametrize("vision", VISIONS)
@pytest.mark.parametrize("pair", [*combinations(HAGGIS, 2)], ids="".join)
def test_the_five_dyes_of_haggis_stay_apart_in_every_sight(pair: tuple[str, str], vision: str) -> None:
    colours = theme(LIGHT)
    one, other = (seen(colours[f"{suit}-dye"], vision) for suit in pair)

    assert difference(one, other) >= APART


def test_difference_is_what_its_authors_published() -> None:
    assert difference((50, 2.6772, -79.7751), (50, 0, -82.7485)) == pytest.approx(2.0425, abs=1e-4)
    assert difference((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387)) == pytest.approx(1.2644, abs=1e-4)
    assert difference((2.0776, 0.0795, -1.1350), (0.9033, -0.0636, -0.5514)) == pytest.approx(0.9082, abs=1e-4)
