# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Many games side by side: dealt, stepped, listed and encoded by several threads, without the interpreter's lock.

A game is a row of a matrix, with a generator of its own, so that what happens in it depends on
nothing else. The rows are cut into parts, `cuts` says where; a thread takes a part, and then the
next that nobody has taken. What is done with one row the game brings, as functions:

    seeded(number)                            a generator's state
    deal(s, opening, rng)                     begin anew
    advance_one(s, opening, rng, move, points)    move; where that ends the game: points, deal, and True
    seat_to_act(s)                            the seat that is asked
    list_one(s, seat, legal, room)            list its moves, as far as there is room, and count all
    write_one(s, target, count, legal, view, moves)    write what the seat sees, and these moves

Each game's `kernel/batch.py` has them; `parlour.envs.batch` brings arrays of the right sizes and moves
that were listed.
"""

from __future__ import annotations

from collections.abc import Callable

try:
    import cython
    from cython.parallel import prange
except ImportError:
    from parlour.core import cython_shim as cython

if not cython.compiled:
    from parlour.core import cython_shim as cython
    from parlour.core.cython_shim import prange
    from parlour.core.kernel.bits import WORD

    Seed = Callable[[cython.ulonglong], cython.ulonglong]
    Deal = Callable[[cython.p_longlong, cython.p_longlong, cython.p_ulonglong], cython.void]
    Advance = Callable[
        [cython.p_longlong, cython.p_longlong, cython.p_ulonglong, cython.longlong, cython.p_float], cython.bint
    ]
    Ask = Callable[[cython.p_longlong], cython.int]
    ListMoves = Callable[[cython.p_longlong, cython.int, cython.p_longlong, cython.Py_ssize_t], cython.Py_ssize_t]
    Write = Callable[
        [
            cython.p_longlong,
            cython.longlong,
            cython.Py_ssize_t,
            cython.p_longlong,
            cython.p_float,
            cython.p_float,
        ],
        cython.void,
    ]


def check_room(*, enough: bool) -> None:
    """Refuse arrays that are too small: what is written beyond them would be lost, or worse."""
    if not enough:
        raise ValueError("arrays do not fit each other")


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def advance_part(
    advance: Advance,
    opening: cython.longlong[::1],
    states: cython.longlong[:, ::1],
    rngs: cython.ulonglong[::1],
    chosen: cython.longlong[::1],
    rewards: cython.float[:, ::1],
    dones: cython.uchar[::1],
    first: cython.Py_ssize_t,
    last: cython.Py_ssize_t,
) -> cython.void:
    """Make one move in every row of a part."""
    i: cython.Py_ssize_t
    for i in range(first, last):
        if not cython.compiled:
            s, rng, points = states[i].tolist(), [int(rngs[i])], [0.0] * rewards.shape[1]
            dones[i] = advance(s, opening.tolist(), rng, int(chosen[i]), points)
            states[i], rngs[i], rewards[i] = s, rng[0], points
        else:  # pragma: no cover - C only
            dones[i] = advance(
                cython.address(states[i, 0]),
                cython.address(opening[0]),
                cython.address(rngs[i]),
                chosen[i],
                cython.address(rewards[i, 0]),
            )


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def list_part(
    ask: Ask,
    list_moves: ListMoves,
    states: cython.longlong[:, ::1],
    seats: cython.longlong[::1],
    counts: cython.longlong[::1],
    lists: cython.longlong[:, ::1],
    part: cython.Py_ssize_t,
    first: cython.Py_ssize_t,
    last: cython.Py_ssize_t,
) -> cython.void:
    """Write who acts in every row of a part, and list the moves side by side."""
    i: cython.Py_ssize_t
    at: cython.Py_ssize_t = 0
    room: cython.Py_ssize_t = lists.shape[1]
    for i in range(first, last):
        if not cython.compiled:
            s, moves = states[i].tolist(), [0] * (room - at)
            seats[i] = ask(s)
            counts[i] = list_moves(s, int(seats[i]), moves, len(moves))
            lists[part, at : at + counts[i]] = moves[: counts[i]]
        else:  # pragma: no cover - C only
            seats[i] = ask(cython.address(states[i, 0]))
            counts[i] = list_moves(
                cython.address(states[i, 0]), seats[i], cython.address(lists[part, 0]) + at, room - at
            )
        at = min(room, at + counts[i])


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def write_part(
    write: Write,
    states: cython.longlong[:, ::1],
    lists: cython.longlong[:, ::1],
    offsets: cython.longlong[::1],
    target: cython.longlong,
    views: cython.float[:, ::1],
    legal: cython.longlong[::1],
    moves: cython.float[:, ::1],
    part: cython.Py_ssize_t,
    first: cython.Py_ssize_t,
    last: cython.Py_ssize_t,
) -> cython.void:
    """Copy the moves listed for a part to their place among all, and write every row of it."""
    i: cython.Py_ssize_t
    for i in range(offsets[first], offsets[last]):
        legal[i] = lists[part, i - offsets[first]]
    for i in range(first, last):
        if not cython.compiled:
            here = slice(offsets[i], offsets[i + 1])
            own = legal[here].tolist()
            write(states[i].tolist(), target, len(own), own, views[i], moves[here].reshape(-1))
        else:  # pragma: no cover - C only
            write(
                cython.address(states[i, 0]),
                target,
                offsets[i + 1] - offsets[i],
                cython.address(legal[offsets[i]]),
                cython.address(views[i, 0]),
                cython.address(moves[offsets[i], 0]),
            )


@cython.cclass
class Rows:
    """How a game is played in rows: its functions for one row, and how wide everything is."""

    seeded: Seed
    deal: Deal
    advance_one: Advance
    seat_to_act: Ask
    list_one: ListMoves
    write_one: Write
    size: cython.Py_ssize_t
    seats: cython.Py_ssize_t
    view_size: cython.Py_ssize_t
    move_size: cython.Py_ssize_t

    def deal_all(
        self,
        opening: cython.longlong[::1],
        states: cython.longlong[:, ::1],
        rngs: cython.ulonglong[::1],
        seed: cython.ulonglong,
    ) -> None:
        """Seed the generator of every row, and deal."""
        i: cython.Py_ssize_t
        stream: cython.ulonglong = self.seeded(seed)
        check_room(enough=len(opening) == states.shape[1] == self.size and len(states) == len(rngs))
        for i in range(len(rngs)):
            if not cython.compiled:
                s, rng = [0] * self.size, [self.seeded((stream + i) & WORD)]
                self.deal(s, opening.tolist(), rng)
                states[i], rngs[i] = s, rng[0]
            else:  # pragma: no cover - C only
                rngs[i] = self.seeded(stream + i)
                self.deal(cython.address(states[i, 0]), cython.address(opening[0]), cython.address(rngs[i]))

    def advance(
        self,
        opening: cython.longlong[::1],
        states: cython.longlong[:, ::1],
        rngs: cython.ulonglong[::1],
        chosen: cython.longlong[::1],
        rewards: cython.float[:, ::1],
        dones: cython.uchar[::1],
        cuts: cython.longlong[::1],
        threads: cython.int,
    ) -> None:
        """Make one move in every row."""
        part: cython.Py_ssize_t
        parts: cython.Py_ssize_t = len(cuts) - 1
        rows: cython.Py_ssize_t = cuts[parts]
        check_room(enough=len(opening) == states.shape[1] == self.size and rewards.shape[1] == self.seats)
        check_room(enough=min(len(states), len(rngs), len(chosen), len(rewards), len(dones)) >= rows)
        for part in prange(parts, nogil=True, schedule="dynamic", num_threads=threads):
            advance_part(self.advance_one, opening, states, rngs, chosen, rewards, dones, cuts[part], cuts[part + 1])

    def list_legal(
        self,
        states: cython.longlong[:, ::1],
        seats: cython.longlong[::1],
        counts: cython.longlong[::1],
        lists: cython.longlong[:, ::1],
        cuts: cython.longlong[::1],
        threads: cython.int,
    ) -> None:
        """Write who acts in every row, and list the moves of each part side by side in a row of `lists`.

        Where that is more than there is room for, the list ends somewhere before, but the counts are right.
        """
        part: cython.Py_ssize_t
        parts: cython.Py_ssize_t = len(cuts) - 1
        check_room(enough=states.shape[1] == self.size and len(lists) >= parts)
        check_room(enough=min(len(states), len(seats), len(counts)) >= cuts[parts])
        for part in prange(parts, nogil=True, schedule="dynamic", num_threads=threads):
            list_part(self.seat_to_act, self.list_one, states, seats, counts, lists, part, cuts[part], cuts[part + 1])

    def write_features(
        self,
        states: cython.longlong[:, ::1],
        lists: cython.longlong[:, ::1],
        offsets: cython.longlong[::1],
        target: cython.longlong,
        views: cython.float[:, ::1],
        legal: cython.longlong[::1],
        moves: cython.float[:, ::1],
        cuts: cython.longlong[::1],
        threads: cython.int,
    ) -> None:
        """Write what the seats to act see, and side by side the moves that were listed for them."""
        part: cython.Py_ssize_t
        parts: cython.Py_ssize_t = len(cuts) - 1
        rows: cython.Py_ssize_t = cuts[parts]
        check_room(enough=states.shape[1] == self.size and views.shape[1] == self.view_size)
        check_room(enough=min(len(states), len(views)) >= rows and len(offsets) > rows and len(lists) >= parts)
        check_room(enough=moves.shape[1] == self.move_size and min(len(legal), len(moves)) >= offsets[rows])
        for part in range(parts):
            check_room(enough=offsets[cuts[part + 1]] - offsets[cuts[part]] <= lists.shape[1])
        for part in prange(parts, nogil=True, schedule="dynamic", num_threads=threads):
            write_part(
                self.write_one,
                states,
                lists,
                offsets,
                target,
                views,
                legal,
                moves,
                part,
                cuts[part],
                cuts[part + 1],
            )
