# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""A game of Damenrennen as a value that Python can hold: the kernel's outside.

Everything that comes from Python is checked here, but the move of `after`: that one must have been
listed by `legal` or judged before. A move from anywhere else goes through `play`.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from parlour.core import cython_shim as cython

from parlour.games.damenrennen.validation import check_slots

TYPE_CHECKING = False
if TYPE_CHECKING:
    from array import array
    from collections.abc import Sequence

    Whole = int  # called `int`, Cython would take floats for it, too, and cut them off

if not cython.compiled:
    from parlour.core import cython_shim as cython
    from parlour.core.kernel.rng import seeded
    from parlour.core.kernel.vector import Vector, move_array
    from parlour.games.damenrennen.kernel.draft import set_up, settle
    from parlour.games.damenrennen.kernel.piles import CARD_MASK, DECK, ONES, card_count, lacking
    from parlour.games.damenrennen.kernel.race import (
        DECISIONS,
        LISTED,
        deal_size,
        draw_deal,
        draw_pool,
        draw_tie_break,
        open_race,
        playout,
        step,
        turn_tie_break,
    )
    from parlour.games.damenrennen.kernel.slots import (
        ASKED,
        AWAITING,
        BY_ROW,
        BY_STRIKES,
        CAPACITY,
        DRAWING,
        ENDING,
        GAME_WINNER,
        NOBODY,
        OUT_OF_CARDS,
        OVER,
        PHASE,
        RACES,
        RESERVES,
        ROWS,
        SIZE,
        STACK,
        STRIKES,
        UNBROKEN_TIE,
        list_moves,
    )
    from parlour.games.damenrennen.kernel.worlds import draw_world


@cython.cfunc
@cython.inline
def check_seat(seat: cython.int) -> cython.bint:
    """Refuse a seat that is not at the table."""
    if seat < 0 or seat > 1:
        raise ValueError(f"seat {seat} is not at a table of 2")
    return True


