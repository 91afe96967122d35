from parlour.games.haggis.combos cimport list_answers, list_leads

cdef bint proven(long long hand, long long unseen, long long wilds, long long* nodes) noexcept nogil
