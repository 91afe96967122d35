# What the compiled kernel shares with other compiled modules. The constants stand again in
# piles.py for the interpreted kernel; a test compares the two.
cdef enum:
    SUITS = 4
    RANK_BITS = 8

cdef int card_count(long long pile) noexcept nogil
cdef int top_rank(long long pile) noexcept nogil
cdef int type_of(long long card) noexcept nogil
cdef long long types_in(long long pile) noexcept nogil
cdef long long lowest(long long pile) noexcept nogil
cdef long long lacking(long long wanted, long long held) noexcept nogil
cdef bint is_one_rank(long long pile) noexcept nogil
cdef int spread(long long pile, long long* cards) noexcept nogil
cdef unsigned long long seeded(unsigned long long seed) noexcept nogil
cdef int below(unsigned long long* rng, unsigned long long n) noexcept nogil
cdef long long pick(long long* cards, int n, unsigned long long* rng) noexcept nogil
