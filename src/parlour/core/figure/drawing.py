"""A finished figure, and what every game's figures have in common."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec

from parlour.core.figure.canvas import MARGIN, WIDTH, Canvas, Theme

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

BAR_ROOM: Final = 200
LINE: Final = 19
LONGEST_LINE: Final = 62


class Bar(msgspec.Struct, frozen=True):
    """A move that was considered: its text, its value as text and as a share of the best, and a note."""

    move: str
    value: str
    share: float
    note: str = ""


class Drawing(msgspec.Struct, frozen=True):
    """A figure as SVG; notebooks show it by themselves."""

    svg: str

    def _repr_svg_(self) -> str:
        return self.svg

    def save(self, path: str | Path) -> None:
        """Write it to a file."""
        with open(path, "w", encoding="utf-8") as file:  # noqa: PTH123 - a path may be a plain string
            file.write(self.svg + "\n")


def draw_bars(canvas: Canvas, top: float, bars: Sequence[Bar]) -> float:
    """Draw moves with their values below the table, the best one first; the height of the figure after them."""
    if not bars:
        return top
    canvas.rule(top + 6)
    widest = max(len(bar.move) for bar in bars)
    left = MARGIN + max(76, min(widest * 7.2 + 10, 190))
    for place, bar in enumerate(bars):
        line = top + 28 + place * 22
        room = min(BAR_ROOM, WIDTH - MARGIN - left - 150)
        length = max(0.0, min(1.0, bar.share)) * room
        canvas.text(MARGIN, line, shortened(bar.move, 26), bold=place == 0)
        canvas.bar(left, line - 11, length, 13, best=place == 0)
        canvas.text(left + length + 8, line, bar.value)
        canvas.text(WIDTH - MARGIN, line, bar.note, quiet=True, anchor="end")
    return top + 22 + len(bars) * 22


def text_drawing(title: str, text: str, *, theme: Theme = "light", bars: Sequence[Bar] = ()) -> Drawing:
    """A view in plain lines, for games that have no figure of their own."""
    canvas = Canvas(theme)
    canvas.title(title)
    lines = text.splitlines()
    for place, line in enumerate(lines):
        canvas.text(MARGIN, 58 + place * LINE, shortened(line, LONGEST_LINE))
    height = draw_bars(canvas, 52 + len(lines) * LINE, bars)
    return Drawing(canvas.svg(height + 8, f"{title}: {'; '.join(lines)}"))


def shortened(text: str, longest: int) -> str:
    """A text that fits into a line."""
    return text if len(text) <= longest else text[: longest - 1] + "…"
