/* A matrix that is kept in registers while bones are multiplied by it. Products and sums are in the order of
 * hone/math.h. */
#ifndef HONE_SRC_RIG_FK_MATRIX_H
#define HONE_SRC_RIG_FK_MATRIX_H

#include "base/lanes/simd4.h"

#if defined(__AVX__)
#include "base/lanes/simd8.h"

/* A matrix by rows. Two are in one vector, which halves the operations. */
typedef struct matrix {
    simd8 first_two;
    simd4 third;
} matrix;

/* A row as often as the vectors of a matrix need it. */
typedef simd8 matrix_row;

static inline matrix_row matrix_row_load(const simd4 *row)
{
    return _mm256_broadcast_ps((const __m128 *)row);
}

static inline matrix_row matrix_row_set(float x)
{
    return simd8_set(x);
}

static inline matrix matrix_of_rows(const simd4 *x, const simd4 *y, const simd4 *z)
{
    return (matrix){simd8_join(*x, *y), *z};
}

static inline matrix matrix_load(const hone_affine *m)
{
    return (matrix){simd8_load(m->m[0]), simd4_load(m->m[2])};
}

static inline void matrix_store(matrix from, hone_affine *m)
{
    simd8_store(m->m[0], from.first_two);
    simd4_store(m->m[2], from.third);
}

/* Returns the first three columns of m times the matrix with the rows x, y and z. */
static inline matrix matrix_multiply(matrix m, matrix_row x, matrix_row y, matrix_row z)
{
    const simd8 two = m.first_two;
    const simd4 row = m.third;
    return (matrix){
        SIMD8_SHUFFLE(two, two, 0, 0, 0, 0, 4, 4, 4, 4) * x + SIMD8_SHUFFLE(two, two, 1, 1, 1, 1, 5, 5, 5, 5) * y +
            SIMD8_SHUFFLE(two, two, 2, 2, 2, 2, 6, 6, 6, 6) * z,
        SIMD4_SHUFFLE(row, row, 0, 0, 0, 0) * simd8_low(x) + SIMD4_SHUFFLE(row, row, 1, 1, 1, 1) * simd8_low(y) +
            SIMD4_SHUFFLE(row, row, 2, 2, 2, 2) * simd8_low(z)};
}

/* Returns the columns 0 to 2 of a, and the last column of b. */
static inline matrix matrix_join(matrix a, matrix b)
{
    return (matrix){SIMD8_SHUFFLE(a.first_two, b.first_two, 0, 1, 2, 11, 4, 5, 6, 15),
                    SIMD4_SHUFFLE(a.third, b.third, 0, 1, 2, 7)};
}

static inline matrix matrix_add(matrix a, matrix b)
{
    return (matrix){a.first_two + b.first_two, a.third + b.third};
}

static inline matrix matrix_subtract(matrix a, matrix b)
{
    return (matrix){a.first_two - b.first_two, a.third - b.third};
}
#else
typedef struct matrix {
    simd4 rows[3];
} matrix;

typedef simd4 matrix_row;

static inline matrix_row matrix_row_load(const simd4 *row)
{
    return *row;
}

static inline matrix_row matrix_row_set(float x)
{
    return simd4_set(x);
}

static inline matrix matrix_of_rows(const simd4 *x, const simd4 *y, const simd4 *z)
{
    return (matrix){{*x, *y, *z}};
}

static inline matrix matrix_load(const hone_affine *m)
{
    return (matrix){{simd4_load(m->m[0]), simd4_load(m->m[1]), simd4_load(m->m[2])}};
}

static inline void matrix_store(matrix from, hone_affine *m)
{
    for (int r = 0; r < 3; r++) simd4_store(m->m[r], from.rows[r]);
}

#if HONE_VECTORS
#define MATRIX_NUMBER(row, i) SIMD4_SHUFFLE(row, row, i, i, i, i)
#else
#define MATRIX_NUMBER(row, i) simd4_set((row).at[i])
#endif

/* Returns the first three columns of m times the matrix with the rows x, y and z. */
static inline matrix matrix_multiply(matrix m, matrix_row x, matrix_row y, matrix_row z)
{
    for (int r = 0; r < 3; r++) {
        const simd4 own = m.rows[r];
        m.rows[r] = simd4_add(simd4_multiply(MATRIX_NUMBER(own, 0), x), simd4_multiply(MATRIX_NUMBER(own, 1), y));
        m.rows[r] = simd4_add(m.rows[r], simd4_multiply(MATRIX_NUMBER(own, 2), z));
    }
    return m;
}

/* Returns the columns 0 to 2 of a, and the last column of b. */
static inline matrix matrix_join(matrix a, matrix b)
{
    for (int r = 0; r < 3; r++)
#if HONE_VECTORS
        a.rows[r] = SIMD4_SHUFFLE(a.rows[r], b.rows[r], 0, 1, 2, 7);
#else
        a.rows[r].at[3] = b.rows[r].at[3];
#endif
    return a;
}

static inline matrix matrix_add(matrix a, matrix b)
{
    for (int r = 0; r < 3; r++) a.rows[r] = simd4_add(a.rows[r], b.rows[r]);
    return a;
}

static inline matrix matrix_subtract(matrix a, matrix b)
{
    for (int r = 0; r < 3; r++) a.rows[r] = simd4_subtract(a.rows[r], b.rows[r]);
    return a;
}
#endif

#endif
