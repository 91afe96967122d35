from parlour.games.damenrennen.kernel.piles cimport card_count, is_one_rank, spread, top_rank
from parlour.games.damenrennen.kernel.slots cimport NOBODY

cdef int higher(long long card0, long long card1) noexcept nogil
cdef int judge_tricks(long long* laid0, long long* laid1, int tricks, int clubs) noexcept nogil
cdef int judge_bombs(long long hand0, long long hand1, int clubs) noexcept nogil
cdef long long bomb_in(long long hand) noexcept nogil
