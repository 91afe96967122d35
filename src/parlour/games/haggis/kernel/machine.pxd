from parlour.games.haggis.kernel.combos cimport BET, BOMB, GIVE, KIND_SHIFT, WILD_SHIFT
from parlour.games.haggis.kernel.combos cimport count_bits, list_answers, list_leads

# The slots of a round's vector. They stand again in machine.py for the interpreted kernel; a test
# compares the two.
cdef enum:
    PLAYERS = 0
    TOURNAMENT = 1
    BONUS = 2
    PHASE = 3
    ACTOR = 4
    STANDING = 5
    HOLDER = 6
    RUNNER_UP = 7
    PASSES = 8
    TRICK = 9
    HAGGIS = 10
    OUTS = 11
    OUT_ORDER = 12
    HANDS = 14
    CAPTURED = 17
    BETS = 20
    PLAYED = 23
    LEFT_OVER = 26
    SIZE = 29
    PLAYING = 0
    GIVING = 1
    OVER = 2
    NOBODY = 3

cdef int list_moves(long long* s, int seat, long long* out, int limit) noexcept nogil
cdef void step(long long* s, int seat, long long move) noexcept nogil
cdef int points_in(long long pile) noexcept nogil
cdef int score_parts(long long* s, int seat, long long* parts) noexcept nogil
