"""The curve of a training: a file with a line for every measurement, and a page with its plots."""

from __future__ import annotations

import csv
from html import escape
from io import StringIO
from typing import TYPE_CHECKING, Final

from parlour.arena.chart import WIDTH, svg, text, ticks
from parlour.train.folder import write_whole

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

CURVE: Final = "curve.csv"
PAGE: Final = "curve.html"
HEIGHT: Final = 220
LEFT: Final = 64
STYLE: Final = """
:root { color-scheme: light dark; --ink: light-dark(#222, #ddd); --faint: light-dark(#ddd, #444) }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 760px; margin: 2rem auto; padding: 0 1rem; color: var(--ink) }
svg { max-width: 100%; height: auto; display: block }
text { font-size: 12px; fill: var(--ink) } .tick { text-anchor: middle } .side { text-anchor: end }
.grid { stroke: var(--faint) } .curve { fill: none; stroke: var(--ink); stroke-width: 2 } circle { fill: var(--ink) }
"""


def add_measurement(folder: Path, values: Mapping[str, float]) -> None:
    """Add a line to the curve, and write the page anew; a line with the same first value is replaced."""
    path = folder / CURVE
    rows = []
    if path.exists():
        with path.open(newline="", encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
    line = {name: f"{value:g}" for name, value in values.items()}
    first = next(iter(line))
    rows = [row for row in rows if row[first] != line[first]] + [line]
    written = StringIO()
    table = csv.DictWriter(written, list(line), lineterminator="\n")
    table.writeheader()
    table.writerows(rows)
    write_whole(path, written.getvalue().encode())
    write_whole(folder / PAGE, page(rows).encode())


def page(rows: Sequence[Mapping[str, str]]) -> str:
    """A plot of every column over the first one."""
    first, *others = rows[0]
    at = [float(row[first]) for row in rows]
    plots = "".join(
        f"<h2>{escape(name)}</h2>{plot(at, [float(row[name]) for row in rows], f'{name} by {first}')}"
        for name in others
    )
    head = f'<!doctype html><html lang="en"><meta charset="utf-8"><title>Training</title><style>{STYLE}</style>'
    return f"{head}<h1>Training</h1><p>Everything over {escape(first)}.</p>{plots}</html>\n"


def plot(at: Sequence[float], values: Sequence[float], about: str) -> str:
    """A curve through measurements."""
    low, high = padded(min(values), max(values))
    begin, end = padded(min(at), max(at))
    bottom = HEIGHT - 30

    def x(value: float) -> float:
        return LEFT + (value - begin) / (end - begin) * (WIDTH - LEFT - 24)

    def y(value: float) -> float:
        return bottom - (value - low) / (high - low) * (bottom - 10)

    parts = [text(x(tick), bottom + 18, f"{tick:,.10g}", "tick") for tick in ticks(begin, end)]
    for tick in ticks(low, high):
        parts.append(f'<line x1="{LEFT}" x2="{WIDTH - 24}" y1="{y(tick):.1f}" y2="{y(tick):.1f}" class="grid"/>')
        parts.append(text(LEFT - 8, y(tick) + 4, f"{tick:.10g}", "side"))
    points = [(x(one), y(other)) for one, other in zip(at, values, strict=True)]
    parts.append(f'<polyline points="{" ".join(f"{a:.1f},{b:.1f}" for a, b in points)}" class="curve"/>')
    parts += [
        f'<circle cx="{a:.1f}" cy="{b:.1f}" r="3"><title>{one:g}: {other:g}</title></circle>'
        for (a, b), one, other in zip(points, at, values, strict=True)
    ]
    return svg(HEIGHT, about, parts)


def padded(low: float, high: float) -> tuple[float, float]:
    """A range that is never empty."""
    room = (high - low) * 0.05 or 1.0
    return low - room, high + room
