# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Many games of Damenrennen side by side: dealt, stepped, listed and written as numbers without the lock.

Where both seats choose at once, seat 0 is asked first, and seat 1 does not see what it sealed. For the
rest see `haggis_batch`: the functions are the same.

Written in Cython's pure-Python mode.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from parlour.core import interpreted as cython

if not cython.compiled:
    from parlour.core import interpreted as cython
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


def check_room(*, enough: bool, last: int) -> None:
    """Refuse arrays that are too small: what is written beyond them would be lost, or worse."""
    if not enough:
        raise ValueError(f"arrays are too small for games up to {last}")


def deal_all(
    opening: cython.longlong[::1],
    states: cython.longlong[::1],
    rngs: cython.ulonglong[::1],
    seed: cython.ulonglong,
    first: cython.Py_ssize_t,
    last: cython.Py_ssize_t,
) -> None:
    """Give every game its generator and its first deal."""
    i: cython.Py_ssize_t
    stream: cython.ulonglong = seeded(seed)
    check_room(enough=len(opening) == SIZE and len(states) >= SIZE * last and len(rngs) >= last, last=last)
    for i in range(first, last):
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
    """Make one move in every game."""
    i: cython.Py_ssize_t
    fitting: cython.bint = len(opening) == SIZE and len(states) >= SIZE * last and len(rngs) >= last
    check_room(enough=fitting and min(len(chosen), len(dones)) >= last and len(rewards) >= 2 * last, last=last)
    with cython.nogil:
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


def list_legal(
    states: cython.longlong[::1],
    seats: cython.longlong[::1],
    counts: cython.longlong[::1],
    legal: cython.longlong[::1],
    first: cython.Py_ssize_t,
    last: cython.Py_ssize_t,
) -> int:
    """Say who acts in every game, and list the moves side by side; give how many there are.

    Where that is more than there is room for, the list ends somewhere before, but the counts are right.
    """
    buffer: cython.longlong[CAPACITY]
    i: cython.Py_ssize_t
    k: cython.Py_ssize_t
    n: cython.Py_ssize_t = 0
    room: cython.Py_ssize_t = len(legal)
    check_room(enough=len(states) >= SIZE * last and min(len(seats), len(counts)) >= last, last=last)
    if not cython.compiled:
        buffer = [0] * CAPACITY
    with cython.nogil:
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
                    legal[n + k] = buffer[k]
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
    """Write what the seat to act sees in every game, and the moves listed for it; `moves` begins with theirs."""
    seen: cython.longlong[SEEN_SIZE]
    wins: cython.longlong[2]
    i: cython.Py_ssize_t
    k: cython.Py_ssize_t
    n: cython.Py_ssize_t = 0
    check_room(enough=len(counts) >= last, last=last)
    for i in range(first, last):
        n += counts[i]
    fitting: cython.bint = len(states) >= SIZE * last and len(views) >= VIEW_WIDTH * last
    check_room(enough=fitting and min(len(legal), len(moves) // MOVE_WIDTH) >= n, last=last)
    n = 0
    if not cython.compiled:
        seen, wins = [0] * SEEN_SIZE, [0] * 2
    wins[0] = wins[1] = 0
    with cython.nogil:
        for i in range(first, last):
            if not cython.compiled:
                s = states[SIZE * i : SIZE * (i + 1)].tolist()
                look(s, seat_to_act(s), wins, target, seen)
                write_view(seen, views[VIEW_WIDTH * i : VIEW_WIDTH * (i + 1)])
                for k in range(n, n + counts[i]):
                    write_move(int(legal[k]), moves[MOVE_WIDTH * k : MOVE_WIDTH * (k + 1)])
            else:  # pragma: no cover - C only
                look(
                    cython.address(states[SIZE * i]),
                    seat_to_act(cython.address(states[SIZE * i])),
                    wins,
                    target,
                    seen,
                )
                write_view(seen, cython.address(views[VIEW_WIDTH * i]))
                for k in range(n, n + counts[i]):
                    write_move(legal[k], cython.address(moves[MOVE_WIDTH * k]))
            n += counts[i]
