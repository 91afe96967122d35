# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Hands by their ranks: a race knows no suits (D3.1), so there are 56 hands of three and 126 of four.

A hand is numbered by its ranks in rising order, a <= b <= c <= d:
`a + b(b+1)/2 + c(c+1)(c+2)/6 + d(d+1)(d+2)(d+3)/24`, as many terms as cards.

Payoffs stand in the order of `race_law` and are seen from one seat, "mine": chances to win the
game. Clubs are 0 with nobody, 1 mine, 2 the other's.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from parlour.core import cython_shim as cython

if not cython.compiled:
    from parlour.bots.damenrennen.kernel.value_net import HANDS_OF
    from parlour.core import cython_shim as cython
    from parlour.games.damenrennen.kernel.piles import card_count

    FOUR_HANDS = 126

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from parlour.bots.damenrennen.kernel.value_net import Mind


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def count_ranks(pile: cython.longlong, counts: cython.p_int) -> cython.void:
    """Count the cards of a pile by rank."""
    rank: cython.int
    for rank in range(6):
        counts[rank] = card_count((pile >> (8 * rank)) & 255)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def ranks_of(pile: cython.longlong, ranks: cython.p_int) -> cython.int:
    """List the ranks of a small pile, rising, and count them."""
    rank: cython.int
    count: cython.int
    n: cython.int = 0
    for rank in range(6):
        count = card_count((pile >> (8 * rank)) & 255)
        while count:
            ranks[n] = rank
            n += 1
            count -= 1
    return n


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def hand_number(ranks: cython.p_int, n: cython.int) -> cython.int:
    """Number a hand of one to four ranks in any order."""
    counts: cython.int[6]
    rank: cython.int
    at: cython.int = 0
    i: cython.int
    number: cython.int = 0
    if not cython.compiled:
        counts = [0] * 6
    for rank in range(6):
        counts[rank] = 0
    for i in range(n):
        counts[ranks[i]] += 1
    for rank in range(6):
        while counts[rank]:
            counts[rank] -= 1
            if at == 0:
                number += rank
            elif at == 1:
                number += rank * (rank + 1) // 2
            elif at == 2:
                number += rank * (rank + 1) * (rank + 2) // 6
            else:
                number += rank * (rank + 1) * (rank + 2) * (rank + 3) // 24
            at += 1
    return number


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def list_ranks(number: cython.int, n: cython.int, ranks: cython.p_int) -> cython.void:
    """List the ranks of a numbered hand, rising."""
    at: cython.int
    rank: cython.int
    share: cython.int
    for at in range(n - 1, -1, -1):
        for rank in range(5, -1, -1):
            if at == 0:
                share = rank
            elif at == 1:
                share = rank * (rank + 1) // 2
            elif at == 2:
                share = rank * (rank + 1) * (rank + 2) // 6
            else:
                share = rank * (rank + 1) * (rank + 2) * (rank + 3) // 24
            if share <= number:
                number -= share
                ranks[at] = rank
                break


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def without(ranks: cython.p_int, n: cython.int, place: cython.int) -> cython.int:
    """Number the hand that is left where one card is put away."""
    rest: cython.int[4]
    i: cython.int
    k: cython.int = 0
    if not cython.compiled:
        rest = [0] * 4
    for i in range(n):
        if i != place:
            rest[k] = ranks[i]
            k += 1
    return hand_number(rest, k)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def add_hands(
    counts: cython.p_int,
    rank: cython.int,
    left: cython.int,
    hand: cython.p_int,
    n: cython.int,
    weight: cython.double,
    weights: cython.p_double,
) -> cython.void:
    """Add the weights of all hands that so many cards of a pile make with the n of a hand: ways to draw them."""
    taken: cython.int
    ways: cython.double = weight
    if left == 0:
        weights[hand_number(hand, n)] += weight
        return
    if rank == 6:
        return
    add_hands(counts, rank + 1, left, hand, n, weight, weights)
    for taken in range(1, min(left, counts[rank]) + 1):
        ways = ways * (counts[rank] - taken + 1) / taken
        hand[n + taken - 1] = rank
        add_hands(counts, rank + 1, left - taken, hand, n + taken, ways, weights)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def race_worth(
    mind: Mind,
    size: cython.int,
    clubs: cython.int,
    mine: cython.int,
    weights: cython.p_double,
    pay: cython.p_double,
) -> cython.double:
    """The exact expectation of one hand over weighted hands of the other."""
    yours: cython.int
    at: cython.int = 5 * HANDS_OF * (HANDS_OF * (3 * (size - 1) + clubs) + mine)
    hands: cython.int = 56 if size == 3 else 21 if size == 2 else 6
    total: cython.double = 0.0
    mass: cython.double = 0.0
    for yours in range(hands):
        if weights[yours] > 0.0:
            mass += weights[yours]
            total += weights[yours] * (
                mind.laws[at] * pay[0]
                + mind.laws[at + 1] * pay[1]
                + mind.laws[at + 2] * pay[2]
                + mind.laws[at + 3] * pay[3]
                + mind.laws[at + 4] * pay[4]
            )
        at += 5
    return total / (6.0 * mass)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def race_table(
    mind: Mind,
    size: cython.int,
    clubs: cython.int,
    weights: cython.p_double,
    pay: cython.p_double,
    table: cython.p_double,
) -> cython.void:
    """The exact expectation of every hand over weighted hands of the other."""
    mine: cython.int
    for mine in range(56 if size == 3 else 21 if size == 2 else 6):
        table[mine] = race_worth(mind, size, clubs, mine, weights, pay)


def number_hand(ranks: Sequence[int]) -> int:
    """Number a hand of one to four ranks in any order."""
    held: cython.int[4]
    i: cython.int
    if not 1 <= len(ranks) <= 4:
        raise ValueError(f"a hand has one to four cards, got {len(ranks)}")
    if not cython.compiled:
        held = [0] * 4
    for i in range(len(ranks)):
        held[i] = ranks[i]
    return hand_number(held, len(ranks))


def ranks_in(number: int, size: int) -> list[int]:
    """List the ranks of a numbered hand, rising."""
    held: cython.int[4]
    i: cython.int
    if not cython.compiled:
        held = [0] * 4
    list_ranks(number, size, held)
    return [held[i] for i in range(size)]


def hand_weights(pool: int, size: int) -> list[float]:
    """Count the ways to draw each hand of so many cards from a pile."""
    counts: cython.int[6]
    held: cython.int[4]
    weights: cython.double[FOUR_HANDS]
    i: cython.int
    if not cython.compiled:
        counts, held, weights = [0] * 6, [0] * 4, [0.0] * FOUR_HANDS
    for i in range(FOUR_HANDS):
        weights[i] = 0.0
    count_ranks(pool, counts)
    add_hands(counts, 0, size, held, 0, 1.0, weights)
    return [weights[i] for i in range((6, 21, 56, FOUR_HANDS)[size - 1])]


def expected_worths(mind: Mind, size: int, clubs: int, weights: Sequence[float], pay: Sequence[float]) -> list[float]:
    """The exact expectation of every hand over weighted hands of the other, by number."""
    weighed: cython.double[HANDS_OF]
    paid: cython.double[5]
    table: cython.double[HANDS_OF]
    i: cython.int
    if not cython.compiled:
        weighed, paid, table = [0.0] * HANDS_OF, [0.0] * 5, [0.0] * HANDS_OF
    for i in range(len(weights)):
        weighed[i] = weights[i]
    for i in range(5):
        paid[i] = pay[i]
    race_table(mind, size, clubs, weighed, paid, table)
    return [table[i] for i in range(len(weights))]
