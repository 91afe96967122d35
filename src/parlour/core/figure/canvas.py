"""A canvas for one figure: cards, slots, text and rules, in a light and a dark theme.

A figure is 480 units wide and has its own ground. Its colours are written into it, because papers
and notebooks differ from the page around them; its ids carry a prefix of their own, so that many
figures can stand on one page.
"""

from __future__ import annotations

import hashlib
from html import escape
from typing import TYPE_CHECKING, Final, Literal

import msgspec

from parlour.core.figure.shapes import INKS, NUMERALS, PIPS

if TYPE_CHECKING:
    from collections.abc import Iterable

Theme = Literal["light", "dark"]
Anchor = Literal["start", "middle", "end"]
WIDTH: Final = 480
MARGIN: Final = 16
FACE_HEIGHT: Final = 1.4
"""The height of a card by its width."""
PREFIX: Final = "@@"
SANS: Final = "system-ui, 'Segoe UI', Roboto, 'Liberation Sans', sans-serif"
SERIF: Final = "Georgia, 'Liberation Serif', serif"
BACK: Final = "back"
"""The name of a card that is face down."""


class Colours(msgspec.Struct, frozen=True):
    """The colours of a theme."""

    ground: str
    text: str
    quiet: str
    line: str
    well: str
    face: str
    edge: str
    back: str
    best: str


THEMES: Final[dict[Theme, Colours]] = {
    "light": Colours("#ffffff", "#111111", "#555555", "#cccccc", "#f4f2ee", "#fffdf8", "#b9b2a2", "#3d666b", "#0a6f62"),
    "dark": Colours("#16191a", "#f2efe8", "#b4b8b6", "#4a5254", "#22282a", "#f8f2e4", "#8d8674", "#47757a", "#4fc3ae"),
}


