# What the compiled kernel shares with other compiled modules. The constants stand again in
# combos.py for the interpreted kernel; a test compares the two.
cdef enum:
    SPOT_RANKS = 9
    WILD_SHIFT = 45
    TOP_SHIFT = 48
    LENGTH_SHIFT = 52
    WIDTH_SHIFT = 56
    KIND_SHIFT = 60
    PASS = 0
    SET = 1
    SEQUENCE = 2
    BOMB = 3
    BET = 4
    GIVE = 5
    CAPACITY = 8192

cdef int list_leads(long long hand, long long* out, int n, int limit) noexcept nogil
cdef int list_answers(long long hand, long long standing, long long* out, int n, int limit) noexcept nogil
cdef int count_bits(long long mask) noexcept nogil
