# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Many games side by side: dealt, stepped, listed and encoded by several threads, without the interpreter's lock.

A game is a row of a matrix, with a generator of its own, so that what happens in it depends on
nothing else. `running` holds the numbers of the games that wait for a seat. They are cut into
parts, `cuts` says where; a thread takes a part, and then the next that nobody has taken. What is
done with one game its rules bring, as functions:

    seeded(number)                            a generator's state
    deal_one(s, opening, rng)                 begin anew
    advance_one(s, rng, move, points, firsts) move; where that ends the game: points, who was first, and True
    seat_to_act(s)                            the seat that is asked
    list_one(s, seat, legal, room)            list its moves, as far as there is room, and count all
    write_one(s, scores, target, count, legal, view, moves)    write what the seat sees, and these moves

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
        [cython.p_longlong, cython.p_ulonglong, cython.longlong, cython.p_float, cython.p_float], cython.bint
    ]
    Ask = Callable[[cython.p_longlong], cython.int]
    ListMoves = Callable[[cython.p_longlong, cython.int, cython.p_longlong, cython.Py_ssize_t], cython.Py_ssize_t]
    Write = Callable[
        [
            cython.p_longlong,
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
def check_running(running: cython.longlong[::1], rows: cython.Py_ssize_t, games: cython.Py_ssize_t) -> cython.bint:
    """Refuse numbers of games that there are not."""
    k: cython.Py_ssize_t
    check_room(enough=len(running) >= rows)
    for k in range(rows):
        if running[k] < 0 or running[k] >= games:
            raise ValueError(f"there is no game {running[k]} among {games}")
    return True


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def deal_part(
    deal: Deal,
    opening: cython.longlong[::1],
    states: cython.longlong[:, ::1],
    rngs: cython.ulonglong[::1],
    due: cython.uchar[::1],
    first: cython.Py_ssize_t,
    last: cython.Py_ssize_t,
) -> cython.void:
    """Begin anew in the games of a part that are due."""
    i: cython.Py_ssize_t
    for i in range(first, last):
        if not due[i]:
            continue
        if not cython.compiled:
            s, rng = states[i].tolist(), [int(rngs[i])]
            deal(s, opening.tolist(), rng)
            states[i], rngs[i] = s, rng[0]
        else:  # pragma: no cover - C only
            deal(cython.address(states[i, 0]), cython.address(opening[0]), cython.address(rngs[i]))


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def advance_part(
    advance: Advance,
    states: cython.longlong[:, ::1],
    rngs: cython.ulonglong[::1],
    running: cython.longlong[::1],
    chosen: cython.longlong[::1],
    rewards: cython.float[:, ::1],
    firsts: cython.float[:, ::1],
    dones: cython.uchar[::1],
    first: cython.Py_ssize_t,
    last: cython.Py_ssize_t,
) -> cython.void:
    """Make one move in every game of a part."""
    k: cython.Py_ssize_t
    i: cython.Py_ssize_t
    seat: cython.Py_ssize_t
    for k in range(first, last):
        i = running[k]
        if not cython.compiled:
            s, rng = states[i].tolist(), [int(rngs[i])]
            points, shares = [0.0] * rewards.shape[1], [0.0] * rewards.shape[1]
            dones[i] = advance(s, rng, int(chosen[k]), points, shares)
            states[i], rngs[i], rewards[i], firsts[i] = s, rng[0], points, shares
        else:  # pragma: no cover - C only
            for seat in range(rewards.shape[1]):
                rewards[i, seat] = 0
                firsts[i, seat] = 0
            dones[i] = advance(
                cython.address(states[i, 0]),
                cython.address(rngs[i]),
                chosen[k],
                cython.address(rewards[i, 0]),
                cython.address(firsts[i, 0]),
            )


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def list_part(
    ask: Ask,
    list_moves: ListMoves,
    states: cython.longlong[:, ::1],
    running: cython.longlong[::1],
    seats: cython.longlong[::1],
    counts: cython.longlong[::1],
    lists: cython.longlong[:, ::1],
    part: cython.Py_ssize_t,
    first: cython.Py_ssize_t,
    last: cython.Py_ssize_t,
) -> cython.void:
    """Write who acts in every game of a part, and list the moves side by side."""
    k: cython.Py_ssize_t
    i: cython.Py_ssize_t
    at: cython.Py_ssize_t = 0
    room: cython.Py_ssize_t = lists.shape[1]
    for k in range(first, last):
        i = running[k]
        if not cython.compiled:
            s, moves = states[i].tolist(), [0] * (room - at)
            seats[k] = ask(s)
            counts[k] = list_moves(s, int(seats[k]), moves, len(moves))
            lists[part, at : at + counts[k]] = moves[: counts[k]]
        else:  # pragma: no cover - C only
            seats[k] = ask(cython.address(states[i, 0]))
            counts[k] = list_moves(
                cython.address(states[i, 0]), seats[k], cython.address(lists[part, 0]) + at, room - at
            )
        at = min(room, at + counts[k])


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def write_part(
    write: Write,
    states: cython.longlong[:, ::1],
    scores: cython.longlong[:, ::1],
    running: cython.longlong[::1],
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
    """Copy the moves listed for a part to their place among all, and write what is seen in every game of it."""
    k: cython.Py_ssize_t
    i: cython.Py_ssize_t
    for k in range(offsets[first], offsets[last]):
        legal[k] = lists[part, k - offsets[first]]
    for k in range(first, last):
        i = running[k]
        if not cython.compiled:
            here = slice(offsets[k], offsets[k + 1])
            own = legal[here].tolist()
            write(states[i].tolist(), scores[i].tolist(), target, len(own), own, views[k], moves[here].reshape(-1))
        else:  # pragma: no cover - C only
            write(
                cython.address(states[i, 0]),
                cython.address(scores[i, 0]),
                target,
                offsets[k + 1] - offsets[k],
                cython.address(legal[offsets[k]]),
                cython.address(views[k, 0]),
                cython.address(moves[offsets[k], 0]),
            )


@cython.cclass
class Rows:
    """How a game is played in rows: its functions for one row, and how wide everything is.

    States, generators, scores and results have a row for every game; all else has one for every running game.
    """

    seeded: Seed
    deal_one: Deal
    advance_one: Advance
    seat_to_act: Ask
    list_one: ListMoves
    write_one: Write
    size: cython.Py_ssize_t
    seats: cython.Py_ssize_t
    view_size: cython.Py_ssize_t
    move_size: cython.Py_ssize_t

    def seed(self, rngs: cython.ulonglong[::1], seed: cython.ulonglong) -> None:
        """Seed the generator of every game."""
        i: cython.Py_ssize_t
        stream: cython.ulonglong = self.seeded(seed)
        for i in range(len(rngs)):
            if not cython.compiled:
                rngs[i] = self.seeded((stream + i) & WORD)
            else:  # pragma: no cover - C only
                rngs[i] = self.seeded(stream + i)

    def deal(
        self,
        opening: cython.longlong[::1],
        states: cython.longlong[:, ::1],
        rngs: cython.ulonglong[::1],
        due: cython.uchar[::1],
        cuts: cython.longlong[::1],
        threads: cython.int,
    ) -> None:
        """Begin anew in the games that are due, of those that all run."""
        part: cython.Py_ssize_t
        parts: cython.Py_ssize_t = len(cuts) - 1
        check_room(enough=len(opening) == states.shape[1] == self.size)
        check_room(enough=min(len(states), len(rngs), len(due)) >= cuts[parts])
        for part in prange(parts, nogil=True, schedule="dynamic", num_threads=threads):
            deal_part(self.deal_one, opening, states, rngs, due, cuts[part], cuts[part + 1])

    def advance(
        self,
        states: cython.longlong[:, ::1],
        rngs: cython.ulonglong[::1],
        running: cython.longlong[::1],
        chosen: cython.longlong[::1],
        rewards: cython.float[:, ::1],
        firsts: cython.float[:, ::1],
        dones: cython.uchar[::1],
        cuts: cython.longlong[::1],
        threads: cython.int,
    ) -> None:
        """Make one move in every running game, and write its result where that ends it."""
        part: cython.Py_ssize_t
        parts: cython.Py_ssize_t = len(cuts) - 1
        rows: cython.Py_ssize_t = cuts[parts]
        check_room(enough=states.shape[1] == self.size and rewards.shape[1] == firsts.shape[1] == self.seats)
        check_room(enough=len(chosen) >= rows)
        check_running(running, rows, min(len(states), len(rngs), len(rewards), len(firsts), len(dones)))
        for part in prange(parts, nogil=True, schedule="dynamic", num_threads=threads):
            advance_part(
                self.advance_one,
                states,
                rngs,
                running,
                chosen,
                rewards,
                firsts,
                dones,
                cuts[part],
                cuts[part + 1],
            )

    def list_legal(
        self,
        states: cython.longlong[:, ::1],
        running: cython.longlong[::1],
        seats: cython.longlong[::1],
        counts: cython.longlong[::1],
        lists: cython.longlong[:, ::1],
        cuts: cython.longlong[::1],
        threads: cython.int,
    ) -> None:
        """Write who acts in every running game, and list the moves of each part side by side in a row of `lists`.

        Where that is more than there is room for, the list ends somewhere before, but the counts are right.
        """
        part: cython.Py_ssize_t
        parts: cython.Py_ssize_t = len(cuts) - 1
        check_room(enough=states.shape[1] == self.size and len(lists) >= parts)
        check_room(enough=min(len(seats), len(counts)) >= cuts[parts])
        check_running(running, cuts[parts], len(states))
        for part in prange(parts, nogil=True, schedule="dynamic", num_threads=threads):
            list_part(
                self.seat_to_act,
                self.list_one,
                states,
                running,
                seats,
                counts,
                lists,
                part,
                cuts[part],
                cuts[part + 1],
            )

    def write_features(
        self,
        states: cython.longlong[:, ::1],
        scores: cython.longlong[:, ::1],
        running: cython.longlong[::1],
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
        check_room(enough=states.shape[1] == self.size and scores.shape[1] == self.seats)
        check_room(enough=views.shape[1] == self.view_size and moves.shape[1] == self.move_size)
        check_room(enough=len(views) >= rows and len(offsets) > rows and len(lists) >= parts)
        check_room(enough=min(len(legal), len(moves)) >= offsets[rows])
        check_running(running, rows, min(len(states), len(scores)))
        for part in range(parts):
            check_room(enough=offsets[cuts[part + 1]] - offsets[cuts[part]] <= lists.shape[1])
        for part in prange(parts, nogil=True, schedule="dynamic", num_threads=threads):
            write_part(
                self.write_one,
                states,
                scores,
                running,
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
