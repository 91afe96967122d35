from libc.math cimport exp
from parlour.bots.damenrennen.kernel.features cimport FEATURES, MOST, list_features
from parlour.games.damenrennen.kernel.game cimport Game
from parlour.games.damenrennen.kernel.piles cimport below, seeded
from parlour.games.damenrennen.kernel.slots cimport GAME_WINNER, NOBODY, OVER, PHASE

# These stand again in mind.py for the interpreted kernel; a test compares the two.
cdef enum:
    HIDDEN = 32
    HANDS_OF = 56
    LAWS = 141120

cdef class Mind:
    cdef double linear[FEATURES]
    cdef double first[FEATURES * HIDDEN]
    cdef double second[HIDDEN]
    cdef signed char laws[LAWS]
    cdef long long seen

cdef double worth(long long* s, Mind mind) noexcept nogil
cdef void learn(long long* s, Mind mind, double target, double rate) noexcept nogil
