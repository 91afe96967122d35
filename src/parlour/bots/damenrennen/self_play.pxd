from parlour.bots.damenrennen.drafting cimport best_pick
from parlour.bots.damenrennen.mind cimport Mind, learn, worth
from parlour.bots.damenrennen.racing cimport hold_race, law_worth
from parlour.games.damenrennen.draft cimport ask_drafter, set_up, take
from parlour.games.damenrennen.piles cimport below, pick, seeded, spread
from parlour.games.damenrennen.vector cimport (
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
