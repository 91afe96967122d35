"""What an organiser can correct."""

from __future__ import annotations

from parlour.core.errors import GameError


class TournamentError(GameError):
    """A tournament that cannot be read, or something that cannot be done in it now."""
