"""Plots as inline SVG; colours come from the page's style sheet, so they follow light and dark."""

from __future__ import annotations

from html import escape
from math import ceil, floor, log10
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

    from parlour.arena.rating import Estimate

WIDTH: Final = 720
ROW: Final = 30
LETTER: Final = 7.4
"""Approximate width of a letter."""
LONGEST: Final = 34
BINS: Final = 40
STRONGEST: Final = 62
"""The strongest tint of a cell, in per cent: text stays readable on it."""
STEPS: Final = (1, 2, 2.5, 5, 10)


def label(name: str) -> str:
    """A name cut to what fits beside a plot; the end of a spec says most."""
    return name if len(name) <= LONGEST else "…" + name[1 - LONGEST :]


def margin(names: Sequence[str]) -> float:
    """The width that names need."""
    return 16 + LETTER * max(len(label(name)) for name in names)


def text(x: float, y: float, words: str, kind: str = "") -> str:
    """A text element; `kind` is a class of the style sheet."""
    return f'<text x="{x:.1f}" y="{y:.1f}" class="{kind}">{escape(words)}</text>'


def svg(height: float, about: str, parts: Sequence[str]) -> str:
    """A whole plot; `about` is its description for screen readers."""
    size = f'viewBox="0 0 {WIDTH} {height:.0f}" width="{WIDTH}" height="{height:.0f}"'
    return f'<svg {size} role="img" aria-label="{escape(about)}">{"".join(parts)}</svg>'


def ticks(low: float, high: float, wanted: int = 6) -> list[float]:
    """Round numbers within a range."""
    rough = (high - low) / wanted
    power = 10.0 ** floor(log10(rough))
    step = next(factor * power for factor in STEPS if factor * power >= rough * 0.999)
    return [number * step for number in range(ceil(low / step), floor(high / step) + 1)]


def axis(low: float, high: float, left: float, bottom: float) -> list[str]:
    """Tick labels and grid lines of a horizontal axis."""
    parts = []
    for tick in ticks(low, high):
        x = left + (tick - low) / (high - low) * (WIDTH - left - 24)
        parts.append(
            f'<line x1="{x:.1f}" x2="{x:.1f}" y1="8" y2="{bottom:.1f}" class="{"zero" if tick == 0 else "grid"}"/>'
        )
        parts.append(text(x, bottom + 16, f"{tick:g}", "tick"))
    return parts


def heat_map(names: Sequence[str], payoffs: Sequence[Sequence[float | None]]) -> str:
    """Points of every bot over every other: rows over columns."""
    left = margin([f"00 {name}" for name in names])
    cell = min(84.0, (WIDTH - left - 8) / len(names))
    strongest = max((abs(value) for row in payoffs for value in row if value is not None), default=0) or 1
    parts = [text(left + (column + 0.5) * cell, 18, str(column + 1), "tick") for column in range(len(names))]
    for row, name in enumerate(names):
        y = 28 + row * ROW
        parts.append(text(left - 8, y + 20, f"{label(name)}  {row + 1}", "name"))
        for column, value in enumerate(payoffs[row]):
            if value is None:
                continue
            x = left + column * cell
            tint = round(STRONGEST * abs(value) / strongest)
            fill = f"color-mix(in oklab, var(--{'up' if value > 0 else 'down'}) {tint}%, var(--panel))"
            parts.append(
                f'<rect x="{x + 1:.1f}" y="{y + 1}" width="{cell - 2:.1f}" height="{ROW - 2}" style="fill:{fill}">'
                f"<title>{escape(name)} over {escape(names[column])}: {value:+.3f}</title></rect>"
            )
            words = "·" if row == column else f"{value:+.2f}" if strongest < 10 else f"{value:+.1f}"  # noqa: PLR2004 - one digit more for small numbers
            parts.append(text(x + cell / 2, y + 20, words, "value"))
    return svg(36 + ROW * len(names), "pay-off matrix: points a round, row over column", parts)