class Canvas:
    """Collects the parts of a figure, from top to bottom."""

    def __init__(self, theme: Theme = "light") -> None:
        if theme not in THEMES:
            raise ValueError(f"a theme is {' or '.join(THEMES)}, got {theme!r}")
        self.colours = THEMES[theme]
        self._parts: list[str] = []
        self._shapes: dict[str, str] = {}

    def card(self, name: str, x: float, y: float, width: float = 25, *, marked: bool = False) -> None:
        """A small card face, `BACK` for one that is face down; `marked` frames it."""
        colours, height, scale = self.colours, width * FACE_HEIGHT, width / 60
        if name == BACK:
            self._box(x, y, width, height, fill=colours.face, edge=colours.edge)
            self._box(x + 2, y + 2, width - 4, height - 4, fill=colours.back)
            return
        rank, suit = (name, "wild") if name[-1] not in INKS else (name[:-1], name[-1])
        fill, edge = ("#46305c", "#2a1a3a") if suit == "wild" else (colours.face, colours.edge)
        self._box(x, y, width, height, fill=fill, edge=colours.best if marked else edge, line=2 if marked else 0.8)
        self._numeral(rank, x + (18.5 if rank == "10" else 17) * scale, y + 8 * scale, 36 * scale, INKS[suit][0])
        self.pip(suit, x + 30 * scale, y + 63 * scale, 27 * scale)

    def cards(self, names: Iterable[str], x: float, y: float, width: float = 25, pitch: float | None = None) -> None:
        """Cards side by side, or closer with a smaller pitch."""
        for place, name in enumerate(names):
            self.card(name, x + place * (width + 2 if pitch is None else pitch), y, width)

    def slot(self, rank: str, x: float, y: float, width: float = 25) -> None:
        """The empty place of a card."""
        dashes = f'fill="none" stroke="{self.colours.line}" stroke-dasharray="2.5 2"'
        self._add(f'<rect {size(x + 0.5, y + 0.5, width - 1, width * FACE_HEIGHT - 1)} rx="3" {dashes}/>')
        self._numeral(rank, x + width * 0.32, y + width * 0.42, width * 0.5, self.colours.quiet)

    def pip(self, suit: str, x: float, y: float, height: float) -> None:
        """The mark of a suit, centred."""
        ink, dye = INKS[suit]
        outline = 'stroke="none"' if suit == "wild" else f'stroke="{ink}" stroke-width="1.3" stroke-linejoin="round"'
        at = f"translate({number(x - height / 2)} {number(y - height / 2)}) scale({number(height / 24)})"
        self._add(f'<g transform="{at}" fill="{dye}" {outline}>{self._shape(f"p-{suit}", PIPS[suit])}</g>')

    def text(  # noqa: PLR0913 - the looks of a text, each by name
        self,
        x: float,
        y: float,
        words: str,
        *,
        size: float = 13,
        bold: bool = False,
        quiet: bool = False,
        serif: bool = False,
        anchor: Anchor = "start",
    ) -> None:
        """A line of text on its base line."""
        looks = f'font-size="{number(size)}" fill="{self.colours.quiet if quiet else self.colours.text}"'
        looks += ' font-weight="600"' if bold else ""
        looks += f' text-anchor="{anchor}"' if anchor != "start" else ""
        looks += f' font-family="{SERIF}"' if serif else ""
        self._add(f'<text x="{number(x)}" y="{number(y)}" {looks}>{escape(words, quote=False)}</text>')

    def title(self, words: str, aside: str = "") -> None:
        """The head line, with what stands at its end, and a rule below."""
        self.text(MARGIN, 27, words, size=15, bold=True, serif=True)
        self.text(WIDTH - MARGIN, 27, aside, quiet=True, anchor="end")
        self.rule(38)

    def rule(self, y: float) -> None:
        """A line across the figure."""
        self._add(f'<path d="M{MARGIN} {number(y)}H{WIDTH - MARGIN}" stroke="{self.colours.line}"/>')

    def well(self, x: float, y: float, width: float, height: float) -> None:
        """A sunk ground for a group of cards."""
        self._box(x, y, width, height, fill=self.colours.well, radius=5)

    def bar(self, x: float, y: float, width: float, height: float, *, best: bool) -> None:
        """A bar of a chart."""
        self._box(x, y, width, height, fill=self.colours.best if best else self.colours.line, radius=2)

    def svg(self, height: float, title: str) -> str:
        """The whole figure; its title is what a screen reader says."""
        colours = self.colours
        shapes = "".join(f'<g id="{PREFIX}{name}">{shape}</g>' for name, shape in self._shapes.items())
        ground = f'<rect width="{WIDTH}" height="{number(height)}" rx="8"'
        ground += f' fill="{colours.ground}" stroke="{colours.line}"/>'
        drawn = (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {number(height)}" width="{WIDTH}"'
            f' height="{number(height)}" role="img" aria-labelledby="{PREFIX}title" font-family="{SANS}"'
            f' style="max-width:100%;height:auto"><title id="{PREFIX}title">{escape(title, quote=False)}</title>'
            f"<defs>{shapes}</defs>{ground}{''.join(self._parts)}</svg>"
        )
        return drawn.replace(PREFIX, f"f{hashlib.sha256(drawn.encode()).hexdigest()[:8]}-")

    def _numeral(self, rank: str, x: float, y: float, height: float, ink: str) -> None:
        at = f"translate({number(x)} {number(y)}) scale({number(height / 28)})"
        looks = f'fill="none" stroke="{ink}" stroke-width="3.9" stroke-linejoin="round"'
        outline = self._shape(f"n-{rank}", f'<path d="{NUMERALS[rank]}"/>')
        self._add(f'<g transform="{at}" {looks}>{outline}</g>')

    def _box(  # noqa: PLR0913 - a rectangle has that many parts
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        *,
        fill: str,
        edge: str = "none",
        line: float = 0.8,
        radius: float = 3,
    ) -> None:
        looks = f'rx="{number(radius)}" fill="{fill}"' + ("" if edge == "none" else f' stroke="{edge}"')
        looks += "" if edge == "none" else f' stroke-width="{number(line)}"'
        self._add(f"<rect {size(x, y, width, height)} {looks}/>")

    def _shape(self, name: str, drawn: str) -> str:
        self._shapes[name] = drawn
        return f'<use href="#{PREFIX}{name}"/>'

    def _add(self, part: str) -> None:
        self._parts.append(part)


def number(value: float) -> str:
    """A coordinate, no longer than it needs to be."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


def size(x: float, y: float, width: float, height: float) -> str:
    """The place of a rectangle."""
    return f'x="{number(x)}" y="{number(y)}" width="{number(width)}" height="{number(height)}"'
