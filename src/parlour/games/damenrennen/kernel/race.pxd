from parlour.games.damenrennen.kernel.piles cimport (
    below,
    card_count,
    is_one_rank,
    pick,
    spread,
)
from parlour.games.damenrennen.kernel.slots cimport (
    ADVANTAGES,
    ASKED,
    AWAITING,
    BOMBS,
    DECLINE,
    DISCARD,
    DISCARDING,
    DRAWING,
    DRAWN,
    EXCHANGE,
    EXCHANGED,
    EXCHANGING,
    EXTRA_SHIFT,
    FULL,
    GIVEN,
    HANDS,
    KIND_SHIFT,
    LAID,
    LAYING,
    MARKET,
    NOBODY,
    OVER,
    PHASE,
    RACES,
    RACE_WINNER,
    RESERVES,
    SEALED,
    SHOW,
    SHOWING,
    SHOWN,
    SPENT,
    STACK,
    SWAP,
    SWAPPING,
    TAKE,
    TAKEN,
    TRICKS,
    ULTIMATE,
    UNBROKEN_TIE,
    USED,
    diamonds_in,
    list_moves,
    unpack_diamonds,
)
from parlour.games.damenrennen.kernel.tricks cimport (
    bomb_in,
    higher,
    judge_bombs,
    judge_tricks,
)
from parlour.games.damenrennen.kernel.draft cimport (
    MARKET_SIZE,
    SPADES,
    ask,
    ask_drafter,
    collect,
    end_game,
    take,
)

# These stand again in race.py for the interpreted kernel; a test compares the two.
cdef enum:
    CLUBS = 0
    HEARTS = 2
    DECISIONS = 0
    LISTED = 1

cdef int deal_size(long long* s, int seat) noexcept nogil
cdef long long draw_pool(long long* s) noexcept nogil
cdef void open_race(long long* s, long long market, long long hand0, long long hand1) noexcept nogil
cdef void turn_tie_break(long long* s, long long card0, long long card1) noexcept nogil
cdef void step(long long* s, int seat, long long move) noexcept nogil
cdef void draw_deal(long long* s, unsigned long long* rng, long long* deal) noexcept nogil
cdef void draw_tie_break(long long* s, unsigned long long* rng, long long* drawn) noexcept nogil
cdef void playout(long long* s, unsigned long long* rng, long long* buffer, long long* tally) noexcept nogil
