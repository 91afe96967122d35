from parlour.games.haggis.kernel.combos cimport CAPACITY, count_bits
from parlour.games.haggis.kernel.machine cimport ACTOR, HAGGIS, HANDS, OVER, PHASE, PLAYERS, list_moves, step

cdef unsigned long long seeded(unsigned long long seed) noexcept nogil
cdef bint playout(long long* s, unsigned long long* rng, long long* buffer, long long* tally) noexcept nogil
cdef void shuffle(long long* s, long long hidden, unsigned long long* rng) noexcept nogil
