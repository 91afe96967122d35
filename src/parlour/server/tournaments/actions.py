"""What people do in a tournament: join and withdraw; the organiser also begins rounds, pauses, corrects and ends."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import msgspec

from parlour.core.errors import GameError
from parlour.games.catalogue import KINDS, make_game
from parlour.server.errors import RefusalError
from parlour.server.judging import check_level
from parlour.server.people import checked_name
from parlour.server.time_control import check_clock
from parlour.server.tournaments.log import Arranged, key_of, key_of_name, refusal, replay_events
from parlour.server.tournaments.types import (
    Action,
    Add,
    Correct,
    End,
    Join,
    Pair,
    Pause,
    Resume,
    Withdraw,
)
from parlour.tournament.errors import TournamentError
from parlour.tournament.events import (
    DECODER,
    Corrected,
    Ended,
    Event,
    Joined,
    Opened,
    Paired,
    Paused,
    Played,
    Resumed,
    Withdrew,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from parlour.server.settings import Settings
    from parlour.server.store import Person
    from parlour.server.tournaments.log import AnyEvent, TournamentLog
    from parlour.server.tournaments.service import Tournaments
    from parlour.tournament.terms import Terms

MOST_ROBIN: Final = 64
"""The players of a round robin: everybody meets everybody."""
MOST_ROUNDS: Final = 20
"""Of a Swiss tournament."""
MOST_ARRIVALS: Final = 10
"""How often somebody may join a tournament."""
MOST_CHANGES: Final = 500
"""How often an organiser may pause, go on and correct: every time is written to the log."""
LONGEST_TIME: Final = 7 * 24 * 60


async def act(tournaments: Tournaments, name: str, person: Person, action: Action) -> None:
    """Do what somebody wants, or raise RefusalError."""
    log = await tournaments.read(name)
    mine = isinstance(action, Join) or (isinstance(action, Withdraw) and action.player is None)
    if not mine and person.id != log.owner:
        raise RefusalError("tournament/owner", "only who opened the tournament can do that")
    match action:
        case Join():
            await tournaments.change(name, lambda log: join(log, key_of(person.id)), joined=(person.id,))
        case Withdraw(player=number):
            await tournaments.change(name, lambda log: withdraw(log, player_key(log, person, number)))
        case Add(name=text):
            key = key_of_name(checked_name(text))
            await tournaments.change(name, lambda log: add(log, key))
        case Pair(round=number):
            await tournaments.rounds.pair(name, number)
        case Pause() | Resume():
            paused = isinstance(action, Pause)
            await tournaments.change(name, lambda log: pause(log, paused=paused))
        case End():
            await tournaments.change(name, lambda log: [] if log.tournament.is_over else [Ended()])
        case Correct():
            await tournaments.change(name, lambda log: correct(log, action))
    tournaments.rounds.hurry()


def player_key(log: TournamentLog, person: Person, number: int | None) -> str:
    """A player by her number; oneself without."""
    if number is None:
        return key_of(person.id)
    for key, known in log.numbers.items():
        if known == number:
            return key
    raise RefusalError("tournament/player", f"there is no player {number}", parameters={"player": number})


def join(log: TournamentLog, key: str) -> list[AnyEvent]:
    """Joining; once more changes nothing."""
    if log.tournament.players.get(key):
        return []
    if log.arrivals[key] >= MOST_ARRIVALS:
        raise RefusalError(
            "tournament/often",
            f"nobody joins a tournament more than {MOST_ARRIVALS} times",
            parameters={"most": MOST_ARRIVALS},
        )
    if log.tournament.terms.format == "robin" and len(log.tournament.active) >= MOST_ROBIN:
        raise RefusalError(
            "tournament/full", f"a round robin has at most {MOST_ROBIN} players", parameters={"most": MOST_ROBIN}
        )
    return [Joined(key)]


def withdraw(log: TournamentLog, key: str) -> list[AnyEvent]:
    """Withdrawing; once more changes nothing."""
    return [Withdrew(key)] if log.tournament.players.get(key) else []


def add(log: TournamentLog, key: str) -> list[AnyEvent]:
    """Entering somebody who plays with real cards."""
    if log.tournament.terms.duplicate:
        raise RefusalError("tournament/duplicate", "in a duplicate tournament all tables are played here")
    if log.tournament.players.get(key):
        raise RefusalError("tournament/joined", "somebody of that name plays already")
    return join(log, key)


def pause(log: TournamentLog, *, paused: bool) -> list[AnyEvent]:
    """Pausing or going on; once more changes nothing."""
    check_changes(log)
    if log.tournament.paused == paused:
        return []
    return [Paused() if paused else Resumed()]


def correct(log: TournamentLog, wanted: Correct) -> list[AnyEvent]:
    """Correcting a result, or writing one down; only that of a table that was played elsewhere needs no reason."""
    check_changes(log)
    found = log.tournament.table(wanted.round, wanted.table)
    elsewhere = wanted.round <= len(log.arranged) and not log.arranged[wanted.round - 1].tables[wanted.table - 1]
    why = " ".join(wanted.why.split())
    if found.scores is None and elsewhere:
        return [Played(wanted.round, wanted.table, wanted.scores)]
    if not why:
        raise RefusalError("tournament/why", "a correction needs a reason, for the record")
    corrected = Corrected(wanted.round, wanted.table, wanted.scores, why)
    if found.scores is None:
        return [Played(wanted.round, wanted.table, wanted.scores), corrected]
    return [corrected]


def check_changes(log: TournamentLog) -> None:
    """Refuse what could make a log grow for ever."""
    if log.changes >= MOST_CHANGES:
        raise RefusalError(
            "tournament/changes",
            f"this tournament was paused and corrected {MOST_CHANGES} times, and that is enough",
            parameters={"most": MOST_CHANGES},
        )


def checked_terms(wanted: Terms, settings: Settings) -> Terms:
    """The terms of a new tournament, complete, or RefusalError."""
    kind = KINDS.get(wanted.game)
    options: dict[str, Any] = dict(wanted.options)
    if kind is not None:
        options |= kind.tournament if wanted.seats > 2 else {}  # noqa: PLR2004 - a rule for three
        options |= kind.endless if wanted.deals else {}
    try:
        game = make_game(wanted.game, options)
        terms = msgspec.structs.replace(
            wanted,
            name=checked_title(wanted.name),
            seats=game.seats,
            options=msgspec.to_builtins(game.options),
            rounds=wanted.rounds if wanted.format == "swiss" else 0,
        )
        terms.__post_init__()
    except TournamentError as error:
        raise refusal(error) from error
    except GameError as error:
        raise RefusalError("table/options", error.reason, error.clause or "") from error
    check_level(terms.level, settings.levels(game.name))
    limits = (
        ("seats", terms.seats, 2, 3),
        ("rounds", terms.rounds, 0, MOST_ROUNDS),
        ("minutes", terms.minutes, 1, LONGEST_TIME),
    )
    for part, got, least, most in limits:
        if not least <= got <= most:
            raise RefusalError(
                "tournament/terms",
                f"{part} is {least} to {most}, got {got}",
                parameters={"part": part, "least": least, "most": most, "got": got},
            )
    check_clock(terms.clock or None, terms.bank, terms.increment)
    if terms.duplicate and not (kind is not None and kind.independent_deals):
        raise RefusalError("tournament/duplicate", "the deals of this game depend on what was played before")
    return terms


def checked_title(title: str) -> str:
    """A title without control characters, or RefusalError; it may be longer than a person's name."""
    words = title.split()
    checked = [checked_name(word[:24]) and word for word in words]
    if not checked:
        checked_name(title)
    return " ".join(checked)


