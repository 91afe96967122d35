from parlour.bots.damenrennen.kernel.draft_solver cimport verdict_worths
from parlour.bots.damenrennen.kernel.value_net cimport HANDS_OF, Mind, worth
from parlour.bots.damenrennen.kernel.rank_hands cimport (
    FOUR_HANDS,
    add_hands,
    count_ranks,
    hand_number,
    list_ranks,
    race_table,
    race_worth,
    ranks_of,
    without,
)
from parlour.games.damenrennen.kernel.piles cimport card_count
from parlour.games.damenrennen.kernel.slots cimport (
    ADVANTAGES,
    AWAITING,
    HANDS,
    MARKET,
    NOBODY,
    PHASE,
    RESERVES,
    SIZE,
    SPENT,
    STACK,
    USED,
)

# These stand again in preparing.py for the interpreted kernel; a test compares the two.
cdef enum:
    NO_CARD = -1

cdef void turn_pay(double* pay, int seat, double* mine) noexcept nogil
cdef int clubs_of(long long* s, int seat) noexcept nogil
cdef long long race_pool(long long* s) noexcept nogil
cdef int best_drop(int* ranks, int n, double* table) noexcept nogil
cdef void weigh_hands(
    int* counts, int* known, int n, int total, int size, double share, double* table, double* weights
) noexcept nogil
cdef double swap_worth(
    Mind mind, int clubs, int* own, int n, int* shown, int taken, int given, int* counts, int total,
    double* table, double* pay,
) noexcept nogil
cdef double best_swap(
    Mind mind, int clubs, int* own, int n, int* shown, int* counts, int total, double* table, double* pay, int* choice
) noexcept nogil
cdef void diamond_losses(long long* s, int seat, Mind mind, double* losses) noexcept nogil
cdef int improve(int* ranks, int n, long long reserve, double* losses, double* table, int* swaps) noexcept nogil
