"""A tournament on the server as the fold of its log: the events of `parlour.tournament`, and what the server adds.

Players are people, known by their numbers; names are looked up when somebody is shown them, so a person who deletes her
data leaves no name in it. Only who has no device here, and was entered by the organiser or comes from a file, is
known by a name: her tables are played elsewhere, and their results are written down.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from random import Random
from typing import TYPE_CHECKING, Final

import msgspec

from parlour.server.errors import RefusalError
from parlour.tournament.events import Corrected, Ended, Event, Joined, Opened, Paired, Paused, Played, Resumed
from parlour.tournament.tournament import Tournament

if TYPE_CHECKING:
    from collections.abc import Iterable

    from parlour.server.tournaments.store import Stage
    from parlour.tournament.errors import TournamentError


class Arranged(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="arranged", tag_field="event"):
    """What the server opened for the round that was paired just before."""

    round: int
    tables: tuple[str, ...]
    """The names of its tables, in their order; empty for one that is played elsewhere."""
    secret: str = ""
    """From which all deals of a duplicate round are drawn."""
    closes: float | None = None
    """When the time of the round is up, by the service's clock."""
    began: int = 0
    """When the round began, in Unix time; 0 where that was not noted."""


AnyEvent = Event | Arranged
NAMED: Final = "="
"""Before a player's name, where she is not somebody who plays here."""


class Entry(msgspec.Struct, frozen=True):
    """A line of the log."""

    at: float
    """By the service's clock."""
    event: AnyEvent


ENCODER: Final = msgspec.json.Encoder()
DECODER: Final[msgspec.json.Decoder[Entry]] = msgspec.json.Decoder(Entry)


class TournamentLog:
    """A tournament with its tables, and when which part of it last changed."""

    def __init__(self, opened: Opened, owner: int) -> None:
        self.tournament = Tournament(opened)
        self.owner = owner
        self.seq = 1
        self.at = 0.0
        """When the last event happened."""
        self.arranged: list[Arranged] = []
        """By round."""
        self.events: list[Event] = [opened]
        """Those that belong into the file of `parlour tournament`."""
        self.players_changed = 1
        self.standings_changed = 1
        self.tables_changed: dict[tuple[int, int], int] = {}
        """By round and number of a table."""
        self.arrivals: Counter[str] = Counter()
        """By player, how often she has joined."""
        self.changes = 0
        """How often it was paused, gone on with and corrected."""
        self.numbers: dict[str, int] = {}
        """By player, her number in the order of joining, from 1: what others know her by."""

    @property
    def stage(self) -> Stage:
        """Where it stands, as lists tell it."""
        return "over" if self.tournament.is_over else "running" if self.tournament.rounds else "open"

    @property
    def round(self) -> int:
        """The last round that was paired; 0 before the first."""
        return len(self.tournament.rounds)

    def fold(self, entry: Entry) -> None:
        """Take in an event; TournamentError where it cannot happen, and nothing changes."""
        event = entry.event
        if isinstance(event, Arranged):
            self.arranged.append(event)
        else:
            self.tournament.fold(event)
            self.events.append(event)
        self.seq += 1
        self.at = entry.at
        self._note(event)

    def _note(self, event: AnyEvent) -> None:
        """Note which parts an event has changed."""
        self.changes += isinstance(event, Corrected | Paused | Resumed)
        match event:
            case Joined(player):
                self.numbers.setdefault(player, len(self.numbers) + 1)
                self.arrivals[player] += 1
                self.players_changed = self.standings_changed = self.seq
            case Arranged(round=number):
                self._touch(number)
            case Paired(round=number):
                self._touch(number)
                self.standings_changed = self.seq
            case Played(round=number, table=table) | Corrected(round=number, table=table):
                self.tables_changed[number, table] = self.seq
                self.standings_changed = self.seq
                if self.tournament.terms.duplicate and self.is_open(number):
                    self._touch(number)
            case Ended():
                self.standings_changed = self.seq
                self._touch(self.round)
            case _:
                self.players_changed = self.standings_changed = self.seq

    def _touch(self, number: int) -> None:
        """Note that all tables of a round have changed."""
        tables = len(self.tournament.rounds[number - 1].tables) if number else 0
        self.tables_changed |= {(number, table): self.seq for table in range(1, tables + 1)}

    def is_open(self, number: int) -> bool:
        """Whether everything about a round may be told: it is no duplicate round, or its last table is done."""
        tournament = self.tournament
        return not tournament.terms.duplicate or tournament.ended or tournament.rounds[number - 1].is_over

    def place_of(self, table: str) -> tuple[int, int] | None:
        """The round and number of a table."""
        for arranged in reversed(self.arranged):
            if table and table in arranged.tables:
                return arranged.round, arranged.tables.index(table) + 1
        return None

    def table_of(self, player: str) -> str:
        """The table of a player in the last round, empty where she has none."""
        if not self.arranged or self.round != len(self.arranged):
            return ""
        for number, table in enumerate(self.tournament.rounds[-1].tables):
            if player in table.players:
                return self.arranged[-1].tables[number]
        return ""

    def unsettled(self) -> list[str]:
        """The tables of the last round that have no result yet."""
        if not self.tournament.awaits_results or self.round != len(self.arranged):
            return []
        tables = zip(self.arranged[-1].tables, self.tournament.rounds[-1].tables, strict=True)
        return [name for name, table in tables if table.scores is None and name]


def refusal(error: TournamentError) -> RefusalError:
    """The refusal that tells a client what cannot be done in a tournament."""
    return RefusalError(error.code, error.reason, parameters=error.parameters)


def key_of(person: int) -> str:
    """What the log calls a person."""
    return str(person)


def key_of_name(name: str) -> str:
    """What the log calls somebody who is known by her name alone."""
    return f"{NAMED}{name}"


def person_of(key: str) -> int | None:
    """The person that a player is, if she is one who plays here."""
    return None if key.startswith(NAMED) else int(key)


def duplicate_deal(secret: str, number: int) -> Random:
    """The generator of a deal of a duplicate round; none of them tells anything about another."""
    return Random(hashlib.sha512(f"{secret}\n{number}".encode()).digest())


def replay(owner: int, bodies: Iterable[str]) -> TournamentLog:
    """A tournament from its log."""
    first, *entries = map(DECODER.decode, bodies)
    assert isinstance(first.event, Opened)
    log = TournamentLog(first.event, owner)
    log.at = first.at
    for entry in entries:
        log.fold(entry)
    return log


def replay_events(opened: Opened, events: Iterable[AnyEvent]) -> TournamentLog:
    """A tournament from events; TournamentError where one of them cannot happen."""
    log = TournamentLog(opened, 0)
    for event in events:
        log.fold(Entry(0.0, event))
    return log
