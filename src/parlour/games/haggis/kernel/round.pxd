from cpython.array cimport array, clone

from parlour.games.haggis.kernel.combos cimport CAPACITY
from parlour.games.haggis.kernel.machine cimport (
    ACTOR, BETS, BONUS, CAPTURED, HAGGIS, HANDS, HOLDER, LEFT_OVER, NOBODY, OUT_ORDER, OUTS, OVER, PASSES,
    PHASE, PLAYED, PLAYERS, PLAYING, RUNNER_UP, SIZE, STANDING, TOURNAMENT, TRICK,
    list_moves, score_parts, step,
)
from parlour.games.haggis.kernel.playout cimport playout, seeded, shuffle

cdef class Round:
    cdef long long s[SIZE]
    cpdef Round copy(self)
