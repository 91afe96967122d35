from parlour.bots.damenrennen.kernel.value_net cimport Mind, worth
from parlour.games.damenrennen.kernel.draft cimport ask_drafter, take
from parlour.games.damenrennen.kernel.game cimport Game
from parlour.games.damenrennen.kernel.piles cimport lowest, types_in
from parlour.games.damenrennen.kernel.slots cimport (
    ASKED,
    DRAFTING,
    MARKET,
    PHASE,
    PICKS,
    RACE_WINNER,
    SIZE,
    ULTIMATE,
)

cdef double draft_worth(long long* s, Mind mind, double low, double high, long long least) noexcept nogil
cdef long long best_pick(long long* s, Mind mind) noexcept nogil
cdef void verdict_worths(long long* s, Mind mind, double* pay) noexcept nogil
