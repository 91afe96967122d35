"""What a finished match tells a ladder. Field names and codes are stored in databases and never change."""

from __future__ import annotations

from typing import Any, Final

import msgspec

DAYS_PER_PERIOD: Final = 7
"""A rating period is a week: somebody who is away for so long is a little less well known."""


class Entrant(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who held a seat: a person, by her number, or a bot of some level."""

    person: int | None = None
    bot: str = ""
    left: bool = False
    """She was not there at the end, or a bot made most of her decisions: she comes last."""


class Unrated(msgspec.Struct, frozen=True):
    """Why a match, or a pair of it, does not count: a code with parameters, which the page turns into a sentence."""

    code: str
    parameters: dict[str, Any] = {}


class Result(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A finished match that its players wanted to be rated."""

    day: int
    """When it was entered, in days since 1970 in UTC: the only clock of a ladder."""
    entrants: tuple[Entrant, ...]
    """By seat."""
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    neighbours: tuple[tuple[int, int], ...] = ()
    """Seats whose persons came from one network."""
    void: Unrated | None = None
    """Why it does not count, where the match itself says so."""

    @property
    def period(self) -> int:
        """The rating period that it belongs to."""
        return self.day // DAYS_PER_PERIOD

    @property
    def places(self) -> tuple[int, ...]:
        """By seat, the place: winners first, then by points, whoever left last; equals share."""
        merits = [
            (not entrant.left, seat in self.winners, self.scores[seat]) for seat, entrant in enumerate(self.entrants)
        ]
        return tuple(1 + sum(other > mine for other in merits) for mine in merits)

    @property
    def persons(self) -> tuple[int, ...]:
        """The people who played."""
        return tuple(entrant.person for entrant in self.entrants if entrant.person is not None)


def score_of(mine: int, other: int) -> float:
    """What one place is worth against another."""
    return 1.0 if mine < other else 0.5 if mine == other else 0.0
