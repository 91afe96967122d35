"""Reviews of finished matches: what every decision of a seat cost, and how much was luck.

`parlour.review(log, seat)` is a call of this package itself.
"""

from __future__ import annotations

import sys
from types import ModuleType
from typing import TYPE_CHECKING

from parlour.review.reviewing import review

if TYPE_CHECKING:
    from pathlib import Path

    from parlour.review.reviewing import AnyTable
    from parlour.review.verdict import Review


class CallableModule(ModuleType):
    """A package that is called like the function it is named after: one name cannot stand for both otherwise."""

    def __call__(self, log: str | Path | AnyTable, seat: int) -> Review:
        """Judge all decisions of a seat in a finished match, given as a table or as the path of its log."""
        return review(log, seat)


sys.modules[__name__].__class__ = CallableModule
