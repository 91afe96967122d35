# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Moves tried in sampled worlds, each played out by a net, without the interpreter's lock."""

from __future__ import annotations

try:
    import cython
except ImportError:
    from parlour.core import cython_shim as cython

if not cython.compiled:
    from parlour.bots.haggis.kernel.endgame import ENDLESS, solve
    from parlour.bots.haggis.kernel.net import best_of, value_moves
    from parlour.bots.haggis.kernel.net_candidates import list_brief
    from parlour.core import cython_shim as cython
    from parlour.core.kernel.bits import count_bits
    from parlour.core.kernel.rng import seeded
    from parlour.games.haggis.kernel.combos import CAPACITY
    from parlour.games.haggis.kernel.machine import (
        ACTOR,
        HANDS,
        OUT_ORDER,
        OVER,
        PHASE,
        PLAYERS,
        SIZE,
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
def play_out(
    net: Net,
    s: cython.p_longlong,
    few: cython.int,
    buffer: cython.p_longlong,
    values: cython.p_double,
    chances: cython.p_double,
) -> cython.void:
    """Play a round to its end by a net; where two hold no more than `few` cards, as well as open cards allow."""
    last: cython.longlong[SIZE]
    n: cython.int
    k: cython.int
    if not cython.compiled:
        last = [0] * SIZE
    while s[PHASE] != OVER:
        if few and count_bits(s[HANDS]) + count_bits(s[HANDS + 1]) <= few:
            solve(s, -ENDLESS, ENDLESS, 0, last)
            for k in range(SIZE):
                s[k] = last[k]
            return
        n = list_brief(s, s[ACTOR], buffer)
        if n == 1:
            step(s, s[ACTOR], buffer[0])
        else:
            value_moves(net, s, s[ACTOR], buffer, n, values, chances)
            step(s, s[ACTOR], buffer[best_of(values, n)])


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def write_result(s: cython.p_longlong, result: cython.p_int) -> cython.void:
    """Write the points of a finished round by seat, then who went out first."""
    parts: cython.longlong[5]
    seat: cython.int
    if not cython.compiled:
        parts = [0] * 5
    for seat in range(s[PLAYERS]):
        result[seat] = score_parts(s, seat, parts)
    result[s[PLAYERS]] = s[OUT_ORDER]


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
    result: cython.int[4]
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
        dealt, s, rng, tried, result = [0] * SIZE, [0] * SIZE, [0], [0] * MOST_MOVES, [0] * 4
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
                write_result(s, result)
                for i in range(players + 1):
                    out[at + i] = result[i]
                at += players + 1
