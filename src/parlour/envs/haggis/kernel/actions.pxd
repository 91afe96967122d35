from parlour.games.haggis.kernel.combos cimport (
    BET, BOMB, GIVE, KIND_SHIFT, LENGTH_SHIFT, SEQUENCE, SET, SPOT_RANKS, TOP_SHIFT, WIDTH_SHIFT, WILD_SHIFT,
)

# These stand again in haggis_actions.py for the interpreted kernel; a test compares the two.
cdef enum:
    GROUPS = 29952
    SHAPES = 240
    PLACINGS = 16384
    NO_ACTION = -1

cdef long long rank_move(long long move, int players) noexcept nogil
