# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""A hand-written evaluation of Haggis, fast enough for playouts.

It reads its own hand and what is public, nothing else: a plan of few plays, how likely each is to
hold given what is gone, what lies in the trick, and who is about to go out.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from parlour.core import cython_shim as cython

if not cython.compiled:
    from parlour.bots.haggis.kernel.hand_partition import hold_chance, list_plan
    from parlour.core import cython_shim as cython
    from parlour.core.kernel.bits import ONE, count_bits
    from parlour.core.kernel.rng import seeded
    from parlour.games.haggis.kernel.combos import (
        ALL_WILDS,
        BOMB,
        CAPACITY,
        CARD_MASK,
        GIVE,
        KIND_SHIFT,
        POINT_SPOTS,
        SET,
        SPOT_MASK,
        TOP_SHIFT,
        TWO_PLAYER_SPOTS,
        WIDTH_SHIFT,
        WILD_SHIFT,
        list_answers,
        list_leads,
    )
    from parlour.games.haggis.kernel.machine import (
        ACTOR,
        CAPTURED,
        GIVING,
        HAGGIS,
        HANDS,
        OUT_ORDER,
        OVER,
        PHASE,
        PLAYERS,
        SIZE,
        STANDING,
        TRICK,
        score_parts,
        step,
    )
    from parlour.games.haggis.kernel.playout import shuffle

    # What a judgement is made of: how a lead's size, top and chance to hold count,
    # and what an answer gains and costs, all in plays.
    (
        SIZE_WEIGHT,
        TOP_WEIGHT,
        DANGER_WEIGHT,
        HOLD_WEIGHT,
        AFTER_WEIGHT,
        LEAD_GAIN,
        POINT_GAIN,
        FACE_GAIN,
        DANGER_GAIN,
        END_GAIN,
        WILD_COST,
        BOMB_COST,
        TOP_COST,
        PLAN_COST,
        WILD_LEAD,
        BOMB_LEAD,
    ) = range(16)
    WEIGHTS = 16
    SMALL = 6

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from parlour.games.haggis.kernel.round import Round


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def unseen_by(s: cython.p_longlong, seat: cython.int) -> cython.longlong:
    """The spot cards that a seat has not seen: those of the other hands and of the haggis."""
    gone: cython.longlong = s[HANDS + seat] | s[TRICK] | s[CAPTURED] | s[CAPTURED + 1] | s[CAPTURED + 2]
    return (SPOT_MASK if s[PLAYERS] == 3 else TWO_PLAYER_SPOTS) & ~gone


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def cards_of_others(s: cython.p_longlong, seat: cython.int, most: cython.bint) -> cython.int:
    """Count the fewest cards that another seat still holds, or the most."""
    found: cython.int = 0 if most else 99
    other: cython.int
    cards: cython.int
    for other in range(s[PLAYERS]):
        cards = count_bits(s[HANDS + other])
        if other != seat and cards and (cards > found if most else cards < found):
            found = cards
    return found


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def wilds_of_others(s: cython.p_longlong, seat: cython.int) -> cython.int:
    """The face-up wilds of the other seats together."""
    wilds: cython.int = 0
    other: cython.int
    for other in range(s[PLAYERS]):
        if other != seat:
            wilds |= s[HANDS + other] >> WILD_SHIFT
    return wilds


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def share_of_unseen(s: cython.p_longlong, seat: cython.int, unseen: cython.longlong) -> cython.double:
    """The share of the unseen cards that the others hold; the rest is the haggis."""
    held: cython.int = 0
    other: cython.int
    for other in range(s[PLAYERS]):
        if other != seat:
            held += count_bits(s[HANDS + other] & SPOT_MASK)  # its size is public, its cards are not looked at
    return held / (1.0 * count_bits(unseen)) if unseen else 0.0


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def going_out(hand: cython.longlong, standing: cython.longlong, buffer: cython.p_longlong) -> cython.longlong:
    """Find a move that empties the hand at once, or 0."""
    i: cython.int
    n: cython.int
    if count_bits(hand) > 10:
        return 0
    if standing:
        n = list_answers(hand, standing, ALL_WILDS, buffer, 0, CAPACITY)
    else:
        n = list_leads(hand, ALL_WILDS, buffer, 0, CAPACITY)
    for i in range(n):
        if buffer[i] & CARD_MASK == hand:
            return buffer[i]
    return 0


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def plays_left(hand: cython.longlong, plays: cython.p_longlong) -> cython.int:
    """Count the plays that a hand needs; wilds go along with others, or as a bomb of their own."""
    n: cython.int = list_plan(hand & SPOT_MASK, plays)
    return n if n or not hand else 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def sense_lead(
    s: cython.p_longlong, seat: cython.int, buffer: cython.p_longlong, w: cython.p_double
) -> cython.longlong:
    """Lead: what holds and sheds much first, the weakest play last; high cards early when somebody is nearly out."""
    hand: cython.longlong = s[HANDS + seat]
    unseen: cython.longlong = unseen_by(s, seat)
    share: cython.double = share_of_unseen(s, seat, unseen)
    others_wilds: cython.int = wilds_of_others(s, seat)
    danger: cython.int = cards_of_others(s, seat, False)
    plays: cython.longlong[9]
    n: cython.int
    i: cython.int
    size: cython.int
    top: cython.int
    spent: cython.int
    chance: cython.double
    value: cython.double
    best_value: cython.double = -1e9
    best: cython.longlong = 0
    wilds: cython.longlong = hand >> WILD_SHIFT
    move: cython.longlong
    if not cython.compiled:
        plays = [0] * 9
    if count_bits(hand) <= SMALL:
        n = list_leads(hand, ALL_WILDS, buffer, 0, CAPACITY)
    else:
        n = list_plan(hand & SPOT_MASK, buffer)
        if n == 0:
            return lone_wild(wilds)
    for i in range(n):
        move = buffer[i]
        if move & CARD_MASK == hand:
            return move
        size = count_bits(move & CARD_MASK)
        spent = count_bits((move & CARD_MASK) >> WILD_SHIFT)
        if move >> KIND_SHIFT == BOMB:
            chance = 0.9
            value = -w[BOMB_LEAD]
        else:
            top = (move >> TOP_SHIFT) & 15
            chance = 1.0 if size > danger else hold_chance(move, unseen, others_wilds, share)
            value = w[SIZE_WEIGHT] * size - w[TOP_WEIGHT] * top + w[HOLD_WEIGHT] * chance
        value -= w[WILD_LEAD] * spent + w[AFTER_WEIGHT] * plays_left(hand & ~move & CARD_MASK, plays)
        if danger <= 3:
            value += w[DANGER_WEIGHT] * chance
        if value > best_value:
            best_value = value
            best = move
    return best


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def lone_wild(wilds: cython.longlong) -> cython.longlong:
    """Play the lowest wild alone."""
    row: cython.int = 0
    while not (wilds >> row) & 1:
        row += 1
    return (
        (SET * ONE << KIND_SHIFT)
        | (ONE << WIDTH_SHIFT)
        | (ONE << 52)
        | ((11 + row) * ONE << TOP_SHIFT)
        | (ONE << (WILD_SHIFT + row))
    )


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def sense_answer(
    s: cython.p_longlong, seat: cython.int, buffer: cython.p_longlong, w: cython.p_double
) -> cython.longlong:
    """Answer with what costs the plan least, if the trick or the lead is worth it; else pass."""
    hand: cython.longlong = s[HANDS + seat]
    danger: cython.int = cards_of_others(s, seat, False)
    plays: cython.longlong[9]
    before: cython.int
    n: cython.int
    i: cython.int
    top: cython.int
    spent: cython.int
    cards: cython.longlong
    move: cython.longlong
    best: cython.longlong = 0
    cost: cython.double
    best_cost: cython.double
    gain: cython.double
    if not cython.compiled:
        plays = [0] * 9
    move = going_out(hand, s[STANDING], buffer)
    if move:
        return move
    before = list_plan(hand & SPOT_MASK, plays)
    n = list_answers(hand, s[STANDING], ALL_WILDS, buffer, 0, CAPACITY)
    gain = (
        w[LEAD_GAIN]
        + w[POINT_GAIN] * count_bits(s[TRICK] & POINT_SPOTS)
        + w[FACE_GAIN] * count_bits(s[TRICK] >> WILD_SHIFT)
    )
    if danger <= 4:
        gain += w[DANGER_GAIN] * (5 - danger)
    if before <= 3:
        gain += w[END_GAIN] * (4 - before)
    best_cost = gain
    for i in range(n):
        cards = buffer[i] & CARD_MASK
        spent = count_bits(cards >> WILD_SHIFT)
        top = (buffer[i] >> TOP_SHIFT) & 15
        if buffer[i] >> KIND_SHIFT == BOMB:
            cost = w[BOMB_COST] + w[WILD_COST] * spent
        else:
            cost = w[WILD_COST] * spent + w[TOP_COST] * top
        if cost >= best_cost:
            continue
        if spent and best:
            continue
        cost += w[PLAN_COST] * (plays_left(hand & ~cards, plays) + (1 if cards & SPOT_MASK else 0) - before)
        if cost < best_cost:
            best_cost = cost
            best = buffer[i]
    return best


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def sense_gift(s: cython.p_longlong, seat: cython.int) -> cython.longlong:
    """Give a bombed trick to the opponent who holds the most cards."""
    left: cython.int = (seat + 1) % 3
    right: cython.int = (seat + 2) % 3
    to: cython.int = left if count_bits(s[HANDS + left]) >= count_bits(s[HANDS + right]) else right
    return (GIVE * ONE << KIND_SHIFT) | to


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def sense_move(s: cython.p_longlong, buffer: cython.p_longlong, w: cython.p_double) -> cython.longlong:
    """Choose for the seat whose turn it is; never a bet."""
    seat: cython.int = s[ACTOR]
    if s[PHASE] == GIVING:
        return sense_gift(s, seat)
    if s[STANDING]:
        return sense_answer(s, seat, buffer, w)
    return sense_lead(s, seat, buffer, w)


