"""Tallies of a study, and the figures that they come to."""

from __future__ import annotations

import re
from math import sqrt
from typing import Final, Literal

import msgspec

HALF: Final = 1.96
"""Half a 95 % interval in standard errors."""
FEWEST: Final = 100
"""Rows of fewer cases are left out."""
PERCENT: Final = 100
NUMBER: Final = re.compile(r"[+-]?\d+")

Unit = Literal["points", "percent"]


class Row(msgspec.Struct, frozen=True):
    """A mean over cases that are alike."""

    label: str
    mean: float
    margin: float
    """Half its 95 % interval."""
    cases: int


class Figure(msgspec.Struct, frozen=True):
    """A plot: rows of means."""

    name: str
    """Of its file."""
    title: str
    unit: Unit
    rows: tuple[Row, ...]


class Tally:
    """Means by label; a share is the mean of yes and no."""

    def __init__(self, name: str, title: str, unit: Unit) -> None:
        self.name = name
        self.title = title
        self.unit: Unit = unit
        self.sums: dict[str, tuple[int, float, float]] = {}

    def add(self, label: str, value: float) -> None:
        """Count a case: points, or for a share whether it was so."""
        cases, total, squares = self.sums.get(label, (0, 0.0, 0.0))
        self.sums[label] = cases + 1, total + value, squares + value * value

    def figure(self, *, by_mean: bool = False) -> Figure:
        """The rows that have enough cases, by their labels or the highest first."""
        kept = [label for label, (cases, *_) in self.sums.items() if cases >= FEWEST]
        rows = [self.row(label) for label in sorted(kept, key=label_order)]
        if by_mean:
            rows.sort(key=lambda row: -row.mean)
        return Figure(self.name, self.title, self.unit, tuple(rows))

    def row(self, label: str) -> Row:
        cases, total, squares = self.sums[label]
        mean = total / cases
        margin = HALF * sqrt(max(0.0, squares / cases - mean * mean) / cases)
        scale = PERCENT if self.unit == "percent" else 1
        return Row(label, round(scale * mean, 3), round(scale * margin, 3), cases)


def label_order(label: str) -> tuple[int, str]:
    """Labels that begin with a number by that number, then the others."""
    number = NUMBER.match(label)
    return (PERCENT, label) if number is None else (int(number[0]), label)
