# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""What a preparation is about: the sets of diamonds, what two hands raced with are worth, and the options of a hand."""

from __future__ import annotations

try:
    import cython
except ImportError:
    from parlour.core import cython_shim as cython

if not cython.compiled:
    from parlour.bots.damenrennen.kernel.draft_solver import verdict_worths
    from parlour.bots.damenrennen.kernel.preparation import (
        LATE,
        MOST_OPTIONS,
        MOST_SETS,
        OPTIONS,
        SCORES,
        SETS,
        SIMPLE_OPTIONS,
        SIMPLE_SETS,
        SQUARE,
        hands_of,
        list_members,
        place_of,
        seat_of,
        weigh_deals,
    )
    from parlour.bots.damenrennen.kernel.preparing import clubs_of, race_pool, turn_pay
    from parlour.bots.damenrennen.kernel.rank_hands import FOUR_HANDS, hand_number, list_ranks, ranks_of
    from parlour.bots.damenrennen.kernel.value_net import HANDS_OF, worth
    from parlour.core import cython_shim as cython
    from parlour.games.damenrennen.kernel.piles import HEARTS, SPADES, card_count
    from parlour.games.damenrennen.kernel.slots import (
        ADVANTAGES,
        AWAITING,
        FULL,
        MARKET,
        NOBODY,
        PHASE,
        RESERVES,
        SIZE,
        STACK,
        diamonds_in,
        list_parts,
    )

