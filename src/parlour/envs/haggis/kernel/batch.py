# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Rounds of Haggis for batches: what `rows` does with one of them."""

from __future__ import annotations

try:
    import cython
except ImportError:
    from parlour.core import cython_shim as cython

if not cython.compiled:
    from parlour.core import cython_shim as cython
    from parlour.core.kernel.rng import seeded
    from parlour.envs.haggis.kernel.features import SEEN_SIZE, move_width, observe, view_width, write_move, write_view
    from parlour.envs.kernel.batch import Rows
    from parlour.games.haggis.kernel.combos import SPOT_MASK
    from parlour.games.haggis.kernel.machine import (
        ACTOR,
        HAGGIS,
        HANDS,
        OUT_ORDER,
        OVER,
        PHASE,
        PLAYERS,
        SIZE,
        list_moves,
        score_parts,
        step,
    )
    from parlour.games.haggis.kernel.playout import shuffle

    LEAST_ROOM = 8  # a list that ends before that is only counted


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def deal_one(s: cython.p_longlong, opening: cython.p_longlong, rng: cython.p_ulonglong) -> cython.void:
    """Deal anew; any seat leads."""
    cards: cython.longlong = opening[HAGGIS]
    i: cython.int
    for i in range(SIZE):
        s[i] = opening[i]
    for i in range(s[PLAYERS]):
        cards |= s[HANDS + i] & SPOT_MASK
    shuffle(s, cards, rng)
    s[ACTOR] = (rng[0] >> 20) % s[PLAYERS]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def advance_one(
    s: cython.p_longlong,
    rng: cython.p_ulonglong,  # noqa: ARG001 - within a round nothing is drawn
    move: cython.longlong,
    points: cython.p_float,
    firsts: cython.p_float,
) -> cython.bint:
    """Make a move; where it ends the round, write the points and who went out first, over zeros."""
    parts: cython.longlong[5]
    seat: cython.int
    if not cython.compiled:
        parts = [0] * 5
    step(s, s[ACTOR], move)
    if s[PHASE] != OVER:
        return False
    for seat in range(s[PLAYERS]):
        points[seat] = score_parts(s, seat, parts)
    firsts[s[OUT_ORDER]] = 1
    return True


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def seat_to_act(s: cython.p_longlong) -> cython.int:
    """The seat that is asked."""
    return s[ACTOR]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def list_one(
    s: cython.p_longlong, seat: cython.int, legal: cython.p_longlong, room: cython.Py_ssize_t
) -> cython.Py_ssize_t:
    """List the moves of a seat, as far as there is room, and count all."""
    spare: cython.longlong[LEAST_ROOM]
    if room >= LEAST_ROOM:
        return list_moves(s, seat, legal, room)
    if not cython.compiled:
        spare = [0] * LEAST_ROOM
    return list_moves(s, seat, spare, LEAST_ROOM)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def write_one(
    s: cython.p_longlong,
    scores: cython.p_longlong,
    target: cython.longlong,
    count: cython.Py_ssize_t,
    legal: cython.p_longlong,
    view: cython.p_float,
    moves: cython.p_float,
) -> cython.void:
    """Write what the seat to act sees, and its moves."""
    seen: cython.longlong[SEEN_SIZE]
    k: cython.Py_ssize_t
    width: cython.Py_ssize_t = move_width(s[PLAYERS])
    if not cython.compiled:
        seen = [0] * SEEN_SIZE
    observe(s, s[ACTOR], scores, target, seen)
    write_view(seen, view)
    for k in range(count):
        if not cython.compiled:
            write_move(seen, legal[k], moves[width * k : width * (k + 1)])
        else:  # pragma: no cover - C only
            write_move(seen, legal[k], moves + width * k)


def make_rows(players: int) -> Rows:
    """How rounds with so many players are played in rows."""
    rows: Rows = Rows()
    rows.seeded, rows.deal_one, rows.advance_one = seeded, deal_one, advance_one
    rows.seat_to_act, rows.list_one, rows.write_one = seat_to_act, list_one, write_one
    rows.size, rows.seats = SIZE, players
    rows.view_size, rows.move_size = view_width(players), move_width(players)
    return rows
