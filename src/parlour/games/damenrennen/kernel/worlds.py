# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""The worlds that a seat, or a spectator, thinks possible (D9).

A world puts every card that the viewer cannot see into one of the places that she cannot see: the
other's hand, what the other has discarded and given up, the stack; for a spectator the hands and
spent cards of both. All ways to do so are as likely as each other, the two copies of a card told
apart for this count, that agree with what the viewer knows of the other:

* a diamond that was exchanged in is in her hand, unless it was laid since (D2.6, D9.1);
* a card that was seen or given in the heart swap is in her hand or among her spent cards, unless
  it was laid since (D9.3); where one of two copies was laid, it was the one that was seen;
* a hand that was no bomb when the first card was laid was none (D4.1).

What the other chose is not weighed as evidence. A choice of hers that is sealed is drawn from her
legal ones in this world; so is, for a spectator, what was shown and swapped.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from parlour.core import cython_shim as cython

if not cython.compiled:
    from parlour.core import cython_shim as cython
    from parlour.core.kernel.bits import ONE
    from parlour.core.kernel.rng import below
    from parlour.games.damenrennen.kernel.piles import HEARTS, card_count, lacking, lowest, pick, spread
    from parlour.games.damenrennen.kernel.slots import (
        ADVANTAGES,
        ASKED,
        BOMBS,
        EXCHANGED,
        GIVEN,
        HANDS,
        LAID,
        NOBODY,
        SEALED,
        SHOWN,
        SPENT,
        STACK,
        TAKEN,
        TRICKS,
        list_moves,
    )
    from parlour.games.damenrennen.kernel.tricks import bomb_in

    TRIES = 10000  # a world is found in a few; this many fail only where there is none


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def laid_pile(s: cython.p_longlong, seat: cython.int) -> cython.longlong:
    """The cards that a seat has laid."""
    return s[LAID + 3 * seat] + s[LAID + 3 * seat + 1] + s[LAID + 3 * seat + 2]


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def dealt_pile(s: cython.p_longlong, seat: cython.int) -> cython.longlong:
    """The cards that a seat had before the exchange, wherever they are now."""
    return s[HANDS + seat] + s[SPENT + seat] + laid_pile(s, seat) - s[EXCHANGED + seat]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def seen_of(s: cython.p_longlong, seat: cython.int, viewer: cython.int) -> cython.longlong:
    """The cards that the viewer saw the seat hold after the heart swap (D9.3)."""
    if s[SHOWN] == 0 or viewer == NOBODY:
        return 0
    if seat == s[ADVANTAGES + HEARTS]:
        return s[TAKEN]
    return s[SHOWN] - s[TAKEN] + s[GIVEN]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def fill_seat(
    s: cython.p_longlong,
    seat: cython.int,
    firm: cython.longlong,
    seen: cython.longlong,
    cards: cython.p_longlong,
    n: cython.int,
    rng: cython.p_ulonglong,
) -> cython.int:
    """Fill a seat's hidden places: firm cards in hand, seen ones there or spent, then any.

    Returns how many of the n cards are left.
    """
    in_hand: cython.int = 0 if s[BOMBS + seat] else card_count(s[HANDS + seat]) - card_count(firm)
    spent: cython.int = card_count(s[SPENT + seat])
    card: cython.longlong
    if s[BOMBS + seat] == 0:
        s[HANDS + seat] = firm
    s[SPENT + seat] = 0
    while seen:
        card = lowest(seen)
        seen -= card
        if below(rng, in_hand + spent) < in_hand:
            s[HANDS + seat] += card
            in_hand -= 1
        else:
            s[SPENT + seat] += card
            spent -= 1
    while in_hand:
        s[HANDS + seat] += pick(cards, n, rng)
        n -= 1
        in_hand -= 1
    while spent:
        s[SPENT + seat] += pick(cards, n, rng)
        n -= 1
        spent -= 1
    return n


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def hides_bomb(s: cython.p_longlong, seat: cython.int) -> cython.bint:
    """Whether a hand would have been a bomb that nobody announced (D4.1)."""
    return s[TRICKS] > 0 and s[BOMBS + seat] == 0 and bomb_in(s[HANDS + seat] + laid_pile(s, seat)) != 0


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def draw_cards(s: cython.p_longlong, viewer: cython.int, rng: cython.p_ulonglong) -> cython.bint:
    """Let all cards that the viewer cannot see change places; False: they cannot lie as she knows."""
    cards: cython.longlong[48]
    firm: cython.longlong[2]
    seen: cython.longlong[2]
    pool: cython.longlong = s[STACK]
    open_places: cython.longlong
    visible: cython.longlong
    seat: cython.int
    n: cython.int
    if not cython.compiled:
        cards, firm, seen = [0] * 48, [0] * 2, [0] * 2
    for seat in range(2):
        firm[seat] = seen[seat] = 0
        if seat == viewer:
            continue
        visible = s[BOMBS + seat] or laid_pile(s, seat)
        open_places = s[SPENT + seat] + (0 if s[BOMBS + seat] else s[HANDS + seat])
        pool += open_places
        firm[seat] = lacking(s[EXCHANGED + seat], visible)
        seen[seat] = lacking(s[EXCHANGED + seat] + seen_of(s, seat, viewer), visible) - firm[seat]
        if card_count(firm[seat]) > (0 if s[BOMBS + seat] else card_count(s[HANDS + seat])):
            return False
        if card_count(firm[seat] + seen[seat]) > card_count(open_places):
            return False
    if lacking(firm[0] + seen[0] + firm[1] + seen[1], pool):
        return False
    n = spread(pool - firm[0] - seen[0] - firm[1] - seen[1], cards)
    for seat in range(2):
        if seat != viewer:
            n = fill_seat(s, seat, firm[seat], seen[seat], cards, n, rng)
    s[STACK] = 0
    while n:
        n -= 1
        s[STACK] += cards[n]
    return True


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def draw_swap(s: cython.p_longlong, rng: cython.p_ulonglong) -> cython.bint:
    """Draw what was shown, taken and given, for a spectator who knows only that it was (D9.3).

    False: the two were not dealt enough cards.
    """
    mine: cython.longlong[48]
    hers: cython.longlong[48]
    holder: cython.int = s[ADVANTAGES + HEARTS]
    shower: cython.int = 1 - holder
    shown: cython.longlong
    n: cython.int
    m: cython.int
    if not cython.compiled:
        mine, hers = [0] * 48, [0] * 48
    m = spread(dealt_pile(s, holder), mine)
    n = spread(dealt_pile(s, shower), hers)
    if m < 1 or n < 2:
        return False
    shown = pick(hers, n, rng)
    if s[TAKEN] == 0:
        s[SHOWN] = shown + pick(hers, n - 1, rng)
        return True
    s[GIVEN] = pick(hers, n - 1, rng)
    s[TAKEN] = pick(mine, m, rng)
    s[SHOWN] = shown + s[TAKEN]
    return True


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def draw_world(
    s: cython.p_longlong, viewer: cython.int, rng: cython.p_ulonglong, buffer: cython.p_longlong
) -> cython.bint:
    """Turn a game into a world that the viewer, a seat or NOBODY, thinks possible; False: none is."""
    seat: cython.int
    n: cython.int
    tries: cython.int = 0
    if not draw_cards(s, viewer, rng):
        return False
    while hides_bomb(s, 0) or hides_bomb(s, 1):
        tries += 1
        if tries == TRIES:
            return False
        draw_cards(s, viewer, rng)
    if s[SHOWN] and viewer == NOBODY and not draw_swap(s, rng):
        return False
    for seat in range(2):
        if seat != viewer and s[SEALED + seat]:
            s[ASKED] |= ONE << seat
            n = list_moves(s, seat, buffer)
            s[SEALED + seat] = buffer[below(rng, n)]
            s[ASKED] &= ~(ONE << seat)
    return True
