# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Many rounds of Haggis side by side: dealt, stepped, listed and written as numbers without the lock.

A round is a row of a matrix, with a generator of its own, so that what happens in it depends on
nothing else. Every function works on the rounds from `first` to before `last`; several threads
may work on different ones. Callers are `parlour.envs.batch`, which brings arrays of the right sizes
and moves that were listed.

Written in Cython's pure-Python mode.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from parlour.core import interpreted as cython

if not cython.compiled:
    from parlour.core import interpreted as cython
    from parlour.envs.haggis_features import SEEN_SIZE, look, move_width, view_width, write_move, write_view
    from parlour.games.haggis.machine import (
        ACTOR,
        HAGGIS,
        HANDS,
        OVER,
        PHASE,
        PLAYERS,
        SIZE,
        list_moves,
        score_parts,
        step,
    )
    from parlour.games.haggis.playout import seeded, shuffle

    LEAST_ROOM = 8  # a list that ends before that is only counted

SPOT_MASK = cython.declare(cython.longlong, (1 << 45) - 1)
WORD = cython.declare(cython.ulonglong, (1 << 64) - 1)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def deal(s: cython.p_longlong, opening: cython.p_longlong, rng: cython.p_ulonglong) -> cython.void:
    """Deal anew; any seat leads."""
    cards: cython.longlong = opening[HAGGIS]
    i: cython.int
    for i in range(SIZE):
        s[i] = opening[i]
    for i in range(s[PLAYERS]):
        cards |= s[HANDS + i] & SPOT_MASK
    shuffle(s, cards, rng)
    s[ACTOR] = (rng[0] >> 20) % s[PLAYERS]


def check_room(*, enough: bool, last: int) -> None:
    """Refuse arrays that are too small: what is written beyond them would be lost, or worse."""
    if not enough:
        raise ValueError(f"arrays are too small for rounds up to {last}")


def deal_all(
    opening: cython.longlong[::1],
    states: cython.longlong[::1],
    rngs: cython.ulonglong[::1],
    seed: cython.ulonglong,
    first: cython.Py_ssize_t,
    last: cython.Py_ssize_t,
) -> None:
    """Give every round its generator and its first deal."""
    i: cython.Py_ssize_t
    stream: cython.ulonglong = seeded(seed)
    check_room(enough=len(opening) == SIZE and len(states) >= SIZE * last and len(rngs) >= last, last=last)
    for i in range(first, last):
        if not cython.compiled:
            s, rng = [0] * SIZE, [seeded((stream + i) & WORD)]
            deal(s, opening.tolist(), rng)
            states[SIZE * i : SIZE * (i + 1)], rngs[i] = s, rng[0]
        else:  # pragma: no cover - C only
            rngs[i] = seeded(stream + i)
            deal(cython.address(states[SIZE * i]), cython.address(opening[0]), cython.address(rngs[i]))


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def advance_one(
    s: cython.p_longlong,
    opening: cython.p_longlong,
    rng: cython.p_ulonglong,
    move: cython.longlong,
    points: cython.p_float,
) -> cython.bint:
    """Make a move; where it ends the round, write the points and deal anew."""
    parts: cython.longlong[5]
    seat: cython.int
    if not cython.compiled:
        parts = [0] * 5
    step(s, s[ACTOR], move)
    if s[PHASE] != OVER:
        for seat in range(s[PLAYERS]):
            points[seat] = 0
        return False
    for seat in range(s[PLAYERS]):
        points[seat] = score_parts(s, seat, parts)
    deal(s, opening, rng)
    return True


def advance(
    opening: cython.longlong[::1],
    states: cython.longlong[::1],
    rngs: cython.ulonglong[::1],
    chosen: cython.longlong[::1],
    rewards: cython.float[::1],
    dones: cython.uchar[::1],
    first: cython.Py_ssize_t,
    last: cython.Py_ssize_t,
) -> None:
    """Make one move in every round."""
    i: cython.Py_ssize_t
    players: cython.Py_ssize_t = opening[PLAYERS]
    fitting: cython.bint = len(opening) == SIZE and len(states) >= SIZE * last and len(rngs) >= last
    check_room(
        enough=fitting and min(len(chosen), len(dones)) >= last and len(rewards) >= players * last,
        last=last,
    )
    with cython.nogil:
        for i in range(first, last):
            if not cython.compiled:
                s, rng, points = states[SIZE * i : SIZE * (i + 1)].tolist(), [int(rngs[i])], [0.0] * players
                dones[i] = advance_one(s, opening.tolist(), rng, int(chosen[i]), points)
                states[SIZE * i : SIZE * (i + 1)], rngs[i] = s, rng[0]
                rewards[players * i : players * (i + 1)] = points
            else:  # pragma: no cover - C only
                dones[i] = advance_one(
                    cython.address(states[SIZE * i]),
                    cython.address(opening[0]),
                    cython.address(rngs[i]),
                    chosen[i],
                    cython.address(rewards[players * i]),
                )


