# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Preparing for a race: discards, heart swaps and exchanges, by the ranks of the hands (D2.3).

`table` is always what somebody expects of each of her hands. What the other knows and does is
modelled one step deep; where nobody chooses after oneself, the expectation is exact.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from parlour.core import cython_shim as cython

if not cython.compiled:
    from parlour.bots.damenrennen.kernel.rank_hands import (
        FOUR_HANDS,
        add_hands,
        hand_number,
        list_ranks,
        race_worth,
        without,
    )
    from parlour.bots.damenrennen.kernel.value_net import HANDS_OF, worth
    from parlour.core import cython_shim as cython
    from parlour.core.kernel.bits import ONE
    from parlour.games.damenrennen.kernel.slots import (
        ADVANTAGES,
        AWAITING,
        HANDS,
        MARKET,
        NOBODY,
        PHASE,
        RESERVES,
        SIZE,
        SPENT,
        STACK,
        USED,
    )

    NO_CARD = -1  # no place in a hand: where nothing is swapped
    # How far one believes, in hundredths, that the other need not have shown her lowest cards.
    DOUBT = cython.declare(cython.longlong, 15)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from parlour.bots.damenrennen.kernel.value_net import Mind


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def turn_pay(pay: cython.p_double, seat: cython.int, mine: cython.p_double) -> cython.void:
    """Payoffs of seat 0 as a seat sees them."""
    i: cython.int
    for i in range(5):
        mine[i] = pay[i] if seat == 0 else 1.0 - pay[4 - i]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def clubs_of(s: cython.p_longlong, seat: cython.int) -> cython.int:
    """Who has clubs: 0 nobody, 1 the seat, 2 the other."""
    if s[ADVANTAGES] == NOBODY:
        return 0
    return 1 if s[ADVANTAGES] == seat else 2


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def race_pool(s: cython.p_longlong) -> cython.longlong:
    """All cards that hands can have been dealt from, as everybody knows them."""
    return s[STACK] + s[HANDS] + s[HANDS + 1] + s[SPENT] + s[SPENT + 1] + s[USED]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def best_drop(ranks: cython.p_int, n: cython.int, table: cython.p_double) -> cython.int:
    """The place of the card whose discard leaves the best hand."""
    place: cython.int
    best: cython.int = 0
    found: cython.double
    most: cython.double = -1.0
    for place in range(n):
        found = table[without(ranks, n, place)]
        if found > most:
            most = found
            best = place
    return best


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def weigh_hands(
    counts: cython.p_int,
    known: cython.p_int,
    n: cython.int,
    total: cython.int,
    size: cython.int,
    share: cython.double,
    table: cython.p_double,
    weights: cython.p_double,
) -> cython.void:
    """Add the weights of the hands that the other races with: n known cards and any others of a pile.

    With more cards than she races with she discards what leaves her the best hand by her table.
    """
    dealt: cython.double[FOUR_HANDS]
    hand: cython.int[4]
    i: cython.int
    if not cython.compiled:
        dealt, hand = [0.0] * FOUR_HANDS, [0] * 4
    for i in range(n):
        hand[i] = known[i]
    if total == size:
        add_hands(counts, 0, total - n, hand, n, share, weights)
        return
    for i in range(FOUR_HANDS):
        dealt[i] = 0.0
    add_hands(counts, 0, total - n, hand, n, share, dealt)
    for i in range(FOUR_HANDS):
        if dealt[i] > 0.0:
            list_ranks(i, total, hand)
            weights[without(hand, total, best_drop(hand, total, table))] += dealt[i]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def swap_worth(
    mind: Mind,
    clubs: cython.int,
    own: cython.p_int,
    n: cython.int,
    shown: cython.p_int,
    taken: cython.int,
    given: cython.int,
    counts: cython.p_int,
    total: cython.int,
    table: cython.p_double,
    pay: cython.p_double,
) -> cython.double:
    """What the holder of hearts expects of a swap: places among the shown and in her hand (D5.2).

    She believes that the other has most likely shown her lowest cards; the other's cards are `total`
    and her table is what the other goes by. With four cards of her own she may still discard one.
    """
    after: cython.int[4]
    known: cython.int[4]
    high: cython.int[6]
    weights: cython.double[HANDS_OF]
    i: cython.int
    left: cython.int = 0
    found: cython.double
    most: cython.double
    if not cython.compiled:
        after, known, high, weights = [0] * 4, [0] * 4, [0] * 6, [0.0] * HANDS_OF
    for i in range(n):
        after[i] = own[i]
    known[0] = shown[0]
    known[1] = shown[1]
    if given != NO_CARD:
        after[given] = shown[taken]
        known[taken] = own[given]
    for i in range(HANDS_OF):
        weights[i] = 0.0
    for i in range(6):
        high[i] = counts[i] if i >= shown[0] and i >= shown[1] else 0
        left += high[i]
    if left >= total - 2:
        weigh_hands(high, known, 2, total, 3, 1.0 - 0.01 * DOUBT, table, weights)
    weigh_hands(counts, known, 2, total, 3, 0.01 * DOUBT, table, weights)
    if n == 3:
        return race_worth(mind, 3, clubs, hand_number(after, 3), weights, pay)
    most = -1.0
    for i in range(n):
        found = race_worth(mind, 3, clubs, without(after, n, i), weights, pay)
        if found > most:
            most = found
    return most


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def best_swap(
    mind: Mind,
    clubs: cython.int,
    own: cython.p_int,
    n: cython.int,
    shown: cython.p_int,
    counts: cython.p_int,
    total: cython.int,
    table: cython.p_double,
    pay: cython.p_double,
    choice: cython.p_int,
) -> cython.double:
    """Write the best swap into `choice`: what to take and what to give, NO_CARD for declining."""
    taken: cython.int
    given: cython.int
    found: cython.double
    most: cython.double = swap_worth(mind, clubs, own, n, shown, 0, NO_CARD, counts, total, table, pay)
    choice[0] = choice[1] = NO_CARD
    for taken in range(2):
        for given in range(n):
            if own[given] == shown[taken] or (taken == 1 and shown[0] == shown[1]):
                continue
            if given > 0 and own[given] == own[given - 1]:
                continue
            found = swap_worth(mind, clubs, own, n, shown, taken, given, counts, total, table, pay)
            if found > most:
                most = found
                choice[0] = taken
                choice[1] = given
    return most


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def diamond_losses(s: cython.p_longlong, seat: cython.int, mind: Mind, losses: cython.p_double) -> cython.void:
    """By rank, what a seat loses in worth between races with one diamond less in reserve."""
    t: cython.longlong[SIZE]
    rank: cython.int
    i: cython.int
    card: cython.longlong
    sign: cython.double = 1.0 if seat == 0 else -1.0
    whole: cython.double
    if not cython.compiled:
        t = [0] * SIZE
    for i in range(SIZE):
        t[i] = s[i]
    t[PHASE] = AWAITING
    t[STACK] = race_pool(s) + s[MARKET]
    whole = worth(t, mind)
    for rank in range(6):
        card = ONE << (8 * rank + 6)
        losses[rank] = 0.0
        if s[RESERVES + seat] & (3 * card):
            t[RESERVES + seat] -= card
            t[STACK] += card
            losses[rank] = sign * (whole - worth(t, mind))
            t[RESERVES + seat] += card
            t[STACK] -= card


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def improve(
    ranks: cython.p_int,
    n: cython.int,
    reserve: cython.longlong,
    losses: cython.p_double,
    table: cython.p_double,
    swaps: cython.p_int,
) -> cython.int:
    """Exchange diamonds for hand cards one by one while the best exchange pays; count them.

    Writes the ranks of what goes out and comes in, two by two. The hand is changed.
    """
    fresh: cython.int = 0
    count: cython.int = 0
    place: cython.int
    rank: cython.int
    held: cython.int
    best_place: cython.int
    best_rank: cython.int
    gain: cython.double
    most: cython.double
    now: cython.double
    while count < n:
        most = 1e-9
        best_place = best_rank = NO_CARD
        now = table[hand_number(ranks, n)]
        for place in range(n):
            if (fresh >> place) & 1:
                continue
            held = ranks[place]
            for rank in range(6):
                if rank != held and (reserve >> (8 * rank + 6)) & 3:
                    ranks[place] = rank
                    gain = table[hand_number(ranks, n)] - now - losses[rank]
                    if gain > most:
                        most = gain
                        best_place = place
                        best_rank = rank
            ranks[place] = held
        if best_place == NO_CARD:
            break
        swaps[2 * count] = ranks[best_place]
        swaps[2 * count + 1] = best_rank
        ranks[best_place] = best_rank
        reserve -= ONE << (8 * best_rank + 6)
        fresh |= 1 << best_place
        count += 1
    return count
