"""What an organiser can correct."""

from __future__ import annotations

from typing import TYPE_CHECKING

from parlour.core.errors import GameError

if TYPE_CHECKING:
    from parlour.core.game import Parameter


class TournamentError(GameError):
    """A tournament that cannot be read, or something that cannot be done in it now."""

    def __init__(self, reason: str, code: str = "tournament/terms", **parameters: Parameter) -> None:
        """Take a code for programs, and whatever the sentence fills in."""
        super().__init__(reason)
        self.code = code
        self.parameters = parameters
