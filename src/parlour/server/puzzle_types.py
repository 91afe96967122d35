"""Puzzles as they are sent: never with their solution, unless somebody asks for it."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from parlour.core.game import Reason
from parlour.scenes.catalogue import Scene
from parlour.scenes.scene import Combo, Group


class PuzzleName(msgspec.Struct, frozen=True):
    """Which puzzle."""

    game: str
    number: int


class PuzzleKind(msgspec.Struct, frozen=True):
    """The puzzles of one kind."""

    game: str
    kind: str
    numbers: tuple[int, ...]
    """The easiest first."""


class PuzzleList(msgspec.Struct, frozen=True):
    """The puzzles that there are, and today's; null where there are none."""

    today: PuzzleName | None
    kinds: tuple[PuzzleKind, ...]


class PuzzlePage(msgspec.Struct, frozen=True):
    """A puzzle as its solver sees it."""

    game: str
    number: int
    kind: str
    """`out_by_force`, `best_by_far`, `bet`, `draft` or `swap`."""
    difficulty: int
    """How many of the five levels of bots do not solve it."""
    scene: Scene
    groups: tuple[Group, ...]
    """What may be played."""


class PuzzleText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A selection, or a move, in the game's notation."""

    text: Annotated[str, Meta(max_length=200)]


class PuzzleMove(msgspec.Struct, frozen=True, omit_defaults=True):
    """A move in a line of play."""

    seat: int
    move: str
    combo: Combo | None = None


class PuzzleHint(msgspec.Struct, frozen=True, omit_defaults=True):
    """The shape of the combo that is asked for; where it is no combo, a move that is wrong."""

    kind: str = ""
    width: int = 0
    length: int = 0
    wrong: PuzzleMove | None = None


class PuzzleSolution(msgspec.Struct, frozen=True):
    """What solves a puzzle, and why."""

    line: tuple[PuzzleMove, ...]
    """The solver's moves: the first is asked for, the others follow where nobody interferes."""
    reasons: tuple[Reason, ...]
    ahead: float | None
    """By how much it is better than any other move, at least; null where it was proved."""


class PuzzleAnswer(msgspec.Struct, frozen=True, omit_defaults=True):
    """What comes of a move: the solution, or how the move fails."""

    correct: bool
    line: tuple[PuzzleMove, ...] = ()
    """How a wrong move fails in one of the worlds that the solver must reckon with; the move itself comes first."""
    solution: PuzzleSolution | None = None
