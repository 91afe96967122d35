"""When the rounds of a tournament began, and when the others are expected."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from parlour.server.tournaments.types import PlanLine

if TYPE_CHECKING:
    from parlour.server.tournaments.log import TournamentLog

MINUTE: Final = 60


def plan_of(log: TournamentLog, seconds: float | None, now: float) -> tuple[PlanLine, ...]:
    """The plan at a time; `seconds` is how long the round has, or the pause behind it.

    A round of limited time may end early, so the rounds behind it are expected at the latest then; nothing is said of
    rounds that follow one of unlimited time, and of any while the tournament is paused.
    """
    terms, planned = log.tournament.terms, log.tournament.planned_rounds
    began = tuple(PlanLine(each.round, each.began) for each in log.arranged if each.began)
    rest = terms.rest if terms.auto else 0
    begins = next_begins(log, seconds, now, rest)
    if begins is None:
        return began
    first, between = log.round + 1, terms.minutes * MINUTE + rest
    numbers = range(first, planned + 1) if terms.minutes else range(first, min(first, planned) + 1)
    return began + tuple(
        PlanLine(number, round(begins + (number - first) * between), expected=True) for number in numbers
    )


def next_begins(log: TournamentLog, seconds: float | None, now: float, rest: int) -> float | None:
    """When the next round is expected to begin; None where nobody knows."""
    tournament = log.tournament
    if tournament.is_over or tournament.paused:
        return None
    if not tournament.rounds:
        return max(float(tournament.terms.starts), now) if tournament.terms.starts else None
    if seconds is None:
        return None
    return now + seconds + (rest if tournament.awaits_results else 0)
