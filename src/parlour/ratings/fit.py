"""What a ladder takes as given: how it starts everybody, and how strong bots are; `fitting` says from where."""

from __future__ import annotations

from typing import Final

import msgspec

from parlour.ratings.glicko import POINTS, Skill, logits

FORMAT: Final = 1
"""Of a fit and the fold that it is for: it changes when the same results shall come to other ratings."""


class BotRating(msgspec.Struct, frozen=True):
    """How strong a bot was measured to be, in points."""

    rating: float
    deviation: float
    """The standard error of that."""

    @property
    def skill(self) -> Skill:
        """On Glicko-2's scale; it does not change."""
        return Skill(logits(self.rating), self.deviation / POINTS, 0.0)


Bots = dict[int, dict[str, BotRating]]
"""By number of players and level."""


class Fit(msgspec.Struct, frozen=True, kw_only=True):
    """How far apart newcomers are, and how much a person changes from match to match."""

    deviation: float
    """Of a newcomer's rating, in points."""
    volatility: float
    bots: Bots = {}
    """How strong bots are; a newer parlour that measured them again changes nothing before the next fit."""
    results: int = 0
    """From how many results of the log it was fitted; 0: from none."""
    version: int = 0
    """How often the ladder was fitted anew."""
    format: int = FORMAT

    @property
    def newcomer(self) -> Skill:
        """Somebody of whom nothing is known."""
        return Skill(0.0, self.deviation / POINTS, self.volatility)
