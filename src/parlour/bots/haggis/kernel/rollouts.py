# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Moves tried in many worlds, each played out by `sense`, without the interpreter's lock."""

from __future__ import annotations

try:
    import cython
except ImportError:
    from parlour.core import cython_shim as cython

if not cython.compiled:
    from parlour.bots.haggis.kernel.endgame import ENDLESS, solve
    from parlour.bots.haggis.kernel.sense import WEIGHTS, sense_move
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

    # What going out first is worth beyond its points. Playouts neither bet nor press an advantage as people and
    # searches do: measured on 200 duplicate deals against `sense`, 40 raised out-first from 63 to 72 %, and the points.
    OUT_FIRST_BONUS = cython.declare(cython.longlong, 40)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from parlour.games.haggis.kernel.round import Round


def sequential_halving(
    world: Round,
    hidden: int,
    seat: int,
    moves: Sequence[int],
    budget: int,
    seed: int,
    weights: Sequence[float],
    few: int,
) -> list[tuple[int, int, float, float]]:
    """Search by sequential halving: each turn drops the worse half of the moves and tries the rest in new worlds.

    The hidden cards are dealt anew for every world; all moves still in are tried in the same ones. Where two players
    hold no more than `few` cards together, a playout ends as well as it can with open cards.
    Returns for every move, best first: the move, how often it was tried, its mean points (own less
    the mean of the others), and how often its seat was out first.
    """
    buffer: cython.longlong[CAPACITY]
    dealt: cython.longlong[SIZE]
    s: cython.longlong[SIZE]
    parts: cython.longlong[5]
    rng: cython.ulonglong[1]
    w: cython.double[WEIGHTS]
    tried: cython.longlong[64]
    total: cython.longlong[64]
    outs: cython.longlong[64]
    mine: cython.int = seat
    solved: cython.int = few if world.s[PLAYERS] == 2 else 0
    cards: cython.longlong = hidden
    count: cython.int = len(moves)
    alive: cython.int = count
    turns: cython.int = 1
    worlds: cython.longlong
    i: cython.int
    k: cython.int
    other: cython.int
    n: cython.longlong
    points: cython.longlong
    order: cython.longlong[64]
    if not 1 <= len(moves) <= 64:
        raise ValueError(f"1 to 64 moves can be tried, got {len(moves)}")
    if not cython.compiled:
        buffer, dealt, s, parts = [0] * CAPACITY, [0] * SIZE, [0] * SIZE, [0] * 5
        rng, w, tried, total, outs, order = [0], [0.0] * WEIGHTS, [0] * 64, [0] * 64, [0] * 64, [0] * 64
    for i in range(WEIGHTS):
        w[i] = weights[i]
    for i in range(count):
        order[i] = moves[i]
        tried[i] = total[i] = outs[i] = 0
    while 1 << turns < count:
        turns += 1
    rng[0] = seeded(seed)
    share: cython.longlong = budget // turns
    with cython.nogil:
        while True:
            worlds = share // alive if share > alive else 1
            for n in range(worlds):
                for i in range(SIZE):
                    dealt[i] = world.s[i]
                shuffle(dealt, cards, rng)
                for k in range(alive):
                    for i in range(SIZE):
                        s[i] = dealt[i]
                    step(s, mine, order[k])
                    play_out(s, buffer, w, solved)
                    points = 0
                    for other in range(s[PLAYERS]):
                        if other != mine:
                            points -= score_parts(s, other, parts)
                    points += (s[PLAYERS] - 1) * score_parts(s, mine, parts)
                    if s[OUT_ORDER] == mine:
                        points += OUT_FIRST_BONUS
                    total[k] += points
                    tried[k] += 1
                    outs[k] += s[OUT_ORDER] == mine
            if alive <= 1:
                break
            sort_by_mean(order, tried, total, outs, alive)
            if alive <= 2:
                break
            alive = (alive + 1) // 2
    others: cython.double = world.s[PLAYERS] - 1
    often: cython.double
    found = []
    for i in range(count):
        often = tried[i]  # every move is tried at least once
        found.append((order[i], tried[i], (total[i] - OUT_FIRST_BONUS * outs[i]) / (others * often), outs[i] / often))
    return found


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def play_out(s: cython.p_longlong, buffer: cython.p_longlong, w: cython.p_double, few: cython.int) -> cython.void:
    """Play a round to its end by `sense`, and the last few cards of two as well as can be."""
    last: cython.longlong[SIZE]
    k: cython.int
    if not cython.compiled:
        last = [0] * SIZE
    while s[PHASE] != OVER:
        if few and count_bits(s[HANDS]) + count_bits(s[HANDS + 1]) <= few:
            solve(s, -ENDLESS, ENDLESS, OUT_FIRST_BONUS, last)
            for k in range(SIZE):
                s[k] = last[k]
            return
        step(s, s[ACTOR], sense_move(s, buffer, w))


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def sort_by_mean(
    order: cython.p_longlong, tried: cython.p_longlong, total: cython.p_longlong, outs: cython.p_longlong, n: cython.int
) -> cython.void:
    """Sort moves by their mean, best first."""
    i: cython.int
    k: cython.int
    held: cython.longlong
    for i in range(1, n):
        k = i
        while k > 0 and total[k] * tried[k - 1] > total[k - 1] * tried[k]:
            held = order[k]
            order[k] = order[k - 1]
            order[k - 1] = held
            held = tried[k]
            tried[k] = tried[k - 1]
            tried[k - 1] = held
            held = total[k]
            total[k] = total[k - 1]
            total[k - 1] = held
            held = outs[k]
            outs[k] = outs[k - 1]
            outs[k - 1] = held
            k -= 1
