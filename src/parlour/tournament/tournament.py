"""A tournament: the fold of its events. An event that cannot happen now is refused and changes nothing."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import msgspec

from parlour.tournament.errors import TournamentError
from parlour.tournament.events import (
    Corrected,
    Ended,
    Joined,
    Opened,
    Paired,
    Paused,
    Places,
    Played,
    Resumed,
    Scores,
    Withdrew,
)
from parlour.tournament.terms import MOST_PLAYERS, PAIR

if TYPE_CHECKING:
    from collections.abc import Iterable

    from parlour.tournament.events import Event
    from parlour.tournament.terms import Terms

FORMAT = 1


class Table(msgspec.Struct, frozen=True):
    """A table of a round."""

    places: Places
    scores: Scores | None = None
    """None while it plays."""

    @property
    def players(self) -> tuple[str, ...]:
        """The people at it."""
        return tuple(name for name in self.places if name is not None)


class Round(msgspec.Struct, frozen=True):
    """A round: who plays whom, and who pauses."""

    tables: tuple[Table, ...]
    pauses: tuple[str, ...]

    @property
    def is_over(self) -> bool:
        return all(table.scores is not None for table in self.tables)


class Tournament:
    """A tournament up to now."""

    def __init__(self, opened: Opened) -> None:
        """Begin with the terms."""
        if opened.format != FORMAT:
            raise TournamentError(
                f"a tournament of format {opened.format}; this version of parlour reads format {FORMAT}"
            )
        self.terms: Terms = opened.terms
        self.players: dict[str, bool] = {}
        """Everybody who ever joined, in that order; False for those who withdrew."""
        self.rounds: list[Round] = []
        self.corrections: list[Corrected] = []
        self.paused = False
        self.ended = False

    @property
    def active(self) -> list[str]:
        """Who is paired in the next round."""
        return [name for name, plays in self.players.items() if plays]

    @property
    def planned_rounds(self) -> int:
        """How many rounds there will be, as far as is known now."""
        if self.terms.format == "swiss":
            return self.terms.rounds
        return len(self.players) - 1 + len(self.players) % 2

    @property
    def awaits_results(self) -> bool:
        """Whether a round is being played."""
        return bool(self.rounds) and not self.rounds[-1].is_over and not self.ended

    @property
    def is_over(self) -> bool:
        if self.ended:
            return True
        return bool(self.rounds) and len(self.rounds) >= self.planned_rounds and not self.awaits_results

    def fold(self, event: Event) -> None:
        """Let something happen, or raise TournamentError."""
        match event:
            case Joined(player):
                self.join(player)
            case Withdrew(player):
                self.withdraw(player)
            case Paired():
                self.pair(event)
            case Played():
                self.play(event)
            case Corrected():
                self.correct(event)
            case Paused() | Resumed():
                self.pause(paused=isinstance(event, Paused))
            case Ended():
                self.end()
            case Opened():
                raise TournamentError("a tournament is opened once")

    def end(self) -> None:
        if self.is_over:
            raise over()
        self.ended = True

    def play(self, played: Played) -> None:
        """Take a result; only the first counts."""
        if self.ended:
            raise over()
        if self.table(played.round, played.table).scores is not None:
            raise TournamentError(
                f"table {played.table} of round {played.round} has its result; correct it instead",
                "tournament/result",
                round=played.round,
                table=played.table,
            )
        self.settle(played.round, played.table, played.scores)

    def correct(self, corrected: Corrected) -> None:
        """Take a better result; both stay on record."""
        if self.table(corrected.round, corrected.table).scores is None:
            raise TournamentError(
                f"table {corrected.table} of round {corrected.round} has no result to correct",
                "tournament/result",
                round=corrected.round,
                table=corrected.table,
            )
        self.settle(corrected.round, corrected.table, corrected.scores)
        self.corrections.append(corrected)

    def pause(self, *, paused: bool) -> None:
        if self.is_over:
            raise over()
        if paused == self.paused:
            state = "paused" if paused else "not paused"
            raise TournamentError(f"the tournament is {state} already", "tournament/paused")
        self.paused = paused

    def join(self, player: str) -> None:
        if self.players.get(player):
            raise TournamentError(f"{player!r} plays already", "tournament/joined")
        if self.is_over:
            raise over()
        if self.terms.format == "robin" and self.rounds:
            raise TournamentError("nobody can join a round robin once it has begun", "tournament/begun")
        most = self.terms.places or MOST_PLAYERS
        if len(self.active) >= most or (len(self.players) >= MOST_PLAYERS and player not in self.players):
            raise TournamentError(f"a tournament has at most {most} players here", "tournament/full", most=most)
        self.players[player] = True

    def withdraw(self, player: str) -> None:
        if not self.players.get(player):
            raise TournamentError(f"{player!r} does not play here", "tournament/player")
        if self.rounds:
            self.players[player] = False
        else:
            del self.players[player]

    def pair(self, paired: Paired) -> None:
        """Begin a round in which every active player has one place."""
        if self.awaits_results:
            raise TournamentError(
                f"round {len(self.rounds)} is not over: {open_tables(self.rounds[-1])}",
                "tournament/round",
                round=len(self.rounds),
            )
        if self.is_over:
            raise over()
        if self.paused:
            raise TournamentError("the tournament is paused", "tournament/paused")
        if paired.round != len(self.rounds) + 1:
            raise TournamentError(f"round {len(self.rounds) + 1} is next, got round {paired.round}")
        tables = tuple(Table(places) for places in paired.tables)
        placed = Counter(name for table in tables for name in table.players) + Counter(paired.pauses)
        for name in (*placed, *self.active):
            if placed[name] != 1 or not self.players.get(name):
                raise TournamentError(f"round {paired.round} must have one place for {name!r}, got {placed[name]}")
        for number, table in enumerate(tables, start=1):
            if len(table.places) != self.terms.seats or not table.players:
                raise TournamentError(f"table {number} has {self.terms.seats} seats, got {list(table.places)}")
        if not tables and self.terms.format == "swiss":  # in a round robin everybody may have to meet who has left
            raise TournamentError("a round has one table or more")
        self.rounds.append(Round(tables, paired.pauses))

    def table(self, number: int, table: int) -> Table:
        """A table of a round, both counted from 1."""
        if not self.rounds:
            raise TournamentError("no round is paired yet", "tournament/table")
        if not 1 <= number <= len(self.rounds):
            raise TournamentError(f"there is no round {number}; {len(self.rounds)} have begun", "tournament/table")
        tables = self.rounds[number - 1].tables
        if not 1 <= table <= len(tables):
            raise TournamentError(f"round {number} has tables 1 to {len(tables)}, got {table}", "tournament/table")
        return tables[table - 1]

    def settle(self, number: int, table: int, scores: Scores) -> None:
        """Write down what a table scored."""
        if len(scores) != self.terms.seats:
            raise TournamentError(
                f"a table of {self.terms.seats} has as many scores, got {len(scores)}",
                "tournament/scores",
                seats=self.terms.seats,
                got=len(scores),
            )
        found = self.rounds[number - 1]
        tables = list(found.tables)
        tables[table - 1] = msgspec.structs.replace(tables[table - 1], scores=scores)
        self.rounds[number - 1] = msgspec.structs.replace(found, tables=tuple(tables))


def over() -> TournamentError:
    """The error where something comes after the end."""
    return TournamentError("the tournament is over", "tournament/over")


def open_tables(played: Round) -> str:
    """The tables without a result, in words."""
    numbers = [str(number) for number, table in enumerate(played.tables, start=1) if table.scores is None]
    return f"table{'s' * (len(numbers) > 1)} {', '.join(numbers)} still play{'s' * (len(numbers) == 1)}"


def fold(events: Iterable[Event]) -> Tournament:
    """The tournament after some events, the first of which opens it."""
    first, *others = events
    if not isinstance(first, Opened):
        raise TournamentError("a tournament begins with its terms")
    tournament = Tournament(first)
    for event in others:
        tournament.fold(event)
    return tournament


def fewest_players(terms: Terms) -> int:
    """How many it takes to begin."""
    return PAIR if terms.fill == "bot" else terms.seats
