# Layers of 16-bit integers in C, for kernels that hold a net; `int16.py` is the same for interpreted kernels.
# Written by hand (docs/adr/0013): the loops take most of a net's time, and the compiler's own code is for the least of
# all machines. GCC on Linux compiles them once more for AVX2, and the loader picks; the results are equal.
cdef extern from *:
    """
    #if defined(__GNUC__) && !defined(__clang__) && defined(__gnu_linux__) && defined(__x86_64__)
    #define PARLOUR_CLONES __attribute__((target_clones("avx2", "default")))
    #else
    #define PARLOUR_CLONES
    #endif

    #if defined(__GNUC__)
    typedef short parlour_shorts __attribute__((vector_size(32), aligned(2), may_alias));
    #define PARLOUR_LANES 16
    #else
    typedef short parlour_shorts;
    #define PARLOUR_LANES 1
    #endif

    /* sums = base + the listed rows of a matrix; the width is a multiple of 64. */
    PARLOUR_CLONES static void parlour_sum_rows(
        const short *base, const short *rows, const int *listed, int n, int width, short *sums
    ) {
        for (int at = 0; at < width; at += 4 * PARLOUR_LANES) {
            const parlour_shorts *from = (const parlour_shorts *)(base + at);
            parlour_shorts *to = (parlour_shorts *)(sums + at);
            parlour_shorts a = from[0], b = from[1], c = from[2], d = from[3];
            for (int i = 0; i < n; i++) {
                const parlour_shorts *row = (const parlour_shorts *)(rows + (Py_ssize_t)listed[i] * width + at);
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

    /* Four rows at a time: a vector is loaded once for four products. */
    #define PARLOUR_PRODUCTS(inputs) \
        for (; j + 4 <= outputs; j += 4) { \
            const short *a = rows + (Py_ssize_t)j * (inputs), *b = a + (inputs), *c = b + (inputs), *d = c + (inputs); \
            int to_a = 0, to_b = 0, to_c = 0, to_d = 0; \
            for (int k = 0; k < (inputs); k++) { \
                to_a += vector[k] * a[k]; \
                to_b += vector[k] * b[k]; \
                to_c += vector[k] * c[k]; \
                to_d += vector[k] * d[k]; \
            } \
            products[j] = to_a; \
            products[j + 1] = to_b; \
            products[j + 2] = to_c; \
            products[j + 3] = to_d; \
        }

    /* products = a matrix, row by row, times a vector; fastest where the compiler knows the number of inputs. */
    PARLOUR_CLONES static void parlour_multiply(
        const short *restrict vector, const short *restrict rows, int inputs, int outputs, int *restrict products
    ) {
        int j = 0;
        if (inputs == 256) {
            PARLOUR_PRODUCTS(256)
        } else if (inputs == 32) {
            PARLOUR_PRODUCTS(32)
        }
        for (; j < outputs; j++) {
            const short *row = rows + (Py_ssize_t)j * inputs;
            int total = 0;
            for (int k = 0; k < inputs; k++)
                total += vector[k] * row[k];
            products[j] = total;
        }
    }
    """
    void sum_rows "parlour_sum_rows"(
        const short* base, const short* rows, const int* listed, int n, int width, short* sums
    ) noexcept nogil
    void multiply "parlour_multiply"(
        const short* vector, const short* rows, int inputs, int outputs, int* products
    ) noexcept nogil
