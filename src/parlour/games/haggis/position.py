"""A round field by field: what the kernel's vector means."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, Literal

import msgspec

from parlour.core.game import Seat
from parlour.games.haggis.kernel.round import SLOTS, Round

Phase = Literal["playing", "giving", "over"]
Play = tuple[Seat, int]
"""A decision of a seat."""
PHASES: Final[tuple[Phase, ...]] = ("playing", "giving", "over")
NOBODY: Final = 3


class Position(msgspec.Struct, frozen=True, kw_only=True):
    """All that a round is made of; hands are masks, trick and captured cards are piles."""

    tournament: bool
    bonus: int
    hands: tuple[int, ...]
    haggis: int
    actor: Seat
    phase: Phase = "playing"
    standing: int = 0
    holder: Seat = Seat(0)
    runner_up: Seat | None = None
    passes: int = 0
    trick: int = 0
    captured: tuple[int, ...] = ()
    bets: tuple[int | None, ...] = ()
    played: tuple[bool, ...] = ()
    left_over: tuple[int, ...] = ()
    outs: tuple[Seat, ...] = ()


class EarlierRound(msgspec.Struct, frozen=True):
    """What everybody may remember of a round that is over (H9.1)."""

    bets: tuple[int | None, ...]
    """What each seat declared."""
    first: Seat
    """Who went out first."""


def encode_round(position: Position) -> Round:
    """The kernel's vector of a position."""
    slots = [0] * SLOTS["size"]
    single = {
        "players": len(position.hands),
        "tournament": int(position.tournament),
        "bonus": position.bonus,
        "phase": PHASES.index(position.phase),
        "actor": position.actor,
        "standing": position.standing,
        "holder": position.holder,
        "runner_up": NOBODY if position.runner_up is None else position.runner_up,
        "passes": position.passes,
        "trick": position.trick,
        "haggis": position.haggis,
        "outs": len(position.outs),
    }
    by_seat = {
        "hands": position.hands,
        "out_order": position.outs,
        "captured": position.captured,
        "bets": tuple(0 if bet is None else bet + 1 for bet in position.bets),
        "played": tuple(map(int, position.played)),
        "left_over": position.left_over,
    }
    for name, value in single.items():
        slots[SLOTS[name]] = value
    for name, values in by_seat.items():
        slots[SLOTS[name] : SLOTS[name] + len(values)] = values
    return Round(slots)


def decode_round(played: Round) -> Position:
    """The position that a kernel's vector stands for."""
    return decode_slots(played.slots())


@lru_cache(maxsize=1024)
def decode_slots(slots: tuple[int, ...]) -> Position:
    """The position of a vector; cached, for the view of every seat and the judge decode the same one in turn."""

    def single(name: str) -> int:
        return slots[SLOTS[name]]

    def by_seat(name: str) -> tuple[int, ...]:
        return slots[SLOTS[name] : SLOTS[name] + single("players")]

    order = slots[SLOTS["out_order"] : SLOTS["out_order"] + single("outs")]
    runner_up = single("runner_up")
    return Position(
        tournament=bool(single("tournament")),
        bonus=single("bonus"),
        hands=by_seat("hands"),
        haggis=single("haggis"),
        actor=Seat(single("actor")),
        phase=PHASES[single("phase")],
        standing=single("standing"),
        holder=Seat(single("holder")),
        runner_up=None if runner_up == NOBODY else Seat(runner_up),
        passes=single("passes"),
        trick=single("trick"),
        captured=by_seat("captured"),
        bets=tuple(bet - 1 if bet else None for bet in by_seat("bets")),
        played=tuple(map(bool, by_seat("played"))),
        left_over=by_seat("left_over"),
        outs=tuple(map(Seat, order)),
    )
