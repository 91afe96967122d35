"""Standings: points by places at tables, and what tells equals apart.

A table of two gives 1 point to its winner and half a point to each after a draw; a table of three
gives 3 points to the first and 1 to the second, and equal scores share. A pause brings 1 point.

In a duplicate tournament the scores of a table are compared with those of the same seat at the other
tables of the round, which played the same cards (matchpoints): a point for beating all of them, half a
point for beating half of them, and so on; an equal score is half beaten. A pause brings 3/5. A round
counts when its last table is done.

Equal points are told apart by the points of the opponents, where a pause or a bot counts as an
opponent with one's own points, and then by the difference: one's scores at the tables, each less
the mean of the others' there, or of the same seat at all tables of a duplicate round. Who is equal in
all of that shares a place.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Final

import msgspec

if TYPE_CHECKING:
    from parlour.tournament.events import Scores
    from parlour.tournament.tournament import Round, Table, Tournament

PRIZES: Final = {2: (Fraction(1), Fraction(0)), 3: (Fraction(3), Fraction(1), Fraction(0))}
"""Points of the places at a table, by its number of seats."""
PAUSE: Final = Fraction(1)
DUPLICATE_PAUSE: Final = Fraction(3, 5)
"""What bridge gives whoever cannot play through no fault of her own."""
EVEN: Final = Fraction(1, 2)
"""For a seat that can be compared with nobody."""


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
    duplicate = tournament.terms.duplicate
    for played in tournament.rounds:
        if duplicate and not played.is_over:
            continue
        took_part: dict[str, int | None] = dict.fromkeys(played.pauses)
        field = Field(played) if duplicate else None
        for table in played.tables:
            if table.scores is not None:
                took_part |= score_table(records, table, table.scores, field)
        for name in played.pauses:
            records[name].points += DUPLICATE_PAUSE if duplicate else PAUSE
            records[name].met.append(None)
        if played.is_over:
            for name, record in records.items():
                record.places.append(took_part.get(name))
    return records


class Field:
    """What all tables of a duplicate round scored, by seat."""

    def __init__(self, played: Round) -> None:
        tables = [table.scores for table in played.tables if table.scores is not None]
        self.scores = [[score for score in seat if score is not None] for seat in zip(*tables, strict=True)]

    def points(self, seat: int, score: int | None) -> Fraction:
        """The share of the same seat's other scores that a score beats; equal ones count half."""
        if score is None:
            return Fraction(0)
        others = len(self.scores[seat]) - 1
        if not others:
            return EVEN
        lower = sum(other < score for other in self.scores[seat])
        equal = self.scores[seat].count(score) - 1
        return Fraction(2 * lower + equal, 2 * others)

    def difference(self, seat: int, score: int | None) -> Fraction:
        """A score less the mean of the same seat at all tables."""
        scores = self.scores[seat]
        return Fraction(0) if score is None else score - Fraction(sum(scores), len(scores))


def score_table(
    records: dict[str, Record], table: Table, scores: Scores, field: Field | None = None
) -> dict[str, int | None]:
    """Add a table to its players' records, perhaps compared with a field; their places at it."""
    prizes = prizes_of(scores) if field is None else [field.points(*seated) for seated in enumerate(scores)]
    places: dict[str, int | None] = {}
    for seat, name in enumerate(table.places):
        if name is None:
            continue
        record = records[name]
        record.points += prizes[seat]
        record.met += [other for number, other in enumerate(table.places) if number != seat]
        record.difference += difference_of(scores, seat) if field is None else field.difference(seat, scores[seat])
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
