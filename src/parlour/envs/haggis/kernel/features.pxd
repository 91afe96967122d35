from libc.string cimport memset

from parlour.games.haggis.kernel.combos cimport (
    BET, BOMB, GIVE, KIND_SHIFT, LENGTH_SHIFT, SEQUENCE, SET, SPOT_RANKS, TOP_SHIFT, WIDTH_SHIFT, WILD_SHIFT, count_bits,
)
from parlour.games.haggis.kernel.machine cimport (
    ACTOR, BETS, CAPTURED, GIVING, HAGGIS, HANDS, HOLDER, LEFT_OVER, NOBODY, OUT_ORDER, OUTS, OVER, PASSES, PHASE,
    PLAYED, PLAYERS, RUNNER_UP, STANDING, TRICK, points_in,
)

# What a seat sees, as a vector. The slots stand again in haggis_features.py for the interpreted
# kernel; a test compares the two.
cdef enum:
    SEEN_PLAYERS = 0
    SEEN_HAND = 1
    SEEN_UNSEEN = 2
    SEEN_STANDING = 3
    SEEN_HOLDER = 4
    SEEN_RUNNER_UP = 5
    SEEN_PASSES = 6
    SEEN_PHASE = 7
    SEEN_ACTOR = 8
    SEEN_TRICK = 9
    SEEN_FIRST_OUT = 10
    SEEN_SECOND_OUT = 11
    SEEN_TARGET = 12
    SEEN_SIZES = 13
    SEEN_WILDS = 16
    SEEN_CAPTURED = 19
    SEEN_BETS = 22
    SEEN_PLAYED = 25
    SEEN_LEFT_OVER = 28
    SEEN_SCORES = 31
    SEEN_SEAT = 34
    SEEN_SIZE = 35

cdef void look(long long* s, int seat, long long* scores, long long target, long long* seen) noexcept nogil
cdef int view_width(int players) noexcept nogil
cdef int move_width(int players) noexcept nogil
cdef void write_view(long long* seen, float* out) noexcept nogil
cdef void write_move(long long* seen, long long move, float* out) noexcept nogil
