# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""What a seat of Damenrennen sees as numbers for a learner, and its moves likewise.

A view comes in as a vector of integers, the slots of which are named below; what is kept by seat
has the viewer first. `observe` takes such a vector from a game in the kernel, and
`parlour.envs.damenrennen.encoding` from a view: both copy what the seat may see and nothing else, so what
is written here cannot tell more (D9).
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from parlour.core import cython_shim as cython

if not cython.compiled:
    from parlour.core import cython_shim as cython
    from parlour.games.damenrennen.kernel.piles import CARD_MASK, card_count
    from parlour.games.damenrennen.kernel.slots import (
        ADVANTAGES,
        ASKED,
        BOMBS,
        DRAWN,
        EXCHANGE,
        EXCHANGED,
        EXTRA_SHIFT,
        FULL,
        GAME_WINNER,
        GIVEN,
        HANDS,
        KIND_SHIFT,
        LAID,
        MARKET,
        NOBODY,
        PHASE,
        PICKS,
        RACE_WINNER,
        RESERVES,
        ROWS,
        SEALED,
        SHOWN,
        SPENT,
        STACK,
        STRIKES,
        SWAP,
        TAKEN,
        ULTIMATE,
        unpack_diamonds,
    )

    SEEN_PHASE = 0
    SEEN_ASKED = 1  # who has still to choose: the viewer 1, the other 2
    SEEN_HAND, SEEN_SPENT = 2, 3  # one's own
    SEEN_MARKET = 4
    SEEN_UNSEEN = 5  # the pile of what lies in the stack, and what of the other's cards is not seen
    SEEN_SEALED = 6  # one's own move, or 0
    SEEN_SHOWN, SEEN_TAKEN, SEEN_GIVEN = 7, 8, 9
    SEEN_FULL, SEEN_STACK_SIZE = 10, 11
    SEEN_RACE_WINNER, SEEN_ULTIMATE, SEEN_PICKS, SEEN_WINNER = 12, 13, 14, 15
    SEEN_NEEDED = 16  # games that win the match
    SEEN_ADVANTAGES = 17  # of clubs, spades, hearts
    # Two each: piles and numbers as in a game.
    SEEN_RESERVES, SEEN_STRIKES, SEEN_SIZES, SEEN_SPENT_SIZES, SEEN_HAS_SEALED = 20, 22, 24, 26, 28
    SEEN_EXCHANGED, SEEN_BOMBS, SEEN_DRAWN, SEEN_WINS = 30, 32, 34, 36
    # Three each.
    SEEN_ROWS, SEEN_LAID = 38, 44
    SEEN_SIZE = 50
    VIEW_WIDTH = 488
    MOVE_WIDTH = 55


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def seen_from(holder: cython.longlong, seat: cython.int) -> cython.longlong:
    """Count a seat from the viewer; nobody stays nobody."""
    return NOBODY if holder == NOBODY else holder ^ seat


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def observe(
    s: cython.p_longlong,
    seat: cython.int,
    wins: cython.p_longlong,
    needed: cython.longlong,
    seen: cython.p_longlong,
) -> cython.void:
    """Take over from a game what a seat may see (D9)."""
    other: cython.int = 1 - seat
    whose: cython.int
    i: cython.int
    seen[SEEN_PHASE] = s[PHASE]
    seen[SEEN_ASKED] = ((s[ASKED] >> seat) & 1) | (((s[ASKED] >> other) & 1) << 1)
    seen[SEEN_HAND] = s[HANDS + seat]
    seen[SEEN_SPENT] = s[SPENT + seat]
    seen[SEEN_MARKET] = s[MARKET]
    seen[SEEN_UNSEEN] = s[STACK] + s[SPENT + other]
    if s[BOMBS + other] == 0:
        seen[SEEN_UNSEEN] += s[HANDS + other]
    seen[SEEN_SEALED] = s[SEALED + seat]
    seen[SEEN_SHOWN] = s[SHOWN]
    seen[SEEN_TAKEN] = s[TAKEN]
    seen[SEEN_GIVEN] = s[GIVEN]
    seen[SEEN_FULL] = s[FULL]
    seen[SEEN_STACK_SIZE] = card_count(s[STACK])
    seen[SEEN_RACE_WINNER] = seen_from(s[RACE_WINNER], seat)
    seen[SEEN_ULTIMATE] = s[ULTIMATE]
    seen[SEEN_PICKS] = s[PICKS]
    seen[SEEN_WINNER] = seen_from(s[GAME_WINNER], seat)
    seen[SEEN_NEEDED] = needed
    for i in range(3):
        seen[SEEN_ADVANTAGES + i] = seen_from(s[ADVANTAGES + i], seat)
    for i in range(2):
        whose = seat if i == 0 else other
        seen[SEEN_RESERVES + i] = s[RESERVES + whose]
        seen[SEEN_STRIKES + i] = s[STRIKES + whose]
        seen[SEEN_SIZES + i] = card_count(s[HANDS + whose])
        seen[SEEN_SPENT_SIZES + i] = card_count(s[SPENT + whose])
        seen[SEEN_HAS_SEALED + i] = 1 if s[SEALED + whose] else 0
        seen[SEEN_EXCHANGED + i] = s[EXCHANGED + whose]
        seen[SEEN_BOMBS + i] = s[BOMBS + whose]
        seen[SEEN_DRAWN + i] = s[DRAWN + whose]
        seen[SEEN_WINS + i] = wins[whose]
    for i in range(3):
        seen[SEEN_ROWS + i] = s[ROWS + 3 * seat + i]
        seen[SEEN_ROWS + 3 + i] = s[ROWS + 3 * other + i]
        seen[SEEN_LAID + i] = s[LAID + 3 * seat + i]
        seen[SEEN_LAID + 3 + i] = s[LAID + 3 * other + i]


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def write_pile(pile: cython.longlong, out: cython.p_float, at: cython.int) -> cython.int:
    """Write how many of each card a pile holds, in halves, over zeros; returns the place behind."""
    number: cython.int = 0
    copies: cython.double
    while pile:
        if pile & 3:
            copies = pile & 3
            out[at + number] = copies / 2.0
        pile >>= 2
        number += 1
    return at + 24


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def write_bits(bits: cython.longlong, size: cython.int, out: cython.p_float, at: cython.int) -> cython.int:
    """Write bits, lowest first; returns the place behind."""
    i: cython.int
    for i in range(size):
        out[at + i] = (bits >> i) & 1
    return at + size


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
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def write_rank(card: cython.longlong, out: cython.p_float, at: cython.int) -> cython.int:
    """Write the rank of a card, or nothing where there is none; returns the place behind."""
    rank: cython.int = 0
    if card:
        while card > 255:
            card >>= 8
            rank += 1
        out[at + rank] = 1
    return at + 6


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def write_part(value: cython.longlong, whole: cython.double, out: cython.p_float, at: cython.int) -> cython.int:
    """Write a number as a part of a whole; returns the place behind."""
    number: cython.double = value
    out[at] = number / whole
    return at + 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def taken_by(move: cython.longlong) -> cython.longlong:
    """The pile that a swap or an exchange takes in."""
    kind: cython.int = move >> KIND_SHIFT
    extra: cython.longlong = (move >> EXTRA_SHIFT) & 4095
    one: cython.longlong = 1
    if kind == SWAP:
        return one << (2 * (extra & 31))
    return unpack_diamonds(extra) if kind == EXCHANGE else 0


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def write_view(seen: cython.p_longlong, out: cython.p_float) -> cython.void:
    """Write what a seat sees; `parlour.envs.damenrennen.encoding` names the fields."""
    at: cython.int = 0
    i: cython.int
    for i in range(VIEW_WIDTH):
        out[i] = 0
    at = write_one(seen[SEEN_PHASE], 9, out, at)
    at = write_bits(seen[SEEN_ASKED], 2, out, at)
    at = write_pile(seen[SEEN_HAND], out, at)
    at = write_pile(seen[SEEN_SPENT], out, at)
    at = write_pile(seen[SEEN_MARKET], out, at)
    at = write_pile(seen[SEEN_UNSEEN], out, at)
    at = write_pile(seen[SEEN_SHOWN], out, at)
    at = write_pile(seen[SEEN_TAKEN], out, at)
    at = write_pile(seen[SEEN_GIVEN], out, at)
    at = write_pile(seen[SEEN_SEALED] & CARD_MASK, out, at)
    at = write_pile(taken_by(seen[SEEN_SEALED]), out, at)
    for i in range(6):
        at = write_bits(seen[SEEN_ROWS + i], 6, out, at)
    for i in range(2):
        at = write_pile(seen[SEEN_RESERVES + i], out, at)
    for i in range(2):
        at = write_bits(seen[SEEN_STRIKES + i], 3, out, at)
    for i in range(3):
        at = write_one(seen[SEEN_ADVANTAGES + i], 2, out, at)
    out[at] = seen[SEEN_FULL]
    at = write_part(seen[SEEN_STACK_SIZE], 42.0, out, at + 1)
    for i in range(2):
        at = write_part(seen[SEEN_SIZES + i], 4.0, out, at)
    for i in range(2):
        at = write_part(seen[SEEN_SPENT_SIZES + i], 4.0, out, at)
    for i in range(2):
        out[at + i] = seen[SEEN_HAS_SEALED + i]
        out[at + 2 + i] = 1 if seen[SEEN_BOMBS + i] else 0
    at += 4
    for i in range(2):
        at = write_pile(seen[SEEN_EXCHANGED + i], out, at)
    for i in range(0, 6, 3):
        at = write_pile(seen[SEEN_LAID + i] + seen[SEEN_LAID + i + 1] + seen[SEEN_LAID + i + 2], out, at)
    for i in range(6):
        at = write_rank(seen[SEEN_LAID + i], out, at)
    for i in range(2):
        at = write_rank(seen[SEEN_DRAWN + i], out, at)
    at = write_one(seen[SEEN_RACE_WINNER], 2, out, at)
    out[at] = seen[SEEN_ULTIMATE]
    at = write_one(seen[SEEN_PICKS], 4, out, at + 1)
    for i in range(2):
        at = write_part(seen[SEEN_WINS + i], seen[SEEN_NEEDED], out, at)
    write_one(seen[SEEN_WINNER], 2, out, at)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def write_move(move: cython.longlong, out: cython.p_float) -> cython.void:
    """Write a move."""
    i: cython.int
    at: cython.int
    for i in range(MOVE_WIDTH):
        out[i] = 0
    at = write_one((move >> KIND_SHIFT) - 1, 7, out, 0)
    at = write_pile(move & CARD_MASK, out, at)
    write_pile(taken_by(move), out, at)


