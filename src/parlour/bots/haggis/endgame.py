# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""The end of a round: going out by force, whatever the hidden cards are."""

from __future__ import annotations

try:
    import cython
except ImportError:
    from parlour.core import interpreted as cython

if not cython.compiled:
    from parlour.core import interpreted as cython
    from parlour.games.haggis.combos import list_answers, list_leads

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
