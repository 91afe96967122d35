"""What holds for the reasons of every bot."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from parlour.bots.reasons import REASONS as GENERIC
from parlour.core.game import Reason


def check_reasons(reasons: Sequence[Reason], own: Mapping[str, tuple[str, ...]]) -> None:
    """There is one at least, and all of them are in the game's table or in the generic one, with their parameters."""
    assert reasons
    for reason in reasons:
        assert tuple(sorted(reason.parameters)) == {**GENERIC, **own}[reason.key]
