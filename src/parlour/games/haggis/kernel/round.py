# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""A round as a value that Python can hold: the kernel's outside.

Everything that comes from Python is checked here, but the move of `after`: that one must have been
listed by `legal` or judged before. A move from anywhere else goes through `play`.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from parlour.core import cython_shim as cython

if not cython.compiled:
    from parlour.core import cython_shim as cython
    from parlour.core.kernel.rng import seeded
    from parlour.core.kernel.vector import Vector, move_array
    from parlour.games.haggis.kernel.combos import CAPACITY, CARD_MASK, PILE_MASK, SPOT_MASK, WILDS
    from parlour.games.haggis.kernel.machine import (
        ACTOR,
        BETS,
        BONUS,
        CAPTURED,
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
        PLAYING,
        RUNNER_UP,
        SIZE,
        STANDING,
        TOURNAMENT,
        TRICK,
        list_moves,
        score_parts,
        step,
    )
    from parlour.games.haggis.kernel.playout import playout, shuffle

TYPE_CHECKING = False
if TYPE_CHECKING:
    from array import array
    from collections.abc import Sequence

    # An argument said to be `int` would be typed by the compiler, which then takes floats: this name it leaves alone.
    Whole = int


@cython.cfunc
@cython.inline
def check_seat(seat: cython.int, players: cython.longlong) -> cython.bint:
    """Refuse a seat that is not at the table."""
    if seat < 0 or seat >= players:
        raise ValueError(f"seat {seat} is not at a table of {players}")
    return True


@cython.cclass
class Round(Vector):
    """A round of Haggis, a value: `after` gives the next one and leaves this one as it was."""

    s: cython.longlong[SIZE]

    def __init__(self, slots: Sequence[int]) -> None:
        """Take a vector as `slots` gives it."""
        i: cython.int
        check_slots(slots)
        if not cython.compiled:
            self.s = [0] * SIZE
        for i in range(SIZE):
            self.s[i] = slots[i]

    def slots(self) -> tuple[int, ...]:
        """The vector; SLOTS names its places."""
        i: cython.int
        return tuple([self.s[i] for i in range(SIZE)])

    @cython.ccall
    def copy(self) -> Round:
        """An equal round."""
        i: cython.int
        copy: Round = Round.__new__(Round)
        if not cython.compiled:
            copy.s = [0] * SIZE
        for i in range(SIZE):
            copy.s[i] = self.s[i]
        return copy

    def allows(self, seat: cython.int, move: Whole) -> bool:
        """Whether a move is a legal one of this seat."""
        return checked_move(move) in self.legal(seat)

    def after(self, seat: cython.int, move: cython.longlong) -> Round:
        """The round after a move that was listed or judged before; `play` judges it."""
        following: Round = self.copy()
        check_seat(seat, self.s[PLAYERS])
        if not cython.compiled:
            move = int(move)  # a vector holds plain ints, also where a move reads as text
        step(following.s, seat, move)
        return following

    def play(self, seat: cython.int, move: Whole) -> Round:
        """The round after a move, or ValueError where it is not legal."""
        if not self.allows(seat, move):
            raise ValueError(f"not a legal move of seat {seat}: {move:#x}")
        return self.after(seat, move)

    def legal(self, seat: cython.int) -> array[int]:
        """Every legal move of a seat, those out of turn too, as 64-bit integers side by side."""
        buffer: cython.longlong[CAPACITY]
        i: cython.int
        n: cython.int
        check_seat(seat, self.s[PLAYERS])
        if not cython.compiled:
            buffer = [0] * CAPACITY
        n = list_moves(self.s, seat, buffer, CAPACITY)
        if n > CAPACITY:
            raise OverflowError(f"{n} legal moves, room for {CAPACITY}")
        return move_array(buffer, n)

    @property
    def over(self) -> bool:
        """Whether the round has ended (H6.2)."""
        return self.s[PHASE] == OVER

    @property
    def actor(self) -> int:
        """The seat whose turn it is; nobody's once the round is over."""
        return self.s[ACTOR]

    def score(self, seat: cython.int) -> tuple[int, int, int, int, int]:
        """A finished round's points: cards left over, tricks, last hand and haggis, bets, bonus (H7)."""
        parts: cython.longlong[5]
        check_seat(seat, self.s[PLAYERS])
        if self.s[PHASE] != OVER:
            raise ValueError("the round is not over")
        if not cython.compiled:
            parts = [0] * 5
        score_parts(self.s, seat, parts)
        return (parts[0], parts[1], parts[2], parts[3], parts[4])

    def shuffled(self, hidden: Whole, seed: Whole) -> Round:
        """This round with hidden spot cards dealt anew: every hand and the haggis keep their sizes.

        Every way to lie is as likely as the next.
        """
        following: Round = self.copy()
        rng: cython.ulonglong[1]
        cards: cython.longlong = checked_hidden(self, hidden)
        if not cython.compiled:
            rng = [0]
        rng[0] = seeded(seed)
        with cython.nogil:
            shuffle(following.s, cards, rng)
        return following

    def played_out(self, seed: Whole) -> Round:
        """The round after uniformly random play to its end."""
        following: Round = self.copy()
        buffer: cython.longlong[CAPACITY]
        tally: cython.longlong[2]
        rng: cython.ulonglong[1]
        ended: cython.bint
        if not cython.compiled:
            buffer, tally, rng = [0] * CAPACITY, [0] * 2, [0]
        rng[0] = seeded(seed)
        with cython.nogil:
            ended = playout(following.s, rng, buffer, tally)
        if not ended:
            raise OverflowError(f"more than {CAPACITY} legal moves")
        return following


