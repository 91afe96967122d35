from parlour.games.damenrennen.kernel.game cimport Game
from parlour.games.damenrennen.kernel.piles cimport card_count
from parlour.games.damenrennen.kernel.slots cimport RESERVES, ROWS, STACK, STRIKES

# These stand again in features.py for the interpreted kernel; a test compares the two.
cdef enum:
    SUIT_FEATURES = 26
    SIDE_FEATURES = 105
    FEATURES = 282
    MOST = 128

cdef int list_features(long long* s, int seat, int* out) noexcept nogil
