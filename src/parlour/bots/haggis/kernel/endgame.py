# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""The best play at the end of a round between two, with few and open cards."""

from __future__ import annotations

try:
    import cython
except ImportError:
    from parlour.core import cython_shim as cython

if not cython.compiled:
    from parlour.core import cython_shim as cython
    from parlour.games.haggis.kernel.combos import (
        ALL_WILDS,
        BOMB,
        CARD_MASK,
        KIND_SHIFT,
        PASS,
        list_answers,
        list_leads,
    )
    from parlour.games.haggis.kernel.machine import (
        ACTOR,
        HANDS,
        OUT_ORDER,
        OVER,
        PHASE,
        SIZE,
        STANDING,
        score_parts,
        step,
    )

    ENDLESS = 1000000  # more than any points


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def solve(
    s: cython.p_longlong,
    low: cython.longlong,
    high: cython.longlong,
    out_first_bonus: cython.longlong,
    last: cython.p_longlong,
) -> cython.longlong:
    """Solve few open cards of two players by alpha-beta; `last` becomes the end of the round.

    Returns seat 0's points less those of seat 1, plus `out_first_bonus` where seat 0 is out first: of two, one is,
    so what is good for one seat is as bad for the other. Six cards have 88 leads at most.
    """
    moves: cython.longlong[128]
    following: cython.longlong[SIZE]
    end: cython.longlong[SIZE]
    parts: cython.longlong[5]
    n: cython.int
    i: cython.int
    k: cython.int
    value: cython.longlong
    mine: cython.bint = s[ACTOR] == 0
    best: cython.longlong = -ENDLESS if mine else ENDLESS
    if not cython.compiled:
        moves, following, end, parts = [0] * 128, [0] * SIZE, [0] * SIZE, [0] * 5
    if s[PHASE] == OVER:
        for k in range(SIZE):
            last[k] = s[k]
        return score_parts(s, 0, parts) - score_parts(s, 1, parts) + (out_first_bonus if s[OUT_ORDER] == 0 else 0)
    if s[STANDING]:
        n = list_answers(s[HANDS + s[ACTOR]], s[STANDING], ALL_WILDS, moves, 0, 127)
        moves[n] = PASS
        n += 1
    else:
        n = list_leads(s[HANDS + s[ACTOR]], ALL_WILDS, moves, 0, 128)
    # Going out without a bomb brings every card still to be had, and five for each that the other holds.
    for i in range(n):
        if moves[i] & CARD_MASK == s[HANDS + s[ACTOR]] and moves[i] >> KIND_SHIFT != BOMB:
            moves[0] = moves[i]
            n = 1
            break
    for i in range(n):
        for k in range(SIZE):
            following[k] = s[k]
        step(following, s[ACTOR], moves[i])
        value = solve(following, low, high, out_first_bonus, end)
        if value > best if mine else value < best:
            best = value
            for k in range(SIZE):
                last[k] = end[k]
        if mine:
            low = max(low, best)
        else:
            high = min(high, best)
        if low >= high:
            break
    return best
