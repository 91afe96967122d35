from parlour.games.damenrennen.kernel.piles cimport card_count, lowest, type_of, types_in

# A move, and the slots of a game's vector. They stand again in vector.py for the interpreted
# kernel; a test compares the two.
cdef enum:
    KIND_SHIFT = 60
    EXTRA_SHIFT = 48
    SHOW = 1
    SWAP = 2
    DECLINE = 3
    DISCARD = 4
    EXCHANGE = 5
    LAY = 6
    TAKE = 7
    CAPACITY = 132
    PARTS = 50
    PHASE = 0
    ASKED = 1
    RACES = 2
    STACK = 3
    MARKET = 4
    USED = 5
    SHOWN = 6
    TAKEN = 7
    GIVEN = 8
    TRICKS = 9
    PICKS = 10
    FULL = 11
    RACE_WINNER = 12
    ULTIMATE = 13
    GAME_WINNER = 14
    ENDING = 15
    ENDING_SUIT = 16
    ADVANTAGES = 17
    HANDS = 20
    SPENT = 22
    RESERVES = 24
    STRIKES = 26
    STRIKE_CARDS = 28
    SEALED = 30
    EXCHANGED = 32
    BOMBS = 34
    DRAWN = 36
    ROWS = 38
    LAID = 44
    SIZE = 50
    AWAITING = 0
    SHOWING = 1
    SWAPPING = 2
    DISCARDING = 3
    EXCHANGING = 4
    LAYING = 5
    DRAWING = 6
    DRAFTING = 7
    OVER = 8
    NOBODY = 2
    UNDECIDED = 0
    BY_ROW = 1
    BY_STRIKES = 2
    OUT_OF_CARDS = 3
    UNBROKEN_TIE = 4

cdef int list_moves(long long* s, int seat, long long* out) noexcept nogil
cdef long long diamonds_in(long long pile) noexcept nogil
cdef long long pack_diamonds(long long pile) noexcept nogil
cdef long long unpack_diamonds(long long packed) noexcept nogil
