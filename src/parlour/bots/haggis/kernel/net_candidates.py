# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""The moves that a net looks at: no bets, none that wastes a wild, and no lead that breaks up a large hand."""

from __future__ import annotations

try:
    import cython
except ImportError:
    from parlour.core import cython_shim as cython

if cython.compiled:
    from cython.cimports.parlour.core.set_bits import count_set
else:
    from parlour.bots.haggis.kernel.hand_partition import list_plan
    from parlour.core import cython_shim as cython
    from parlour.core.set_bits import count_set
    from parlour.games.haggis.kernel.combos import (
        BOMB,
        CAPACITY,
        KIND_SHIFT,
        PASS,
        SPOT_MASK,
        WILDS,
        list_answers,
        list_leads,
    )
    from parlour.games.haggis.kernel.machine import GIVING, HANDS, PHASE, STANDING, list_moves

    SMALL = 6  # cards, of which every lead is looked at

TYPE_CHECKING = False
if TYPE_CHECKING:
    from parlour.games.haggis.kernel.round import Round


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def list_candidates(s: cython.p_longlong, seat: cython.int, out: cython.p_longlong) -> cython.int:
    """List the moves of the seat to act that are worth a look.

    No wild stands where a spot card of the hand could. A lead from a large hand is a bomb, or the spot cards that it
    leaves need fewer plays.
    """
    hand: cython.longlong = s[HANDS + seat]
    n: cython.int
    if s[PHASE] == GIVING:
        return list_moves(s, seat, out, CAPACITY)
    if s[STANDING]:
        out[0] = PASS
        return min(CAPACITY, list_answers(hand, s[STANDING], 0, out, 1, CAPACITY))
    n = min(CAPACITY, list_leads(hand, 0, out, 0, CAPACITY))
    return n if count_set(hand) <= SMALL else keep_tidy(hand & SPOT_MASK, out, n)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def keep_tidy(spots: cython.longlong, moves: cython.p_longlong, n: cython.int) -> cython.int:
    """Keep bombs, and leads after which the plan for the spot cards has fewer plays: every play of the plan is one."""
    plan: cython.longlong[9]
    before: cython.int
    after: cython.int
    kept: cython.int = 0
    i: cython.int
    played: cython.longlong = 0
    if not cython.compiled:
        plan = [0] * 9
    before = after = list_plan(spots, plan)
    for i in range(n):
        if moves[i] >> KIND_SHIFT != BOMB:
            if moves[i] & SPOT_MASK != played:
                played = moves[i] & SPOT_MASK
                after = list_plan(spots & ~played, plan)
            if after >= before:
                continue
        moves[kept] = moves[i]
        kept += 1
    return kept


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def list_brief(s: cython.p_longlong, seat: cython.int, out: cython.p_longlong) -> cython.int:
    """List candidates for playouts, fewer of them.

    Of those that differ only in which wilds they spend, the one with the lowest; and a lead from a large hand is a bomb
    or spends one wild at most.
    """
    n: cython.int = list_candidates(s, seat, out)
    most: cython.int = 3 if s[STANDING] or count_set(s[HANDS + seat]) <= SMALL else 1
    kept: cython.int = 0
    i: cython.int
    bare: cython.longlong
    last: cython.longlong = 0
    for i in range(n):
        bare = out[i] & ~WILDS
        if i > 0 and bare == last:
            continue
        last = bare
        if out[i] >> KIND_SHIFT == BOMB or count_set(out[i] & WILDS) <= most:
            out[kept] = out[i]
            kept += 1
    return kept


def candidates(held: Round, seat: int) -> list[int]:
    """The moves of the seat to act that a net looks at."""
    buffer: cython.longlong[CAPACITY]
    i: cython.int
    n: cython.int
    if not cython.compiled:
        buffer = [0] * CAPACITY
    n = list_candidates(held.s, seat, buffer)
    return [buffer[i] for i in range(n)]


def brief_candidates(held: Round, seat: int) -> list[int]:
    """The moves of the seat to act that playouts look at."""
    buffer: cython.longlong[CAPACITY]
    i: cython.int
    n: cython.int
    if not cython.compiled:
        buffer = [0] * CAPACITY
    n = list_brief(held.s, seat, buffer)
    return [buffer[i] for i in range(n)]
