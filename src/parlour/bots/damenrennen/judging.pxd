from parlour.bots.damenrennen.drafting cimport verdict_worths
from parlour.bots.damenrennen.mind cimport HANDS_OF, Mind
from parlour.bots.damenrennen.preparing cimport (
    clubs_of,
    diamond_losses,
    improve,
    race_pool,
    turn_pay,
    weigh_hands,
)
from parlour.bots.damenrennen.rank_hands cimport (
    add_hands,
    count_ranks,
    hand_number,
    list_ranks,
    race_table,
    race_worth,
    ranks_of,
)
from parlour.games.damenrennen.game cimport Game
from parlour.games.damenrennen.piles cimport card_count
from parlour.games.damenrennen.race cimport HEARTS
from parlour.games.damenrennen.vector cimport (
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
