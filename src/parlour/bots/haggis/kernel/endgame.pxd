from parlour.games.haggis.kernel.combos cimport BOMB, KIND_SHIFT, PASS, list_answers, list_leads
from parlour.games.haggis.kernel.machine cimport ACTOR, HANDS, OUT_ORDER, OVER, PHASE, SIZE, STANDING, score_parts, step

cdef enum:
    ENDLESS = 1000000

cdef long long solve(long long* s, long long low, long long high, long long eager, long long* last) noexcept nogil