def dealt(hands: Sequence[int], haggis: int, leader: cython.int, *, tournament: bool, bonus: cython.int) -> Round:
    """The round that follows a deal: everybody has three wilds, the leader acts (H2)."""
    opened: Round = Round.__new__(Round)
    seat: cython.int
    if not cython.compiled:
        opened.s = [0] * SIZE
    opened.s[PLAYERS] = len(hands)
    check_seat(leader, opened.s[PLAYERS])
    opened.s[TOURNAMENT] = int(tournament)
    opened.s[BONUS] = bonus
    opened.s[ACTOR] = leader
    opened.s[RUNNER_UP] = NOBODY
    opened.s[HAGGIS] = haggis
    for seat in range(len(hands)):
        opened.s[HANDS + seat] = WILDS | hands[seat]
    return opened


def random_rounds(opening: Round, rounds: int, seed: int) -> tuple[int, int, tuple[int, ...]]:
    """Deal and play whole rounds at random, without the lock, for measuring and statistics.

    Every round is the opening one with all its spot cards dealt anew. Returns how many decisions
    and legal moves there were, and the points of every seat.
    """
    buffer: cython.longlong[CAPACITY]
    s: cython.longlong[SIZE]
    parts: cython.longlong[5]
    tally: cython.longlong[2]
    points: cython.longlong[3]
    rng: cython.ulonglong[1]
    cards: cython.longlong = opening.s[HAGGIS]
    seat: cython.int
    i: cython.int
    n: cython.longlong
    count: cython.longlong = rounds
    ended: cython.bint = True
    if not cython.compiled:
        buffer, s, parts = [0] * CAPACITY, [0] * SIZE, [0] * 5
        tally, points, rng = [0] * 2, [0] * 3, [0]
    for i in range(3):
        points[i] = 0
        cards |= opening.s[HANDS + i] & SPOT_MASK
    tally[0] = tally[1] = 0
    rng[0] = seeded(seed)
    with cython.nogil:
        for n in range(count):
            for i in range(SIZE):
                s[i] = opening.s[i]
            shuffle(s, cards, rng)
            ended = playout(s, rng, buffer, tally)
            if not ended:
                break
            for seat in range(s[PLAYERS]):
                points[seat] += score_parts(s, seat, parts)
    if not ended:
        raise OverflowError(f"more than {CAPACITY} legal moves")
    return tally[0], tally[1], (points[0], points[1], points[2])


def checked_move(move: Whole) -> int:
    """The move; ValueError where it cannot be one."""
    if type(move) is not int or move < 0 or move >> 63:
        raise ValueError(f"a move is a whole number of 63 bits, got {move!r}")
    return move


def checked_hidden(held: Round, hidden: Whole) -> int:
    """The hidden cards; ValueError where they do not lie in hands and haggis."""
    slots = held.slots()
    places = slots[HAGGIS]
    for hand in slots[HANDS : HANDS + 3]:
        places |= hand & SPOT_MASK
    if type(hidden) is not int or hidden < 0 or hidden & ~places:
        raise ValueError(f"not cards of the hands and the haggis: {hidden!r}")
    return hidden


def check_slots(slots: Sequence[int]) -> None:
    """Refuse a vector that the kernel could not walk through safely."""
    if len(slots) != SIZE or any(type(slot) is not int or slot < 0 for slot in slots):
        raise ValueError(f"a round is {SIZE} whole numbers from 0 up, got {slots!r}")
    players = slots[PLAYERS]
    hands = slots[HANDS : HANDS + 3]
    holding = sum(hand > 0 for hand in hands[:players])
    seats = (slots[ACTOR], slots[HOLDER], slots[OUT_ORDER], slots[OUT_ORDER + 1])
    if (
        players not in (2, 3)
        or slots[PHASE] > OVER
        or max(seats) >= players
        or slots[RUNNER_UP] > NOBODY
        or max(hands) > CARD_MASK
        or max(slots[HAGGIS], slots[TRICK], *slots[CAPTURED : CAPTURED + 3]) > PILE_MASK
        or slots[OUTS] > players - 1
        or holding < (2 if slots[PHASE] == PLAYING else 1)
    ):
        raise ValueError(f"not a round of Haggis: {slots!r}")


SLOTS = {
    "players": PLAYERS,
    "tournament": TOURNAMENT,
    "bonus": BONUS,
    "phase": PHASE,
    "actor": ACTOR,
    "standing": STANDING,
    "holder": HOLDER,
    "runner_up": RUNNER_UP,
    "passes": PASSES,
    "trick": TRICK,
    "haggis": HAGGIS,
    "outs": OUTS,
    "out_order": OUT_ORDER,
    "hands": HANDS,
    "captured": CAPTURED,
    "bets": BETS,
    "played": PLAYED,
    "left_over": LEFT_OVER,
    "size": SIZE,
}
