# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""The draft solved: no card of it is hidden, and there are 24 orders at most (D6).

Worths are chances of seat 0 to win the game.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from parlour.core import cython_shim as cython

if not cython.compiled:
    from parlour.bots.damenrennen.kernel.value_net import worth
    from parlour.core import cython_shim as cython
    from parlour.games.damenrennen.kernel.draft import ask_drafter, take
    from parlour.games.damenrennen.kernel.piles import types_in
    from parlour.games.damenrennen.kernel.slots import (
        ASKED,
        DRAFTING,
        MARKET,
        PHASE,
        PICKS,
        RACE_WINNER,
        SIZE,
        ULTIMATE,
    )

TYPE_CHECKING = False
if TYPE_CHECKING:
    from parlour.bots.damenrennen.kernel.value_net import Mind
    from parlour.games.damenrennen.kernel.game import Game


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def draft_worth(
    s: cython.p_longlong, mind: Mind, low: cython.double, high: cython.double, least: cython.longlong
) -> cython.double:
    """The value of a draft where both choose best, by alpha-beta.

    Where one seat takes two cards in a row their order does not matter: the second is no lower
    than the `least`.
    """
    t: cython.longlong[SIZE]
    seat: cython.int
    i: cython.int
    rest: cython.longlong
    card: cython.longlong
    found: cython.double
    if s[PHASE] != DRAFTING:
        return worth(s, mind)
    if not cython.compiled:
        t = [0] * SIZE
    seat = 0 if s[ASKED] & 1 else 1
    rest = types_in(s[MARKET])
    while rest and low < high:
        card = rest & -rest
        rest &= rest - 1
        if card < least:
            continue
        for i in range(SIZE):
            t[i] = s[i]
        take(t, seat, card)
        found = draft_worth(t, mind, low, high, card if t[ASKED] == s[ASKED] else 0)
        if seat == 0:
            low = max(low, found)
        else:
            high = min(high, found)
    return low if seat == 0 else high


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def best_pick(s: cython.p_longlong, mind: Mind) -> cython.longlong:
    """The card to take in a draft; the lowest of equals."""
    t: cython.longlong[SIZE]
    seat: cython.int = 0 if s[ASKED] & 1 else 1
    i: cython.int
    rest: cython.longlong = types_in(s[MARKET])
    best: cython.longlong = rest & -rest
    low: cython.double = -1.0
    high: cython.double = 2.0
    found: cython.double
    if not cython.compiled:
        t = [0] * SIZE
    while rest:
        for i in range(SIZE):
            t[i] = s[i]
        take(t, seat, rest & -rest)
        found = draft_worth(t, mind, low, high, 0)
        if seat == 0 and found > low:
            low = found
            best = rest & -rest
        elif seat == 1 and found < high:
            high = found
            best = rest & -rest
        rest &= rest - 1
    return best


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def verdict_worths(s: cython.p_longlong, mind: Mind, pay: cython.p_double) -> cython.void:
    """The values of the draft after each verdict of the race, in the order of `race_law`.

    A tie is broken by two cards from one pile, so it is a simple win for either with equal chance.
    """
    t: cython.longlong[SIZE]
    verdict: cython.int
    i: cython.int
    if not cython.compiled:
        t = [0] * SIZE
    for verdict in range(5):
        if verdict == 2:
            continue
        for i in range(SIZE):
            t[i] = s[i]
        t[RACE_WINNER] = 0 if verdict < 2 else 1
        t[ULTIMATE] = 1 if verdict == 0 or verdict == 4 else 0
        t[PICKS] = 0
        ask_drafter(t)
        pay[verdict] = draft_worth(t, mind, -1.0, 2.0, 0)
    pay[2] = (pay[1] + pay[3]) / 2


def pick_worth(game: Game, card: int, mind: Mind) -> float:
    """The chance of seat 0 to win where this card is taken and both draft best from there on."""
    t: cython.longlong[SIZE]
    i: cython.int
    chosen: cython.longlong = card
    if not cython.compiled:
        t = [0] * SIZE
    for i in range(SIZE):
        t[i] = game.s[i]
    take(t, 0 if t[ASKED] & 1 else 1, chosen)
    return draft_worth(t, mind, -1.0, 2.0, 0)


def worths_by_verdict(game: Game, mind: Mind) -> list[float]:
    """The chances of seat 0 to win the game after each verdict of the race, in the order of `race_law`."""
    pay: cython.double[5]
    i: cython.int
    if not cython.compiled:
        pay = [0.0] * 5
    verdict_worths(game.s, mind, pay)
    return [pay[i] for i in range(5)]
