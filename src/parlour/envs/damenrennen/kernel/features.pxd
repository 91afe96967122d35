from parlour.games.damenrennen.kernel.piles cimport card_count
from parlour.games.damenrennen.kernel.slots cimport (
    ADVANTAGES, ASKED, BOMBS, DRAWN, EXCHANGE, EXCHANGED, EXTRA_SHIFT, FULL, GAME_WINNER, GIVEN, HANDS, KIND_SHIFT,
    LAID, MARKET, NOBODY, PHASE, PICKS, RACE_WINNER, RESERVES, ROWS, SEALED, SHOWN, SPENT, STACK, STRIKES, SWAP, TAKEN,
    ULTIMATE, unpack_diamonds,
)

# What a seat sees, as a vector. The slots stand again in damenrennen_features.py for the
# interpreted kernel; a test compares the two.
cdef enum:
    SEEN_PHASE = 0
    SEEN_ASKED = 1
    SEEN_HAND = 2
    SEEN_SPENT = 3
    SEEN_MARKET = 4
    SEEN_UNSEEN = 5
    SEEN_SEALED = 6
    SEEN_SHOWN = 7
    SEEN_TAKEN = 8
    SEEN_GIVEN = 9
    SEEN_FULL = 10
    SEEN_STACK_SIZE = 11
    SEEN_RACE_WINNER = 12
    SEEN_ULTIMATE = 13
    SEEN_PICKS = 14
    SEEN_WINNER = 15
    SEEN_NEEDED = 16
    SEEN_ADVANTAGES = 17
    SEEN_RESERVES = 20
    SEEN_STRIKES = 22
    SEEN_SIZES = 24
    SEEN_SPENT_SIZES = 26
    SEEN_HAS_SEALED = 28
    SEEN_EXCHANGED = 30
    SEEN_BOMBS = 32
    SEEN_DRAWN = 34
    SEEN_WINS = 36
    SEEN_ROWS = 38
    SEEN_LAID = 44
    SEEN_SIZE = 50
    VIEW_WIDTH = 488
    MOVE_WIDTH = 55

cdef void look(long long* s, int seat, long long* wins, long long needed, long long* seen) noexcept nogil
cdef void write_view(long long* seen, float* out) noexcept nogil
cdef void write_move(long long move, float* out) noexcept nogil
