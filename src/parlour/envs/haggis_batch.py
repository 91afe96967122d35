# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Many rounds of Haggis side by side: dealt, stepped, listed and written as numbers without the lock.

A round is a row of a matrix, with a generator of its own, so that what happens in it depends on
nothing else. The rounds are cut into parts, `cuts` says where; each of several threads takes a part,
and then the next that nobody has taken. Callers are `parlour.envs.batch`, which brings arrays of the
right sizes and moves that were listed.

Written in Cython's pure-Python mode.
"""

from __future__ import annotations

try:
    import cython
    from cython.parallel import prange
except ImportError:
    from parlour.core import interpreted as cython

if not cython.compiled:
    from parlour.core import interpreted as cython
    from parlour.core.interpreted import prange
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


def check_room(*, enough: bool) -> None:
    """Refuse arrays that are too small: what is written beyond them would be lost, or worse."""
    if not enough:
        raise ValueError("arrays do not fit each other")


def deal_all(
    opening: cython.longlong[::1],
    states: cython.longlong[::1],
    rngs: cython.ulonglong[::1],
    seed: cython.ulonglong,
) -> None:
    """Give every round its generator and its first deal."""
    i: cython.Py_ssize_t
    stream: cython.ulonglong = seeded(seed)
    check_room(enough=len(opening) == SIZE and len(states) == SIZE * len(rngs))
    for i in range(len(rngs)):
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


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def advance_part(
    opening: cython.longlong[::1],
    states: cython.longlong[::1],
    rngs: cython.ulonglong[::1],
    chosen: cython.longlong[::1],
    rewards: cython.float[::1],
    dones: cython.uchar[::1],
    first: cython.Py_ssize_t,
    last: cython.Py_ssize_t,
) -> cython.void:
    """Make one move in every round of a part."""
    i: cython.Py_ssize_t
    players: cython.Py_ssize_t = opening[PLAYERS]
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


def advance(
    opening: cython.longlong[::1],
    states: cython.longlong[::1],
    rngs: cython.ulonglong[::1],
    chosen: cython.longlong[::1],
    rewards: cython.float[::1],
    dones: cython.uchar[::1],
    cuts: cython.longlong[::1],
    threads: cython.int,
) -> None:
    """Make one move in every round."""
    part: cython.Py_ssize_t
    parts: cython.Py_ssize_t = len(cuts) - 1
    rounds: cython.Py_ssize_t = cuts[parts]
    fitting: cython.bint = len(opening) == SIZE and len(states) >= SIZE * rounds and len(rngs) >= rounds
    check_room(enough=fitting and min(len(chosen), len(dones)) >= rounds and len(rewards) >= opening[PLAYERS] * rounds)
    for part in prange(parts, nogil=True, schedule="dynamic", num_threads=threads):
        advance_part(opening, states, rngs, chosen, rewards, dones, cuts[part], cuts[part + 1])


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def list_part(
    states: cython.longlong[::1],
    seats: cython.longlong[::1],
    counts: cython.longlong[::1],
    lists: cython.longlong[:, ::1],
    part: cython.Py_ssize_t,
    first: cython.Py_ssize_t,
    last: cython.Py_ssize_t,
) -> cython.void:
    """Say who acts in every round of a part, and list the moves side by side."""
    spare: cython.longlong[LEAST_ROOM]
    i: cython.Py_ssize_t
    n: cython.Py_ssize_t = 0
    room: cython.Py_ssize_t = lists.shape[1]
    if not cython.compiled:
        spare = [0] * LEAST_ROOM
    for i in range(first, last):
        seats[i] = states[SIZE * i + ACTOR]
        if not cython.compiled:
            moves = [0] * max(LEAST_ROOM, room - n)
            counts[i] = list_moves(states[SIZE * i : SIZE * (i + 1)].tolist(), int(seats[i]), moves, len(moves))
            if room - n >= LEAST_ROOM:
                lists[part, n : n + counts[i]] = moves[: counts[i]][: room - n]
        elif room - n >= LEAST_ROOM:  # pragma: no cover - C only
            counts[i] = list_moves(cython.address(states[SIZE * i]), seats[i], cython.address(lists[part, n]), room - n)
        else:  # pragma: no cover - C only
            counts[i] = list_moves(cython.address(states[SIZE * i]), seats[i], spare, LEAST_ROOM)
        n += counts[i]


def list_legal(
    states: cython.longlong[::1],
    seats: cython.longlong[::1],
    counts: cython.longlong[::1],
    lists: cython.longlong[:, ::1],
    cuts: cython.longlong[::1],
    threads: cython.int,
) -> None:
    """Say who acts in every round, and list the moves of each part side by side in a row of `lists`.

    Where that is more than there is room for, the list ends somewhere before, but the counts are right.
    """
    part: cython.Py_ssize_t
    parts: cython.Py_ssize_t = len(cuts) - 1
    rounds: cython.Py_ssize_t = cuts[parts]
    check_room(enough=len(states) >= SIZE * rounds and min(len(seats), len(counts)) >= rounds and len(lists) >= parts)
    for part in prange(parts, nogil=True, schedule="dynamic", num_threads=threads):
        list_part(states, seats, counts, lists, part, cuts[part], cuts[part + 1])


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def write_round(
    s: cython.p_longlong,
    count: cython.Py_ssize_t,
    listed: cython.p_longlong,
    target: cython.longlong,
    view: cython.p_float,
    legal: cython.p_longlong,
    moves: cython.p_float,
) -> cython.void:
    """Write what the seat to act sees in a round, and the moves listed for it."""
    seen: cython.longlong[SEEN_SIZE]
    scores: cython.longlong[3]
    k: cython.Py_ssize_t
    width: cython.Py_ssize_t = move_width(s[PLAYERS])
    if not cython.compiled:
        seen, scores = [0] * SEEN_SIZE, [0] * 3
    scores[0] = scores[1] = scores[2] = 0
    look(s, s[ACTOR], scores, target, seen)
    write_view(seen, view)
    for k in range(count):
        legal[k] = listed[k]
        if not cython.compiled:
            write_move(seen, int(listed[k]), moves[width * k : width * (k + 1)])
        else:  # pragma: no cover - C only
            write_move(seen, listed[k], moves + width * k)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def write_part(
    states: cython.longlong[::1],
    lists: cython.longlong[:, ::1],
    offsets: cython.longlong[::1],
    target: cython.longlong,
    views: cython.float[::1],
    legal: cython.longlong[::1],
    moves: cython.float[::1],
    part: cython.Py_ssize_t,
    first: cython.Py_ssize_t,
    last: cython.Py_ssize_t,
) -> cython.void:
    """Write every round of a part."""
    i: cython.Py_ssize_t
    at: cython.Py_ssize_t
    here: cython.Py_ssize_t
    view_size: cython.Py_ssize_t = view_width(states[PLAYERS])
    move_size: cython.Py_ssize_t = move_width(states[PLAYERS])
    for i in range(first, last):
        at = offsets[i]
        here = at - offsets[first]
        if not cython.compiled:
            count = offsets[i + 1] - at
            write_round(
                states[SIZE * i : SIZE * (i + 1)].tolist(),
                count,
                lists[part, here : here + count],
                target,
                views[view_size * i : view_size * (i + 1)],
                legal[at : at + count],
                moves[move_size * at : move_size * (at + count)],
            )
        else:  # pragma: no cover - C only
            write_round(
                cython.address(states[SIZE * i]),
                offsets[i + 1] - at,
                cython.address(lists[part, here]),
                target,
                cython.address(views[view_size * i]),
                cython.address(legal[at]),
                cython.address(moves[move_size * at]),
            )


def write_features(
    states: cython.longlong[::1],
    lists: cython.longlong[:, ::1],
    offsets: cython.longlong[::1],
    target: cython.longlong,
    views: cython.float[::1],
    legal: cython.longlong[::1],
    moves: cython.float[::1],
    cuts: cython.longlong[::1],
    threads: cython.int,
) -> None:
    """Write what the seats to act see, and side by side the moves that were listed for them."""
    part: cython.Py_ssize_t
    parts: cython.Py_ssize_t = len(cuts) - 1
    rounds: cython.Py_ssize_t = cuts[parts]
    room: cython.Py_ssize_t = min(len(legal), len(moves) // move_width(states[PLAYERS]))
    check_room(enough=len(states) >= SIZE * rounds and len(views) >= view_width(states[PLAYERS]) * rounds)
    check_room(enough=len(offsets) > rounds and offsets[rounds] <= room and len(lists) >= parts)
    for part in range(parts):
        check_room(enough=offsets[cuts[part + 1]] - offsets[cuts[part]] <= lists.shape[1])
    for part in prange(parts, nogil=True, schedule="dynamic", num_threads=threads):
        write_part(states, lists, offsets, target, views, legal, moves, part, cuts[part], cuts[part + 1])
