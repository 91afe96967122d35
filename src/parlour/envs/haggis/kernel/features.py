# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""What a seat of Haggis sees as numbers for a learner, and its moves likewise.

A view comes in as a vector of integers, the slots of which are named below; other seats are
counted from the viewer, clockwise, and she herself is 0. `observe` takes such a vector from a round
in the kernel, and `parlour.envs.haggis.encoding` from a view: both copy what the seat may see and nothing
else, so what is written here cannot tell more (H9).
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from parlour.core import cython_shim as cython

if not cython.compiled:
    from parlour.core import cython_shim as cython
    from parlour.core.kernel.bits import count_bits
    from parlour.games.haggis.kernel.combos import (
        BET,
        BOMB,
        GIVE,
        KIND_SHIFT,
        LENGTH_SHIFT,
        SEQUENCE,
        SET,
        SPOT_MASK,
        SPOT_RANKS,
        TOP_SHIFT,
        WIDTH_SHIFT,
        WILD_SHIFT,
    )
    from parlour.games.haggis.kernel.machine import (
        ACTOR,
        BETS,
        CAPTURED,
        GIVING,
        HAGGIS,
        HANDS,
        HOLDER,
        LEFT_OVER,
        NOBODY,
        OUT_ORDER,
        OUTS,
        OVER,
        PASSES,
        PHASE,
        PLAYED,
        PLAYERS,
        RUNNER_UP,
        STANDING,
        TRICK,
        points_in,
    )

    SEEN_PLAYERS = 0  # 2 or 3
    SEEN_HAND = 1  # one's own cards, as a mask
    SEEN_UNSEEN = 2  # the spot cards in other hands and in the haggis, together
    SEEN_STANDING = 3  # the combo to beat, 0 on the lead
    SEEN_HOLDER, SEEN_RUNNER_UP = 4, 5  # who played it, and the one below it; NOBODY on the lead
    SEEN_PASSES = 6
    SEEN_PHASE = 7
    SEEN_ACTOR = 8  # NOBODY when the round is over
    SEEN_TRICK = 9  # a pile
    SEEN_FIRST_OUT, SEEN_SECOND_OUT = 10, 11  # or NOBODY
    SEEN_TARGET = 12
    # Three each, by seat: cards in hand, the face-up wilds of these, and as in a round.
    SEEN_SIZES, SEEN_WILDS, SEEN_CAPTURED, SEEN_BETS, SEEN_PLAYED, SEEN_LEFT_OVER = 13, 16, 19, 22, 25, 28
    SEEN_SCORES = 31  # points in the match before this round
    SEEN_SEAT = 34  # the viewer, for the names of others in moves
    SEEN_SIZE = 35


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def observe(
    s: cython.p_longlong,
    seat: cython.int,
    scores: cython.p_longlong,
    target: cython.longlong,
    seen: cython.p_longlong,
) -> cython.void:
    """Take over from a round what a seat may see (H9)."""
    players: cython.int = s[PLAYERS]
    other: cython.int
    i: cython.int
    for i in range(SEEN_SIZE):
        seen[i] = 0
    seen[SEEN_PLAYERS] = players
    seen[SEEN_SEAT] = seat
    seen[SEEN_HAND] = s[HANDS + seat]
    seen[SEEN_STANDING] = s[STANDING]
    seen[SEEN_PASSES] = s[PASSES]
    seen[SEEN_PHASE] = s[PHASE]
    seen[SEEN_TARGET] = target
    seen[SEEN_TRICK] = s[TRICK]
    seen[SEEN_HOLDER] = (s[HOLDER] - seat + players) % players if s[STANDING] else NOBODY
    seen[SEEN_RUNNER_UP] = NOBODY if s[RUNNER_UP] == NOBODY else (s[RUNNER_UP] - seat + players) % players
    seen[SEEN_ACTOR] = NOBODY if s[PHASE] == OVER else (s[ACTOR] - seat + players) % players
    seen[SEEN_FIRST_OUT] = (s[OUT_ORDER] - seat + players) % players if s[OUTS] > 0 else NOBODY
    seen[SEEN_SECOND_OUT] = (s[OUT_ORDER + 1] - seat + players) % players if s[OUTS] > 1 else NOBODY
    if s[PHASE] != OVER:
        seen[SEEN_UNSEEN] = s[HAGGIS]
    for i in range(players):
        other = (seat + i) % players
        if i and s[PHASE] != OVER:
            seen[SEEN_UNSEEN] |= s[HANDS + other] & SPOT_MASK
        seen[SEEN_SIZES + i] = count_bits(s[HANDS + other])
        seen[SEEN_WILDS + i] = s[HANDS + other] >> WILD_SHIFT
        seen[SEEN_CAPTURED + i] = s[CAPTURED + other]
        seen[SEEN_BETS + i] = s[BETS + other]
        seen[SEEN_PLAYED + i] = s[PLAYED + other]
        seen[SEEN_LEFT_OVER + i] = s[LEFT_OVER + other]
        seen[SEEN_SCORES + i] = scores[other]


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def view_width(players: cython.int) -> cython.int:
    """The width of a view."""
    return 157 if players == 2 else 218


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def combo_width(players: cython.int) -> cython.int:
    """The width of a move, without what it does to the hand."""
    return 86 if players == 2 else 98


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def move_width(players: cython.int) -> cython.int:
    """The width of a move."""
    return combo_width(players) + 3


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def clear(out: cython.p_float, first: cython.longlong, last: cython.longlong) -> cython.void:
    """Write zeros. The index has the width of an address: only then do compilers make it one call of memset."""
    i: cython.longlong
    for i in range(first, last):
        out[i] = 0


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def write_spots(spots: cython.longlong, suits: cython.int, out: cython.p_float, at: cython.int) -> cython.int:
    """Write spot cards, rank by rank, over zeros; returns the place behind them."""
    rest: cython.longlong = spots & SPOT_MASK
    row: cython.int = 0
    suit: cython.int
    while rest:
        if rest & 31:
            for suit in range(suits):
                if (rest >> suit) & 1:
                    out[at + suits * row + suit] = 1
        rest >>= 5
        row += 1
    return at + suits * SPOT_RANKS


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def write_wilds(wilds: cython.longlong, out: cython.p_float, at: cython.int) -> cython.int:
    """Write J, Q, K; returns the place behind them."""
    out[at] = wilds & 1
    out[at + 1] = (wilds >> 1) & 1
    out[at + 2] = (wilds >> 2) & 1
    return at + 3


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def write_one(value: cython.longlong, size: cython.int, out: cython.p_float, at: cython.int) -> cython.int:
    """Write 1 in the place of a value, over zeros; a value outside leaves them. Returns the place behind."""
    if 0 <= value < size:
        out[at + value] = 1
    return at + size


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def write_shape(combo: cython.longlong, out: cython.p_float, at: cython.int) -> cython.int:
    """Write width, length and top of a combo, or the rank of a bomb; returns the place behind."""
    kind: cython.int = combo >> KIND_SHIFT
    top: cython.int = (combo >> TOP_SHIFT) & 15
    plain: cython.bint = kind == SET or kind == SEQUENCE
    at = write_one(((combo >> WIDTH_SHIFT) & 15) - 1 if plain else -1, 8, out, at)
    at = write_one(((combo >> LENGTH_SHIFT) & 15) - 1 if plain else -1, 12, out, at)
    at = write_one(top - 2 if plain else -1, 12, out, at)
    return write_one(top - 1 if kind == BOMB else -1, 6, out, at)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def write_view(seen: cython.p_longlong, out: cython.p_float) -> cython.void:
    """Write what a seat sees; `parlour.envs.haggis.encoding` names the fields."""
    players: cython.int = seen[SEEN_PLAYERS]
    suits: cython.int = players + 2
    at: cython.int = 0
    i: cython.int
    target: cython.double = seen[SEEN_TARGET]
    number: cython.double
    clear(out, 0, view_width(players))
    at = write_spots(seen[SEEN_HAND], suits, out, at)
    at = write_wilds(seen[SEEN_HAND] >> WILD_SHIFT, out, at)
    at = write_spots(seen[SEEN_UNSEEN], suits, out, at)
    for i in range(1, players):
        at = write_wilds(seen[SEEN_WILDS + i], out, at)
        at = write_one(seen[SEEN_SIZES + i], 18, out, at)
    at = write_one(seen[SEEN_ACTOR], players, out, at)
    out[at] = 1 if seen[SEEN_PHASE] == GIVING else 0
    at = write_one((seen[SEEN_STANDING] >> KIND_SHIFT) - 1, 3, out, at + 1)
    at = write_shape(seen[SEEN_STANDING], out, at)
    at = write_one(seen[SEEN_HOLDER], players, out, at)
    if players == 3:
        at = write_one(seen[SEEN_RUNNER_UP], players, out, at)
        out[at] = seen[SEEN_PASSES]
        at = write_one(seen[SEEN_FIRST_OUT], players, out, at + 1)
        at = write_one(seen[SEEN_SECOND_OUT], players, out, at)
        for i in range(players):
            number = seen[SEEN_LEFT_OVER + i]
            out[at + i] = number / 17.0
        at += players
    number = points_in(seen[SEEN_TRICK])
    out[at] = number / 50.0
    at += 1
    for i in range(players):
        number = points_in(seen[SEEN_CAPTURED + i])
        out[at + i] = number / 50.0
        number = seen[SEEN_SCORES + i]
        out[at + players + i] = number / target
        out[at + 2 * players + i] = seen[SEEN_PLAYED + i]
    at += 3 * players
    for i in range(players):
        # A bet in a round is 0 or the bet + 1: 0, 1, 16, 31.
        at = write_one((seen[SEEN_BETS + i] + 14) // 15, 4, out, at)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def write_combo(
    move: cython.longlong, seat: cython.int, players: cython.int, out: cython.p_float, at: cython.int
) -> cython.int:
    """Write a move, seen by a seat; returns the place behind."""
    kind: cython.int = move >> KIND_SHIFT
    cards: cython.longlong = 0 if kind == BET or kind == GIVE else move
    clear(out, at, at + combo_width(players))
    at = write_one(kind, 6, out, at)
    at = write_spots(cards, players + 2, out, at)
    at = write_wilds(cards >> WILD_SHIFT, out, at)
    at = write_shape(move, out, at)
    at = write_one((move & 31) // 15 if kind == BET else -1, 3, out, at)
    if players == 3:
        at = write_one(((move & 3) - seat + 3) % 3 if kind == GIVE else -1, 3, out, at)
    return at


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def write_move(seen: cython.p_longlong, move: cython.longlong, out: cython.p_float) -> cython.void:
    """Write a move that the viewer may make."""
    kind: cython.int = move >> KIND_SHIFT
    cards: cython.longlong = 0 if kind == BET or kind == GIVE else move & (seen[SEEN_HAND])
    at: cython.int = write_combo(move, seen[SEEN_SEAT], seen[SEEN_PLAYERS], out, 0)
    left: cython.double = seen[SEEN_SIZES] - count_bits(cards)
    points: cython.double = points_in(cards)
    out[at] = left / 17.0
    out[at + 1] = 1 if left == 0 else 0
    out[at + 2] = points / 50.0


def sizes(players: cython.int) -> tuple[int, int, int]:
    """The widths of a view, a move, and a move of the history."""
    return view_width(players), move_width(players), players + combo_width(players)


def write_view_row(seen: cython.longlong[::1], out: cython.float[::1]) -> None:
    """Write a view into a row of the right size."""
    check_seen(seen)
    check_room(out, view_width(seen[SEEN_PLAYERS]))
    if not cython.compiled:
        write_view(seen, out)
        return
    write_view(cython.address(seen[0]), cython.address(out[0]))  # pragma: no cover - C only


def write_move_rows(seen: cython.longlong[::1], moves: cython.longlong[::1], out: cython.float[::1]) -> None:
    """Write moves into rows of the right size that lie side by side."""
    i: cython.Py_ssize_t
    width: cython.int
    check_seen(seen)
    width = move_width(seen[SEEN_PLAYERS])
    check_room(out, width * len(moves))
    for i in range(len(moves)):
        if not cython.compiled:
            write_move(seen, moves[i], out[width * i : width * (i + 1)])
        else:  # pragma: no cover - C only
            write_move(cython.address(seen[0]), moves[i], cython.address(out[width * i]))


def write_history_rows(
    seen: cython.longlong[::1], seats: cython.longlong[::1], moves: cython.longlong[::1], out: cython.float[::1]
) -> None:
    """Write who made which move, in rows of the right size that lie side by side and hold zeros."""
    i: cython.Py_ssize_t
    players: cython.int
    seat: cython.int
    width: cython.int
    check_seen(seen)
    players, seat = seen[SEEN_PLAYERS], seen[SEEN_SEAT]
    width = players + combo_width(players)
    check_room(out, width * len(moves))
    for i in range(len(moves)):
        if not cython.compiled:
            row = out[width * i : width * (i + 1)]
            write_combo(moves[i], seat, players, row, write_one((seats[i] - seat) % players, players, row, 0))
        else:  # pragma: no cover - C only
            start = cython.declare(cython.p_float, cython.address(out[width * i]))
            write_one((seats[i] - seat + players) % players, players, start, 0)
            write_combo(moves[i], seat, players, start, players)


def check_seen(seen: cython.longlong[::1]) -> None:
    """Refuse a vector that is not what a seat sees."""
    if len(seen) != SEEN_SIZE or seen[SEEN_PLAYERS] not in (2, 3) or seen[SEEN_TARGET] < 1:
        raise ValueError(f"not what a seat of Haggis sees: {list(seen)}")


def check_room(out: cython.float[::1], wanted: cython.Py_ssize_t) -> None:
    """Refuse an array that has another size."""
    if len(out) != wanted:
        raise ValueError(f"room for {wanted} numbers is needed, got {len(out)}")


SEEN = {
    "players": SEEN_PLAYERS,
    "hand": SEEN_HAND,
    "unseen": SEEN_UNSEEN,
    "standing": SEEN_STANDING,
    "holder": SEEN_HOLDER,
    "runner_up": SEEN_RUNNER_UP,
    "passes": SEEN_PASSES,
    "phase": SEEN_PHASE,
    "actor": SEEN_ACTOR,
    "trick": SEEN_TRICK,
    "first_out": SEEN_FIRST_OUT,
    "second_out": SEEN_SECOND_OUT,
    "target": SEEN_TARGET,
    "sizes": SEEN_SIZES,
    "wilds": SEEN_WILDS,
    "captured": SEEN_CAPTURED,
    "bets": SEEN_BETS,
    "played": SEEN_PLAYED,
    "left_over": SEEN_LEFT_OVER,
    "scores": SEEN_SCORES,
    "seat": SEEN_SEAT,
    "size": SEEN_SIZE,
}