@cython.cclass
class Game(Vector):
    """A game, a value: `after`, `dealt` and `drawn` give the next one and leave this one as it was."""

    s: cython.longlong[SIZE]

    def __init__(self, slots: Sequence[int] | None = None) -> None:
        """Set up a game (D1.2), or take a vector as `slots` gives it."""
        i: cython.int
        if not cython.compiled:
            self.s = [0] * SIZE
        if slots is None:
            set_up(self.s)
            return
        check_slots(slots)
        for i in range(SIZE):
            self.s[i] = slots[i]

    def slots(self) -> tuple[int, ...]:
        """The vector; SLOTS names its places."""
        i: cython.int
        return tuple([self.s[i] for i in range(SIZE)])

    @cython.ccall
    def copy(self) -> Game:
        """An equal game."""
        i: cython.int
        copy: Game = Game.__new__(Game)
        if not cython.compiled:
            copy.s = [0] * SIZE
        for i in range(SIZE):
            copy.s[i] = self.s[i]
        return copy

    @property
    def phase(self) -> int:
        """What the game waits for; the number of a phase."""
        return self.s[PHASE]

    @property
    def asked(self) -> int:
        """The seats that have still to choose, each a bit; 0 where chance acts and at the end."""
        return self.s[ASKED]

    @property
    def over(self) -> bool:
        """Whether the game has ended (D7.4, D8.2, D3.4)."""
        return self.s[PHASE] == OVER

    @property
    def winner(self) -> int | None:
        """Who won the game, if somebody has."""
        return None if self.s[GAME_WINNER] == NOBODY else self.s[GAME_WINNER]

    def legal(self, seat: Whole) -> array[int]:
        """Every legal move of a seat, as 64-bit integers side by side; none where it is not asked."""
        buffer: cython.longlong[CAPACITY]
        i: cython.int
        n: cython.int
        at: cython.int = checked_seat(seat)
        if not cython.compiled:
            buffer = [0] * CAPACITY
        n = list_moves(self.s, at, buffer)
        return move_array(buffer, n)

    def allows(self, seat: Whole, move: Whole) -> bool:
        """Whether a move of 63 bits is a legal one of this seat."""
        buffer: cython.longlong[CAPACITY]
        n: cython.int
        at: cython.int = checked_seat(seat)
        wanted: cython.longlong = checked_move(move)
        if not cython.compiled:
            buffer = [0] * CAPACITY
        n = list_moves(self.s, at, buffer)
        while n and buffer[n - 1] != wanted:
            n -= 1
        return n > 0

    def after(self, seat: cython.int, move: cython.longlong) -> Game:
        """The game after a move that was listed or judged before; `play` judges it."""
        following: Game = self.copy()
        check_seat(seat)
        step(following.s, seat, move)
        return following

    def play(self, seat: Whole, move: Whole) -> Game:
        """The game after a move, or ValueError where it is not legal."""
        if not self.allows(seat, move):
            raise ValueError(f"not a legal move of seat {seat}: {move:#x}")
        return self.after(seat, move)

    def deal_sizes(self) -> tuple[int, int]:
        """How many cards each seat gets in the race that is due (D2.2, D8.1)."""
        if self.s[PHASE] != AWAITING:
            raise ValueError("no race is due")
        return deal_size(self.s, 0), deal_size(self.s, 1)

    def dealt(self, market: Whole, hand0: Whole, hand1: Whole) -> Game:
        """The game after a race was opened (D2.1, D2.2)."""
        piles = (checked_pile(market), checked_pile(hand0), checked_pile(hand1))
        sizes = (card_count(piles[0]), card_count(piles[1]), card_count(piles[2]))
        if sizes != (4, *self.deal_sizes()):
            raise ValueError(f"a deal of {sizes} cards is not the one that is due")
        following: Game = self.copy()
        check_drawn(following.s[STACK], piles)
        open_race(following.s, piles[0], piles[1], piles[2])
        return following

    def tie_break_pool(self) -> int:
        """The pile that the tie-break which is due comes from (D3.4)."""
        if self.s[PHASE] != DRAWING:
            raise ValueError("no tie-break is due")
        return draw_pool(self.s)

    def drawn(self, card0: Whole, card1: Whole) -> Game:
        """The game after a tie-break card each was turned over (D3.4)."""
        piles = (checked_pile(card0), checked_pile(card1))
        if card_count(piles[0]) != 1 or card_count(piles[1]) != 1:
            raise ValueError("a tie-break is one card each")
        check_drawn(self.tie_break_pool(), piles)
        following: Game = self.copy()
        turn_tie_break(following.s, piles[0], piles[1])
        return following

    def random_deal(self, seed: Whole) -> tuple[int, int, int]:
        """Draw the market and the hands of the race that is due."""
        deal: cython.longlong[3]
        rng: cython.ulonglong[1]
        if self.s[PHASE] != AWAITING:
            raise ValueError("no race is due")
        if not cython.compiled:
            deal, rng = [0] * 3, [0]
        rng[0] = seeded(checked_seed(seed))
        draw_deal(self.s, rng, deal)
        return (deal[0], deal[1], deal[2])

    def random_tie_break(self, seed: Whole) -> tuple[int, int]:
        """Draw the two cards of the tie-break that is due."""
        drawn: cython.longlong[2]
        rng: cython.ulonglong[1]
        if self.s[PHASE] != DRAWING:
            raise ValueError("no tie-break is due")
        if not cython.compiled:
            drawn, rng = [0] * 2, [0]
        rng[0] = seeded(checked_seed(seed))
        draw_tie_break(self.s, rng, drawn)
        return (drawn[0], drawn[1])

    def world(self, viewer: Whole | None, seed: Whole) -> Game:
        """A game that this seat, or None for a spectator, cannot tell from this one (D9)."""
        following: Game = self.copy()
        buffer: cython.longlong[CAPACITY]
        rng: cython.ulonglong[1]
        at: cython.int = NOBODY if viewer is None else checked_seat(viewer)
        found: cython.bint
        if not cython.compiled:
            buffer, rng = [0] * CAPACITY, [0]
        rng[0] = seeded(checked_seed(seed))
        with cython.nogil:
            found = draw_world(following.s, at, rng, buffer)
        if not found:
            raise ValueError("the hidden cards cannot lie as they were seen")
        return following

    def played_out(self, seed: Whole) -> Game:
        """The game after uniformly random play to its end, chance included."""
        following: Game = self.copy()
        buffer: cython.longlong[CAPACITY]
        tally: cython.longlong[2]
        rng: cython.ulonglong[1]
        if not cython.compiled:
            buffer, tally, rng = [0] * CAPACITY, [0] * 2, [0]
        tally[DECISIONS] = tally[LISTED] = 0
        rng[0] = seeded(checked_seed(seed))
        with cython.nogil:
            playout(following.s, rng, buffer, tally)
        return following


