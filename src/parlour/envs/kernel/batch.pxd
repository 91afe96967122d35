# What a game brings, for one row; `rows.py` says what each does.
ctypedef unsigned long long (*Seed)(unsigned long long number) noexcept nogil
ctypedef void (*Deal)(long long *s, long long *opening, unsigned long long *rng) noexcept nogil
ctypedef bint (*Advance)(
    long long *s, long long *opening, unsigned long long *rng, long long move, float *points
) noexcept nogil
ctypedef int (*Ask)(long long *s) noexcept nogil
ctypedef Py_ssize_t (*ListMoves)(long long *s, int seat, long long *legal, Py_ssize_t room) noexcept nogil
ctypedef void (*Write)(
    long long *s, long long target, Py_ssize_t count, long long *legal, float *view, float *moves
) noexcept nogil

cdef class Rows:
    cdef Seed seeded
    cdef Deal deal
    cdef Advance advance_one
    cdef Ask seat_to_act
    cdef ListMoves list_one
    cdef Write write_one
    cdef Py_ssize_t size
    cdef Py_ssize_t seats
    cdef Py_ssize_t view_size
    cdef Py_ssize_t move_size
