# A layer of 32-bit floating-point numbers in C, for kernels that hold a net; `float32.py` is the same for interpreted
# kernels. Written by hand for the reason that `int16.pxd` gives (docs/adr/0013). Rows are added in the order of the list,
# each unit by itself, so the sums are the same with and without AVX2.
cdef extern from *:
    """
    #if defined(__GNUC__) && !defined(__clang__) && defined(__gnu_linux__) && defined(__x86_64__)
    #define PARLOUR_FLOAT_CLONES __attribute__((target_clones("avx2", "default")))
    #else
    #define PARLOUR_FLOAT_CLONES
    #endif

    #if defined(__GNUC__)
    typedef float parlour_floats __attribute__((vector_size(32), aligned(4), may_alias));
    #define PARLOUR_FLOAT_LANES 8
    #else
    typedef float parlour_floats;
    #define PARLOUR_FLOAT_LANES 1
    #endif

    /* sums = the listed rows of a matrix; the width is a multiple of 32. */
    PARLOUR_FLOAT_CLONES static void parlour_sum_float_rows(
        const float *rows, const int *listed, int n, int width, float *sums
    ) {
        for (int at = 0; at < width; at += 4 * PARLOUR_FLOAT_LANES) {
            parlour_floats *to = (parlour_floats *)(sums + at);
            parlour_floats a = {0}, b = {0}, c = {0}, d = {0};
            for (int i = 0; i < n; i++) {
                const parlour_floats *row = (const parlour_floats *)(rows + (Py_ssize_t)listed[i] * width + at);
                a += row[0];
                b += row[1];
                c += row[2];
                d += row[3];
            }
            to[0] = a;
            to[1] = b;
            to[2] = c;
            to[3] = d;
        }
    }
    """
    void sum_float_rows "parlour_sum_float_rows"(
        const float* rows, const int* listed, int n, int width, float* sums
    ) noexcept nogil
