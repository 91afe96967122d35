# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""The net that values moves: two hidden layers in 16-bit integers.

The first layer is a sum of rows, one for each feature that holds; the rows of the view are summed once
for all moves of a decision, those of the spot cards once for neighbouring moves that play the same
ones. Integers make the result the same on every machine, compiled or not, and the second layer a dot
product that compilers vectorise. The learner keeps weights so small that no sum overflows (`LIMITS`).

A value is in points still to come, one's own less the mean of the others', without bets; the other
heads are the log odds of going out first, by seat, counted from the one to act.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from parlour.core import cython_shim as cython

if cython.compiled:
    from cython.cimports.libc.math import exp
    from cython.cimports.parlour.core.int16 import multiply, sum_rows
else:
    from math import exp

    from parlour.bots.haggis.kernel.net_candidates import list_candidates
    from parlour.bots.haggis.kernel.net_features import (
        CONTEXT,
        ENCODING,
        FEATURES,
        MOST_MOVE,
        MOST_VIEW,
        fill_context,
        list_move,
        list_rest,
        list_view,
    )
    from parlour.core import cython_shim as cython
    from parlour.core.int16 import multiply, sum_rows
    from parlour.games.haggis.kernel.combos import CAPACITY, SPOT_MASK
    from parlour.games.haggis.kernel.machine import (
        BETS,
        CAPTURED,
        LEFT_OVER,
        OUT_ORDER,
        OUTS,
        PLAYERS,
        points_in,
        score_parts,
    )

    WIDE, NARROW, HEADS = 256, 32, 4  # units of the hidden layers; points, and a seat each
    WEIGHTS = FEATURES * WIDE + NARROW * WIDE + NARROW + HEADS * NARROW + HEADS
    UNIT = 256  # what 1 is as a hidden unit and as a bias
    CEILING = 4095  # the highest value of a hidden unit
    SECOND_SHIFT, HEAD_SHIFT = 10, 12  # 1 is 1 << 10 as a weight of the second layer, 1 << 12 as one of a head
    POINTS = 30  # of which the first head speaks

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from parlour.games.haggis.kernel.round import Round


