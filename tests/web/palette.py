"""Colours as eyes see them: contrast (WCAG 2), colour-blind sight (Machado 2009), difference (CIEDE2000)."""

from __future__ import annotations

from math import atan2, cos, degrees, exp, hypot, radians, sin
from typing import Final

Colour = tuple[float, float, float]
"""Linear light, red, green, blue from 0 to 1."""
VISIONS: Final[dict[str, tuple[Colour, Colour, Colour]]] = {
    "normal": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protan": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deutan": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritan": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
TO_XYZ: Final = (
    (0.4124564, 0.3575761, 0.1804375),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339, 0.1191920, 0.9503041),
)
WHITE: Final = (0.95047, 1.0, 1.08883)


def linear(text: str) -> Colour:
    """Read a colour like `#8a0b24`."""
    red, green, blue = (int(text[start : start + 2], 16) / 255 for start in (1, 3, 5))
    return to_linear(red), to_linear(green), to_linear(blue)


def to_linear(value: float) -> float:
    """Undo sRGB's gamma."""
    return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4


def contrast(one: str, other: str) -> float:
    """The contrast of two colours, 1 to 21."""
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def luminance(text: str) -> float:
    """The relative luminance of a colour."""
    red, green, blue = linear(text)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def seen(text: str, vision: str) -> Colour:
    """A colour as a kind of sight sees it, in CIELAB."""
    light = linear(text)
    shifted = [min(1.0, max(0.0, sum(map(float.__mul__, map(float, row), light)))) for row in VISIONS[vision]]
    x, y, z = (sum(map(float.__mul__, row, shifted)) / white for row, white in zip(TO_XYZ, WHITE, strict=True))
    return 116 * lab(y) - 16, 500 * (lab(x) - lab(y)), 200 * (lab(y) - lab(z))


def lab(value: float) -> float:
    """Bend a value as CIELAB does."""
    return value ** (1 / 3) if value > 216 / 24389 else (24389 / 27 * value + 16) / 116


def difference(one: Colour, other: Colour) -> float:
    """CIEDE2000 of two colours in CIELAB."""
    mean_c = (hypot(*one[1:]) + hypot(*other[1:])) / 2
    grey = 0.5 * (1 - (mean_c**7 / (mean_c**7 + 25**7)) ** 0.5)
    (l1, c1, h1), (l2, c2, h2) = (polar(colour, grey) for colour in (one, other))
    turn = 0.0 if c1 * c2 == 0 else (h2 - h1 + 180) % 360 - 180
    mean_h = h1 + h2 if c1 * c2 == 0 else h1 + turn / 2
    mean_l, mean_c = (l1 + l2) / 2, (c1 + c2) / 2
    weight = (
        1
        - 0.17 * cos(radians(mean_h - 30))
        + 0.24 * cos(radians(2 * mean_h))
        + 0.32 * cos(radians(3 * mean_h + 6))
        - 0.20 * cos(radians(4 * mean_h - 63))
    )
    by_l = (l2 - l1) / (1 + 0.015 * (mean_l - 50) ** 2 / (20 + (mean_l - 50) ** 2) ** 0.5)
    by_c = (c2 - c1) / (1 + 0.045 * mean_c)
    by_h = 2 * (c1 * c2) ** 0.5 * sin(radians(turn / 2)) / (1 + 0.015 * mean_c * weight)
    bend = 60 * exp(-((((mean_h % 360) - 275) / 25) ** 2))
    twist = -2 * (mean_c**7 / (mean_c**7 + 25**7)) ** 0.5 * sin(radians(bend))
    return float((by_l**2 + by_c**2 + by_h**2 + twist * by_c * by_h) ** 0.5)


def polar(colour: Colour, grey: float) -> Colour:
    """Lightness, chroma and hue, greys set right."""
    lightness, a, b = colour[0], colour[1] * (1 + grey), colour[2]
    return lightness, hypot(a, b), degrees(atan2(b, a)) % 360
