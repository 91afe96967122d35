# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Decisions of self-play that are searched, and what the moves tried there brought: expert iteration."""

from __future__ import annotations

try:
    import cython
except ImportError:
    from parlour.core import cython_shim as cython

if not cython.compiled:
    from parlour.bots.haggis.kernel.net import best_of, scored, secured
    from parlour.bots.haggis.kernel.net_features import (
        CONTEXT,
        FEATURES,
        MOST_MOVE,
        MOST_VIEW,
        fill_context,
        list_move,
        list_rest,
        list_view,
    )
    from parlour.bots.haggis.kernel.net_search import play_out
    from parlour.core import cython_shim as cython
    from parlour.core.kernel.rng import below
    from parlour.games.haggis.kernel.combos import SPOT_MASK
    from parlour.games.haggis.kernel.machine import HAGGIS, HANDS, PLAYERS, SIZE, score_parts, step
    from parlour.games.haggis.kernel.playout import shuffle

    ROW = 144  # MOST_VIEW + MOST_MOVE, the features of a sample
    TRIED = 5  # moves of a searched decision: the best ones, and one by chance
    PRIOR = 32  # worlds that the net's own value counts for, as in the champion
    SOLVED = 6  # cards of two players from which alpha-beta ends a playout

TYPE_CHECKING = False
if TYPE_CHECKING:
    from parlour.bots.haggis.kernel.net import Net


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def write_sample(s: cython.p_longlong, seat: cython.int, move: cython.longlong, row: cython.ushort[::1]) -> cython.void:
    """Write the features of a decision, and FEATURES in the places behind them."""
    context: cython.longlong[CONTEXT]
    seen: cython.int[MOST_VIEW]
    listed: cython.int[MOST_MOVE]
    n: cython.int
    m: cython.int
    i: cython.int
    if not cython.compiled:
        context, seen, listed = [0] * CONTEXT, [0] * MOST_VIEW, [0] * MOST_MOVE
    n = list_view(s, seat, seen)
    fill_context(s, seat, context)
    m = list_move(s, seat, move, context, listed, list_rest(s, seat, move, context, listed))
    for i in range(n):
        row[i] = seen[i]
    for i in range(m):
        row[n + i] = listed[i]
    for i in range(n + m, ROW):
        row[i] = FEATURES


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def won_by_bets(s: cython.p_longlong, seat: cython.int) -> cython.double:
    """What the bets of a finished round brought a seat, less the mean of the others."""
    parts: cython.longlong[5]
    other: cython.int
    total: cython.double = 0.0
    if not cython.compiled:
        parts = [0] * 5
    for other in range(s[PLAYERS]):
        score_parts(s, other, parts)
        total += parts[3] if other == seat else -(1.0 * parts[3]) / (s[PLAYERS] - 1)
    return total


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def choose_tried(
    moves: cython.p_longlong,
    n: cython.int,
    values: cython.p_double,
    rng: cython.p_ulonglong,
    tried: cython.p_longlong,
    priors: cython.p_double,
) -> cython.int:
    """List the moves that are worth most and, if there are more, one of the others; `values` are overwritten."""
    k: cython.int
    at: cython.int
    count: cython.int = min(n, TRIED)
    for k in range(count):
        at = best_of(values, n)
        if k == TRIED - 1:
            at = below(rng, n)
            while values[at] < -1e8:
                at = (at + 1) % n
        tried[k], priors[k] = moves[at], values[at]
        values[at] = -1e9
    return count


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def study(
    net: Net,
    s: cython.p_longlong,
    seat: cython.int,
    moves: cython.p_longlong,
    n: cython.int,
    values: cython.p_double,
    chances: cython.p_double,
    worlds: cython.int,
    rng: cython.p_ulonglong,
    rows: cython.ushort[:, ::1],
    gains: cython.float[::1],
) -> cython.longlong:
    """Try the best moves of a decision in sampled worlds, the same for all, and return the one that did best.

    Writes the features of each move, and the points that came later on average, as `self_play` counts them; in places
    without a move, FEATURES and 0. Moves, values and chances are overwritten.
    """
    tried: cython.longlong[TRIED]
    priors: cython.double[TRIED]
    plain: cython.double[TRIED]
    worth: cython.double[TRIED]
    dealt: cython.longlong[SIZE]
    played: cython.longlong[SIZE]
    players: cython.int = s[PLAYERS]
    held: cython.double = secured(s, seat)
    hidden: cython.longlong = s[HAGGIS]
    points: cython.double
    count: cython.int
    i: cython.int
    k: cython.int
    w: cython.int
    if not cython.compiled:
        tried, priors, plain, worth = [0] * TRIED, [0.0] * TRIED, [0.0] * TRIED, [0.0] * TRIED
        dealt, played = [0] * SIZE, [0] * SIZE
    for i in range(players):
        if i != seat:
            hidden |= s[HANDS + i] & SPOT_MASK
    count = choose_tried(moves, n, values, rng, tried, priors)
    for k in range(TRIED):
        plain[k], worth[k] = 0.0, PRIOR * priors[k]
        gains[k] = 0.0
        for i in range(ROW):
            rows[k, i] = FEATURES
    for k in range(count):
        write_sample(s, seat, tried[k], rows[k])
    for w in range(worlds):
        for i in range(SIZE):
            dealt[i] = s[i]
        shuffle(dealt, hidden, rng)
        for k in range(count):
            for i in range(SIZE):
                played[i] = dealt[i]
            step(played, seat, tried[k])
            play_out(net, played, SOLVED if players == 2 else 0, moves, values, chances)
            points = scored(played, seat) - held
            plain[k] += points
            worth[k] += points + won_by_bets(played, seat)
    for k in range(count):
        gains[k] = plain[k] / worlds
    return tried[best_of(worth, count)]


STUDY = {"moves": TRIED, "width": ROW}
