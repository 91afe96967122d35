# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Rounds that a net plays to their end, one by one: what every seat scores, and who goes out first."""

from __future__ import annotations

try:
    import cython
except ImportError:
    from parlour.core import cython_shim as cython

if not cython.compiled:
    from parlour.bots.haggis.kernel.net import value_moves
    from parlour.bots.haggis.kernel.net_candidates import list_candidates
    from parlour.bots.haggis.kernel.net_play import BIG_BET, best_of, pays_to_bet
    from parlour.bots.haggis.kernel.net_search import play_out
    from parlour.core import cython_shim as cython
    from parlour.core.kernel.rng import below, seeded
    from parlour.games.haggis.kernel.combos import CAPACITY, PASS
    from parlour.games.haggis.kernel.machine import (
        ACTOR,
        BETS,
        OUT_ORDER,
        OVER,
        PHASE,
        PLAYERS,
        SIZE,
        may_bet,
        score_parts,
        step,
    )
    from parlour.games.haggis.kernel.playout import shuffle

    MOST_MOVES = 64

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from parlour.bots.haggis.kernel.net import Net
    from parlour.games.haggis.kernel.round import Round


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def write_result(s: cython.p_longlong, out: cython.int[::1], at: cython.Py_ssize_t) -> cython.void:
    """Write the points of a finished round by seat, and who went out first."""
    parts: cython.longlong[5]
    seat: cython.int
    if not cython.compiled:
        parts = [0] * 5
    for seat in range(s[PLAYERS]):
        out[at + seat] = score_parts(s, seat, parts)
    out[at + s[PLAYERS]] = s[OUT_ORDER]


def try_each(
    net: Net,
    world: Round,
    hidden: int,
    seat: int,
    moves: Sequence[int],
    worlds: int,
    seed: int,
    few: int,
    out: cython.int[::1],
) -> None:
    """Try moves in worlds, the same for all: the hidden cards are dealt anew for each, and the net plays on.

    Writes world by world and move by move the points of every seat, then who went out first.
    """
    buffer: cython.longlong[CAPACITY]
    values: cython.double[CAPACITY]
    chances: cython.double[CAPACITY]
    dealt: cython.longlong[SIZE]
    s: cython.longlong[SIZE]
    tried: cython.longlong[MOST_MOVES]
    rng: cython.ulonglong[1]
    mine: cython.int = seat
    players: cython.int = world.s[PLAYERS]
    solved: cython.int = few if players == 2 else 0
    cards: cython.longlong = hidden
    count: cython.int = len(moves)
    often: cython.longlong = worlds
    at: cython.Py_ssize_t = 0
    n: cython.longlong
    i: cython.int
    k: cython.int
    if not 1 <= len(moves) <= MOST_MOVES:
        raise ValueError(f"1 to {MOST_MOVES} moves can be tried, got {len(moves)}")
    if len(out) != worlds * len(moves) * (players + 1):
        raise ValueError(f"{worlds} worlds of {len(moves)} moves do not fit into {len(out)} places")
    if not cython.compiled:
        buffer, values, chances = [0] * CAPACITY, [0.0] * CAPACITY, [0.0] * CAPACITY
        dealt, s, rng, tried = [0] * SIZE, [0] * SIZE, [0], [0] * MOST_MOVES
    for k in range(count):
        tried[k] = moves[k]
    rng[0] = seeded(seed)
    with cython.nogil:
        for n in range(often):
            for i in range(SIZE):
                dealt[i] = world.s[i]
            shuffle(dealt, cards, rng)
            for k in range(count):
                for i in range(SIZE):
                    s[i] = dealt[i]
                step(s, mine, tried[k])
                play_out(net, s, solved, buffer, values, chances)
                write_result(s, out, at)
                at += players + 1


def play_often(net: Net, opened: Round, rounds: int, seed: int, explore: int, out: cython.int[::1]) -> None:
    """Play the same cards to the end by a net, so many of 1000 moves at random; writes as `try_each` does.

    A seat bets before its first card where that brings points on average.
    """
    buffer: cython.longlong[CAPACITY]
    values: cython.double[CAPACITY]
    chances: cython.double[CAPACITY]
    s: cython.longlong[SIZE]
    rng: cython.ulonglong[1]
    players: cython.int = opened.s[PLAYERS]
    wander: cython.int = explore
    often: cython.longlong = rounds
    at: cython.Py_ssize_t = 0
    n: cython.longlong
    i: cython.int
    m: cython.int
    seat: cython.int
    best: cython.int
    if len(out) != rounds * (players + 1):
        raise ValueError(f"{rounds} rounds do not fit into {len(out)} places")
    if not cython.compiled:
        buffer, values, chances = [0] * CAPACITY, [0.0] * CAPACITY, [0.0] * CAPACITY
        s, rng = [0] * SIZE, [0]
    rng[0] = seeded(seed)
    with cython.nogil:
        for n in range(often):
            for i in range(SIZE):
                s[i] = opened.s[i]
            while s[PHASE] != OVER:
                seat = s[ACTOR]
                m = list_candidates(s, seat, buffer)
                best = 0
                if m > 1 or may_bet(s, seat):
                    value_moves(net, s, seat, buffer, m, values, chances)
                    best = best_of(values, m)
                    if may_bet(s, seat) and buffer[best] != PASS and pays_to_bet(s, seat, chances[best]):
                        s[BETS + seat] = BIG_BET + 1
                        continue
                    if below(rng, 1000) < wander:
                        best = below(rng, m)
                step(s, seat, buffer[best])
            write_result(s, out, at)
            at += players + 1
