from parlour.bots.damenrennen.kernel.draft_solver cimport verdict_worths
from parlour.bots.damenrennen.kernel.judging cimport table_of
from parlour.bots.damenrennen.kernel.value_net cimport HANDS_OF, Mind
from parlour.bots.damenrennen.kernel.preparing cimport (
    NO_CARD,
    best_drop,
    best_swap,
    clubs_of,
    race_pool,
    swap_worth,
    turn_pay,
)
from parlour.bots.damenrennen.kernel.rank_hands cimport (
    FOUR_HANDS,
    add_hands,
    count_ranks,
    hand_number,
    list_ranks,
    race_worth,
    ranks_of,
    without,
)
from parlour.games.damenrennen.kernel.game cimport Game
from parlour.games.damenrennen.kernel.piles cimport card_count
from parlour.games.damenrennen.kernel.slots cimport HANDS, SHOWN, STACK
