"""Errors that people cause with the arena."""

from __future__ import annotations

from parlour.core.errors import GameError


class ArenaError(GameError):
    """A contest that cannot be played, or a results file of another contest."""
