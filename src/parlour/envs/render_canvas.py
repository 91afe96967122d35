"""What tables are drawn with: felt, cards and text."""

from __future__ import annotations

from functools import lru_cache
from math import cos, pi, sin
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from PIL import Image, ImageDraw, ImageFont

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

WIDTH: Final = 960
HEIGHT: Final = 640
FINE: Final = 2
"""Oversampling: everything is drawn at this scale and then reduced, for smooth edges."""
CARD_WIDTH: Final = 46
CARD_HEIGHT: Final = 66

Colour = tuple[int, int, int]
Point = tuple[float, float]

ROOM: Final = (38, 28, 24)
WOOD: Final = (104, 66, 40)
FELT: Final = (28, 92, 66)
PAPER: Final = (250, 248, 240)
INK: Final = (34, 34, 40)
CHALK: Final = (236, 232, 214)
GOLD: Final = (240, 196, 84)
BACK: Final = (52, 72, 128)
BACK_LINE: Final = (150, 168, 214)


@lru_cache(maxsize=16)
def font(size: int) -> Any:
    """Pillow's own font."""
    return ImageFont.load_default(size * FINE)


class Canvas:
    """A table to draw on; coordinates are pixels of the finished image."""

    def __init__(self) -> None:
        """Draw the bare table."""
        self.image = Image.new("RGB", (WIDTH * FINE, HEIGHT * FINE), ROOM)
        self.pen = ImageDraw.Draw(self.image)
        self.box(8, 8, WIDTH - 8, HEIGHT - 8, 90, WOOD)
        self.box(24, 24, WIDTH - 24, HEIGHT - 24, 78, FELT)

    def box(  # noqa: PLR0913, PLR0917 - corners, and how they look
        self, left: float, top: float, right: float, bottom: float, round_by: float, fill: Colour,
        line: Colour | None = None,
    ) -> None:  # fmt: skip
        corners = tuple(FINE * value for value in (left, top, right, bottom))
        self.pen.rounded_rectangle(corners, FINE * round_by, fill=fill, outline=line, width=FINE)

    def shape(self, points: Sequence[Point], fill: Colour) -> None:
        self.pen.polygon([(FINE * x, FINE * y) for x, y in points], fill=fill)

    def disc(self, x: float, y: float, radius: float, fill: Colour) -> None:
        self.pen.ellipse([FINE * value for value in (x - radius, y - radius, x + radius, y + radius)], fill=fill)

    def text(self, x: float, y: float, text: str, size: int = 14, fill: Colour = CHALK, anchor: str = "mm") -> None:  # noqa: PLR0913, PLR0917
        """Write a line; the anchor is Pillow's: `mm` is the middle of the text."""
        self.pen.text((FINE * x, FINE * y), text, fill=fill, font=font(size), anchor=anchor)

    def card(self, x: float, y: float, rank: str, suit: str) -> None:
        """Draw a card, its upper left corner here; a suit is one of `roygbcshd`, or empty for a face card."""
        self.box(x, y, x + CARD_WIDTH, y + CARD_HEIGHT, 6, PAPER, (150, 146, 130))
        colour = COLOURS[suit]
        self.text(x + 4, y + 3, rank, 17, colour, "lt")
        if suit:
            draw_suit(self, suit, x + 11, y + 29, 6)
            draw_suit(self, suit, x + CARD_WIDTH - 15, y + CARD_HEIGHT - 17, 11)
        else:
            self.text(x + CARD_WIDTH - 15, y + CARD_HEIGHT - 17, rank, 26, GOLD)

    def back(self, x: float, y: float) -> None:
        """Draw a card face down."""
        self.box(x, y, x + CARD_WIDTH, y + CARD_HEIGHT, 6, BACK, PAPER)
        self.box(x + 5, y + 5, x + CARD_WIDTH - 5, y + CARD_HEIGHT - 5, 4, BACK, BACK_LINE)

    def fan(self, x: float, y: float, names: Sequence[str], width: float) -> None:
        """Draw cards side by side, centred at x, overlapping to fit the width; `?` is face down."""
        count = len(names)
        if not count:
            return
        step = min(CARD_WIDTH + 4.0, (width - CARD_WIDTH) / max(1, count - 1))
        left = x - (CARD_WIDTH + step * (count - 1)) / 2
        for number, name in enumerate(names):
            if name == "?":
                self.back(left + step * number, y)
            else:
                rank, suit = (name, "") if name in "JQK" else (name[:-1], name[-1])
                self.card(left + step * number, y, rank, suit)

    def finished(self) -> NDArray[np.uint8]:
        """The image: height, width, red-green-blue."""
        return np.asarray(self.image.resize((WIDTH, HEIGHT), Image.Resampling.LANCZOS), np.uint8)


COLOURS: Final[dict[str, Colour]] = {
    "": INK,
    "r": (190, 32, 44),
    "o": (206, 108, 12),
    "y": (168, 136, 0),
    "g": (30, 124, 60),
    "b": (34, 84, 176),
    "c": INK,
    "s": INK,
    "h": (190, 32, 44),
    "d": (190, 32, 44),
}


def draw_suit(canvas: Canvas, suit: str, x: float, y: float, size: float) -> None:
    """Draw a suit's symbol; each has an outline of its own, so that the colour is not needed to tell them apart."""
    colour = COLOURS[suit]

    def star(points: int, inner: float) -> list[Point]:
        corners = []
        for number in range(2 * points):
            far = size * (1.1 if number % 2 == 0 else inner)
            angle = pi * number / points - pi / 2
            corners.append((x + far * cos(angle), y + far * sin(angle)))
        return corners

    match suit:
        case "r":
            canvas.disc(x, y, size * 0.9, colour)
        case "o":
            canvas.shape([(x, y - size), (x + size, y + size * 0.8), (x - size, y + size * 0.8)], colour)
        case "y":
            canvas.shape(star(5, 0.45), colour)
        case "g":
            half = size * 0.82
            canvas.shape(
                [(x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)], colour
            )
        case "b" | "d":
            narrow = size * (0.6 if suit == "b" else 0.85)
            canvas.shape([(x, y - size * 1.1), (x + narrow, y), (x, y + size * 1.1), (x - narrow, y)], colour)
        case _:
            draw_leaves(canvas, suit, x, y, size)


def draw_leaves(canvas: Canvas, suit: str, x: float, y: float, size: float) -> None:
    """Draw a heart, a spade or a club."""
    colour, radius = COLOURS[suit], size * 0.52
    if suit == "h":
        canvas.disc(x - radius * 0.9, y - size * 0.3, radius, colour)
        canvas.disc(x + radius * 0.9, y - size * 0.3, radius, colour)
        canvas.shape([(x - size * 0.95, y - size * 0.05), (x + size * 0.95, y - size * 0.05), (x, y + size)], colour)
        return
    canvas.shape([(x, y), (x + size * 0.4, y + size), (x - size * 0.4, y + size)], colour)
    canvas.disc(x - radius * 0.95, y + size * 0.3, radius, colour)
    canvas.disc(x + radius * 0.95, y + size * 0.3, radius, colour)
    if suit == "c":
        canvas.disc(x, y - size * 0.45, radius, colour)
    else:
        canvas.shape([(x - size * 0.95, y + size * 0.15), (x + size * 0.95, y + size * 0.15), (x, y - size)], colour)
