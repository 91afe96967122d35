"""Standings: points by places at tables, and what tells equals apart.

A table of two gives 1 point to its winner and half a point to each after a draw; a table of three
gives 3 points to the first and 1 to the second, and equal scores share. A pause brings 1 point.
Equal points are told apart by the points of the opponents, where a pause or a bot counts as an
opponent with one's own points, and then by the difference: one's scores at the tables, each less
the mean of the others' there. Who is equal in all of that shares a place.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Final

import msgspec

if TYPE_CHECKING:
    from parlour.tournament.events import Scores
    from parlour.tournament.tournament import Table, Tournament

PRIZES: Final = {2: (Fraction(1), Fraction(0)), 3: (Fraction(3), Fraction(1), Fraction(0))}
"""Points of the places at a table, by its number of seats."""
PAUSE: Final = Fraction(1)


class Standing(msgspec.Struct, frozen=True, kw_only=True):
    """A player's line in the table of a tournament."""

    place: int
    player: str
    plays: bool
    """False after a withdrawal."""
    points: Fraction
    opponents: Fraction
    """The points of everybody she has met, as often as they met."""
    difference: Fraction
    places: tuple[int | None, ...]
    """Her place at the table of every finished round; None where she paused or did not take part."""


class Record:
    """What a player has done so far."""

    def __init__(self) -> None:
        self.points = Fraction(0)
        self.difference = Fraction(0)
        self.met: list[str | None] = []
        """Opponents, once for every meeting; None for a bot or a pause."""
        self.places: list[int | None] = []


def standings(tournament: Tournament) -> list[Standing]:
    """Everybody who ever joined, the leader first; only tables that are done count."""
    records = records_of(tournament)
    points = {name: record.points for name, record in records.items()}
    lines = [
        Standing(
            place=0,
            player=name,
            plays=tournament.players[name],
            points=record.points,
            opponents=sum((points[other or name] for other in record.met), Fraction(0)),
            difference=record.difference,
            places=tuple(record.places),
        )
        for name, record in records.items()
    ]
    lines.sort(key=rank, reverse=True)
    ranks = [rank(line) for line in lines]
    return [msgspec.structs.replace(line, place=ranks.index(rank(line)) + 1) for line in lines]


def rank(line: Standing) -> tuple[Fraction, Fraction, Fraction]:
    """What a standing is ordered by; larger is better."""
    return line.points, line.opponents, line.difference


def records_of(tournament: Tournament) -> dict[str, Record]:
    """Every player's record, from the tables that are done."""
    records = {name: Record() for name in tournament.players}
    for played in tournament.rounds:
        took_part: dict[str, int | None] = dict.fromkeys(played.pauses)
        for table in played.tables:
            if table.scores is not None:
                took_part |= score_table(records, table, table.scores)
        for name in played.pauses:
            records[name].points += PAUSE
            records[name].met.append(None)
        if played.is_over:
            for name, record in records.items():
                record.places.append(took_part.get(name))
    return records


def score_table(records: dict[str, Record], table: Table, scores: Scores) -> dict[str, int | None]:
    """Add a table to its players' records; their places at it."""
    prizes = prizes_of(scores)
    places: dict[str, int | None] = {}
    for seat, name in enumerate(table.places):
        if name is None:
            continue
        record = records[name]
        record.points += prizes[seat]
        record.met += [other for number, other in enumerate(table.places) if number != seat]
        record.difference += difference_of(scores, seat)
        places[name] = place_of(scores, seat)
    return places


def place_of(scores: Scores, seat: int) -> int:
    """The place of a seat at its table; equal scores share the better one, and who did not play is last."""
    own = scores[seat]
    if own is None:
        return len(scores)
    return 1 + sum(score is not None and score > own for score in scores)


def prizes_of(scores: Scores) -> list[Fraction]:
    """The points of every seat; equal scores share, and who did not play gets none."""
    prizes = PRIZES[len(scores)]
    found = [Fraction(0)] * len(scores)
    for seat, own in enumerate(scores):
        if own is not None:
            first, equals = place_of(scores, seat) - 1, scores.count(own)
            found[seat] = sum(prizes[first : first + equals], Fraction(0)) / equals
    return found


def difference_of(scores: Scores, seat: int) -> Fraction:
    """A seat's score less the mean of the others'; 0 where nobody else played, or not she."""
    own = scores[seat]
    others = [score for number, score in enumerate(scores) if number != seat and score is not None]
    return Fraction(0) if own is None or not others else own - Fraction(sum(others), len(others))
