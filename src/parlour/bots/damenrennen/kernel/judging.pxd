from parlour.bots.damenrennen.kernel.draft_solver cimport verdict_worths
from parlour.bots.damenrennen.kernel.value_net cimport HANDS_OF, Mind
from parlour.bots.damenrennen.kernel.preparing cimport (
    clubs_of,
    diamond_losses,
    improve,
    race_pool,
    turn_pay,
    weigh_hands,
)
from parlour.bots.damenrennen.kernel.rank_hands cimport (
    add_hands,
    count_ranks,
    hand_number,
    list_ranks,
    race_table,
    race_worth,
    ranks_of,
)
from parlour.games.damenrennen.kernel.game cimport Game
from parlour.games.damenrennen.kernel.piles cimport card_count
from parlour.games.damenrennen.kernel.race cimport HEARTS
from parlour.games.damenrennen.kernel.slots cimport (
    ADVANTAGES,
    EXCHANGED,
    EXTRA_SHIFT,
    GIVEN,
    HANDS,
    RESERVES,
    SHOWN,
    SIZE,
    SPENT,
    STACK,
    TAKEN,
    diamonds_in,
    unpack_diamonds,
)

cdef void table_of(long long* s, int seat, Mind mind, double* pay, double* table) noexcept nogil
