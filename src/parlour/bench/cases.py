"""What a game brings to the benchmarks, and what these share."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from statistics import median
from typing import Any

import msgspec

from parlour.core.game import CHANCE
from parlour.games.catalogue import make_game

Figures = dict[str, float]
Options = dict[str, object]
Measure = Callable[[float], Figures]
"""Measures for so many CPU seconds."""


class Cases(msgspec.Struct, frozen=True, kw_only=True):
    """What is measured of one game."""

    variants: dict[str, Options]
    """Options by the name of a variant, the usual one first."""
    random_play: Callable[[Options, float], Figures] | None = None
    """Random play inside the kernel."""
    copier: Callable[[Any], Callable[[], object]] | None = None
    """The method that copies what the kernel holds of a state."""
    long_match: Options = {}
    """A match that does not end before a measurement does."""
    playouts: dict[str, Measure] = {}
    """Playouts of bots inside the kernel."""


def opening_of(name: str, options: Options) -> Any:  # noqa: ANN401 - any game's state
    """A state after its first deal."""
    game = make_game(name, options)
    return game.apply(game.start(), CHANCE, game.deal(game.start(), Random(1)))


def medians(figures: list[Figures]) -> Figures:
    """The median of every figure over several windows."""
    return {key: round(median(each[key] for each in figures), 3) for key in figures[0]}
