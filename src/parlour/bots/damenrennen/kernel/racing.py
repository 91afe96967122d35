# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""A race of self-play: both seats prepare by rule, the tricks are their exact law."""

from __future__ import annotations

try:
    import cython
except ImportError:
    from parlour.core import cython_shim as cython

if not cython.compiled:
    from parlour.bots.damenrennen.kernel.draft_solver import verdict_worths
    from parlour.bots.damenrennen.kernel.preparing import (
        NO_CARD,
        best_drop,
        best_swap,
        clubs_of,
        diamond_losses,
        improve,
        race_pool,
        turn_pay,
    )
    from parlour.bots.damenrennen.kernel.rank_hands import add_hands, count_ranks, hand_number, race_table, ranks_of
    from parlour.bots.damenrennen.kernel.value_net import HANDS_OF, worth
    from parlour.core import cython_shim as cython
    from parlour.core.kernel.bits import ONE
    from parlour.core.kernel.rng import seeded
    from parlour.games.damenrennen.kernel.piles import card_count, lowest
    from parlour.games.damenrennen.kernel.race import draw_deal, open_race, step
    from parlour.games.damenrennen.kernel.slots import (
        ASKED,
        DECLINE,
        DISCARD,
        DISCARDING,
        EXCHANGE,
        EXCHANGED,
        EXTRA_SHIFT,
        HANDS,
        KIND_SHIFT,
        LAYING,
        OVER,
        PHASE,
        RESERVES,
        SHOW,
        SHOWING,
        SHOWN,
        SIZE,
        STACK,
        SWAP,
        SWAPPING,
        pack_diamonds,
    )

