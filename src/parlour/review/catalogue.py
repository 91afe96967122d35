"""The judge of each game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from parlour.core.registry import Registry

if TYPE_CHECKING:
    from collections.abc import Callable

    from parlour.review.judging import GameJudge

JUDGES: Final[Registry[Callable[[], GameJudge]]] = Registry(
    "parlour.review",
    {
        "haggis": "parlour.review.haggis:HaggisJudge",
        "damenrennen": "parlour.review.damenrennen:DamenrennenJudge",
    },
)
"""A game without an entry cannot be reviewed."""
