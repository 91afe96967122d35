"""What commands make of a table: the events that a command causes, or RefusalError. Nothing changes here."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, assert_never

from parlour.bots.catalogue import LEVELS
from parlour.core.game import Move, Seat, State, View
from parlour.server.errors import RefusalError
from parlour.server.events import AnyEvent, Claimed, Conceded, Seated, Substituted, Undone
from parlour.server.protocol import Concede, FillSeat, Play, Sit, Stand, Undo
from parlour.server.seating import STAND_IN
from parlour.server.timing import NOTHING, Spent

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from parlour.server.store import Person
    from parlour.server.table_log import AnyTableLog, Proposal, Step, TableLog

MOST_ARRIVALS: Final = 20
"""How often one person may sit down at a table, her own seat included."""


PAIR: Final = 2
MOST_CHANGES: Final = 300
"""How often seats may change hands and moves be taken back at one table."""


def judge(
    log: AnyTableLog,
    person: Person,
    command: Play | Undo | Sit | Stand | Concede | FillSeat,
    levels: Sequence[str] = LEVELS,
    spent: Spent = NOTHING,
) -> Sequence[Step]:
    """What a person's command causes, or RefusalError; `levels` may sit in seats, `spent` is what a move cost."""
    if log.closed and log.status != "over":
        raise RefusalError("match/closed", "the time of this round is up, and bots play on")
    match command:
        case Play(move=text, decision=decision):
            return judge_play(log, person.id, text, decision, spent)
        case Undo(decision=decision):
            return judge_undo(log, person.id, decision)
        case Sit(seat=seat):
            return judge_sit(log, person.id, person.name, seat)
        case Stand():
            return judge_stand(log, person.id)
        case Concede():
            return judge_concede(log, person.id)
        case FillSeat(seat=seat, level=level):
            return judge_fill(log, person.id, seat, level, levels)
        case _:
            assert_never(command)


def judge_play(
    log: TableLog[State, Move, View], person: int, text: str, decision: int, spent: Spent = NOTHING
) -> list[AnyEvent | Proposal[State, Move]]:
    """A person's move; what others did since her last decision does not matter."""
    seat = own_seat(log, person)
    check_decision(log, seat, decision)
    if seat in log.flagged:
        raise RefusalError("clock/flag", "your time is up; take the seat back from the bot first")
    move = log.parse_move(text)
    return [*returning(log, seat), log.propose(seat, move, took=spent.took, lag=spent.lag)]


def judge_bot_move(
    log: TableLog[State, Move, View], seat: Seat, move: Move, decision: int, bot: str
) -> list[AnyEvent | Proposal[State, Move]]:
    """A bot's move, in its own seat or for a person."""
    check_decision(log, seat, decision)
    return [log.propose(seat, move, by=bot)]


def judge_undo(log: AnyTableLog, person: int, decision: int) -> list[AnyEvent]:
    """Taking the last move back."""
    seat = own_seat(log, person)
    check_stale(log, seat, decision)
    if not log.opening.undo:
        raise RefusalError("undo/forbidden", "this table plays without taking back")
    check_changes(log)
    if not log.can_undo(seat):
        raise RefusalError("undo/late", "somebody has acted since, or a hidden card was turned over")
    return [Undone(seat)]


def judge_sit(log: AnyTableLog, person: int, name: str, seat: int) -> list[AnyEvent]:
    """Taking a free seat, or one's own back from a substitute."""
    seated = seat_at(log, seat)
    if seated.person == person:
        return returning(log, Seat(seat))
    if log.seat_of(person) is not None:
        raise RefusalError("seat/two", "you sit at this table already")
    if not seated.is_free:
        raise RefusalError("seat/taken", f"seat {seat} is taken", parameters={"seat": seat})
    check_arrivals(log, person)
    check_changes(log)
    return [Seated(seat, person, name)]


def judge_stand(log: AnyTableLog, person: int) -> list[AnyEvent]:
    """Leaving: the seat is free again before the match; during it a bot plays until she takes the seat back."""
    seat = own_seat(log, person)
    if log.status == "over":
        raise RefusalError("match/over", "the match is over")
    if not log.has_begun:
        return [Seated(seat)]
    return [] if seat in log.left or seat in log.abandoned else [Substituted(seat, STAND_IN, left=True)]


def vacated(log: AnyTableLog, seat: Seat) -> Seated:
    """A seat whose person is gone for good: free before the match, and a bot's during it."""
    return Seated(seat, bot=STAND_IN) if log.has_begun else Seated(seat)


def judge_fill(log: AnyTableLog, person: int, seat: int, level: str | None, levels: Sequence[str]) -> list[AnyEvent]:
    """The owner putting a bot into a seat, or freeing it."""
    seated = seat_at(log, seat)
    if person != log.opening.owner:
        raise RefusalError("table/owner", "only who opened the table can do that")
    if log.has_begun:
        raise RefusalError("table/begun", "the match has begun")
    if seated.person is not None:
        raise RefusalError("seat/taken", f"seat {seat} is taken", parameters={"seat": seat})
    if level is not None:
        check_level(level, levels)
    check_changes(log)
    return [Seated(seat, bot=level or "")]