@cython.cclass
class Net:
    """The weights of a net, as `WEIGHTS` integers side by side."""

    first: cython.short[FEATURES * WIDE]
    second: cython.short[NARROW * WIDE]
    second_bias: cython.short[NARROW]
    heads: cython.short[HEADS * NARROW]
    head_bias: cython.short[HEADS]

    def __init__(self, weights: cython.short[::1]) -> None:
        """Take the layers in order, each with its biases last; those of the first are its feature BIAS."""
        i: cython.int
        at: cython.int = 0
        if len(weights) != WEIGHTS:
            raise ValueError(f"a net has {WEIGHTS} weights, got {len(weights)}")
        if not cython.compiled:
            self.first, self.second, self.second_bias = [0] * (FEATURES * WIDE), [0] * (NARROW * WIDE), [0] * NARROW
            self.heads, self.head_bias = [0] * (HEADS * NARROW), [0] * HEADS
        for i in range(FEATURES * WIDE):
            self.first[i] = weights[i]
        at = FEATURES * WIDE
        for i in range(NARROW * WIDE):
            self.second[i] = weights[at + i]
        at += NARROW * WIDE
        for i in range(NARROW):
            self.second_bias[i] = weights[at + i]
        at += NARROW
        for i in range(HEADS * NARROW):
            self.heads[i] = weights[at + i]
        at += HEADS * NARROW
        for i in range(HEADS):
            self.head_bias[i] = weights[at + i]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def clip(value: cython.int) -> cython.int:
    """The activation: a ramp from 0 to CEILING."""
    return 0 if value < 0 else min(value, CEILING)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def outputs(net: Net, units: cython.p_short, out: cython.p_int) -> cython.void:
    """The second layer and the heads, from the sums of the first layer; 1 is UNIT << HEAD_SHIFT."""
    wide: cython.short[WIDE]
    narrow: cython.short[NARROW]
    products: cython.int[NARROW]
    k: cython.int
    if not cython.compiled:
        wide, narrow, products = [0] * WIDE, [0] * NARROW, [0] * NARROW
    for k in range(WIDE):
        wide[k] = clip(units[k])
    multiply(wide, net.second, WIDE, NARROW, products)
    for k in range(NARROW):
        narrow[k] = clip((products[k] >> SECOND_SHIFT) + net.second_bias[k])
    multiply(narrow, net.heads, NARROW, HEADS, out)
    for k in range(HEADS):
        out[k] += net.head_bias[k] * (1 << HEAD_SHIFT)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def bet_gains(s: cython.p_longlong, seat: cython.int, gains: cython.p_double) -> cython.bint:
    """What the bets bring a seat, less the mean of the others, by who goes out first; False where nobody bet (H7.3)."""
    players: cython.int = s[PLAYERS]
    first: cython.int
    other: cython.int
    i: cython.int
    lost: cython.double
    points: cython.double
    stakes: cython.bint = False
    for i in range(players):
        stakes = stakes or s[BETS + i] > 1
        gains[i] = 0.0
    if not stakes:
        return False
    for i in range(players):
        first = (seat + i) % players
        lost = 0.0
        for other in range(players):
            if other != first and s[BETS + other] > 1:
                lost += s[BETS + other] - 1
        for other in range(players):
            points = 0.0
            if other == first:
                points = lost + (s[BETS + other] - 1 if s[BETS + other] > 1 else 0)
            elif s[BETS + other] <= 1:
                points = lost
            gains[i] += points if other == seat else -points / (players - 1)
    return True


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def out_chances(s: cython.p_longlong, seat: cython.int, heads: cython.p_int, chances: cython.p_double) -> cython.void:
    """The chances of going out first, by seat counted from this one, from the outputs of a move."""
    players: cython.int = s[PLAYERS]
    i: cython.int
    total: cython.double = 0.0
    if s[OUTS]:
        for i in range(players):
            chances[i] = 1.0 if (seat + i) % players == s[OUT_ORDER] else 0.0
        return
    for i in range(players):
        # Capped, so that no chance is 0 by rounding.
        chances[i] = exp(min(20.0, max(-20.0, heads[1 + i] / 1048576.0)))
        total += chances[i]
    for i in range(players):
        chances[i] /= total


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def value_moves(
    net: Net,
    s: cython.p_longlong,
    seat: cython.int,
    moves: cython.p_longlong,
    n: cython.int,
    values: cython.p_double,
    chances: cython.p_double,
) -> cython.void:
    """Write the points that moves still bring the seat to act, standing bets included, and its chances of going out."""
    context: cython.longlong[CONTEXT]
    seen: cython.int[MOST_VIEW]
    listed: cython.int[MOST_MOVE]
    view: cython.short[WIDE]
    rest: cython.short[WIDE]
    units: cython.short[WIDE]
    heads: cython.int[HEADS]
    gains: cython.double[3]
    firsts: cython.double[3]
    i: cython.int
    k: cython.int
    m: cython.int
    stakes: cython.bint
    if not cython.compiled:
        context, seen, listed = [0] * CONTEXT, [0] * MOST_VIEW, [0] * MOST_MOVE
        view, rest, units = [0] * WIDE, [0] * WIDE, [0] * WIDE
        heads, gains, firsts = [0] * HEADS, [0.0] * 3, [0.0] * 3
    for k in range(WIDE):
        view[k] = 0
    m = list_view(s, seat, seen)
    sum_rows(view, net.first, seen, m, WIDE, view)
    fill_context(s, seat, context)
    stakes = bet_gains(s, seat, gains)
    for i in range(n):
        if i == 0 or (moves[i] ^ moves[i - 1]) & SPOT_MASK:
            m = list_rest(s, seat, moves[i], context, listed)
            sum_rows(view, net.first, listed, m, WIDE, rest)
        m = list_move(s, seat, moves[i], context, listed, 0)
        sum_rows(rest, net.first, listed, m, WIDE, units)
        outputs(net, units, heads)
        values[i] = heads[0] * 30.0 / 1048576.0
        out_chances(s, seat, heads, firsts)
        chances[i] = firsts[0]
        if stakes:
            for k in range(s[PLAYERS]):
                values[i] += firsts[k] * gains[k]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def secured(s: cython.p_longlong, seat: cython.int) -> cython.double:
    """The points that a seat has for certain, less the mean of the others'."""
    other: cython.int
    points: cython.double
    total: cython.double = 0.0
    for other in range(s[PLAYERS]):
        points = points_in(s[CAPTURED + other]) + 5 * s[LEFT_OVER + other]
        total += points if other == seat else -points / (s[PLAYERS] - 1)
    return total


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def best_of(values: cython.p_double, n: cython.int) -> cython.int:
    """Where the highest value is."""
    i: cython.int
    best: cython.int = 0
    for i in range(1, n):
        if values[i] > values[best]:
            best = i
    return best


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def scored(s: cython.p_longlong, seat: cython.int) -> cython.double:
    """A finished round's points without bets, less the mean of the others'."""
    parts: cython.longlong[5]
    other: cython.int
    points: cython.double
    total: cython.double = 0.0
    if not cython.compiled:
        parts = [0] * 5
    for other in range(s[PLAYERS]):
        points = score_parts(s, other, parts) - parts[3]
        total += points if other == seat else -points / (s[PLAYERS] - 1)
    return total


def valued_moves(net: Net, world: Round, seat: int) -> list[tuple[int, float, float]]:
    """The moves worth a look, best first: the move, the points of the round, the chance of going out first.

    Points are a seat's own less the mean of the others', standing bets included.
    """
    buffer: cython.longlong[CAPACITY]
    values: cython.double[CAPACITY]
    chances: cython.double[CAPACITY]
    i: cython.int
    n: cython.int
    if not cython.compiled:
        buffer, values, chances = [0] * CAPACITY, [0.0] * CAPACITY, [0.0] * CAPACITY
    n = list_candidates(world.s, seat, buffer)
    value_moves(net, world.s, seat, buffer, n, values, chances)
    held: cython.double = secured(world.s, seat)
    found = [(buffer[i], held + values[i], chances[i]) for i in range(n)]
    return sorted(found, key=lambda each: -each[1])


def head_values(net: Net, features: Sequence[int]) -> tuple[int, ...]:
    """The heads for a list of features, as integers; 1 is `UNIT << HEAD_SHIFT`."""
    listed: cython.int[FEATURES]
    units: cython.short[WIDE]
    heads: cython.int[HEADS]
    i: cython.int
    n: cython.int = len(features)
    if n > FEATURES or any(not 0 <= feature < FEATURES for feature in features):
        raise ValueError(f"not a list of features: {features}")
    if not cython.compiled:
        listed, units, heads = [0] * FEATURES, [0] * WIDE, [0] * HEADS
    for i in range(n):
        listed[i] = features[i]
    for i in range(WIDE):
        units[i] = 0
    sum_rows(units, net.first, listed, n, WIDE, units)
    outputs(net, units, heads)
    return tuple([heads[i] for i in range(HEADS)])


NET = {
    "features": FEATURES,
    "wide": WIDE,
    "narrow": NARROW,
    "heads": HEADS,
    "weights": WEIGHTS,
    "encoding": ENCODING,
    "unit": UNIT,
    "ceiling": CEILING,
    "second_shift": SECOND_SHIFT,
    "head_shift": HEAD_SHIFT,
    "points": POINTS,
}
