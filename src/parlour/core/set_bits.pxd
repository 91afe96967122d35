# The set bits of masks in C, for kernels; `set_bits.py` is the same for interpreted kernels.
# Inline, unlike functions of other kernels, which are called through a pointer.
cdef extern from *:
    """
    #if defined(__GNUC__)
    #define parlour_lowest_bit(mask) __builtin_ctzll(mask)
    #elif defined(_MSC_VER) && defined(_WIN64)
    #include <intrin.h>
    static inline int parlour_lowest_bit(unsigned long long mask) {
        unsigned long at;
        _BitScanForward64(&at, mask);
        return (int)at;
    }
    #else
    static inline int parlour_lowest_bit(unsigned long long mask) {
        int at = 0;
        while (!((mask >> at) & 1))
            at++;
        return at;
    }
    #endif

    /* Fields of growing width are added up side by side. */
    static inline int parlour_count_set(long long mask) {
        unsigned long long x = (unsigned long long)mask;
        x -= (x >> 1) & 0x5555555555555555ULL;
        x = (x & 0x3333333333333333ULL) + ((x >> 2) & 0x3333333333333333ULL);
        x = (x + (x >> 4)) & 0x0F0F0F0F0F0F0F0FULL;
        return (int)((x * 0x0101010101010101ULL) >> 56);
    }

    static inline int parlour_list_set(long long mask, int first, int *out, int n) {
        unsigned long long rest = (unsigned long long)mask;
        while (rest) {
            out[n++] = first + parlour_lowest_bit(rest);
            rest &= rest - 1;
        }
        return n;
    }
    """
    int count_set "parlour_count_set"(long long mask) noexcept nogil
    int list_set "parlour_list_set"(long long mask, int first, int* out, int n) noexcept nogil
