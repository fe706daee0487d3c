/* A matrix that is kept in registers while bones are multiplied by it. */
#ifndef HONE_SRC_POSE_BLOCK_LANES_MATRIX_H
#define HONE_SRC_POSE_BLOCK_LANES_MATRIX_H

#include "base/lanes/simd4.h"
#if HONE_VECTORS
#include "base/lanes/simd8.h"

/* A matrix by rows. Two are in one vector, which halves the operations. */
typedef struct matrix {
    simd8 first_two;
    simd4 third;
} matrix;

static inline matrix of_rows(simd4 x, simd4 y, simd4 z)
{
    return (matrix){simd8_join(x, y), z};
}

static inline matrix load(const hone_affine *m)
{
    return (matrix){simd8_load(m->m[0]), simd4_load(m->m[2])};
}

static inline void store(matrix from, hone_affine *m)
{
    simd8_store(m->m[0], from.first_two);
    simd4_store(m->m[2], from.third);
}

/* Multiplies by a matrix with the rows x, y and z. The translation is added last; -0 in its place changes no bits of
 * the other columns. */
static inline matrix multiply(matrix m, simd4 x, simd4 y, simd4 z)
{
    simd8 two = m.first_two, none = simd8_set(-0.0f);
    simd4 row = m.third, nothing = simd4_set(-0.0f);
    two = SIMD8_SHUFFLE(two, two, 0, 0, 0, 0, 4, 4, 4, 4) * simd8_join(x, x) +
          SIMD8_SHUFFLE(two, two, 1, 1, 1, 1, 5, 5, 5, 5) * simd8_join(y, y) +
          SIMD8_SHUFFLE(two, two, 2, 2, 2, 2, 6, 6, 6, 6) * simd8_join(z, z) +
          SIMD8_SHUFFLE(none, two, 0, 1, 2, 11, 4, 5, 6, 15);
    row = SIMD4_SHUFFLE(row, row, 0, 0, 0, 0) * x + SIMD4_SHUFFLE(row, row, 1, 1, 1, 1) * y +
          SIMD4_SHUFFLE(row, row, 2, 2, 2, 2) * z + SIMD4_SHUFFLE(nothing, row, 0, 1, 2, 7);
    return (matrix){two, row};
}
#else
typedef struct matrix {
    simd4 rows[3];
} matrix;

static inline matrix of_rows(simd4 x, simd4 y, simd4 z)
{
    return (matrix){{x, y, z}};
}

static inline matrix load(const hone_affine *m)
{
    return of_rows(simd4_load(m->m[0]), simd4_load(m->m[1]), simd4_load(m->m[2]));
}

static inline void store(matrix from, hone_affine *m)
{
    for (int r = 0; r < 3; r++) simd4_store(m->m[r], from.rows[r]);
}

/* Multiplies by a matrix with the rows x, y and z. The translation is added last. */
static inline matrix multiply(matrix m, simd4 x, simd4 y, simd4 z)
{
    for (int r = 0; r < 3; r++) {
        const simd4 own = m.rows[r];
        simd4 row = simd4_add(simd4_scale(x, own.at[0]), simd4_scale(y, own.at[1]));
        row = simd4_add(row, simd4_scale(z, own.at[2]));
        row.at[3] += own.at[3];
        m.rows[r] = row;
    }
    return m;
}
#endif

#endif
