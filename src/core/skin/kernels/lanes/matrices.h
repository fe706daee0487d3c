/* The blended matrices of a block's lanes. */
#ifndef HONE_SRC_SKIN_KERNELS_LANES_MATRICES_H
#define HONE_SRC_SKIN_KERNELS_LANES_MATRICES_H

#include "core/skin/kernels/lanes/block.h"

/* Blends the matrices of a block whose lanes share their slots: sum of w_i M_i. */
INLINE void shared_matrices(const block *b, const hone_affine *palette, vec m[12])
{
    uint32_t influences = b->w->group->influences;
    vec last = last_weight(b, influences, ANY);
    for (int e = 0; e < 12; e++) {
        m[e] = v_set(0);
        for (uint32_t i = 0; i < influences; i++)
            m[e] = v_fma(weight_of(b, i, influences, last, ANY), v_set(palette[b->slots[i]].m[e / 4][e % 4]), m[e]);
    }
}

/* The same sum written as M_n + sum of w_i (M_i - M_n), which saves one product. The differences are computed once
 * per block. */
typedef struct shared_basis {
    const hone_affine *last;
    float difference[3][16]; /* M_i - M_n, row by row */
} shared_basis;

INLINE void shared_basis_of(const block *b, const hone_affine *palette, uint32_t influences, shared_basis *basis)
{
    basis->last = &palette[b->slots[influences - 1]];
    for (uint32_t i = 0; i + 1 < influences; i++)
        v_subtract_matrix(&palette[b->slots[i]], basis->last, basis->difference[i]);
    LEAVE_IN_MEMORY(basis->difference);
}

INLINE vec blend_element(const shared_basis *basis, const vec *weights, uint32_t influences, int r, int c)
{
    vec sum = v_set(basis->last->m[r][c]);
    for (uint32_t i = 0; i + 1 < influences; i++) sum = v_fma(weights[i], v_set(basis->difference[i][4 * r + c]), sum);
    return sum;
}

INLINE vec3 point(const vec m[12], vec3 p)
{
    return (vec3){v_fma(m[0], p.x, v_fma(m[1], p.y, v_fma(m[2], p.z, m[3]))),
                  v_fma(m[4], p.x, v_fma(m[5], p.y, v_fma(m[6], p.z, m[7]))),
                  v_fma(m[8], p.x, v_fma(m[9], p.y, v_fma(m[10], p.z, m[11])))};
}

INLINE vec3 direction(const vec m[12], vec3 d)
{
    return (vec3){v_fma(m[0], d.x, v_fma(m[1], d.y, v_mul(m[2], d.z))),
                  v_fma(m[4], d.x, v_fma(m[5], d.y, v_mul(m[6], d.z))),
                  v_fma(m[8], d.x, v_fma(m[9], d.y, v_mul(m[10], d.z)))};
}

/* Multiplies a row of a matrix by the position, the normal and the tangent. */
INLINE void apply_row(const vec row[4], const frame *f, int how, vec out[3])
{
    vec3 p = f->position, n = f->normal, t = f->tangent;
    out[0] = v_fma(row[0], p.x, v_fma(row[1], p.y, v_fma(row[2], p.z, row[3])));
    if (how != POSITIONS)
        out[1] = v_fma(row[0], n.x, v_fma(row[1], n.y, v_mul(row[2], n.z)));
    if (how == TANGENTS)
        out[2] = v_fma(row[0], t.x, v_fma(row[1], t.y, v_mul(row[2], t.z)));
}

/* Multiplies row r of the blended matrix. Works row by row, so that few registers are needed. */
INLINE void blend_row(const shared_basis *basis, const vec *weights, uint32_t influences, int r, const frame *f,
                      int how, vec out[3])
{
    vec row[4];
    for (int c = 0; c < 4; c++) row[c] = blend_element(basis, weights, influences, r, c);
    apply_row(row, f, how, out);
}

/* Returns whether one of the block's slots is not rigid, if the palette is not rigid as a whole. All blocks of a
 * slot set give the same answer, so its normals are computed in the same way wherever the vertices are. */
INLINE bool is_scaled(const block *b, uint32_t slots)
{
    const uint8_t *marks = b->w->palette->scaled;
    bool scaled = !marks;
    for (uint32_t i = 0; marks && i < slots; i++) scaled |= marks[b->slots[i]] != 0;
    return scaled;
}

enum { MOST_OWN = 32 }; /* most influences of lanes with their own slots; with more, the scalar reference is used */

/* Writes all weights of a block, the implicit last one too: LANES per influence. */
INLINE void all_weights(block *b, uint32_t influences, float room[MOST_OWN * LANES], int how)
{
    for (b->at = 0; b->at < LANES; b->at += WIDTH) {
        vec last = last_weight(b, influences, how);
        for (uint32_t i = 0; i < influences; i++)
            v_store(room + i * LANES + b->at, weight_of(b, i, influences, last, how));
    }
}

/* Blends the matrices of lanes with their own slots. */
INLINE void own_matrices(const block *b, const hone_affine *palette, uint32_t influences, const float *weights,
                         vec m[12])
{
    enum { NUMBERS = sizeof *palette / sizeof(float) };
    v_matrices((const float *)palette, NUMBERS, b->slots + b->at, weights + b->at, influences, m);
}

#endif
