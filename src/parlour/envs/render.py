"""A table as an image: as one seat sees it, or with several hands open.

The seat of the first view is at the bottom; the other views add the hands of their seats.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pkgutil import resolve_name
from typing import TYPE_CHECKING, Any, Final

from parlour.envs.extras import need

need("PIL")

import numpy as np
from numpy.typing import NDArray

from parlour.envs.catalogue import env_kind
from parlour.envs.render_canvas import HEIGHT, WIDTH, Canvas

if TYPE_CHECKING:
    from parlour.games.catalogue import AnyGame

Image = NDArray[np.uint8]
"""Height, width, red-green-blue."""

Drawing = Callable[[Sequence[Any]], Image]
"""Draws the views of one state."""

MARGIN: Final = 60
FONT_SIZES: Final = range(15, 5, -1)
LINE_HEIGHT: Final = 1.5
LETTER_WIDTH: Final = 0.55
"""In parts of the font's size."""


def draw_table(game: AnyGame, views: Sequence[Any]) -> Image:
    """The table as the game draws it, or else the descriptions of the views."""
    drawing = env_kind(game.name).drawing
    if drawing is None:
        return draw_texts([game.describe(view) for view in views])
    draw: Drawing = resolve_name(drawing)
    return draw(views)


def draw_texts(texts: Sequence[str]) -> Image:
    """Texts side by side, in the largest font in which all of them fit."""
    canvas = Canvas()
    width = (WIDTH - 2 * MARGIN) / len(texts)
    columns = [text.splitlines() for text in texts]
    longest = max(map(len, columns), default=0)
    widest = max((len(line) for lines in columns for line in lines), default=0)
    fitting = (
        size
        for size in FONT_SIZES
        if size * LINE_HEIGHT * longest <= HEIGHT - 2 * MARGIN and size * LETTER_WIDTH * widest <= width
    )
    size = next(fitting, FONT_SIZES[-1])
    for number, lines in enumerate(columns):
        for row, line in enumerate(lines):
            canvas.text(MARGIN + number * width, MARGIN + row * size * LINE_HEIGHT, line, size, anchor="la")
    return canvas.finished()
