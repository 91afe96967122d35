# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""What both sides of a heart advantage expect: what to show, and what to take for what (D5.2).

As in `judging`, only what the seat may see is read of a `Game`. The holder believes that the
other has most likely shown her lowest cards; the other knows that she does.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from parlour.core import cython_shim as cython

if not cython.compiled:
    from parlour.bots.damenrennen.kernel.draft_solver import verdict_worths
    from parlour.bots.damenrennen.kernel.judging import table_of
    from parlour.bots.damenrennen.kernel.preparing import (
        NO_CARD,
        best_drop,
        best_swap,
        clubs_of,
        race_pool,
        swap_worth,
        turn_pay,
    )
    from parlour.bots.damenrennen.kernel.rank_hands import (
        FOUR_HANDS,
        add_hands,
        count_ranks,
        hand_number,
        list_ranks,
        race_worth,
        ranks_of,
        without,
    )
    from parlour.bots.damenrennen.kernel.value_net import HANDS_OF
    from parlour.core import cython_shim as cython
    from parlour.games.damenrennen.kernel.piles import card_count
    from parlour.games.damenrennen.kernel.slots import HANDS, SHOWN, STACK

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from parlour.bots.damenrennen.kernel.value_net import Mind
    from parlour.games.damenrennen.kernel.game import Game


def swap_worths(game: Game, seat: int, mind: Mind, pairs: Sequence[tuple[int, int]]) -> list[float]:
    """What the holder of hearts expects of taking a card for another; (0, 0) is declining (D5.2)."""
    pay: cython.double[5]
    mine: cython.double[5]
    table: cython.double[HANDS_OF]
    own: cython.int[4]
    shown: cython.int[4]
    one: cython.int[4]
    counts: cython.int[6]
    at: cython.int = seat
    n: cython.int
    total: cython.int
    place: cython.int
    given: cython.int
    if not cython.compiled:
        pay, mine, table, counts = [0.0] * 5, [0.0] * 5, [0.0] * HANDS_OF, [0] * 6
        own, shown, one = [0] * 4, [0] * 4, [0] * 4
    verdict_worths(game.s, mind, pay)
    table_of(game.s, 1 - at, mind, pay, table)
    turn_pay(pay, at, mine)
    n = ranks_of(game.s[HANDS + at], own)
    total = card_count(game.s[HANDS + 1 - at])
    ranks_of(game.s[SHOWN], shown)
    count_ranks(game.s[STACK] + game.s[HANDS + 1 - at] - game.s[SHOWN], counts)
    worths = []
    for taken, gone in pairs:
        place, given = 0, NO_CARD
        if taken:
            ranks_of(taken, one)
            place = 0 if shown[0] == one[0] else 1
            ranks_of(gone, one)
            given = 0
            while own[given] != one[0]:
                given += 1
        worths.append(swap_worth(mind, clubs_of(game.s, at), own, n, shown, place, given, counts, total, table, mine))
    return worths


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def answer_worth(
    s: cython.p_longlong,
    seat: cython.int,
    mind: Mind,
    shown: cython.p_int,
    rest: cython.p_int,
    holder: cython.p_int,
    pay: cython.p_double,
    table: cython.p_double,
    other_table: cython.p_double,
) -> cython.double:
    """What a seat has of showing two cards to a holder of hearts with this hand, who swaps as best for her."""
    counts: cython.int[6]
    own: cython.int[4]
    known: cython.int[4]
    choice: cython.int[2]
    theirs: cython.double[5]
    mine: cython.double[5]
    weights: cython.double[HANDS_OF]
    other: cython.int = 1 - seat
    n: cython.int = card_count(s[HANDS + seat])
    m: cython.int = card_count(s[HANDS + other])
    i: cython.int
    hand: cython.int
    if not cython.compiled:
        counts, own, known, choice = [0] * 6, [0] * 4, [0] * 4, [0] * 2
        theirs, mine, weights = [0.0] * 5, [0.0] * 5, [0.0] * HANDS_OF
    turn_pay(pay, other, theirs)
    turn_pay(pay, seat, mine)
    count_ranks(race_pool(s), counts)
    for i in range(m):
        own[i] = holder[i]
        counts[holder[i]] -= 1
    counts[shown[0]] -= 1
    counts[shown[1]] -= 1
    best_swap(mind, clubs_of(s, other), own, m, shown, counts, n, table, theirs, choice)
    known[0] = shown[0]
    known[1] = shown[1]
    for i in range(n - 2):
        known[2 + i] = rest[i]
    if choice[1] != NO_CARD:
        known[choice[0]] = own[choice[1]]
        own[choice[1]] = shown[choice[0]]
    for i in range(HANDS_OF):
        weights[i] = 0.0
    hand = hand_number(own, 3) if m == 3 else without(own, m, best_drop(own, m, other_table))
    weights[hand] = 1.0
    hand = hand_number(known, 3) if n == 3 else without(known, n, best_drop(known, n, table))
    return race_worth(mind, 3, clubs_of(s, seat), hand, weights, mine)


def show_worths(game: Game, seat: int, mind: Mind, piles: Sequence[int]) -> list[float]:
    """What a seat expects of showing each of these pairs to the holder of hearts (D5.2)."""
    pay: cython.double[5]
    table: cython.double[HANDS_OF]
    other_table: cython.double[HANDS_OF]
    weights: cython.double[FOUR_HANDS]
    counts: cython.int[6]
    shown: cython.int[4]
    rest: cython.int[4]
    holder: cython.int[4]
    at: cython.int = seat
    m: cython.int
    i: cython.int
    pile: cython.longlong
    total: cython.double
    mass: cython.double
    if not cython.compiled:
        pay, table, other_table = [0.0] * 5, [0.0] * HANDS_OF, [0.0] * HANDS_OF
        weights, counts = [0.0] * FOUR_HANDS, [0] * 6
        shown, rest, holder = [0] * 4, [0] * 4, [0] * 4
    verdict_worths(game.s, mind, pay)
    table_of(game.s, at, mind, pay, table)
    table_of(game.s, 1 - at, mind, pay, other_table)
    m = card_count(game.s[HANDS + 1 - at])
    for i in range(FOUR_HANDS):
        weights[i] = 0.0
    count_ranks(game.s[STACK] + game.s[HANDS + 1 - at], counts)
    add_hands(counts, 0, m, holder, 0, 1.0, weights)
    known: dict[tuple[int, int], float] = {}
    worths = []
    for pile in piles:
        ranks_of(pile, shown)
        ranks_of(game.s[HANDS + at] - pile, rest)
        if (shown[0], shown[1]) not in known:
            total = mass = 0.0
            for i in range(FOUR_HANDS):
                if weights[i] > 0.0:
                    list_ranks(i, m, holder)
                    mass += weights[i]
                    total += weights[i] * answer_worth(game.s, at, mind, shown, rest, holder, pay, table, other_table)
            known[shown[0], shown[1]] = total / mass
        worths.append(known[shown[0], shown[1]])
    return worths
