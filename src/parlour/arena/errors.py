"""What people can do wrong with the arena."""

from __future__ import annotations

from parlour.core.errors import GameError


class ArenaError(GameError):
    """A contest that cannot be held, or a file of results that is not of this one."""
