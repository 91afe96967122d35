# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""The end of a round: going out by force, whatever the hidden cards are; and the best play of few open cards."""

from __future__ import annotations

try:
    import cython
except ImportError:
    from parlour.core import interpreted as cython

if not cython.compiled:
    from parlour.core import interpreted as cython
    from parlour.games.haggis.combos import PASS, list_answers, list_leads
    from parlour.games.haggis.machine import ACTOR, HANDS, OUT_ORDER, OVER, PHASE, SIZE, STANDING, score_parts, step

    ENDLESS = 1000000  # more than any points

CARD_MASK = cython.declare(cython.longlong, (1 << 48) - 1)
NODE_LIMIT = cython.declare(cython.longlong, 20000)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def proven(
    hand: cython.longlong, unseen: cython.longlong, wilds: cython.longlong, nodes: cython.p_longlong
) -> cython.bint:
    """Tell whether the leader goes out by force, even against an opponent with all unseen cards and all wilds.

    Every lead but the last must be one that such an opponent cannot beat.
    """
    moves: cython.longlong[512]
    reply: cython.longlong[1]
    n: cython.int
    i: cython.int
    if not cython.compiled:
        moves, reply = [0] * 512, [0]
    n = list_leads(hand, moves, 0, 512)
    if n > 512:
        return False
    for i in range(n):
        if moves[i] & CARD_MASK == hand:
            return True
    for i in range(n):
        nodes[0] += 1
        if nodes[0] > NODE_LIMIT:
            return False
        if list_answers(unseen | wilds, moves[i], reply, 0, 0) == 0 and proven(
            hand & ~moves[i] & CARD_MASK, unseen, wilds, nodes
        ):
            return True
    return False


def forced_out(hand: int, unseen: int, wilds: int) -> int | None:
    """Find a lead after which a hand goes out by force, or None; unseen spot cards and wilds are all against it."""
    moves: cython.longlong[512]
    reply: cython.longlong[1]
    nodes: cython.longlong[1]
    n: cython.int
    i: cython.int
    mine: cython.longlong = hand
    theirs: cython.longlong = unseen | wilds
    if not cython.compiled:
        moves, reply, nodes = [0] * 512, [0], [0]
    nodes[0] = 0
    n = list_leads(mine, moves, 0, 512)
    if n > 512:
        return None
    for i in range(n):
        if moves[i] & CARD_MASK == mine:
            return moves[i]
    for i in range(n):
        if list_answers(theirs, moves[i], reply, 0, 0) == 0 and proven(
            mine & ~moves[i] & CARD_MASK, unseen, wilds, nodes
        ):
            return moves[i]
    return None


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def solve(
    s: cython.p_longlong, low: cython.longlong, high: cython.longlong, eager: cython.longlong, last: cython.p_longlong
) -> cython.longlong:
    """Play few open cards of two players as well as can be, by alpha-beta; `last` becomes the end of the round.

    Gives seat 0's points less those of seat 1, and `eager` more where seat 0 is out first: for one of two that is
    a sum of zero with what seat 1 would get. Six cards have 88 leads at most.
    """
    moves: cython.longlong[512]
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
        moves, following, end, parts = [0] * 512, [0] * SIZE, [0] * SIZE, [0] * 5
    if s[PHASE] == OVER:
        for k in range(SIZE):
            last[k] = s[k]
        return score_parts(s, 0, parts) - score_parts(s, 1, parts) + (eager if s[OUT_ORDER] == 0 else 0)
    if s[STANDING]:
        n = list_answers(s[HANDS + s[ACTOR]], s[STANDING], moves, 0, 511)
        moves[n] = PASS
        n += 1
    else:
        n = list_leads(s[HANDS + s[ACTOR]], moves, 0, 512)
    for i in range(n):
        for k in range(SIZE):
            following[k] = s[k]
        step(following, s[ACTOR], moves[i])
        value = solve(following, low, high, eager, end)
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
