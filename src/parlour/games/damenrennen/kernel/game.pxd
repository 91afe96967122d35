from cpython.array cimport array, clone
from parlour.games.damenrennen.kernel.draft cimport set_up, settle
from parlour.games.damenrennen.kernel.piles cimport card_count, lacking, seeded
from parlour.games.damenrennen.kernel.race cimport (
    DECISIONS,
    LISTED,
    deal_size,
    draw_deal,
    draw_pool,
    draw_tie_break,
    open_race,
    playout,
    step,
    turn_tie_break,
)
from parlour.games.damenrennen.kernel.slots cimport (
    ASKED,
    AWAITING,
    BY_ROW,
    BY_STRIKES,
    CAPACITY,
    DRAWING,
    ENDING,
    GAME_WINNER,
    NOBODY,
    OUT_OF_CARDS,
    OVER,
    PHASE,
    RACES,
    RESERVES,
    ROWS,
    SIZE,
    STACK,
    STRIKES,
    UNBROKEN_TIE,
    list_moves,
)
from parlour.games.damenrennen.kernel.worlds cimport draw_world

cdef class Game:
    cdef long long s[SIZE]
    cpdef Game copy(self)
