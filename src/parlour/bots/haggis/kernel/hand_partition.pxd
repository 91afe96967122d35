from parlour.games.haggis.kernel.combos cimport KIND_SHIFT, LENGTH_SHIFT, SEQUENCE, SET, SPOT_RANKS, TOP_SHIFT, WIDTH_SHIFT
from parlour.games.haggis.kernel.combos cimport count_bits

cdef int list_plan(long long hand, long long* out) noexcept nogil
cdef double hold_chance(long long move, long long unseen, int wilds, double share) noexcept nogil
