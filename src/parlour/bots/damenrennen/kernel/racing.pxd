from parlour.bots.damenrennen.kernel.draft_solver cimport verdict_worths
from parlour.bots.damenrennen.kernel.value_net cimport HANDS_OF, Mind, worth
from parlour.bots.damenrennen.kernel.preparing cimport (
    NO_CARD,
    best_drop,
    best_swap,
    clubs_of,
    diamond_losses,
    improve,
    race_pool,
    turn_pay,
)
from parlour.bots.damenrennen.kernel.rank_hands cimport (
    add_hands,
    count_ranks,
    hand_number,
    race_table,
    ranks_of,
)
from parlour.games.damenrennen.kernel.game cimport Game
from parlour.games.damenrennen.kernel.piles cimport card_count, lowest, seeded
from parlour.games.damenrennen.kernel.race cimport draw_deal, open_race, step
from parlour.games.damenrennen.kernel.slots cimport (
    ASKED,
    DECLINE,
    DISCARD,
    DISCARDING,
    EXCHANGE,
    EXCHANGED,
    EXTRA_SHIFT,
    HANDS,
    KIND_SHIFT,
    LAYING,
    OVER,
    PHASE,
    RESERVES,
    SHOW,
    SHOWING,
    SHOWN,
    SIZE,
    STACK,
    SWAP,
    SWAPPING,
    pack_diamonds,
)

cdef int hold_race(long long* s, Mind mind, unsigned long long* rng, double* pay) noexcept nogil
cdef double law_worth(Mind mind, int at, double* pay) noexcept nogil