def intervals(names: Sequence[str], estimates: Sequence[Estimate], about: str) -> str:
    """Values as dots on their 95 % intervals."""
    ends: list[float] = [end for one in estimates for end in (*(one.interval or ()), one.value)]
    low, high = min(ends), max(ends)
    room = (high - low) * 0.06 or 1.0
    low, high = low - room, high + room
    left = margin(names)

    def place(value: float) -> float:
        return left + (value - low) / (high - low) * (WIDTH - left - 24)

    bottom = 12 + ROW * len(names)
    parts = axis(low, high, left, bottom)
    for row, (name, one) in enumerate(zip(names, estimates, strict=True)):
        y = 12 + (row + 0.5) * ROW
        parts.append(text(left - 8, y + 5, label(name), "name"))
        span = ""
        if one.interval is not None:
            first, last = map(place, one.interval)
            parts.append(f'<line x1="{first:.1f}" x2="{last:.1f}" y1="{y}" y2="{y}" class="whisker"/>')
            span = f" ({one.interval[0]:.1f} to {one.interval[1]:.1f})"
        title = f"<title>{escape(name)}: {one.value:.1f}{span}</title>"
        parts.append(f'<circle cx="{place(one.value):.1f}" cy="{y}" r="5.5" class="dot">{title}</circle>')
    return svg(bottom + 26, about, parts)


def histogram(values: Sequence[float], mean: float, about: str) -> str:
    """The distribution of values, with their mean."""
    low, high = min(*values, 0.0), max(*values, 0.0)
    room = (high - low) * 0.03 or 1.0
    low, high = low - room, high + room
    counts = [0] * BINS
    for value in values:
        counts[min(BINS - 1, int((value - low) / (high - low) * BINS))] += 1
    left, bottom, tallest = 44.0, 150.0, max(counts)
    wide = (WIDTH - left - 24) / BINS
    parts = axis(low, high, left, bottom)
    for number, count in enumerate(counts):
        tall = (bottom - 14) * count / tallest
        start = low + number * (high - low) / BINS
        title = f"<title>{start:.1f} to {start + (high - low) / BINS:.1f}: {count}</title>"
        parts.append(
            f'<rect x="{left + number * wide + 1:.1f}" y="{bottom - tall:.1f}" width="{wide - 2:.1f}"'
            f' height="{tall:.1f}" class="bar">{title}</rect>'
        )
    x = left + (mean - low) / (high - low) * (WIDTH - left - 24)
    parts.append(f'<line x1="{x:.1f}" x2="{x:.1f}" y1="4" y2="{bottom}" class="mean"/>')
    parts.append(text(left - 6, 18, str(tallest), "name"))
    return svg(bottom + 26, about, parts)


def bars(names: Sequence[str], values: Sequence[float], about: str) -> str:
    """Values from 0 up as horizontal bars."""
    left, high = margin(names), max(values) * 1.16 or 1.0
    bottom = 12 + ROW * len(names)
    parts = axis(0, high, left, bottom)
    for row, (name, value) in enumerate(zip(names, values, strict=True)):
        y = 12 + row * ROW
        wide = value / high * (WIDTH - left - 24)
        parts.append(text(left - 8, y + 20, label(name), "name"))
        parts.append(f'<rect x="{left:.1f}" y="{y + 6}" width="{wide:.1f}" height="{ROW - 12}" class="bar"/>')
        parts.append(text(left + wide + 6, y + 20, f"{value:.3g}"))
    return svg(bottom + 26, about, parts)


def courses(names: Sequence[str], series: Sequence[Sequence[float | None]], about: str) -> str:
    """Values over time, a line for each name; None where there is none yet."""
    known = [value for values in series for value in values if value is not None]
    low, high = min(known), max(known)
    room = (high - low) * 0.08 or 1.0
    low, high = low - room, high + room
    left, top, bottom = 56.0, 12.0, 12.0 + ROW * max(8, len(names))
    right = WIDTH - margin(names)
    steps = max(1, max(map(len, series)) - 1)

    def place(number: int, value: float) -> tuple[float, float]:
        return left + number / steps * (right - left - 12), bottom - (value - low) / (high - low) * (bottom - top)

    parts = []
    for tick in ticks(low, high):
        _, y = place(0, tick)
        parts.append(f'<line x1="{left}" x2="{right:.1f}" y1="{y:.1f}" y2="{y:.1f}" class="grid"/>')
        parts.append(text(left - 8, y + 5, f"{tick:g}", "name"))
    for name, values in zip(names, series, strict=True):
        points = [(number, value) for number, value in enumerate(values) if value is not None]
        if not points:
            continue
        line = " ".join("{:.1f},{:.1f}".format(*place(*point)) for point in points)
        parts.append(f'<polyline points="{line}" class="course"><title>{escape(name)}</title></polyline>')
        for number, value in points:
            x, y = place(number, value)
            title = f"<title>{escape(name)}, night {number + 1}: {value:+.0f}</title>"
            parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3.5" class="dot">{title}</circle>')
        parts.append(text(right, place(*points[-1])[1] + 5, label(name)))
    return svg(bottom + 14, about, parts)
