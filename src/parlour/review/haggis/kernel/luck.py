# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""The same cards played to the end by a net again and again: what every seat scores, and who goes out first."""

from __future__ import annotations

try:
    import cython
except ImportError:
    from parlour.core import cython_shim as cython

if not cython.compiled:
    from parlour.bots.haggis.kernel.net import best_of, value_moves
    from parlour.bots.haggis.kernel.net_candidates import list_candidates
    from parlour.bots.haggis.kernel.net_play import BIG_BET, pays_to_bet
    from parlour.bots.haggis.kernel.net_search import write_result
    from parlour.core import cython_shim as cython
    from parlour.core.kernel.rng import below, seeded
    from parlour.games.haggis.kernel.combos import CAPACITY, PASS
    from parlour.games.haggis.kernel.machine import ACTOR, BETS, OVER, PHASE, PLAYERS, SIZE, may_bet, step

TYPE_CHECKING = False
if TYPE_CHECKING:
    from parlour.bots.haggis.kernel.net import Net
    from parlour.games.haggis.kernel.round import Round


def play_often(net: Net, opened: Round, rounds: int, seed: int, explore: int, out: cython.int[::1]) -> None:
    """Play the same cards to the end by a net, so many of 1000 moves at random; writes as `try_each` does.

    A seat bets before its first card where that brings points on average.
    """
    buffer: cython.longlong[CAPACITY]
    values: cython.double[CAPACITY]
    chances: cython.double[CAPACITY]
    s: cython.longlong[SIZE]
    result: cython.int[4]
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
    asked: cython.bint
    if len(out) != rounds * (players + 1):
        raise ValueError(f"{rounds} rounds do not fit into {len(out)} places")
    if not cython.compiled:
        buffer, values, chances = [0] * CAPACITY, [0.0] * CAPACITY, [0.0] * CAPACITY
        s, rng, result = [0] * SIZE, [0], [0] * 4
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
                    asked = may_bet(s, seat) and buffer[best] != PASS
                    if asked and pays_to_bet(net, s, seat, buffer, m, values, chances):
                        s[BETS + seat] = BIG_BET + 1
                        continue
                    if below(rng, 1000) < wander:
                        best = below(rng, m)
                step(s, seat, buffer[best])
            write_result(s, result)
            for i in range(players + 1):
                out[at + i] = result[i]
            at += players + 1