TYPE_CHECKING = False
if TYPE_CHECKING:
    from parlour.bots.damenrennen.kernel.preparation import Preparation
    from parlour.bots.damenrennen.kernel.value_net import Mind


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def list_sets(prep: Preparation, s: cython.p_longlong, limit: cython.int) -> cython.void:
    """List the diamonds that each may exchange, high and few ones first, nothing at the very first."""
    found: cython.longlong[MOST_SETS]
    player: cython.int
    k: cython.int
    n: cython.int
    most: cython.int
    pile: cython.longlong
    if not cython.compiled:
        found = [0] * MOST_SETS
    for player in range(2):
        pile = diamonds_in(s[RESERVES + seat_of(prep, player)])
        most = min(prep.size, card_count(pile))
        prep.diamonds[SETS * player] = 0
        prep.sets[player] = 1
        for k in range(1, most + 1):
            n = list_parts(pile, k, 0, found, 0)
            while n and prep.sets[player] < limit:
                n -= 1
                prep.diamonds[SETS * player + prep.sets[player]] = found[n]
                prep.sets[player] += 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def reckon_gains(
    prep: Preparation, s: cython.p_longlong, mind: Mind, pay: cython.p_double, exact: cython.bint
) -> cython.void:
    """What every two hands raced with are worth, by the diamonds that both exchange.

    Exactly, and where few cards are left, the draft is solved for the diamonds left; else their worth between races,
    in log odds, is deducted from its payoffs.
    """
    t: cython.longlong[SIZE]
    mine: cython.double[5]
    i: cython.int
    a: cython.int
    b: cython.int
    late: cython.bint = card_count(race_pool(s)) < LATE
    whole: cython.double = 0.0
    left: cython.double
    ratio: cython.double
    if not cython.compiled:
        t, mine = [0] * SIZE, [0.0] * 5
    if not (exact or late) and (prep.sets[0] > 1 or prep.sets[1] > 1):
        whole = worth_between(prep, s, mind, 0, 0, t)
    for a in range(prep.sets[0]):
        for b in range(prep.sets[1]):
            for i in range(5):
                mine[i] = pay[i]
            if a + b and (exact or late):
                for i in range(SIZE):
                    t[i] = s[i]
                spend(prep, a, b, t)
                verdict_worths(t, mind, mine)
            elif a + b:
                left = worth_between(prep, s, mind, a, b, t)
                ratio = left * (1.0 - whole) / (whole * (1.0 - left))
                for i in range(5):
                    mine[i] = ratio * pay[i] / (1.0 - pay[i] + ratio * pay[i])
            fill_gains(prep, s, mind, a, b, mine)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def fill_gains(
    prep: Preparation,
    s: cython.p_longlong,
    mind: Mind,
    a: cython.int,
    b: cython.int,
    pay: cython.p_double,
) -> cython.void:
    """What every two hands raced with are worth where both exchange these sets, by payoffs of seat 0."""
    turned: cython.double[5]
    mine_at: cython.int
    other_at: cython.int
    law: cython.int
    at: cython.int = (SETS * a + b) * SQUARE
    clubs: cython.int = clubs_of(s, prep.holder)
    count: cython.int = hands_of(prep.size)
    if not cython.compiled:
        turned = [0.0] * 5
    turn_pay(pay, prep.holder, turned)
    if a + b == 0:
        prep.ordered = turned[0] >= turned[1] >= turned[3] >= turned[4]
        prep.stake = max(turned[0], turned[1], turned[3], turned[4])
        prep.stake -= min(turned[0], turned[1], turned[3], turned[4])
    for other_at in range(count):
        for mine_at in range(count):
            law = 5 * (HANDS_OF * (HANDS_OF * (3 * (prep.size - 1) + clubs) + mine_at) + other_at)
            prep.gains[at + HANDS_OF * other_at + mine_at] = (
                mind.laws[law] * turned[0]
                + mind.laws[law + 1] * turned[1]
                + mind.laws[law + 2] * turned[2]
                + mind.laws[law + 3] * turned[3]
                + mind.laws[law + 4] * turned[4]
            ) / 6.0


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def spend(prep: Preparation, a: cython.int, b: cython.int, t: cython.p_longlong) -> cython.void:
    """Put the diamonds of two sets back into the stack."""
    t[RESERVES + 1 - prep.holder] -= prep.diamonds[a]
    t[RESERVES + prep.holder] -= prep.diamonds[SETS + b]
    t[STACK] += prep.diamonds[a] + prep.diamonds[SETS + b]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def worth_between(
    prep: Preparation, s: cython.p_longlong, mind: Mind, a: cython.int, b: cython.int, t: cython.p_longlong
) -> cython.double:
    """What a game would be worth to seat 0 between races, without the diamonds of two sets."""
    i: cython.int
    for i in range(SIZE):
        t[i] = s[i]
    t[PHASE] = AWAITING
    t[STACK] = race_pool(s) + s[MARKET]
    spend(prep, a, b, t)
    return worth(t, mind)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def list_options(prep: Preparation, player: cython.int, limit: cython.int) -> cython.void:
    """List what each hand of a player can race with, the likely best first."""
    found: cython.int[MOST_OPTIONS]
    scores: cython.double[SCORES]
    hand: cython.int
    at: cython.int
    i: cython.int
    k: cython.int
    n: cython.int
    best: cython.int
    if not cython.compiled:
        found, scores = [0] * MOST_OPTIONS, [0.0] * SCORES
    prep.choices[player] = 1
    if prep.sets[player] == 1 and prep.cards[player] == prep.size:
        for hand in range(prep.hands[player]):
            prep.option_count[FOUR_HANDS * player + hand] = 1
            prep.options[OPTIONS * (FOUR_HANDS * player + hand)] = hand
        return
    score_options(prep, player, scores)
    for hand in range(prep.hands[player]):
        n = all_options(prep, player, hand, found)
        at = FOUR_HANDS * player + hand
        for k in range(min(n, limit)):
            best = k
            for i in range(k + 1, n):
                if scores[found[i]] > scores[found[best]]:
                    best = i
            prep.options[OPTIONS * at + k] = found[best]
            found[best] = found[k]
        prep.option_count[at] = undominated(prep, player, at, min(n, limit))
        prep.choices[player] = max(prep.choices[player], prep.option_count[at])


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def all_options(prep: Preparation, player: cython.int, hand: cython.int, found: cython.p_int) -> cython.int:
    """List everything that a hand can race with, and count it."""
    ranks: cython.int[4]
    kept: cython.int[4]
    raced: cython.int[4]
    fresh: cython.int[4]
    drop: cython.int
    number: cython.int
    mask: cython.int
    code: cython.int
    i: cython.int
    k: cython.int
    n: cython.int = 0
    count: cython.int
    cards: cython.int = prep.cards[player]
    if not cython.compiled:
        ranks, kept, raced, fresh = [0] * 4, [0] * 4, [0] * 4, [0] * 4
    list_ranks(hand, cards, ranks)
    for drop in range(cards if cards > prep.size else 1):
        k = 0
        for i in range(cards):
            if cards == prep.size or i != drop:
                kept[k] = ranks[i]
                k += 1
        for number in range(prep.sets[player]):
            count = ranks_of(prep.diamonds[SETS * player + number], fresh)
            for mask in range(1 << prep.size):
                if (mask & 1) + ((mask >> 1) & 1) + (mask >> 2) != count:
                    continue
                k = 0
                for i in range(prep.size):
                    raced[i] = kept[i]
                    if (mask >> i) & 1:
                        raced[i] = fresh[k]
                        k += 1
                code = HANDS_OF * number + hand_number(raced, prep.size)
                i = 0
                while i < n and found[i] != code:
                    i += 1
                if i == n:
                    found[n] = code
                    n += 1
    return n


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def score_options(prep: Preparation, player: cython.int, scores: cython.p_double) -> cython.void:
    """The mean of every option against the hands that the other is dealt, as far as they are raced with."""
    chances: cython.double[HANDS_OF]
    i: cython.int
    k: cython.int
    number: cython.int
    count: cython.int = hands_of(prep.size)
    found: cython.double
    other: cython.int = 1 - player
    if not cython.compiled:
        chances = [0.0] * HANDS_OF
    for i in range(count):
        chances[i] = 0.0
    for i in range(prep.hands[other]):
        found = 0.0
        for k in range(prep.hands[player]):
            found += prep.ways[FOUR_HANDS * k + i if player == 0 else FOUR_HANDS * i + k]
        chances[highest_of(i) if prep.cards[other] > prep.size else i] += found
    for number in range(prep.sets[player]):
        for k in range(count):
            found = 0.0
            for i in range(count):
                found += chances[i] * prep.gains[place_of(player, HANDS_OF * number + k) + place_of(other, i)]
            scores[HANDS_OF * number + k] = found if player else -found


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def highest_of(hand: cython.int) -> cython.int:
    """The three highest cards of a hand of four."""
    ranks: cython.int[4]
    i: cython.int
    if not cython.compiled:
        ranks = [0] * 4
    list_ranks(hand, 4, ranks)
    for i in range(3):
        ranks[i] = ranks[i + 1]
    return hand_number(ranks, 3)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def undominated(prep: Preparation, player: cython.int, at: cython.int, n: cython.int) -> cython.int:
    """Remove the options of a hand that another is as good as against everything; count the rest."""
    kept: cython.int = 0
    i: cython.int
    k: cython.int
    for i in range(n):
        k = 0
        while k < kept and not dominates(prep, player, prep.options[OPTIONS * at + k], prep.options[OPTIONS * at + i]):
            k += 1
        if k == kept:
            prep.options[OPTIONS * at + kept] = prep.options[OPTIONS * at + i]
            kept += 1
    return kept


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def dominates(prep: Preparation, player: cython.int, one: cython.int, two: cython.int) -> cython.bint:
    """Whether one option is as good as another against everything that the other player can race with."""
    other: cython.int = 1 - player
    mine: cython.int = place_of(player, one)
    yours: cython.int = place_of(player, two)
    at: cython.int
    number: cython.int
    i: cython.int
    gain: cython.double
    for number in range(prep.sets[other]):
        for i in range(hands_of(prep.size)):
            at = place_of(other, HANDS_OF * number + i)
            gain = prep.gains[mine + at] - prep.gains[yours + at]
            if (gain if player else -gain) < 0.0:
                return False
    return True


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def load(prep: Preparation, s: cython.p_longlong, mind: Mind, pay: cython.p_double, exact: cython.bint) -> cython.void:
    """Take the preparation of a race that was dealt; `pay` are the payoffs of its verdicts without an exchange."""
    pool: cython.longlong = race_pool(s)
    player: cython.int
    prep.hearts = s[FULL] == 1 and s[ADVANTAGES + HEARTS] != NOBODY
    prep.holder = s[ADVANTAGES + HEARTS] if prep.hearts else 1
    prep.size = 3 if s[FULL] else min(3, card_count(pool) // 2)
    for player in range(2):
        prep.cards[player] = prep.size
        if s[FULL] and s[ADVANTAGES + SPADES] == seat_of(prep, player):
            prep.cards[player] = 4
        prep.hands[player] = hands_of(prep.cards[player])
    list_members(prep)
    weigh_deals(prep, pool)
    list_sets(prep, s, SETS if exact else SIMPLE_SETS)
    reckon_gains(prep, s, mind, pay, exact)
    for player in range(2):
        list_options(prep, player, OPTIONS if exact else SIMPLE_OPTIONS)