def judge_concede(log: AnyTableLog, person: int) -> list[AnyEvent]:
    """Conceding the match."""
    seat = own_seat(log, person)
    check_playing(log)
    check_stays(log, seat)
    if log.opening.sealed or (log.opening.tournament and log.game.seats > PAIR):
        raise RefusalError("concede/tournament", "others need this match played out: leave your seat to a bot instead")
    return [Conceded(seat)]


def judge_claim(log: AnyTableLog, person: int, seat: int, *, win: bool, claims: Collection[int]) -> list[AnyEvent]:
    """Claiming the win over somebody, or letting a bot play for her; `claims` are the seats where that is due."""
    claimant = own_seat(log, person)
    seat_at(log, seat)
    check_playing(log)
    check_stays(log, claimant)
    if seat not in claims or seat == claimant or log.bot_at(claimant):
        raise RefusalError("claim/none", f"nothing can be claimed from seat {seat} now", parameters={"seat": seat})
    if win:
        return [Claimed(seat, claimant, STAND_IN)]
    return [] if log.substitutes[seat] else [Substituted(seat, STAND_IN)]


def needs_rematch(log: AnyTableLog, person: int) -> bool:
    """Whether a rematch has to be opened; not where there is one already."""
    own_seat(log, person)
    if log.status != "over":
        raise RefusalError("table/playing", "the match is still being played")
    if log.opening.tournament:
        raise RefusalError("table/tournament", "a tournament opens its tables itself")
    return not log.next


def returning(log: AnyTableLog, seat: Seat) -> list[AnyEvent]:
    """A person taking her seat back, if a bot plays for her."""
    check_stays(log, seat)
    if seat in log.flagged and not log.opening.increment:
        raise RefusalError("clock/empty", "your time is up, and no decision adds to it")
    if seat in log.left or seat in log.flagged:
        check_arrivals(log, log.seated[seat].person)
    return [Substituted(seat)] if log.substitutes[seat] else []


def own_seat(log: AnyTableLog, person: int) -> Seat:
    """A person's seat, or RefusalError."""
    seat = log.seat_of(person)
    if seat is None:
        raise RefusalError("seat/none", "you do not sit at this table")
    return seat


def seat_at(log: AnyTableLog, seat: int) -> Seated:
    """Who holds a seat, or RefusalError where there is no such seat."""
    if seat >= log.game.seats:
        raise RefusalError("seat/unknown", f"there is no seat {seat} at this table", parameters={"seat": seat})
    return log.seated[seat]


def check_stays(log: AnyTableLog, seat: Seat) -> None:
    """Refuse a seat whose person has abandoned the match: a bot plays it to the end."""
    if seat in log.abandoned:
        raise RefusalError("seat/claimed", "the win over you was claimed; a bot plays your seat to the end")


def check_arrivals(log: AnyTableLog, person: int | None) -> None:
    """Refuse a seat to somebody who has sat down here again and again: every time is written to the log."""
    if log.arrivals[person] >= MOST_ARRIVALS:
        raise RefusalError(
            "seat/often",
            f"nobody sits down at one table more than {MOST_ARRIVALS} times",
            parameters={"most": MOST_ARRIVALS},
        )


def check_decision(log: AnyTableLog, seat: Seat, decision: int) -> None:
    """Refuse a move unless the match is being played and the seat is at this decision."""
    check_playing(log)
    check_stale(log, seat, decision)


def check_playing(log: AnyTableLog) -> None:
    """Refuse what needs a match that is being played."""
    if log.status == "open":
        raise RefusalError("table/open", "the match begins when every seat is taken")
    if log.status == "over":
        raise RefusalError("match/over", "the match is over")


def check_stale(log: AnyTableLog, seat: Seat, decision: int) -> None:
    """Refuse what was decided before the seat's last decision."""
    current = log.decisions[seat]
    if decision != current:
        raise RefusalError(
            "move/stale",
            f"this was decision {decision}, and the seat is at {current}",
            parameters={"decision": decision, "current": current},
        )


def check_changes(log: AnyTableLog) -> None:
    """Refuse what could make a log grow for ever; moves, leaving and conceding are never refused for it."""
    if log.changes >= MOST_CHANGES:
        raise RefusalError(
            "table/changes",
            f"seats were changed and moves taken back {MOST_CHANGES} times at this table, and that is enough",
            parameters={"most": MOST_CHANGES},
        )


def check_level(level: str, levels: Sequence[str]) -> None:
    """Refuse a bot that does not exist."""
    if level not in levels:
        raise RefusalError(
            "bot/unknown",
            f"no level is called {level!r}; there are {', '.join(levels)}",
            parameters={"level": level, "levels": tuple(levels)},
        )
