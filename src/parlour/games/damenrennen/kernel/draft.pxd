from parlour.games.damenrennen.kernel.piles cimport (
    SUITS,
    card_count,
    type_of,
)
from parlour.games.damenrennen.kernel.slots cimport (
    ADVANTAGES,
    ASKED,
    AWAITING,
    BOMBS,
    BY_ROW,
    BY_STRIKES,
    DRAFTING,
    DRAWN,
    ENDING,
    ENDING_SUIT,
    EXCHANGED,
    FULL,
    GAME_WINNER,
    GIVEN,
    HANDS,
    LAID,
    MARKET,
    NOBODY,
    OUT_OF_CARDS,
    OVER,
    PHASE,
    PICKS,
    RACE_WINNER,
    RESERVES,
    ROWS,
    SHOWN,
    SIZE,
    SPENT,
    STACK,
    STRIKES,
    STRIKE_CARDS,
    TAKEN,
    TRICKS,
    ULTIMATE,
    USED,
    diamonds_in,
)

# These stand again in draft.py for the interpreted kernel; a test compares the two.
cdef enum:
    SPADES = 1
    MARKET_SIZE = 4
    SMALLEST_STACK = 6

cdef void ask(long long* s, int phase, int seats) noexcept nogil
cdef void end_game(long long* s, int winner, int ending) noexcept nogil
cdef void collect(long long* s) noexcept nogil
cdef void settle(long long* s, int seat, long long card) noexcept nogil
cdef void ask_drafter(long long* s) noexcept nogil
cdef void take(long long* s, int seat, long long card) noexcept nogil
cdef void set_up(long long* s) noexcept nogil
