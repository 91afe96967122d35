from parlour.games.damenrennen.kernel.piles cimport (
    below,
    card_count,
    lacking,
    lowest,
    pick,
    spread,
)
from parlour.games.damenrennen.kernel.tricks cimport bomb_in
from parlour.games.damenrennen.kernel.race cimport HEARTS
from parlour.games.damenrennen.kernel.slots cimport (
    ADVANTAGES,
    ASKED,
    BOMBS,
    EXCHANGED,
    GIVEN,
    HANDS,
    LAID,
    NOBODY,
    SEALED,
    SHOWN,
    SPENT,
    STACK,
    TAKEN,
    TRICKS,
    list_moves,
)

# These stand again in worlds.py for the interpreted kernel; a test compares the two.
cdef enum:
    TRIES = 10000

cdef bint draw_world(long long* s, int viewer, unsigned long long* rng, long long* buffer) noexcept nogil
