"""Finished matches, event by event, as any seat saw them."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Annotated, Any, Final

import msgspec
from msgspec import Meta

from parlour.core.errors import GameError, LogVersionError
from parlour.core.game import Actor, Move, Seat, State, View
from parlour.core.log import read_log, write_log
from parlour.core.table import Table
from parlour.games.catalogue import make_game
from parlour.scenes.catalogue import Scene, make_staging
from parlour.scenes.scene import Cards, Update
from parlour.server.commitments import Deal, Deals
from parlour.server.errors import RefusalError
from parlour.server.protocol import Sitter
from parlour.server.table_log import credited

if TYPE_CHECKING:
    from collections.abc import Sequence

    from parlour.server.table_log import AnyTableLog

MOST: Final = 100
MOST_EVENTS: Final = 10_000
"""The most events of a log that is shown; the longest matches have about a thousand."""


class FrameRange(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which frames, and for whom: a seat, a spectator (`watch`), or with `all` hands open."""

    seat: Annotated[str, Meta(pattern="^([0-7]|all|watch)$")] = "watch"
    first: Annotated[int, Meta(ge=0, le=100_000)] = 0
    count: Annotated[int, Meta(ge=1, le=MOST)] = 40


class Frame(msgspec.Struct, frozen=True, omit_defaults=True):
    """A match after one event; the first is before any."""

    scene: Scene
    told: tuple[Update, ...] = ()
    actor: int | None = None
    move: str = ""
    hands: tuple[Cards, ...] = ()
    """Every hand, where all were asked for."""


class Frames(msgspec.Struct, frozen=True):
    """A part of a match."""

    game: str
    total: int
    first: int
    seats: tuple[Sitter, ...]
    """Who sat there; empty where only a log is known."""
    frames: tuple[Frame, ...]


def frames_of_log(
    body: bytes, wanted: FrameRange, seats: tuple[Sitter, ...] = (), deciders: Sequence[str] = ()
) -> Frames:
    """Frames of a match log, and who sat there and decided if that is known; RefusalError names a wrong line."""
    if body.count(b"\n") > MOST_EVENTS + 1:  # and the header
        raise RefusalError("log/long", f"no more than {MOST_EVENTS} events", parameters={"most": MOST_EVENTS})
    try:
        table = read_log(io.StringIO(body.decode(), newline="\n"), make_game).table
    except UnicodeDecodeError as error:
        raise RefusalError("log/corrupt", "not a text file") from error
    except LogVersionError as error:
        raise RefusalError("log/version", error.reason) from error
    except GameError as error:
        raise RefusalError("log/corrupt", error.reason, error.clause or "") from error
    return frames_of(table, wanted, seats or (Sitter(),) * table.game.seats, deciders)


def frames_of(
    table: Table[State, Move, View], wanted: FrameRange, seats: tuple[Sitter, ...], deciders: Sequence[str] = ()
) -> Frames:
    """Frames of a match; `deciders` has the bot that decided each event for a person, where that is known."""
    viewer: Actor = Seat(int(wanted.seat)) if wanted.seat.isdigit() else None
    if viewer is not None and viewer >= table.game.seats:
        raise RefusalError("seat/unknown", f"there is no seat {viewer} at this table", parameters={"seat": viewer})
    staging = make_staging(table.game)
    start = max(0, wanted.first - 1)
    replayed = Table(table.game, table.events[:start])
    frames = [frame_at(replayed, viewer, opened=wanted.seat == "all")] if wanted.first == 0 else []
    for number, event in enumerate(table.events[start : wanted.first + wanted.count - 1], start=start):
        before = replayed.view(viewer)
        replayed.play(event.actor, event.move)
        told = staging.told(event.actor, event.move, before, replayed.view(viewer))
        told = credited(told, event.actor, deciders[number] if deciders else "")
        move = "" if event.actor is None else table.game.format_move(event.move)
        frame = frame_at(replayed, viewer, opened=wanted.seat == "all")
        frames.append(msgspec.structs.replace(frame, told=told, actor=event.actor, move=move))
    return Frames(table.game.name, len(table.events) + 1, wanted.first, seats, tuple(frames))


def frame_at(table: Table[Any, Any, Any], viewer: Actor, *, opened: bool) -> Frame:
    """A match as it stands, for a viewer, perhaps with every hand open."""
    staging = make_staging(table.game)
    hands: tuple[Cards, ...] = ()
    if opened:
        hands = tuple(staging.hand(table.view(Seat(seat))) for seat in range(table.game.seats))
    legal = () if viewer is None else table.legal_moves(viewer)
    return Frame(staging.scene(table.view(viewer), legal), hands=hands)


def match_log(log: AnyTableLog) -> str:
    """The match log of a table; RefusalError while the match is being played."""
    check_over(log)
    file = io.StringIO()
    write_log(log.table, file)
    return file.getvalue()


def opened_deals(log: AnyTableLog) -> Deals:
    """Every deal of a table that is played out, with its commitment and when both were published."""
    count = log.dealt if log.status == "over" else log.opened
    events = zip(log.commitments[:count], log.committed_at, log.dealt_at, strict=False)
    return Deals(tuple(Deal(kept.commitment, kept.salt, kept.deal, *numbers) for kept, *numbers in events))


def check_over(log: AnyTableLog) -> None:
    """Refuse to show hands while they are being played."""
    if log.status != "over":
        raise RefusalError("table/playing", "the match is still being played")
