# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""What a seat sees and what its move does, as a list of the features that hold: the input of the net.

Every feature is 0 or 1, so a list of numbers is enough. Seats are counted from the one to act. A
feature is read from a round, but only where the seat may see it (H9): its own hand, the sizes and
face-up wilds of the others, and the unseen spot cards together.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from parlour.core import cython_shim as cython

if cython.compiled:
    from cython.cimports.parlour.core.set_bits import count_set, list_set
else:
    from parlour.bots.haggis.kernel.hand_partition import list_plan
    from parlour.core import cython_shim as cython
    from parlour.core.kernel.bits import ONE
    from parlour.core.set_bits import count_set, list_set
    from parlour.games.haggis.kernel.combos import (
        BOMB,
        CARD_MASK,
        GIVE,
        KIND_SHIFT,
        LENGTH_SHIFT,
        SPOT_MASK,
        SPOT_RANKS,
        TOP_SHIFT,
        WIDTH_SHIFT,
        WILD_SHIFT,
        WILDS,
        suits_at,
    )
    from parlour.games.haggis.kernel.machine import (
        BETS,
        GIVING,
        HAGGIS,
        HANDS,
        HOLDER,
        NOBODY,
        OUT_ORDER,
        OUTS,
        PASSES,
        PHASE,
        PLAYED,
        PLAYERS,
        RUNNER_UP,
        STANDING,
        TRICK,
        points_in,
    )

    ENCODING = 2  # the version of the lists below; weights are good for one alone
    SUITS = 5
    # The view.
    BIAS = 0  # always
    OWN_CARDS = 1  # by bit of the hand
    UNSEEN = 49  # spot cards by bit
    UNSEEN_RANKS = 94  # of each rank at least 1 to 5
    OWN_SIZE = 139
    OTHER_SIZES = 157  # 18 for each of two others
    OTHER_WILDS = 193  # 8 sets of wilds, likewise
    STANDING_SHAPE = 209  # three kinds, then as SHAPE
    HOLDERS, RUNNERS_UP, FIRST_OUT = 250, 253, 256  # by seat
    PASSED, TO_GIVE = 259, 260
    TRICK_POINTS = 261  # in pairs, 22 and more last
    HAS_BET, HAS_PLAYED = 273, 276  # by seat
    VIEW_FEATURES = 279
    # The move.
    KINDS = 279  # pass, set, sequence, bomb; given to the first, to the second other
    SHAPE = 285  # width 1 to 8, length 1 to 12, top 2 to K; rank of a bomb
    CARDS = 323  # by bit
    LEFT_RANKS = 371  # the hand afterwards: of each rank at least 1 to 5
    LEFT_RUNS = 416  # three neighbouring ranks of a suit
    LEFT_SIZE = 451
    LEFT_WILDS = 469  # 8 sets
    PLAYS_LEFT = 477  # in the plan for the spot cards, 0 to 9
    LOSERS_LEFT = 487  # of these, those that somebody may beat
    WILDS_TO_BEAT = 497  # 0 to 3, or nobody can
    LEFT_BOMBS = 502  # of spot cards: in four suits, in one
    FEATURES = 504
    MOST_VIEW, MOST_MOVE = 104, 40  # more than can hold at once

    # What the features of all moves of a decision need.
    COLUMNS = 0  # the unseen cards of each suit, a bit a rank
    FULLEST, MOST_WILDS, WILD_RANKS = 5, 6, 7  # of the others: the fullest hand, most wilds of one, all wilds
    BEATEN = 8  # by shape and top: 1 more than the wilds that it takes to beat it, 0 until asked; eight to a number
    CONTEXT = 152
    NOT_BEATEN = 4
    LOWEST = cython.declare(cython.longlong, sum(1 << (5 * row) for row in range(9)))  # the first suit of every rank


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def list_ranks(spots: cython.longlong, first: cython.int, out: cython.p_int, n: cython.int) -> cython.int:
    """List of each rank how many there are: at least one, at least two and so on."""
    # The counts of all ranks side by side, then their binary digits, and from these whether there are so many.
    counts: cython.longlong = (
        (spots & LOWEST)
        + ((spots >> 1) & LOWEST)
        + ((spots >> 2) & LOWEST)
        + ((spots >> 3) & LOWEST)
        + ((spots >> 4) & LOWEST)
    )
    ones: cython.longlong = counts & LOWEST
    twos: cython.longlong = (counts >> 1) & LOWEST
    fours: cython.longlong = (counts >> 2) & LOWEST
    there: cython.longlong = (
        (ones | twos | fours)
        | ((twos | fours) << 1)
        | ((fours | (ones & twos)) << 2)
        | (fours << 3)
        | ((ones & fours) << 4)
    )
    return list_set(there, first, out, n)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def list_shape(combo: cython.longlong, first: cython.int, out: cython.p_int, n: cython.int) -> cython.int:
    """List width, length and top of a set or sequence, or the rank of a bomb."""
    top: cython.int = (combo >> TOP_SHIFT) & 15
    if combo >> KIND_SHIFT == BOMB:
        out[n] = first + 31 + top
        return n + 1
    out[n] = first - 1 + ((combo >> WIDTH_SHIFT) & 15)
    out[n + 1] = first + 7 + ((combo >> LENGTH_SHIFT) & 15)
    out[n + 2] = first + 18 + top
    return n + 3


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def unseen_by(s: cython.p_longlong, seat: cython.int) -> cython.longlong:
    """The spot cards in other hands and in the haggis, together."""
    unseen: cython.longlong = s[HAGGIS]
    other: cython.int
    for other in range(s[PLAYERS]):
        if other != seat:
            unseen |= s[HANDS + other] & SPOT_MASK
    return unseen


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def list_view(s: cython.p_longlong, seat: cython.int, out: cython.p_int) -> cython.int:
    """List the features of what the seat to act sees."""
    players: cython.int = s[PLAYERS]
    unseen: cython.longlong = unseen_by(s, seat)
    other: cython.int
    i: cython.int
    n: cython.int
    out[0] = BIAS
    n = list_set(s[HANDS + seat], OWN_CARDS, out, 1)
    n = list_set(unseen, UNSEEN, out, n)
    n = list_ranks(unseen, UNSEEN_RANKS, out, n)
    out[n] = OWN_SIZE + count_set(s[HANDS + seat])
    n += 1
    for i in range(players):
        other = (seat + i) % players
        if i > 0:
            out[n] = OTHER_SIZES - 18 + 18 * i + count_set(s[HANDS + other])
            out[n + 1] = OTHER_WILDS - 8 + 8 * i + (s[HANDS + other] >> WILD_SHIFT)
            n += 2
        if s[BETS + other] > 1:
            out[n] = HAS_BET + i
            n += 1
        if s[PLAYED + other]:
            out[n] = HAS_PLAYED + i
            n += 1
    if s[STANDING]:
        out[n] = STANDING_SHAPE - 1 + (s[STANDING] >> KIND_SHIFT)
        n = list_shape(s[STANDING], STANDING_SHAPE + 3, out, n + 1)
        out[n] = HOLDERS + (s[HOLDER] - seat + players) % players
        n += 1
        if s[RUNNER_UP] != NOBODY:
            out[n] = RUNNERS_UP + (s[RUNNER_UP] - seat + players) % players
            n += 1
    if s[OUTS]:
        out[n] = FIRST_OUT + (s[OUT_ORDER] - seat + players) % players
        n += 1
    if s[PASSES]:
        out[n] = PASSED
        n += 1
    if s[PHASE] == GIVING:
        out[n] = TO_GIVE
        n += 1
    i = points_in(s[TRICK]) // 2
    out[n] = TRICK_POINTS + (min(11, i))
    return n + 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def fill_context(s: cython.p_longlong, seat: cython.int, context: cython.p_longlong) -> cython.void:
    """What the features of all moves of a seat need, taken once."""
    unseen: cython.longlong = unseen_by(s, seat)
    row: cython.int
    i: cython.int
    count: cython.int
    for i in range(CONTEXT):
        context[i] = 0
    for row in range(SPOT_RANKS):
        for i in range(SUITS):
            context[COLUMNS + i] |= ((unseen >> (5 * row + i)) & 1) << row
    for i in range(s[PLAYERS]):
        if i == seat:
            continue
        count = count_set(s[HANDS + i])
        if count > context[FULLEST]:
            context[FULLEST] = count
        count = count_set(s[HANDS + i] >> WILD_SHIFT)
        if count > context[MOST_WILDS]:
            context[MOST_WILDS] = count
        context[WILD_RANKS] |= s[HANDS + i] >> WILD_SHIFT


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def cards_there(context: cython.p_longlong, width: cython.int, length: cython.int, low: cython.int) -> cython.int:
    """Of the places of a block, how many unseen cards fill, in the suits that fill most."""
    left: cython.int = width
    window: cython.int = ((1 << length) - 1) << low
    taken: cython.int = 0
    found: cython.int = 0
    best: cython.int
    at: cython.int
    suit: cython.int
    count: cython.int
    while left:
        best = at = 0
        for suit in range(SUITS):
            count = count_set(context[COLUMNS + suit] & window)
            if count > best and not (taken >> suit) & 1:
                best = count
                at = suit
        if best == 0:
            break
        taken |= 1 << at
        found += best
        left -= 1
    return found


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def wilds_to_beat(context: cython.p_longlong, combo: cython.longlong) -> cython.int:
    """The wilds that it takes at least to beat a set or sequence with unseen cards and no bomb, or NOT_BEATEN."""
    top: cython.int = (combo >> TOP_SHIFT) & 15
    length: cython.int = (combo >> LENGTH_SHIFT) & 15
    width: cython.int = (combo >> WIDTH_SHIFT) & 15
    at: cython.int = 12 * (12 * (width - 1) + length - 1) + top - 2
    known: cython.int = (context[BEATEN + (at >> 3)] >> (8 * (at & 7))) & 255
    least: cython.int = NOT_BEATEN
    lacking: cython.int
    low: cython.int
    suit: cython.int
    if known:
        return known - 1
    if width * length <= context[FULLEST]:
        # The lowest spot card is no higher than 10, the top no higher than a king.
        for low in range(top - length, SPOT_RANKS if length < 5 else 13 - length):
            lacking = 0
            if length == 1:
                for suit in range(SUITS):
                    lacking += (context[COLUMNS + suit] >> low) & 1
                lacking = width - lacking if lacking else NOT_BEATEN
            else:
                lacking = width * length - cards_there(context, width, length, low)
            if lacking < least:
                least = max(0, lacking)
        if least > 1 and width * length == 1 and (context[WILD_RANKS] << 11) >> (top + 1 if top > 10 else 11):
            least = 1
        if least > context[MOST_WILDS]:
            least = NOT_BEATEN
    context[BEATEN + (at >> 3)] |= (least + ONE) << (8 * (at & 7))
    return least


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def list_rest(
    s: cython.p_longlong,
    seat: cython.int,
    move: cython.longlong,
    context: cython.p_longlong,
    out: cython.p_int,
) -> cython.int:
    """List the features of the spot cards that a move plays and leaves, which many moves of a lead have in common."""
    plan: cython.longlong[9]
    played: cython.longlong = move & SPOT_MASK
    spots: cython.longlong = s[HANDS + seat] & SPOT_MASK & ~played
    runs: cython.longlong = spots & (spots >> 5) & (spots >> 10)
    suited: cython.longlong = (spots >> 5) & (spots >> 15) & (spots >> 25) & (spots >> 35) & 31
    i: cython.int
    n: cython.int
    plays: cython.int
    losers: cython.int = 0
    if not cython.compiled:
        plan = [0] * 9
    if move >> KIND_SHIFT == GIVE:
        return 0
    n = list_set(played, CARDS, out, 0)
    n = list_ranks(spots, LEFT_RANKS, out, n)
    n = list_set(runs, LEFT_RUNS, out, n)
    plays = list_plan(spots, plan)
    for i in range(plays):
        if wilds_to_beat(context, plan[i]) != NOT_BEATEN:
            losers += 1
    out[n] = PLAYS_LEFT + plays
    out[n + 1] = LOSERS_LEFT + losers
    n += 2
    if four_suits(spots):
        out[n] = LEFT_BOMBS
        n += 1
    if suited:
        out[n] = LEFT_BOMBS + 1
        n += 1
    return n


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def list_move(
    s: cython.p_longlong,
    seat: cython.int,
    move: cython.longlong,
    context: cython.p_longlong,
    out: cython.p_int,
    n: cython.int,
) -> cython.int:
    """List the other features of a move of the seat to act: what it is, and the wilds that it leaves."""
    kind: cython.int = move >> KIND_SHIFT
    cards: cython.longlong = move & CARD_MASK
    left: cython.longlong = s[HANDS + seat] & ~cards
    if kind == GIVE:
        out[n] = KINDS + 3 + ((move & 3) - seat + 3) % 3
        return n + 1
    out[n] = KINDS + kind
    out[n + 1] = LEFT_SIZE + count_set(left)
    out[n + 2] = LEFT_WILDS + (left >> WILD_SHIFT)
    n += 3
    if cards:
        n = list_shape(move, SHAPE, out, n)
        n = list_set(cards & WILDS, CARDS, out, n)
        if kind != BOMB:
            out[n] = WILDS_TO_BEAT + wilds_to_beat(context, move)
            n += 1
    return n


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def four_suits(spots: cython.longlong) -> cython.bint:
    """Whether there are 3, 5, 7 and 9 in four suits (H4.8): no fewer suits than ranks, whichever ranks (Hall)."""
    ranks: cython.int[4]
    part: cython.int
    i: cython.int
    suits: cython.int
    if not cython.compiled:
        ranks = [0] * 4
    for i in range(4):
        ranks[i] = suits_at(spots, 2 * i + 1)
        if not ranks[i]:
            return False
    for part in range(1, 16):
        suits = 0
        for i in range(4):
            if (part >> i) & 1:
                suits |= ranks[i]
        if count_set(suits) < count_set(part):
            return False
    return True


