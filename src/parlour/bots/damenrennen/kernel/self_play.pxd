from parlour.bots.damenrennen.kernel.draft_solver cimport best_pick
from parlour.bots.damenrennen.kernel.value_net cimport Mind, learn, worth
from parlour.bots.damenrennen.kernel.racing cimport hold_race, law_worth
from parlour.games.damenrennen.kernel.draft cimport ask_drafter, set_up, take
from parlour.games.damenrennen.kernel.piles cimport below, pick, seeded, spread
from parlour.games.damenrennen.kernel.slots cimport (
    ASKED,
    DRAFTING,
    MARKET,
    OVER,
    PHASE,
    RACE_WINNER,
    SIZE,
    ULTIMATE,
)

# These stand again in self_play.py for the interpreted kernel; a test compares the two.
cdef enum:
    RACES_AT_MOST = 32
    PAST = 1600
