from parlour.bots.damenrennen.mind cimport Mind, worth
from parlour.games.damenrennen.draft cimport ask_drafter, take
from parlour.games.damenrennen.game cimport Game
from parlour.games.damenrennen.piles cimport lowest, types_in
from parlour.games.damenrennen.vector cimport (
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
