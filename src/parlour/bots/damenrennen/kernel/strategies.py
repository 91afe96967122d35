# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""How both play a preparation: filled from regrets or sums, added up, or simple."""

from __future__ import annotations

try:
    import cython
except ImportError:
    from parlour.core import cython_shim as cython

if not cython.compiled:
    from parlour.bots.damenrennen.kernel.preparation import NODES, OPTIONS, PAIRS, SWAPS
    from parlour.bots.damenrennen.kernel.rank_hands import FOUR_HANDS, hand_number, list_ranks
    from parlour.core import cython_shim as cython

    UNIFORM, REGRETS, SUMS = range(3)  # what to play by

TYPE_CHECKING = False
if TYPE_CHECKING:
    from parlour.bots.damenrennen.kernel.preparation import Preparation


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def add_plays(prep: Preparation, player: cython.int, weight: cython.double) -> cython.void:
    """Add how a player plays now to the sums, weighted by how often he comes there."""
    node: cython.int
    i: cython.int
    k: cython.int
    at: cython.int
    hand: cython.int
    base: cython.int
    count: cython.int
    reach: cython.double
    for node in range(NODES if prep.hearts else 1):
        base = FOUR_HANDS * (NODES * player + node)
        for i in range(prep.member_count[NODES * player + node]):
            hand = prep.members[base + i]
            if player:
                reach = weight * prep.swap[FOUR_HANDS * node + hand]
                prep.swap_sums[FOUR_HANDS * node + hand] += reach
            else:
                reach = weight * prep.show[PAIRS * hand + node // SWAPS]
                if node % SWAPS == 0:
                    prep.show_sums[PAIRS * hand + node // SWAPS] += reach
            count = prep.option_count[FOUR_HANDS * player + prep.totals[base + i]]
            if count > 1 and reach > 0.0:
                at = OPTIONS * (base + hand)
                for k in range(count):
                    prep.final_sums[at + k] += reach * prep.final[at + k]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def refill(prep: Preparation, source: cython.int) -> cython.void:
    """Play uniformly from the beginning, by regrets, or by sums; where these are all zero, as before."""
    shown: cython.double[FOUR_HANDS]
    swapped: cython.double[FOUR_HANDS]
    pair: cython.int
    swap: cython.int
    node: cython.int
    hand: cython.int
    player: cython.int
    i: cython.int
    at: cython.int
    if not cython.compiled:
        shown, swapped = [0.0] * FOUR_HANDS, [0.0] * FOUR_HANDS
    for hand in range(FOUR_HANDS):
        shown[hand] = 0.0
    for pair in range(PAIRS if prep.hearts else 1):
        for i in range(prep.member_count[SWAPS * pair]):
            at = PAIRS * prep.members[FOUR_HANDS * SWAPS * pair + i] + pair
            if source == UNIFORM:
                prep.show_regrets[at] = prep.show_sums[at] = 0.0
            shown[at // PAIRS] += source_of(source, prep.show_regrets[at], prep.show_sums[at])
    for pair in range(PAIRS if prep.hearts else 1):
        for hand in range(FOUR_HANDS):
            swapped[hand] = 0.0
        for i in range(prep.member_count[SWAPS * pair]):
            at = PAIRS * prep.members[FOUR_HANDS * SWAPS * pair + i] + pair
            if shown[at // PAIRS] > 0.0:
                prep.show[at] = source_of(source, prep.show_regrets[at], prep.show_sums[at]) / shown[at // PAIRS]
        for swap in range(SWAPS if prep.hearts else 1):
            node = SWAPS * pair + swap
            for i in range(prep.member_count[NODES + node]):
                hand = prep.members[FOUR_HANDS * (NODES + node) + i]
                at = FOUR_HANDS * node + hand
                if source == UNIFORM:
                    prep.swap_regrets[at] = prep.swap_sums[at] = 0.0
                swapped[hand] += source_of(source, prep.swap_regrets[at], prep.swap_sums[at])
            for player in range(2):
                if prep.choices[player] > 1:
                    refill_finals(prep, player, node, source)
        for swap in range(SWAPS if prep.hearts else 1):
            node = SWAPS * pair + swap
            for i in range(prep.member_count[NODES + node]):
                hand = prep.members[FOUR_HANDS * (NODES + node) + i]
                at = FOUR_HANDS * node + hand
                if swapped[hand] > 0.0:
                    prep.swap[at] = source_of(source, prep.swap_regrets[at], prep.swap_sums[at]) / swapped[hand]


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def source_of(source: cython.int, regret: cython.double, total: cython.double) -> cython.double:
    """What a choice is weighed by."""
    return 1.0 if source == UNIFORM else regret if source == REGRETS else total


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def refill_finals(prep: Preparation, player: cython.int, node: cython.int, source: cython.int) -> cython.void:
    """Do the same for what a player races with after a node."""
    base: cython.int = FOUR_HANDS * (NODES * player + node)
    i: cython.int
    k: cython.int
    at: cython.int
    count: cython.int
    mass: cython.double
    for i in range(prep.member_count[NODES * player + node]):
        at = OPTIONS * (base + prep.members[base + i])
        count = prep.option_count[FOUR_HANDS * player + prep.totals[base + i]]
        mass = 0.0
        for k in range(count):
            if source == UNIFORM:
                prep.final_regrets[at + k] = prep.final_sums[at + k] = 0.0
            mass += source_of(source, prep.final_regrets[at + k], prep.final_sums[at + k])
        if mass > 0.0:
            for k in range(count):
                prep.final[at + k] = source_of(source, prep.final_regrets[at + k], prep.final_sums[at + k]) / mass


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def play_simply(prep: Preparation) -> cython.void:
    """Let player 0 show her lowest cards, and both race with the option that is the likely best."""
    ranks: cython.int[4]
    pair: cython.int
    node: cython.int
    player: cython.int
    hand: cython.int
    lowest: cython.int
    i: cython.int
    k: cython.int
    base: cython.int
    if not cython.compiled:
        ranks = [0] * 4
    for hand in range(prep.hands[0]):
        list_ranks(hand, prep.cards[0], ranks)
        lowest = hand_number(ranks, 2) if prep.hearts else 0
        for pair in range(PAIRS):
            prep.show[PAIRS * hand + pair] = 1.0 if pair == lowest else 0.0
    for node in range(NODES if prep.hearts else 1):
        for player in range(2):
            base = FOUR_HANDS * (NODES * player + node)
            for i in range(prep.member_count[NODES * player + node]):
                hand = prep.members[base + i]
                if player:
                    prep.swap[FOUR_HANDS * node + hand] = 1.0 if node % SWAPS == 0 else 0.0
                for k in range(prep.choices[player]):
                    prep.final[OPTIONS * (base + hand) + k] = 1.0 if k == 0 else 0.0
