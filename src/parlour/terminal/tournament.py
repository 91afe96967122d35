"""A tournament in plain lines of text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from parlour.arena.text_report import aligned
from parlour.tournament.standings import standings
from parlour.tournament.tournament import open_tables

if TYPE_CHECKING:
    from collections.abc import Iterator
    from fractions import Fraction

    from parlour.tournament.events import Scores
    from parlour.tournament.tournament import Round, Tournament

PARTS: Final = {(1, 3): "⅓", (1, 2): "½", (2, 3): "⅔", (1, 6): "⅙", (5, 6): "⅚"}
LEFT: Final = 2
"""Columns of a table that begin at the left: place and player."""


def describe(tournament: Tournament, title: str) -> Iterator[str]:
    """What a tournament is, where it stands, and who leads."""
    terms = tournament.terms
    form = "Swiss" if terms.format == "swiss" else "round robin"
    yield f"{terms.name}: {title}, tables of {terms.seats}, {form}, {tournament.planned_rounds} rounds."
    active = len(tournament.active)
    yield f"{active} player{'s' * (active != 1)}" + (
        f", {len(tournament.players) - active} withdrawn." if len(tournament.players) > active else "."
    )
    if tournament.rounds:
        yield ""
        yield from round_lines(len(tournament.rounds), tournament.rounds[-1])
    if any(table.scores is not None for played in tournament.rounds for table in played.tables):
        yield ""
        yield from standing_lines(tournament)
    for each in tournament.corrections:
        yield f"Corrected: round {each.round}, table {each.table}: {score_text(each.scores)} ({each.why})"
    if tournament.is_over:
        winners = [line.player for line in standings(tournament) if line.place == 1]
        yield f"The tournament is over. First: {' and '.join(winners)}."


def round_lines(number: int, played: Round) -> Iterator[str]:
    """A round, table by table."""
    yield f"Round {number}: " + ("over" if played.is_over else open_tables(played))
    for table_number, table in enumerate(played.tables, start=1):
        names = " - ".join(name or "a bot" for name in table.places)
        yield f"  table {table_number}: {names}" + (f"  {score_text(table.scores)}" if table.scores is not None else "")
    if played.pauses:
        yield f"  pause: {', '.join(played.pauses)}"


def score_text(scores: Scores) -> str:
    return " : ".join("-" if score is None else str(score) for score in scores)


def standing_lines(tournament: Tournament) -> Iterator[str]:
    """The standings with the place at every table, and what the columns mean."""
    lines = standings(tournament)
    rounds = max(len(line.places) for line in lines)
    head = ["", "player", *(str(number + 1) for number in range(rounds)), "points", "opp.", "diff."]
    rows = [
        [
            str(line.place),
            line.player if line.plays else f"{line.player} (withdrawn)",
            *("·" if place is None else str(place) for place in line.places),
            points_text(line.points),
            points_text(line.opponents),
            f"{float(line.difference):+.0f}".replace("-", "−"),  # noqa: RUF001 - the minus sign
        ]
        for line in lines
    ]
    yield from aligned([head, *rows], LEFT)
    yield "1, 2, …: the place at the table; opp.: points of the opponents; diff.: score less the mean of the others'."


def points_text(points: Fraction) -> str:
    """Points as people write them: 4½."""
    whole, rest = divmod(points, 1)
    part = PARTS.get((rest.numerator, rest.denominator), "") if rest else ""
    return f"{whole or ''}{part}" if part else str(whole)
