"""Finished matches, move by move, through anybody's eyes."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Annotated, Any, Final

import msgspec
from msgspec import Meta

from parlour.core.errors import GameError, LogVersionError
from parlour.core.game import Actor, Seat
from parlour.core.log import read_log, write_log
from parlour.core.table import Table
from parlour.games.catalogue import make_game
from parlour.scenes.catalogue import Scene, make_staging
from parlour.scenes.scene import Cards, Update
from parlour.server.errors import RefusalError
from parlour.server.protocol import Sitter

if TYPE_CHECKING:
    from parlour.server.table_log import Match

MOST: Final = 100


class FrameRange(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which frames, and through whose eyes: a seat's, a spectator's (`watch`), or with `all` hands open."""

    seat: Annotated[str, Meta(pattern="^(0|1|2|all|watch)$")] = "watch"
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


def frames_of_match(match: Match, wanted: FrameRange) -> Frames:
    """Replay a table's match, once it is over."""
    check_over(match)
    seats = tuple(Sitter(name=sitter.name, bot=sitter.bot) for sitter in match.sitters)
    return frames_of(match.table, wanted, seats)


def frames_of_log(body: bytes, wanted: FrameRange) -> Frames:
    """Replay a log, or refuse with the line that is wrong."""
    try:
        table = read_log(io.StringIO(body.decode(), newline="\n"), make_game).table
    except UnicodeDecodeError as error:
        raise RefusalError("log/corrupt", "not a text file") from error
    except LogVersionError as error:
        raise RefusalError("log/version", error.reason) from error
    except GameError as error:
        raise RefusalError("log/corrupt", error.reason, error.clause or "") from error
    return frames_of(table, wanted, (Sitter(),) * table.game.seats)


def frames_of(table: Table[Any, Any, Any], wanted: FrameRange, seats: tuple[Sitter, ...]) -> Frames:
    """Replay a part of a match."""
    viewer: Actor = Seat(int(wanted.seat)) if wanted.seat.isdigit() else None
    if viewer is not None and viewer >= table.game.seats:
        raise RefusalError("seat/unknown", f"there is no seat {viewer} at this table")
    start = max(0, wanted.first - 1)
    replayed: Table[Any, Any, Any] = Table(table.game, table.events[:start])
    frames = [framed(replayed, viewer, opened=wanted.seat == "all")] if wanted.first == 0 else []
    for event in table.events[start : wanted.first + wanted.count - 1]:
        before = replayed.view(viewer)
        replayed.play(event.actor, event.move)
        told = make_staging(table.game).told(event.actor, event.move, before, replayed.view(viewer))
        move = "" if event.actor is None else table.game.format_move(event.move)
        frame = framed(replayed, viewer, opened=wanted.seat == "all")
        frames.append(msgspec.structs.replace(frame, told=told, actor=event.actor, move=move))
    return Frames(table.game.name, len(table.events) + 1, wanted.first, seats, tuple(frames))


def framed(table: Table[Any, Any, Any], viewer: Actor, *, opened: bool) -> Frame:
    """Show a match at one moment."""
    staging = make_staging(table.game)
    hands: tuple[Cards, ...] = ()
    if opened:
        hands = tuple(staging.hand(table.view(Seat(seat))) for seat in range(table.game.seats))
    legal = () if viewer is None else table.legal_moves(viewer)
    return Frame(staging.scene(table.view(viewer), legal), hands=hands)


def log_of(match: Match) -> str:
    """Write the log of a table's match, once it is over."""
    check_over(match)
    file = io.StringIO()
    write_log(match.table, file)
    return file.getvalue()


def check_over(match: Match) -> None:
    """Refuse to show hands while they are played."""
    if match.status != "over":
        raise RefusalError("table/playing", "the match is still being played")
