# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Many games of Damenrennen side by side: dealt, stepped, listed and written as numbers without the lock.

Where both seats choose at once, seat 0 is asked first, and seat 1 does not see what it sealed. For the
rest see `haggis_batch`: the functions are the same.

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
    from parlour.envs.damenrennen_features import (
        MOVE_WIDTH,
        SEEN_SIZE,
        VIEW_WIDTH,
        look,
        write_move,
        write_view,
    )
    from parlour.games.damenrennen.draft import set_up
    from parlour.games.damenrennen.piles import seeded
    from parlour.games.damenrennen.race import draw_deal, draw_tie_break, open_race, step, turn_tie_break
    from parlour.games.damenrennen.vector import (
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

WORD = cython.declare(cython.ulonglong, (1 << 64) - 1)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def seat_to_act(s: cython.p_longlong) -> cython.int:
    """Name the seat that is asked, the first of two."""
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
    """Give every game its generator and its first deal."""
    i: cython.Py_ssize_t
    stream: cython.ulonglong = seeded(seed)
    check_room(enough=len(opening) == SIZE and len(states) == SIZE * len(rngs))
    for i in range(len(rngs)):
        if not cython.compiled:
            s, rng = opening.tolist(), [seeded((stream + i) & WORD)]
            let_chance_act(s, rng)
            states[SIZE * i : SIZE * (i + 1)], rngs[i] = s, rng[0]
        else:  # pragma: no cover - C only
            rngs[i] = seeded(stream + i)
            set_up(cython.address(states[SIZE * i]))
            let_chance_act(cython.address(states[SIZE * i]), cython.address(rngs[i]))


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def advance_one(
    s: cython.p_longlong, rng: cython.p_ulonglong, move: cython.longlong, points: cython.p_float
) -> cython.bint:
    """Make a move; where it ends the game, write 1 for who won and -1 for who lost, and begin anew."""
    winner: cython.int
    step(s, seat_to_act(s), move)
    let_chance_act(s, rng)
    points[0] = points[1] = 0
    if s[PHASE] != OVER:
        return False
    winner = s[GAME_WINNER]
    if winner != NOBODY:
        points[winner] = 1
        points[1 - winner] = -1
    set_up(s)
    let_chance_act(s, rng)
    return True


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def advance_part(
    states: cython.longlong[::1],
    rngs: cython.ulonglong[::1],
    chosen: cython.longlong[::1],
    rewards: cython.float[::1],
    dones: cython.uchar[::1],
    first: cython.Py_ssize_t,
    last: cython.Py_ssize_t,
) -> cython.void:
    """Make one move in every game of a part."""
    i: cython.Py_ssize_t
    for i in range(first, last):
        if not cython.compiled:
            s, rng, points = states[SIZE * i : SIZE * (i + 1)].tolist(), [int(rngs[i])], [0.0] * 2
            dones[i] = advance_one(s, rng, int(chosen[i]), points)
            states[SIZE * i : SIZE * (i + 1)], rngs[i] = s, rng[0]
            rewards[2 * i : 2 * (i + 1)] = points
        else:  # pragma: no cover - C only
            dones[i] = advance_one(
                cython.address(states[SIZE * i]),
                cython.address(rngs[i]),
                chosen[i],
                cython.address(rewards[2 * i]),
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
    """Make one move in every game."""
    part: cython.Py_ssize_t
    parts: cython.Py_ssize_t = len(cuts) - 1
    games: cython.Py_ssize_t = cuts[parts]
    fitting: cython.bint = len(opening) == SIZE and len(states) >= SIZE * games and len(rngs) >= games
    check_room(enough=fitting and min(len(chosen), len(dones)) >= games and len(rewards) >= 2 * games)
    for part in prange(parts, nogil=True, schedule="dynamic", num_threads=threads):
        advance_part(states, rngs, chosen, rewards, dones, cuts[part], cuts[part + 1])


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
    """Say who acts in every game of a part, and list the moves side by side."""
    buffer: cython.longlong[CAPACITY]
    i: cython.Py_ssize_t
    k: cython.Py_ssize_t
    n: cython.Py_ssize_t = 0
    room: cython.Py_ssize_t = lists.shape[1]
    if not cython.compiled:
        buffer = [0] * CAPACITY
    for i in range(first, last):
        if not cython.compiled:
            s = states[SIZE * i : SIZE * (i + 1)].tolist()
            seats[i] = seat_to_act(s)
            counts[i] = list_moves(s, int(seats[i]), buffer)
        else:  # pragma: no cover - C only
            seats[i] = seat_to_act(cython.address(states[SIZE * i]))
            counts[i] = list_moves(cython.address(states[SIZE * i]), seats[i], buffer)
        if n + counts[i] <= room:
            for k in range(counts[i]):
                lists[part, n + k] = buffer[k]
        n += counts[i]


def list_legal(
    states: cython.longlong[::1],
    seats: cython.longlong[::1],
    counts: cython.longlong[::1],
    lists: cython.longlong[:, ::1],
    cuts: cython.longlong[::1],
    threads: cython.int,
) -> None:
    """Say who acts in every game, and list the moves of each part side by side in a row of `lists`.

    Where that is more than there is room for, the list ends somewhere before, but the counts are right.
    """
    part: cython.Py_ssize_t
    parts: cython.Py_ssize_t = len(cuts) - 1
    games: cython.Py_ssize_t = cuts[parts]
    check_room(enough=len(states) >= SIZE * games and min(len(seats), len(counts)) >= games and len(lists) >= parts)
    for part in prange(parts, nogil=True, schedule="dynamic", num_threads=threads):
        list_part(states, seats, counts, lists, part, cuts[part], cuts[part + 1])


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def write_game(
    s: cython.p_longlong,
    count: cython.Py_ssize_t,
    listed: cython.p_longlong,
    target: cython.longlong,
    view: cython.p_float,
    legal: cython.p_longlong,
    moves: cython.p_float,
) -> cython.void:
    """Write what the seat to act sees in a game, and the moves listed for it."""
    seen: cython.longlong[SEEN_SIZE]
    wins: cython.longlong[2]
    k: cython.Py_ssize_t
    if not cython.compiled:
        seen, wins = [0] * SEEN_SIZE, [0] * 2
    wins[0] = wins[1] = 0
    look(s, seat_to_act(s), wins, target, seen)
    write_view(seen, view)
    for k in range(count):
        legal[k] = listed[k]
        if not cython.compiled:
            write_move(int(listed[k]), moves[MOVE_WIDTH * k : MOVE_WIDTH * (k + 1)])
        else:  # pragma: no cover - C only
            write_move(listed[k], moves + MOVE_WIDTH * k)


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
    """Write every game of a part."""
    i: cython.Py_ssize_t
    at: cython.Py_ssize_t
    here: cython.Py_ssize_t
    for i in range(first, last):
        at = offsets[i]
        here = at - offsets[first]
        if not cython.compiled:
            count = offsets[i + 1] - at
            write_game(
                states[SIZE * i : SIZE * (i + 1)].tolist(),
                count,
                lists[part, here : here + count],
                target,
                views[VIEW_WIDTH * i : VIEW_WIDTH * (i + 1)],
                legal[at : at + count],
                moves[MOVE_WIDTH * at : MOVE_WIDTH * (at + count)],
            )
        else:  # pragma: no cover - C only
            write_game(
                cython.address(states[SIZE * i]),
                offsets[i + 1] - at,
                cython.address(lists[part, here]),
                target,
                cython.address(views[VIEW_WIDTH * i]),
                cython.address(legal[at]),
                cython.address(moves[MOVE_WIDTH * at]),
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
    games: cython.Py_ssize_t = cuts[parts]
    room: cython.Py_ssize_t = min(len(legal), len(moves) // MOVE_WIDTH)
    check_room(enough=len(states) >= SIZE * games and len(views) >= VIEW_WIDTH * games)
    check_room(enough=len(offsets) > games and offsets[games] <= room and len(lists) >= parts)
    for part in range(parts):
        check_room(enough=offsets[cuts[part + 1]] - offsets[cuts[part]] <= lists.shape[1])
    for part in prange(parts, nogil=True, schedule="dynamic", num_threads=threads):
        write_part(states, lists, offsets, target, views, legal, moves, part, cuts[part], cuts[part + 1])
