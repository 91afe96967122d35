"""Figures: one well-formed SVG, made from a view alone."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from parlour.core.figure import Bar, Canvas, Drawing, text_drawing
from parlour.core.figure.canvas import BACK, THEMES
from parlour.core.figure.drawing import draw_bars, shortened

SVG = "{http://www.w3.org/2000/svg}"


def texts(svg: str) -> list[str]:
    return ["".join(node.itertext()) for node in ET.fromstring(svg).iter(f"{SVG}text")]  # noqa: S314 - our own


def test_a_figure_says_what_it_shows_and_needs_nothing_else() -> None:
    canvas = Canvas()
    canvas.cards(("10r", "J", BACK), 0, 0)
    canvas.slot("9", 0, 40)

    svg = canvas.svg(80, "ten & <jack>")

    root = ET.fromstring(svg)  # noqa: S314 - our own
    assert root.findtext(f"{SVG}title") == "ten & <jack>"
    used = {use.get("href") for use in root.iter(f"{SVG}use")}
    assert used == {f"#{shape.get('id')}" for shape in root.iter(f"{SVG}g") if shape.get("id")}
    assert not re.search(r"https?://(?!www\.w3\.org/2000/svg)", svg)


def test_ids_of_different_figures_differ() -> None:
    ids = set()
    for title in ("one", "two"):
        canvas = Canvas()
        canvas.card("5r", 0, 0)
        ids |= set(re.findall(r'id="([^"]+)"', canvas.svg(40, title)))

    assert len(ids) == 2 * 3


@pytest.mark.parametrize("theme", THEMES)
def test_colours_are_written_into_the_file(theme: str) -> None:
    drawing = text_drawing("Snap", "a\nb", theme="dark" if theme == "dark" else "light")

    assert THEMES["dark" if theme == "dark" else "light"].ground in drawing.svg
    assert "var(" not in drawing.svg


def test_an_unknown_theme_is_refused_by_name() -> None:
    with pytest.raises(ValueError, match="a theme is light or dark, got 'sepia'"):
        Canvas("sepia")  # type: ignore[arg-type] # on purpose


def test_lines_and_bars_of_a_game_without_figures() -> None:
    bars = (Bar("take 5", "+3.5", 1.0, "wins 60 %"), Bar("pass", "-1", -0.3))

    drawing = text_drawing("Snap", "hand 5 6\n" + "x" * 90, bars=bars)

    said = texts(drawing.svg)
    assert said[0] == "Snap"
    assert "hand 5 6" in said
    assert {"take 5", "+3.5", "wins 60 %", "pass", "-1"} <= set(said)
    assert max(map(len, said)) == 62
    assert drawing._repr_svg_() == drawing.svg


def test_without_bars_nothing_is_added_below() -> None:
    assert draw_bars(Canvas(), 100, ()) == 100


def test_a_text_that_fits_stays() -> None:
    assert shortened("abc", 3) == "abc"
    assert shortened("abcd", 3) == "ab…"


def test_a_drawing_is_saved_as_a_file(tmp_path: Path) -> None:
    drawing = Drawing("<svg/>")

    drawing.save(tmp_path / "a.svg")
    drawing.save(str(tmp_path / "b.svg"))

    assert (tmp_path / "a.svg").read_text() == (tmp_path / "b.svg").read_text() == "<svg/>\n"


def test_numbers_are_no_longer_than_needed() -> None:
    assert "10.0" not in Canvas().svg(10.0, "")
