# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""What one seat expects of each of her choices in preparing for a race.

A `Game` here is any one that the view allows: only what the seat may see is read of it, and how
many cards the other has. Worths are her chances to win the game.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from parlour.core import cython_shim as cython

if not cython.compiled:
    from parlour.bots.damenrennen.kernel.draft_solver import verdict_worths
    from parlour.bots.damenrennen.kernel.preparing import (
        DOUBT,
        clubs_of,
        diamond_losses,
        improve,
        race_pool,
        turn_pay,
        weigh_hands,
    )
    from parlour.bots.damenrennen.kernel.rank_hands import (
        add_hands,
        count_ranks,
        hand_number,
        list_ranks,
        race_table,
        race_worth,
        ranks_of,
    )
    from parlour.bots.damenrennen.kernel.value_net import HANDS_OF
    from parlour.core import cython_shim as cython
    from parlour.games.damenrennen.kernel.piles import CARD_MASK, HEARTS, card_count
    from parlour.games.damenrennen.kernel.slots import (
        ADVANTAGES,
        EXCHANGED,
        EXTRA_SHIFT,
        GIVEN,
        HANDS,
        RESERVES,
        SHOWN,
        SIZE,
        SPENT,
        STACK,
        TAKEN,
        diamonds_in,
        unpack_diamonds,
    )

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from parlour.bots.damenrennen.kernel.value_net import Mind
    from parlour.games.damenrennen.kernel.game import Game


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def table_of(
    s: cython.p_longlong, seat: cython.int, mind: Mind, pay: cython.p_double, table: cython.p_double
) -> cython.void:
    """What a seat expects of each hand against any hand of the race's cards."""
    counts: cython.int[6]
    ranks: cython.int[4]
    weights: cython.double[HANDS_OF]
    mine: cython.double[5]
    size: cython.int = min(3, card_count(s[HANDS + seat]))
    i: cython.int
    if not cython.compiled:
        counts, ranks, weights, mine = [0] * 6, [0] * 4, [0.0] * HANDS_OF, [0.0] * 5
    for i in range(HANDS_OF):
        weights[i] = 0.0
    count_ranks(race_pool(s), counts)
    add_hands(counts, 0, size, ranks, 0, 1.0, weights)
    turn_pay(pay, seat, mine)
    race_table(mind, size, clubs_of(s, seat), weights, mine, table)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def weigh_other(
    s: cython.p_longlong, seat: cython.int, table: cython.p_double, weights: cython.p_double
) -> cython.void:
    """Weigh the hands that the other may race with, by all that a seat knows (D9).

    Without a heart swap and with no discard of the other these are exact: ways to draw them.
    """
    known: cython.int[4]
    counts: cython.int[6]
    high: cython.int[6]
    other: cython.int = 1 - seat
    n: cython.int = 0
    total: cython.int = card_count(s[HANDS + other]) + card_count(s[SPENT + other])
    size: cython.int = min(3, card_count(s[HANDS + seat]))
    i: cython.int
    least: cython.int = 0
    left: cython.int = 0
    seen: cython.longlong = 0
    if not cython.compiled:
        known, counts, high = [0] * 4, [0] * 6, [0] * 6
    for i in range(HANDS_OF):
        weights[i] = 0.0
    if s[SHOWN]:
        seen = s[TAKEN] if s[ADVANTAGES + HEARTS] == other else s[SHOWN] - s[TAKEN] + s[GIVEN]
        n = ranks_of(seen, known)
    if s[EXCHANGED + other]:
        seen = s[EXCHANGED + other]
        n = ranks_of(seen, known)
        total = size
    count_ranks(s[STACK] + s[HANDS + other] + s[SPENT + other] - seen, counts)
    if total > n and s[SHOWN] and s[ADVANTAGES + HEARTS] == seat:
        ranks_of(s[SHOWN], high)
        least = high[1]
    for i in range(6):
        high[i] = counts[i] if i >= least else 0
        left += high[i]
    if least and left >= total - n:
        weigh_hands(high, known, n, total, size, 1.0 - 0.01 * DOUBT, table, weights)
        weigh_hands(counts, known, n, total, size, 0.01 * DOUBT, table, weights)
    else:
        weigh_hands(counts, known, n, total, size, 1.0, table, weights)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def expect_exchange(
    s: cython.p_longlong, other: cython.int, mind: Mind, table: cython.p_double, weights: cython.p_double
) -> cython.void:
    """Let the other exchange diamonds in each of her hands as her table tells her to."""
    after: cython.double[HANDS_OF]
    losses: cython.double[6]
    ranks: cython.int[4]
    swaps: cython.int[8]
    size: cython.int = min(3, card_count(s[HANDS + other]))
    i: cython.int
    if diamonds_in(s[RESERVES + other]) == 0:
        return
    if not cython.compiled:
        after, losses, ranks, swaps = [0.0] * HANDS_OF, [0.0] * 6, [0] * 4, [0] * 8
    diamond_losses(s, other, mind, losses)
    for i in range(HANDS_OF):
        after[i] = 0.0
    for i in range(HANDS_OF):
        if weights[i] > 0.0:
            list_ranks(i, size, ranks)
            improve(ranks, size, s[RESERVES + other], losses, table, swaps)
            after[hand_number(ranks, size)] += weights[i]
    for i in range(HANDS_OF):
        weights[i] = after[i]