def random_games(games: Whole, seed: Whole) -> dict[str, int]:
    """Play whole games at random, without the lock, for measuring and statistics.

    Counts decisions, legal moves listed, races, games by seat that won, and games by ending.
    """
    buffer: cython.longlong[CAPACITY]
    s: cython.longlong[SIZE]
    tally: cython.longlong[2]
    winners: cython.longlong[3]
    endings: cython.longlong[5]
    rng: cython.ulonglong[1]
    races: cython.longlong = 0
    n: cython.longlong
    i: cython.int
    count: cython.longlong = checked_count(games)
    if not cython.compiled:
        buffer, s, tally = [0] * CAPACITY, [0] * SIZE, [0] * 2
        winners, endings, rng = [0] * 3, [0] * 5, [0]
    tally[DECISIONS] = tally[LISTED] = 0
    for i in range(3):
        winners[i] = 0
    for i in range(5):
        endings[i] = 0
    rng[0] = seeded(checked_seed(seed))
    with cython.nogil:
        for n in range(count):
            set_up(s)
            playout(s, rng, buffer, tally)
            races += s[RACES]
            winners[s[GAME_WINNER]] += 1
            endings[s[ENDING]] += 1
    return {
        "games": count,
        "races": races,
        "decisions": tally[DECISIONS],
        "moves": tally[LISTED],
        "won by seat 0": winners[0],
        "won by seat 1": winners[1],
        "won by a row": endings[BY_ROW],
        "won by strikes": endings[BY_STRIKES],
        "drawn out of cards": endings[OUT_OF_CARDS],
        "drawn by a tie": endings[UNBROKEN_TIE],
    }


def settled(rows: Sequence[int], reserve: Whole, strikes: Whole, card: Whole) -> tuple[tuple[int, ...], int, int, bool]:
    """What becomes of a player's rows, reserve and strikes with one more card, and whether it wins the game (D7)."""
    s: cython.longlong[SIZE]
    i: cython.int
    taken: cython.longlong = checked_pile(card)
    if type(rows) is not tuple or len(rows) != 3:
        raise ValueError(f"a player has three rows, got {rows!r}")
    if card_count(taken) != 1 or lacking(taken, DECK - checked_pile(reserve)):
        raise ValueError(f"not a card that can be taken: {card!r}")
    if not cython.compiled:
        s = [0] * SIZE
    for i in range(SIZE):
        s[i] = 0
    for i in range(3):
        s[ROWS + i] = checked_mask(rows[i], 63)
    s[RESERVES] = reserve
    s[STRIKES] = checked_mask(strikes, 7)
    settle(s, 0, taken)
    return (s[ROWS], s[ROWS + 1], s[ROWS + 2]), s[RESERVES], s[STRIKES], s[PHASE] == OVER


def checked_seat(seat: Whole) -> int:
    """The seat; ValueError where it is not at the table."""
    if type(seat) is not int or seat < 0 or seat > 1:
        raise ValueError(f"seat {seat!r} is not at a table of 2")
    return seat


def checked_move(move: Whole) -> int:
    """The move; ValueError where it cannot be one."""
    if type(move) is not int or move < 0 or move >> 63:
        raise ValueError(f"a move is a whole number of 63 bits, got {move!r}")
    return move


def checked_seed(seed: Whole) -> int:
    """The seed; ValueError where it is none."""
    if type(seed) is not int or seed < 0 or seed >> 64:
        raise ValueError(f"a seed is a whole number of 64 bits, got {seed!r}")
    return seed


def checked_count(count: Whole) -> int:
    """The count; ValueError where it is no number of games."""
    if type(count) is not int or count < 0 or count >> 62:
        raise ValueError(f"a number of games is whole and not negative, got {count!r}")
    return count


def checked_pile(pile: Whole) -> int:
    """The pile; ValueError where it is none."""
    if type(pile) is not int or pile < 0 or pile > CARD_MASK or pile & (pile >> 1) & ONES:
        raise ValueError(f"not a pile of cards: {pile!r}")
    return pile


def checked_mask(mask: Whole, most: Whole) -> int:
    """The mask of a row or of strikes; ValueError where a bit is set that it does not have."""
    if type(mask) is not int or mask < 0 or mask > most:
        raise ValueError(f"not a mask of {most.bit_length()} bits: {mask!r}")
    return mask


def check_drawn(pool: int, piles: tuple[int, ...]) -> None:
    """Refuse cards that cannot be drawn from a pool together."""
    left = pool
    for pile in piles:
        if lacking(pile, left):
            raise ValueError("not all of these cards can be drawn")
        left -= pile