TYPE_CHECKING = False
if TYPE_CHECKING:
    from parlour.bots.damenrennen.kernel.value_net import Mind
    from parlour.games.damenrennen.kernel.game import Game


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def of_rank(pile: cython.longlong, rank: cython.int) -> cython.longlong:
    """A card of a rank that a pile holds."""
    return lowest(pile & (255 * ONE << (8 * rank)))


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def swap_move(
    s: cython.p_longlong, seat: cython.int, mind: Mind, pay: cython.p_double, table: cython.p_double
) -> cython.longlong:
    """Choose what the holder of hearts swaps."""
    own: cython.int[4]
    shown: cython.int[4]
    counts: cython.int[6]
    choice: cython.int[2]
    mine: cython.double[5]
    n: cython.int
    card: cython.longlong
    number: cython.longlong = 0
    if not cython.compiled:
        own, shown, counts, choice, mine = [0] * 4, [0] * 4, [0] * 6, [0] * 2, [0.0] * 5
    n = ranks_of(s[HANDS + seat], own)
    ranks_of(s[SHOWN], shown)
    count_ranks(s[STACK] + s[HANDS + 1 - seat] - s[SHOWN], counts)
    turn_pay(pay, seat, mine)
    best_swap(mind, clubs_of(s, seat), own, n, shown, counts, card_count(s[HANDS + 1 - seat]), table, mine, choice)
    if choice[1] == NO_CARD:
        return DECLINE * ONE << KIND_SHIFT
    card = of_rank(s[SHOWN], shown[choice[0]])
    while card > 1:
        card >>= 2
        number += 1
    return (SWAP * ONE << KIND_SHIFT) | (number << EXTRA_SHIFT) | of_rank(s[HANDS + seat], own[choice[1]])


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def exchange_move(s: cython.p_longlong, seat: cython.int, mind: Mind, table: cython.p_double) -> cython.longlong:
    """Choose the diamonds that a seat exchanges."""
    ranks: cython.int[4]
    swaps: cython.int[8]
    losses: cython.double[6]
    n: cython.int
    i: cython.int
    count: cython.int
    given: cython.longlong = 0
    taken: cython.longlong = 0
    if not cython.compiled:
        ranks, swaps, losses = [0] * 4, [0] * 8, [0.0] * 6
    diamond_losses(s, seat, mind, losses)
    n = ranks_of(s[HANDS + seat], ranks)
    count = improve(ranks, n, s[RESERVES + seat], losses, table, swaps)
    for i in range(count):
        given += of_rank(s[HANDS + seat] - given, swaps[2 * i])
        taken += ONE << (8 * swaps[2 * i + 1] + 6)
    return (EXCHANGE * ONE << KIND_SHIFT) | (pack_diamonds(taken) << EXTRA_SHIFT) | given


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def prepare(s: cython.p_longlong, mind: Mind, pay: cython.p_double) -> cython.void:
    """Let both seats prepare; each goes by what she expects against any hand of the race's cards."""
    counts: cython.int[6]
    ranks: cython.int[4]
    weights: cython.double[HANDS_OF]
    mine: cython.double[5]
    table0: cython.double[HANDS_OF]
    table1: cython.double[HANDS_OF]
    own: cython.p_double
    other: cython.p_double
    size: cython.int = min(3, card_count(s[HANDS]))
    seat: cython.int
    i: cython.int
    n: cython.int
    first: cython.longlong
    move: cython.longlong
    if not cython.compiled:
        counts, ranks, weights, mine = [0] * 6, [0] * 4, [0.0] * HANDS_OF, [0.0] * 5
        table0, table1 = [0.0] * HANDS_OF, [0.0] * HANDS_OF
    for i in range(HANDS_OF):
        weights[i] = 0.0
    count_ranks(race_pool(s), counts)
    add_hands(counts, 0, size, ranks, 0, 1.0, weights)
    turn_pay(pay, 0, mine)
    race_table(mind, size, clubs_of(s, 0), weights, mine, table0)
    turn_pay(pay, 1, mine)
    race_table(mind, size, clubs_of(s, 1), weights, mine, table1)
    while s[PHASE] != LAYING:
        seat = 0 if s[ASKED] & 1 else 1
        own, other = table0, table1
        if seat == 1:
            own, other = table1, table0
        if s[PHASE] == SHOWING:
            first = lowest(s[HANDS + seat])
            move = (SHOW * ONE << KIND_SHIFT) | (first + lowest(s[HANDS + seat] - first))
        elif s[PHASE] == SWAPPING:
            move = swap_move(s, seat, mind, pay, other)
        elif s[PHASE] == DISCARDING:
            n = ranks_of(s[HANDS + seat], ranks)
            i = best_drop(ranks, n, own)
            move = (DISCARD * ONE << KIND_SHIFT) | of_rank(s[HANDS + seat], ranks[i])
        else:
            move = exchange_move(s, seat, mind, own)
        step(s, seat, move)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def deal_race(s: cython.p_longlong, mind: Mind, rng: cython.p_ulonglong, pay: cython.p_double) -> cython.void:
    """Deal a race, and write the payoffs of its verdicts."""
    deal: cython.longlong[3]
    if not cython.compiled:
        deal = [0] * 3
    draw_deal(s, rng, deal)
    open_race(s, deal[0], deal[1], deal[2])
    verdict_worths(s, mind, pay)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def prepared_law(s: cython.p_longlong, mind: Mind, pay: cython.p_double) -> cython.int:
    """Let both prepare for a race that was dealt; write the payoffs that change and give the place of its law."""
    ranks: cython.int[4]
    mine: cython.int
    n: cython.int
    if not cython.compiled:
        ranks = [0] * 4
    prepare(s, mind, pay)
    if s[EXCHANGED] or s[EXCHANGED + 1]:
        verdict_worths(s, mind, pay)
    n = ranks_of(s[HANDS], ranks)
    mine = hand_number(ranks, n)
    ranks_of(s[HANDS + 1], ranks)
    return 5 * (HANDS_OF * (HANDS_OF * (3 * (n - 1) + clubs_of(s, 0)) + mine) + hand_number(ranks, n))


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def law_worth(mind: Mind, at: cython.int, pay: cython.p_double) -> cython.double:
    """The mean of payoffs over the matchings of a race."""
    i: cython.int
    total: cython.double = 0.0
    for i in range(5):
        total += mind.laws[at + i] * pay[i]
    return total / 6.0


def race_ahead(game: Game, mind: Mind, seed: int) -> float:
    """The chance of seat 0 to win a game between races, one race further on; or as the game has ended."""
    s: cython.longlong[SIZE]
    pay: cython.double[5]
    rng: cython.ulonglong[1]
    i: cython.int
    at: cython.int
    if not cython.compiled:
        s, pay, rng = [0] * SIZE, [0.0] * 5, [0]
    for i in range(SIZE):
        s[i] = game.s[i]
    if s[PHASE] == OVER:
        return worth(s, mind)
    rng[0] = seeded(seed)
    deal_race(s, mind, rng, pay)
    at = prepared_law(s, mind, pay)
    return law_worth(mind, at, pay)