def imported(body: bytes, settings: Settings) -> tuple[Terms, list[AnyEvent]]:
    """The terms and events of a file of `parlour tournament`; RefusalError names the line that cannot be."""
    events: list[Event] = []
    for number, line in enumerate(body.splitlines(), start=1):
        try:
            events.append(DECODER.decode(line))
        except (msgspec.MsgspecError, UnicodeError) as error:
            raise bad_line(number, str(error)) from error
    if not events or not isinstance(events[0], Opened):
        raise bad_line(1, "a tournament begins with its terms")
    wanted = msgspec.structs.replace(events[0].terms, minutes=events[0].terms.minutes or LONGEST_TIME)
    terms = msgspec.structs.replace(checked_terms(wanted, settings), minutes=events[0].terms.minutes)
    keyed: list[AnyEvent] = []
    for number, event in enumerate(events[1:], start=2):
        try:
            keyed += with_keys(event)
            if isinstance(event, Joined):
                checked_name(event.player)
        except RefusalError as error:
            raise bad_line(number, error.reason) from error
    try:
        replay_events(Opened(terms), keyed)
    except TournamentError as error:
        raise bad_line(0, error.reason) from error
    return terms, keyed


def with_keys(event: Event) -> Sequence[AnyEvent]:
    """An event of a file as the server stores it: its players are known by their names alone."""
    match event:
        case Joined(player):
            return [Joined(key_of_name(player))]
        case Withdrew(player):
            return [Withdrew(key_of_name(player))]
        case Paired(number, tables, pauses):
            places = tuple(tuple(None if name is None else key_of_name(name) for name in table) for table in tables)
            paired = Paired(number, places, tuple(map(key_of_name, pauses)))
            return [paired, Arranged(number, ("",) * len(tables))]
        case _:
            return [event]


def bad_line(number: int, why: str) -> RefusalError:
    """The refusal of a file."""
    return RefusalError(
        "tournament/file", f"line {number}: {why[:200]}", parameters={"line": number, "error": why[:200]}
    )
