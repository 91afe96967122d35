# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Games of Damenrennen for batches: what `rows` does with one of them.

Where both seats choose at once, seat 0 is asked first, and seat 1 does not see what it sealed.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from parlour.core import cython_shim as cython

if not cython.compiled:
    from parlour.core import cython_shim as cython
    from parlour.core.kernel.rng import seeded
    from parlour.envs.damenrennen.kernel.features import (
        MOVE_WIDTH,
        SEEN_SIZE,
        VIEW_WIDTH,
        observe,
        write_move,
        write_view,
    )
    from parlour.envs.kernel.batch import Rows
    from parlour.games.damenrennen.kernel.race import draw_deal, draw_tie_break, open_race, step, turn_tie_break
    from parlour.games.damenrennen.kernel.slots import (
        ASKED,
        AWAITING,
        CAPACITY,
        GAME_WINNER,
        NOBODY,
        OVER,
        PHASE,
        SIZE,
        list_moves,
    )


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def seat_to_act(s: cython.p_longlong) -> cython.int:
    """The seat that is asked, the first of two."""
    return 0 if s[ASKED] & 1 else 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def let_chance_act(s: cython.p_longlong, rng: cython.p_ulonglong) -> cython.void:
    """Deal and draw until a seat is asked or the game is over."""
    chance: cython.longlong[3]
    if not cython.compiled:
        chance = [0] * 3
    while s[PHASE] != OVER and s[ASKED] == 0:
        if s[PHASE] == AWAITING:
            draw_deal(s, rng, chance)
            open_race(s, chance[0], chance[1], chance[2])
        else:
            draw_tie_break(s, rng, chance)
            turn_tie_break(s, chance[0], chance[1])


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def deal_one(s: cython.p_longlong, opening: cython.p_longlong, rng: cython.p_ulonglong) -> cython.void:
    """Begin a game."""
    i: cython.int
    for i in range(SIZE):
        s[i] = opening[i]
    let_chance_act(s, rng)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def advance_one(
    s: cython.p_longlong,
    rng: cython.p_ulonglong,
    move: cython.longlong,
    points: cython.p_float,
    firsts: cython.p_float,
) -> cython.bint:
    """Make a move; where it ends the game, write 1 and -1 as points, and who won, over zeros."""
    winner: cython.int
    step(s, seat_to_act(s), move)
    let_chance_act(s, rng)
    if s[PHASE] != OVER:
        return False
    winner = s[GAME_WINNER]
    if winner == NOBODY:
        firsts[0] = firsts[1] = 0.5
        return True
    points[winner] = 1
    points[1 - winner] = -1
    firsts[winner] = 1
    return True


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def list_one(
    s: cython.p_longlong, seat: cython.int, legal: cython.p_longlong, room: cython.Py_ssize_t
) -> cython.Py_ssize_t:
    """List the moves of a seat where there is room, and count them."""
    spare: cython.longlong[CAPACITY]
    if room >= CAPACITY:
        return list_moves(s, seat, legal)
    if not cython.compiled:
        spare = [0] * CAPACITY
    count: cython.Py_ssize_t = list_moves(s, seat, spare)
    k: cython.Py_ssize_t
    for k in range(min(count, room)):
        legal[k] = spare[k]
    return count


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
    if not cython.compiled:
        seen = [0] * SEEN_SIZE
    observe(s, seat_to_act(s), scores, target, seen)
    write_view(seen, view)
    for k in range(count):
        if not cython.compiled:
            write_move(legal[k], moves[MOVE_WIDTH * k : MOVE_WIDTH * (k + 1)])
        else:  # pragma: no cover - C only
            write_move(legal[k], moves + MOVE_WIDTH * k)


def make_rows(players: int) -> Rows:
    """How games are played in rows."""
    rows: Rows = Rows()
    rows.seeded, rows.deal_one, rows.advance_one = seeded, deal_one, advance_one
    rows.seat_to_act, rows.list_one, rows.write_one = seat_to_act, list_one, write_one
    rows.size, rows.seats = SIZE, players
    rows.view_size, rows.move_size = VIEW_WIDTH, MOVE_WIDTH
    return rows
