# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""The preparation of a race solved with mixed strategies, by CFR+; and exact best responses, which tell how well.

Every value is in chances to win the game, negative for player 0: the game has sum zero. CFR+ takes turns: each player
adds up, and never lets fall below zero, what other choices would have brought, and chooses in proportion to that. The
solution is the mean over the steps, later ones weighing more.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from parlour.core import cython_shim as cython

if not cython.compiled:
    from parlour.bots.damenrennen.kernel.preparation import NODES, OPTIONS, PAIRS, SHOWS, SWAPS, place_of
    from parlour.bots.damenrennen.kernel.rank_hands import FOUR_HANDS
    from parlour.bots.damenrennen.kernel.strategies import REGRETS, SUMS, add_plays, play_simply, refill
    from parlour.core import cython_shim as cython

    BEST, RECORD, LEARN = range(3)  # best responses; the same, to be played; regrets
    MOST_ITEMS = 1260  # FOUR_HANDS * OPTIONS
    MOST_CHOICES = 21  # of a decision
    SHADE = 12  # thousandths of the stake of a race
    SWAP_VALUES = 1638  # SWAPS * FOUR_HANDS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from parlour.bots.damenrennen.kernel.preparation import Preparation


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def list_items(
    prep: Preparation,
    player: cython.int,
    node: cython.int,
    tremble: cython.double,
    deals: cython.p_int,
    places: cython.p_int,
    weights: cython.p_double,
) -> cython.int:
    """List what a player can race with after a node, with places in `ways` and `gains` and the probability; count it.

    To every hand's probability of coming here `tremble` is added.
    """
    n: cython.int = 0
    i: cython.int
    k: cython.int
    hand: cython.int
    option: cython.int
    base: cython.int = FOUR_HANDS * (NODES * player + node)
    reach: cython.double
    weight: cython.double
    for i in range(prep.member_count[NODES * player + node]):
        hand = prep.members[base + i]
        reach = prep.swap[FOUR_HANDS * node + hand] if player else prep.show[PAIRS * hand + node // SWAPS]
        reach += tremble
        if reach <= 0.0:
            continue
        option = FOUR_HANDS * player + prep.totals[base + i]
        for k in range(prep.option_count[option]):
            weight = reach
            if prep.option_count[option] > 1:
                weight *= prep.final[OPTIONS * (base + hand) + k]
            if weight > 0.0:
                deals[n] = hand if player else FOUR_HANDS * hand
                places[n] = place_of(player, prep.options[OPTIONS * option + k])
                weights[n] = weight
                n += 1
    return n


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def weigh_items(
    prep: Preparation,
    player: cython.int,
    hand: cython.int,
    n: cython.int,
    deals: cython.p_int,
    weights: cython.p_double,
    met: cython.p_double,
) -> cython.double:
    """Write the chance that a hand of a player meets each item of the other, and give their sum."""
    i: cython.int
    deal: cython.int = hand if player else FOUR_HANDS * hand
    mass: cython.double = 0.0
    for i in range(n):
        met[i] = prep.ways[deal + deals[i]] * weights[i]
        mass += met[i]
    return mass


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def race_value(
    prep: Preparation,
    player: cython.int,
    option: cython.int,
    n: cython.int,
    places: cython.p_int,
    met: cython.p_double,
) -> cython.double:
    """What an option brings against the items of the other player, weighted by the chances of meeting them."""
    i: cython.int
    place: cython.int = place_of(player, option)
    total: cython.double = 0.0
    for i in range(n):
        total += met[i] * prep.gains[place + places[i]]
    return total if player else -total


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def decide(
    values: cython.p_double, plays: cython.p_double, regrets: cython.p_double, n: cython.int, mode: cython.int
) -> cython.double:
    """The value of a decision, 0 without choices; changes how it is played, and the regrets."""
    k: cython.int
    best: cython.int = 0
    found: cython.double = 0.0
    mass: cython.double = 0.0
    if n <= 0:
        return 0.0
    if mode == LEARN:
        for k in range(n):
            found += plays[k] * values[k]
        for k in range(n):
            regrets[k] = max(0.0, regrets[k] + values[k] - found)
            mass += regrets[k]
        for k in range(n):
            plays[k] = regrets[k] / mass if mass > 0.0 else 1.0 / n
        return found
    for k in range(1, n):
        if values[k] > values[best]:
            best = k
    if mode == RECORD:
        for k in range(n):
            plays[k] = 1.0 if k == best else 0.0
    return values[best]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def final_value(
    prep: Preparation,
    player: cython.int,
    node: cython.int,
    i: cython.int,
    n: cython.int,
    deals: cython.p_int,
    places: cython.p_int,
    weights: cython.p_double,
    mode: cython.int,
) -> cython.double:
    """The value of a node for the member i of a player's hands."""
    values: cython.double[OPTIONS]
    plays: cython.double[OPTIONS]
    regrets: cython.double[OPTIONS]
    met: cython.double[MOST_ITEMS]
    base: cython.int = FOUR_HANDS * (NODES * player + node)
    hand: cython.int = prep.members[base + i]
    option: cython.int = FOUR_HANDS * player + prep.totals[base + i]
    count: cython.int = prep.option_count[option]
    at: cython.int = OPTIONS * (base + hand)
    k: cython.int
    found: cython.double
    if not cython.compiled:
        values, plays, regrets = [0.0] * OPTIONS, [0.0] * OPTIONS, [0.0] * OPTIONS
        met = [0.0] * MOST_ITEMS
    if weigh_items(prep, player, hand, n, deals, weights, met) <= 0.0:
        return 0.0
    if count == 1:
        return race_value(prep, player, prep.options[OPTIONS * option], n, places, met)
    for k in range(count):
        values[k] = race_value(prep, player, prep.options[OPTIONS * option + k], n, places, met)
        plays[k] = prep.final[at + k]
        regrets[k] = prep.final_regrets[at + k]
    found = decide(values, plays, regrets, count, mode)
    if mode != BEST:
        for k in range(count):
            prep.final[at + k] = plays[k]
            prep.final_regrets[at + k] = regrets[k]
    return found


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def swap_value(
    prep: Preparation, hand: cython.int, pair: cython.int, found: cython.p_double, mode: cython.int
) -> cython.double:
    """The value of what player 1 does with a pair that is shown, from the values of the nodes; under -9 for none."""
    values: cython.double[MOST_CHOICES]
    plays: cython.double[MOST_CHOICES]
    regrets: cython.double[MOST_CHOICES]
    listed: cython.int[MOST_CHOICES]
    swap: cython.int
    k: cython.int
    at: cython.int
    n: cython.int = 0
    value: cython.double
    if not cython.compiled:
        values, plays, regrets = [0.0] * MOST_CHOICES, [0.0] * MOST_CHOICES, [0.0] * MOST_CHOICES
        listed = [0] * MOST_CHOICES
    for swap in range(SWAPS if prep.hearts else 1):
        if found[FOUR_HANDS * swap + hand] > -9.0:
            at = FOUR_HANDS * (SWAPS * pair + swap) + hand
            values[n] = found[FOUR_HANDS * swap + hand]
            plays[n] = prep.swap[at]
            regrets[n] = prep.swap_regrets[at]
            listed[n] = at
            n += 1
    value = decide(values, plays, regrets, n, mode)
    if mode != BEST:
        for k in range(n):
            prep.swap[listed[k]] = plays[k]
            prep.swap_regrets[listed[k]] = regrets[k]
    return value


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def show_value(prep: Preparation, hand: cython.int, found: cython.p_double, mode: cython.int) -> cython.double:
    """The value of what player 0 shows of a hand, from the values of the pairs; under -9 for none."""
    values: cython.double[MOST_CHOICES]
    plays: cython.double[MOST_CHOICES]
    regrets: cython.double[MOST_CHOICES]
    listed: cython.int[MOST_CHOICES]
    pair: cython.int
    k: cython.int
    n: cython.int = 0
    value: cython.double
    if not cython.compiled:
        values, plays, regrets = [0.0] * MOST_CHOICES, [0.0] * MOST_CHOICES, [0.0] * MOST_CHOICES
        listed = [0] * MOST_CHOICES
    for pair in range(PAIRS if prep.hearts else 1):
        if found[PAIRS * hand + pair] > -9.0:
            values[n] = found[PAIRS * hand + pair]
            plays[n] = prep.show[PAIRS * hand + pair]
            regrets[n] = prep.show_regrets[PAIRS * hand + pair]
            listed[n] = PAIRS * hand + pair
            n += 1
    value = decide(values, plays, regrets, n, mode)
    if mode != BEST:
        for k in range(n):
            prep.show[listed[k]] = plays[k]
            prep.show_regrets[listed[k]] = regrets[k]
    return value


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def sweep(prep: Preparation, player: cython.int, mode: cython.int) -> cython.double:
    """The value of a player against the other as he plays now: of a best response, or of playing on and learning."""
    shows: cython.double[SHOWS]
    swaps: cython.double[SWAP_VALUES]
    deals: cython.int[MOST_ITEMS]
    places: cython.int[MOST_ITEMS]
    weights: cython.double[MOST_ITEMS]
    pair: cython.int
    swap: cython.int
    node: cython.int
    hand: cython.int
    i: cython.int
    n: cython.int
    value: cython.double
    total: cython.double = 0.0
    if not cython.compiled:
        shows, swaps = [0.0] * SHOWS, [0.0] * SWAP_VALUES
        deals, places, weights = [0] * MOST_ITEMS, [0] * MOST_ITEMS, [0.0] * MOST_ITEMS
    for i in range(PAIRS * prep.hands[0]):
        shows[i] = -10.0
    for pair in range(PAIRS if prep.hearts else 1):
        for i in range(SWAP_VALUES):
            swaps[i] = -10.0
        for swap in range(SWAPS if prep.hearts else 1):
            node = SWAPS * pair + swap
            n = list_items(prep, 1 - player, node, 0.0, deals, places, weights)
            for i in range(prep.member_count[NODES * player + node]):
                hand = prep.members[FOUR_HANDS * (NODES * player + node) + i]
                value = final_value(prep, player, node, i, n, deals, places, weights, mode)
                if player:
                    swaps[FOUR_HANDS * swap + hand] = value
                elif swap == 0:
                    shows[PAIRS * hand + pair] = value
                else:
                    shows[PAIRS * hand + pair] += value
        if player:
            for hand in range(prep.hands[1]):
                total += swap_value(prep, hand, pair, swaps, mode)
    if player == 0:
        for hand in range(prep.hands[0]):
            total += show_value(prep, hand, shows, mode)
    return total


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def learn_steps(prep: Preparation, steps: cython.int) -> cython.void:
    """Take steps of CFR+, and play by the mean of all so far."""
    i: cython.int
    player: cython.int
    if prep.steps:
        refill(prep, REGRETS)
    for i in range(steps):
        prep.steps += 1
        for player in range(2):
            sweep(prep, player, LEARN)
            add_plays(prep, player, 1.0 * prep.steps * prep.steps)
    refill(prep, SUMS)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def simple_value(prep: Preparation) -> cython.double:
    """Player 1's chance to win, nearly: exact without hearts where one player alone chooses.

    With hearts it is a best response to showing the lowest cards, less what she saves by mixing; or between best
    responses of both, where a worse verdict may be worth more. SHADE was measured.
    """
    most: cython.double
    least: cython.double
    play_simply(prep)
    most = sweep(prep, 1, RECORD)
    if prep.hearts and prep.ordered:
        return most - 0.001 * SHADE * prep.stake
    if prep.hearts:
        least = -sweep(prep, 0, RECORD)
        most = min(most, sweep(prep, 1, BEST))
        return least + 0.75 * (most - least)
    if prep.choices[0] == 1:
        return most
    if prep.choices[1] == 1:
        return -sweep(prep, 0, BEST)
    return (most - sweep(prep, 0, BEST)) / 2
