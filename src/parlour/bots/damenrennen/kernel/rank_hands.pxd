from parlour.bots.damenrennen.kernel.value_net cimport HANDS_OF, Mind
from parlour.games.damenrennen.kernel.piles cimport card_count

# These stand again in rank_hands.py for the interpreted kernel; a test compares the two.
cdef enum:
    FOUR_HANDS = 126

cdef int ranks_of(long long pile, int* ranks) noexcept nogil
cdef void count_ranks(long long pile, int* counts) noexcept nogil
cdef int hand_number(int* ranks, int n) noexcept nogil
cdef void list_ranks(int number, int n, int* ranks) noexcept nogil
cdef int without(int* ranks, int n, int place) noexcept nogil
cdef void add_hands(int* counts, int rank, int left, int* hand, int n, double weight, double* weights) noexcept nogil
cdef double race_worth(Mind mind, int size, int clubs, int mine, double* weights, double* pay) noexcept nogil
cdef void race_table(Mind mind, int size, int clubs, double* weights, double* pay, double* table) noexcept nogil