WEIGHT_NAMES = (
    "size",
    "top",
    "danger",
    "hold",
    "after",
    "lead_gain",
    "point_gain",
    "face_gain",
    "danger_gain",
    "end_gain",
    "wild_cost",
    "bomb_cost",
    "top_cost",
    "plan_cost",
    "wild_lead",
    "bomb_lead",
)
# Found by hill climbing: changed weights that won against their forerunners on duplicate deals (`duel`) were kept.
DEFAULT_WEIGHTS = (1.0, 0.66, 16.66, 2.45, 1.32, 1.51, 0.2, 0.12, 3.5, 0.58, 1.2, 1.11, 0.03, 0.3, 2.8, 4.0)


def weighted(**changes: float) -> tuple[float, ...]:
    """The weights with some of them changed, by name."""
    weights = dict(zip(WEIGHT_NAMES, DEFAULT_WEIGHTS, strict=True))
    assert changes.keys() <= weights.keys()
    return tuple((weights | changes).values())


def duel(
    opening: Round, first: Sequence[float], second: Sequence[float], deals: int, seed: int
) -> tuple[int, int, int]:
    """Let two sets of weights play the same deals from both seats of a two-player round.

    Returns the first's points less the second's, how often the first was out first, and the decisions.
    """
    buffer: cython.longlong[CAPACITY]
    s: cython.longlong[SIZE]
    dealt: cython.longlong[SIZE]
    parts: cython.longlong[5]
    rng: cython.ulonglong[1]
    mine: cython.double[WEIGHTS]
    theirs: cython.double[WEIGHTS]
    i: cython.int
    turn: cython.int
    count: cython.int = deals
    deal: cython.int
    points: cython.longlong = 0
    outs: cython.longlong = 0
    decisions: cython.longlong = 0
    cards: cython.longlong = opening.s[HAGGIS]
    if not cython.compiled:
        buffer, s, dealt, parts = [0] * CAPACITY, [0] * SIZE, [0] * SIZE, [0] * 5
        rng, mine, theirs = [0], [0.0] * WEIGHTS, [0.0] * WEIGHTS
    for i in range(WEIGHTS):
        mine[i] = first[i]
        theirs[i] = second[i]
    for i in range(2):
        cards |= opening.s[HANDS + i] & SPOT_MASK
    rng[0] = seeded(seed)
    with cython.nogil:
        for deal in range(count):
            for i in range(SIZE):
                dealt[i] = opening.s[i]
            shuffle(dealt, cards, rng)
            for turn in range(2):
                for i in range(SIZE):
                    s[i] = dealt[i]
                while s[PHASE] != OVER:
                    if s[ACTOR] == turn:
                        step(s, s[ACTOR], sense_move(s, buffer, mine))
                    else:
                        step(s, s[ACTOR], sense_move(s, buffer, theirs))
                    decisions += 1
                points += score_parts(s, turn, parts) - score_parts(s, 1 - turn, parts)
                outs += s[OUT_ORDER] == turn
    return points, outs, decisions


def sensible(played: Round, weights: Sequence[float] = DEFAULT_WEIGHTS) -> int:
    """Choose for the seat whose turn it is; only its own hand and what is public are looked at."""
    buffer: cython.longlong[CAPACITY]
    w: cython.double[WEIGHTS]
    s: cython.longlong[SIZE]
    i: cython.int
    if not cython.compiled:
        buffer, w, s = [0] * CAPACITY, [0.0] * WEIGHTS, [0] * SIZE
    for i in range(WEIGHTS):
        w[i] = weights[i]
    for i in range(SIZE):
        s[i] = played.s[i]
    return sense_move(s, buffer, w)
