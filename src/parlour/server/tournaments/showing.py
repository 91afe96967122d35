"""What people are shown of a tournament: all of it, or what has changed; of a duplicate round nothing too early."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from parlour.server.tournaments.log import NAMED, key_of, person_of
from parlour.server.tournaments.types import (
    CorrectionLine,
    PauseLine,
    PlayerLine,
    StandingLine,
    TableLine,
    TournamentState,
    TournamentSummary,
)
from parlour.tournament.events import Corrected, Joined, Paired, Played, Withdrew
from parlour.tournament.standings import standings

if TYPE_CHECKING:
    from collections.abc import Mapping
    from fractions import Fraction

    from parlour.server.store import Person
    from parlour.server.tournaments.log import TournamentLog
    from parlour.server.tournaments.store import TournamentRow
    from parlour.tournament.events import Event


def tournament_state(
    name: str, log: TournamentLog, names: Mapping[int, str], person: Person | None, since: int
) -> TournamentState:
    """A tournament as a person is shown it, or what of it has changed since an event."""
    tournament = log.tournament
    me = None if person is None else log.numbers.get(key_of(person.id))
    again = log.standings_changed > since
    return TournamentState(
        tournament=name,
        seq=log.seq,
        terms=tournament.terms,
        stage=log.stage,
        round=log.round,
        rounds=tournament.planned_rounds,
        playing=tournament.awaits_results,
        paused=tournament.paused,
        organiser=person is not None and person.id == log.owner,
        host=names.get(log.owner, ""),
        me=me,
        my_table="" if person is None else log.table_of(key_of(person.id)),
        players=player_lines(log, names) if log.players_changed > since else None,
        standings=standing_lines(log) if again else None,
        tables=tuple(table_line(log, *place) for place, changed in log.tables_changed.items() if changed > since),
        pauses=pause_lines(log) if again else None,
        corrections=tuple(
            CorrectionLine(each.round, each.table, each.scores, each.why) for each in tournament.corrections
        )
        if again
        else None,
    )


def player_lines(log: TournamentLog, names: Mapping[int, str]) -> tuple[PlayerLine, ...]:
    """Everybody who ever joined, but for those who withdrew before the first round."""
    return tuple(
        PlayerLine(log.numbers[key], name_of(key, names), plays) for key, plays in log.tournament.players.items()
    )


def name_of(key: str, names: Mapping[int, str]) -> str:
    """What a player is called; empty where she has deleted her data."""
    person = person_of(key)
    return key.removeprefix(NAMED) if person is None else names.get(person, "")


def table_line(log: TournamentLog, number: int, table: int) -> TableLine:
    """A table of a round."""
    found = log.tournament.table(number, table)
    told = log.is_open(number)
    names = log.arranged[number - 1].tables if number <= len(log.arranged) else ()
    return TableLine(
        round=number,
        number=table,
        players=tuple(None if key is None else log.numbers[key] for key in found.places),
        scores=found.scores if told else None,
        done=found.scores is not None,
        table=names[table - 1] if told and names else "",
    )


def pause_lines(log: TournamentLog) -> tuple[PauseLine, ...]:
    """Who pauses, by round."""
    return tuple(
        PauseLine(number, tuple(log.numbers[key] for key in played.pauses))
        for number, played in enumerate(log.tournament.rounds, start=1)
        if played.pauses
    )


def standing_lines(log: TournamentLog) -> tuple[StandingLine, ...]:
    """The standings, the leader first."""
    return tuple(
        StandingLine(
            line.place,
            log.numbers[line.player],
            rounded(line.points),
            rounded(line.opponents),
            rounded(line.difference),
            line.places,
        )
        for line in standings(log.tournament)
    )


def rounded(value: Fraction) -> float:
    """A fraction as JSON can write it."""
    return round(float(value), 4)


def summary(log: TournamentLog) -> TournamentSummary:
    """What lists show of a tournament."""
    terms = log.tournament.terms
    return TournamentSummary(
        title=terms.name,
        game=terms.game,
        seats=terms.seats,
        format=terms.format,
        duplicate=terms.duplicate,
        stage=log.stage,
        players=len(log.tournament.active),
        places=terms.places,
        round=log.round,
        rounds=log.tournament.planned_rounds,
        starts=terms.starts,
    )


def listed_summary(row: TournamentRow, *, mine: bool) -> TournamentSummary:
    """A row of a list."""
    found = msgspec.json.decode(row.digest, type=TournamentSummary)
    return msgspec.structs.replace(found, tournament=row.name, stage=row.stage, mine=mine)


def exported(log: TournamentLog, names: Mapping[int, str]) -> bytes:
    """The file of `parlour tournament`: the same events under names, each of which is given to one player only."""
    called: dict[str, str] = {}
    taken: set[str] = set()
    for key, number in log.numbers.items():
        plain = name_of(key, names) or f"({number})"
        name, again = plain, 2
        while name in taken:
            name, again = f"{plain} ({again})", again + 1
        taken.add(name)
        called[key] = name
    told = [event for event in log.events if not isinstance(event, Played | Corrected) or log.is_open(event.round)]
    return b"".join(msgspec.json.encode(renamed(event, called)) + b"\n" for event in told)


def renamed(event: Event, called: Mapping[str, str]) -> Event:
    """An event with other names for its players."""
    match event:
        case Joined(player):
            return Joined(called[player])
        case Withdrew(player):
            return Withdrew(called[player])
        case Paired(number, tables, pauses):
            places = tuple(tuple(None if key is None else called[key] for key in table) for table in tables)
            return Paired(number, places, tuple(called[key] for key in pauses))
        case _:
            return event
