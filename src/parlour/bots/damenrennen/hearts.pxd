from parlour.bots.damenrennen.drafting cimport verdict_worths
from parlour.bots.damenrennen.judging cimport table_of
from parlour.bots.damenrennen.mind cimport HANDS_OF, Mind
from parlour.bots.damenrennen.preparing cimport (
    NO_CARD,
    best_drop,
    best_swap,
    clubs_of,
    race_pool,
    swap_worth,
    turn_pay,
)
from parlour.bots.damenrennen.rank_hands cimport (
    FOUR_HANDS,
    add_hands,
    count_ranks,
    hand_number,
    list_ranks,
    race_worth,
    ranks_of,
    without,
)
from parlour.games.damenrennen.game cimport Game
from parlour.games.damenrennen.piles cimport card_count
from parlour.games.damenrennen.vector cimport HANDS, SHOWN, STACK
