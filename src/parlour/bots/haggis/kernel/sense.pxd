from parlour.bots.haggis.kernel.hand_partition cimport hold_chance, list_plan
from parlour.games.haggis.kernel.combos cimport BOMB, CAPACITY, GIVE, KIND_SHIFT, SET, TOP_SHIFT, WIDTH_SHIFT, WILD_SHIFT
from parlour.games.haggis.kernel.combos cimport count_bits, list_answers, list_leads
from parlour.games.haggis.kernel.machine cimport (
    ACTOR, CAPTURED, GIVING, HAGGIS, HANDS, OUT_ORDER, OVER, PHASE, PLAYERS, SIZE, STANDING, TRICK, score_parts, step,
)
from parlour.games.haggis.kernel.playout cimport seeded, shuffle
from parlour.games.haggis.kernel.round cimport Round

cdef enum:
    SIZE_WEIGHT = 0
    TOP_WEIGHT = 1
    DANGER_WEIGHT = 2
    HOLD_WEIGHT = 3
    AFTER_WEIGHT = 4
    LEAD_GAIN = 5
    POINT_GAIN = 6
    FACE_GAIN = 7
    DANGER_GAIN = 8
    END_GAIN = 9
    WILD_COST = 10
    BOMB_COST = 11
    TOP_COST = 12
    PLAN_COST = 13
    WILD_LEAD = 14
    BOMB_LEAD = 15
    WEIGHTS = 16
    SMALL = 6

cdef long long sense_move(long long* s, long long* buffer, double* w) noexcept nogil
