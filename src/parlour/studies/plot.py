"""A figure as an SVG: horizontal bars with their intervals, on a ground of its own so that it reads anywhere."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from parlour.studies.figure import Figure

WIDTH: Final = 640
LEFT, RIGHT, TOP, ROW, FOOT = 220, 140, 40, 22, 12
MINUS: Final = "\N{MINUS SIGN}"
INK, QUIET, BAR, LINE, GROUND = "#1f2b2b", "#434c48", "#c98a5a", "#8a3d0a", "#fffbf1"


def draw(figure: Figure) -> str:
    """The SVG of a figure."""
    lows = [min(0.0, row.mean - row.margin) for row in figure.rows]
    highs = [max(0.0, row.mean + row.margin) for row in figure.rows]
    low, high = min(lows, default=0.0), max(highs, default=1.0)
    scale = (WIDTH - LEFT - RIGHT) / ((high - low) or 1.0)
    height = TOP + ROW * len(figure.rows) + FOOT
    zero = LEFT - low * scale
    size = f'viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}"'
    font = 'font-family="system-ui, sans-serif" font-size="13"'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} {font} role="img">',
        f"<title>{escape(figure.title)}</title>",
        f'<rect width="{WIDTH}" height="{height}" rx="8" fill="{GROUND}"/>',
        f'<text x="16" y="24" fill="{INK}" font-weight="600" font-size="15">{escape(figure.title.capitalize())}</text>',
    ]
    for number, row in enumerate(figure.rows):
        y = TOP + ROW * number
        end = zero + row.mean * scale
        begin, wide = min(zero, end), abs(end - zero)
        left, right = (zero + (row.mean + side * row.margin) * scale for side in (-1, 1))
        sign = "+" if figure.unit == "points" else ""
        value = f"{row.mean:{sign}.1f}" + (" %" if figure.unit == "percent" else "")
        cases = f'<tspan fill="{QUIET}" font-size="11"> of {row.cases:,}</tspan>'
        parts += [
            f'<text x="{LEFT - 10}" y="{y + 15}" text-anchor="end" fill="{INK}">{escape(row.label)}</text>',
            f'<rect x="{begin:.1f}" y="{y + 4}" width="{wide:.1f}" height="{ROW - 8}" fill="{BAR}"/>',
            f'<path d="M{left:.1f} {y + ROW / 2:g}H{right:.1f}" stroke="{LINE}" stroke-width="2"/>',
            f'<text x="{WIDTH - RIGHT + 10}" y="{y + 15}" fill="{INK}">{value.replace("-", MINUS)}{cases}</text>',
        ]
    parts.append(f'<path d="M{zero:.1f} {TOP}V{height - FOOT}" stroke="{QUIET}"/>')
    return "\n".join([*parts, "</svg>", ""])