def list_legal(
    states: cython.longlong[::1],
    seats: cython.longlong[::1],
    counts: cython.longlong[::1],
    legal: cython.longlong[::1],
    first: cython.Py_ssize_t,
    last: cython.Py_ssize_t,
) -> int:
    """Say who acts in every round, and list the moves side by side; give how many there are.

    Where that is more than there is room for, the list ends somewhere before, but the counts are right.
    """
    spare: cython.longlong[LEAST_ROOM]
    i: cython.Py_ssize_t
    n: cython.Py_ssize_t = 0
    room: cython.Py_ssize_t = len(legal)
    check_room(enough=len(states) >= SIZE * last and min(len(seats), len(counts)) >= last, last=last)
    if not cython.compiled:
        spare = [0] * LEAST_ROOM
    with cython.nogil:
        for i in range(first, last):
            seats[i] = states[SIZE * i + ACTOR]
            if not cython.compiled:
                moves = [0] * max(LEAST_ROOM, room - n)
                counts[i] = list_moves(states[SIZE * i : SIZE * (i + 1)].tolist(), int(seats[i]), moves, len(moves))
                if room - n >= LEAST_ROOM:
                    legal[n : n + counts[i]] = moves[: counts[i]][: room - n]
            elif room - n >= LEAST_ROOM:  # pragma: no cover - C only
                counts[i] = list_moves(cython.address(states[SIZE * i]), seats[i], cython.address(legal[n]), room - n)
            else:  # pragma: no cover - C only
                counts[i] = list_moves(cython.address(states[SIZE * i]), seats[i], spare, LEAST_ROOM)
            n += counts[i]
    return n


def write_features(
    states: cython.longlong[::1],
    counts: cython.longlong[::1],
    legal: cython.longlong[::1],
    target: cython.longlong,
    views: cython.float[::1],
    moves: cython.float[::1],
    first: cython.Py_ssize_t,
    last: cython.Py_ssize_t,
) -> None:
    """Write what the seat to act sees in every round, and the moves listed for it; `moves` begins with theirs."""
    seen: cython.longlong[SEEN_SIZE]
    scores: cython.longlong[3]
    i: cython.Py_ssize_t
    k: cython.Py_ssize_t
    n: cython.Py_ssize_t = 0
    players: cython.int = states[PLAYERS]
    view_size: cython.Py_ssize_t = view_width(players)
    move_size: cython.Py_ssize_t = move_width(players)
    check_room(enough=len(counts) >= last, last=last)
    for i in range(first, last):
        n += counts[i]
    fitting: cython.bint = len(states) >= SIZE * last and len(views) >= view_size * last
    check_room(enough=fitting and min(len(legal), len(moves) // move_size) >= n, last=last)
    n = 0
    if not cython.compiled:
        seen, scores = [0] * SEEN_SIZE, [0] * 3
    scores[0] = scores[1] = scores[2] = 0
    with cython.nogil:
        for i in range(first, last):
            if not cython.compiled:
                s = states[SIZE * i : SIZE * (i + 1)].tolist()
                look(s, s[ACTOR], scores, target, seen)
                write_view(seen, views[view_size * i : view_size * (i + 1)])
                for k in range(n, n + counts[i]):
                    write_move(seen, int(legal[k]), moves[move_size * k : move_size * (k + 1)])
            else:  # pragma: no cover - C only
                look(cython.address(states[SIZE * i]), states[SIZE * i + ACTOR], scores, target, seen)
                write_view(seen, cython.address(views[view_size * i]))
                for k in range(n, n + counts[i]):
                    write_move(seen, legal[k], cython.address(moves[move_size * k]))
            n += counts[i]