def write_view_row(seen: cython.longlong[::1], out: cython.float[::1]) -> None:
    """Write a view into a row of the right size."""
    if len(seen) != SEEN_SIZE or seen[SEEN_NEEDED] < 1 or len(out) != VIEW_WIDTH:
        raise ValueError(f"not what a seat of Damenrennen sees, or no room: {list(seen)}, {len(out)}")
    if not cython.compiled:
        write_view(seen, out)
        return
    write_view(cython.address(seen[0]), cython.address(out[0]))  # pragma: no cover - C only


def write_move_rows(moves: cython.longlong[::1], out: cython.float[::1]) -> None:
    """Write moves into rows of the right size that lie side by side."""
    i: cython.Py_ssize_t
    if len(out) != MOVE_WIDTH * len(moves):
        raise ValueError(f"room for {MOVE_WIDTH * len(moves)} numbers is needed, got {len(out)}")
    for i in range(len(moves)):
        if not cython.compiled:
            write_move(moves[i], out[MOVE_WIDTH * i : MOVE_WIDTH * (i + 1)])
        else:  # pragma: no cover - C only
            write_move(moves[i], cython.address(out[MOVE_WIDTH * i]))


SIZES = (VIEW_WIDTH, MOVE_WIDTH)
SEEN = {
    "phase": SEEN_PHASE,
    "asked": SEEN_ASKED,
    "hand": SEEN_HAND,
    "spent": SEEN_SPENT,
    "market": SEEN_MARKET,
    "unseen": SEEN_UNSEEN,
    "sealed": SEEN_SEALED,
    "shown": SEEN_SHOWN,
    "taken": SEEN_TAKEN,
    "given": SEEN_GIVEN,
    "full": SEEN_FULL,
    "stack_size": SEEN_STACK_SIZE,
    "race_winner": SEEN_RACE_WINNER,
    "ultimate": SEEN_ULTIMATE,
    "picks": SEEN_PICKS,
    "winner": SEEN_WINNER,
    "needed": SEEN_NEEDED,
    "advantages": SEEN_ADVANTAGES,
    "reserves": SEEN_RESERVES,
    "strikes": SEEN_STRIKES,
    "sizes": SEEN_SIZES,
    "spent_sizes": SEEN_SPENT_SIZES,
    "has_sealed": SEEN_HAS_SEALED,
    "exchanged": SEEN_EXCHANGED,
    "bombs": SEEN_BOMBS,
    "drawn": SEEN_DRAWN,
    "wins": SEEN_WINS,
    "rows": SEEN_ROWS,
    "laid": SEEN_LAID,
    "size": SEEN_SIZE,
}