# Where a feature stands for each card, or each run of a suit: the first one, and how many ranks there are.
PLACES = ((OWN_CARDS, 9), (UNSEEN, 9), (CARDS, 9), (LEFT_RUNS, 7))
# What a weaker player may overlook: features of which each says one thing in several ways.
SUBJECTS = {
    "unseen cards": ((UNSEEN, UNSEEN_RANKS), (UNSEEN_RANKS, OWN_SIZE)),
    "beatable plays": ((LOSERS_LEFT, WILDS_TO_BEAT),),
    "wilds to beat it": ((WILDS_TO_BEAT, LEFT_BOMBS),),
    "others' sizes": ((OTHER_SIZES, OTHER_SIZES + 18), (OTHER_SIZES + 18, OTHER_WILDS)),
    "others' wilds": ((OTHER_WILDS, OTHER_WILDS + 8), (OTHER_WILDS + 8, STANDING_SHAPE)),
    "plays left": ((PLAYS_LEFT, LOSERS_LEFT),),
    "runs left": ((LEFT_RUNS, LEFT_SIZE),),
    "ranks left": ((LEFT_RANKS, LEFT_RUNS),),
    "wilds left": ((LEFT_WILDS, PLAYS_LEFT),),
    "cards played": ((CARDS, LEFT_RANKS),),
}