def discard_worths(game: Game, seat: int, mind: Mind, cards: Sequence[int]) -> list[float]:
    """What a seat expects of discarding each of these cards (D5.1)."""
    pay: cython.double[5]
    mine: cython.double[5]
    table: cython.double[HANDS_OF]
    weights: cython.double[HANDS_OF]
    losses: cython.double[6]
    ranks: cython.int[4]
    swaps: cython.int[8]
    at: cython.int = seat
    i: cython.int
    n: cython.int
    hand: cython.int
    card: cython.longlong
    found: cython.double
    if not cython.compiled:
        pay, mine, losses = [0.0] * 5, [0.0] * 5, [0.0] * 6
        table, weights = [0.0] * HANDS_OF, [0.0] * HANDS_OF
        ranks, swaps = [0] * 4, [0] * 8
    verdict_worths(game.s, mind, pay)
    table_of(game.s, 1 - at, mind, pay, table)
    weigh_other(game.s, at, table, weights)
    expect_exchange(game.s, 1 - at, mind, table, weights)
    turn_pay(pay, at, mine)
    race_table(mind, 3, clubs_of(game.s, at), weights, mine, table)
    diamond_losses(game.s, at, mind, losses)
    worths = []
    for card in cards:
        n = ranks_of(game.s[HANDS + at] - card, ranks)
        hand = hand_number(ranks, n)
        found = table[hand]
        n = improve(ranks, n, game.s[RESERVES + at], losses, table, swaps)
        if n:
            found = table[hand_number(ranks, 3)]
            for i in range(n):
                found -= losses[swaps[2 * i + 1]]
        worths.append(found)
    return worths


def exchange_worths(game: Game, seat: int, mind: Mind, moves: Sequence[int]) -> list[float]:
    """What a seat expects of each exchange (D2.6), the draft solved anew for the diamonds left."""
    t: cython.longlong[SIZE]
    pay: cython.double[5]
    mine: cython.double[5]
    table: cython.double[HANDS_OF]
    weights: cython.double[HANDS_OF]
    ranks: cython.int[4]
    at: cython.int = seat
    i: cython.int
    n: cython.int
    move: cython.longlong
    taken: cython.longlong
    before: cython.longlong = 0
    if not cython.compiled:
        t, pay, mine, ranks = [0] * SIZE, [0.0] * 5, [0.0] * 5, [0] * 4
        table, weights = [0.0] * HANDS_OF, [0.0] * HANDS_OF
    verdict_worths(game.s, mind, pay)
    table_of(game.s, 1 - at, mind, pay, table)
    weigh_other(game.s, at, table, weights)
    expect_exchange(game.s, 1 - at, mind, table, weights)
    turn_pay(pay, at, mine)
    worths = []
    for move in moves:
        taken = unpack_diamonds((move >> EXTRA_SHIFT) & 4095)
        if taken != before:
            before = taken
            for i in range(SIZE):
                t[i] = game.s[i]
            t[RESERVES + at] -= taken
            t[STACK] += taken
            verdict_worths(t, mind, pay)
            turn_pay(pay, at, mine)
        n = ranks_of(game.s[HANDS + at] - (move & CARD_MASK), ranks)
        n = add_ranks(taken, ranks, n)
        worths.append(race_worth(mind, n, clubs_of(game.s, at), hand_number(ranks, n), weights, mine))
    return worths


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def add_ranks(pile: cython.longlong, ranks: cython.p_int, n: cython.int) -> cython.int:
    """Add the ranks of a small pile to n others, and count them all."""
    more: cython.int[4]
    i: cython.int
    count: cython.int
    if not cython.compiled:
        more = [0] * 4
    count = ranks_of(pile, more)
    for i in range(count):
        ranks[n + i] = more[i]
    return n + count


def hand_worth(game: Game, seat: int, mind: Mind) -> float:
    """What a seat expects of a race whose preparation is over and no card laid."""
    pay: cython.double[5]
    mine: cython.double[5]
    table: cython.double[HANDS_OF]
    weights: cython.double[HANDS_OF]
    ranks: cython.int[4]
    at: cython.int = seat
    n: cython.int
    if not cython.compiled:
        pay, mine, ranks = [0.0] * 5, [0.0] * 5, [0] * 4
        table, weights = [0.0] * HANDS_OF, [0.0] * HANDS_OF
    verdict_worths(game.s, mind, pay)
    table_of(game.s, 1 - at, mind, pay, table)
    weigh_other(game.s, at, table, weights)
    turn_pay(pay, at, mine)
    n = ranks_of(game.s[HANDS + at], ranks)
    return race_worth(mind, n, clubs_of(game.s, at), hand_number(ranks, n), weights, mine)
