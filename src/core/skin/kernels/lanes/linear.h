/* Linear blend skinning, with matrices that the lanes of a block share or with each lane's own. */
#ifndef HONE_SRC_SKIN_KERNELS_LANES_LINEAR_H
#define HONE_SRC_SKIN_KERNELS_LANES_LINEAR_H

#include "core/skin/kernels/lanes/matrices.h"
#include "core/skin/kernels/lanes/unpack.h"

/* The same for two vectors of lanes, so that a matrix element copied to all lanes is used twice. */
INLINE void blend_row_twice(const shared_basis *basis, vec weights[2][3], uint32_t influences, int r, const frame f[2],
                            int how, vec out[2][3][3])
{
    vec row[2][4];
    for (int c = 0; c < 4; c++) {
        row[0][c] = row[1][c] = v_set(basis->last->m[r][c]);
        for (uint32_t i = 0; i + 1 < influences; i++) {
            vec difference = v_set(basis->difference[i][4 * r + c]);
            for (int k = 0; k < 2; k++) row[k][c] = v_fma(weights[k][i], difference, row[k][c]);
        }
    }
    for (int k = 0; k < 2; k++) apply_row(row[k], &f[k], how, out[k][r]);
}

/* Collects the results of the three rows. */
INLINE frame frame_of(vec out[3][3], int how)
{
    frame f = {.position = {out[0][0], out[1][0], out[2][0]}};
    if (how != POSITIONS)
        f.normal = (vec3){out[0][1], out[1][1], out[2][1]};
    if (how == TANGENTS)
        f.tangent = (vec3){out[0][2], out[1][2], out[2][2]};
    return f;
}

INLINE void put_linear(const block *b, frame f, uint32_t influences, int how, results *out)
{
    if (how == POSITIONS) {
        put_position(b, f.position, how, out);
        return;
    }
    bool unit_at_rest = how == DENSE || (how > PACKED && b->w->unit_at_rest);
    vec3 normal = influences == 1 && unit_at_rest ? unit_rigid_normal(f.normal) : unit_normal(b, f.normal, how);
    put_both(b, f.position, normal, how, out);
    if (how == TANGENTS)
        put_tangent(b, f.tangent, normal, how, out);
}

/* cofactors: equal to m if every slot is rigid */
INLINE void put_linear_any(const block *b, const vec m[12], const vec cofactors[12], results *out)
{
    vec3 position = point(m, rest_position(b, ANY));
    if (!b->w->wants_normals) {
        put_position(b, position, ANY, out);
        return;
    }
    vec3 normal = unit_normal(b, direction(cofactors, rest_normal(b, ANY)), ANY);
    put_both(b, position, normal, ANY, out);
    if (b->w->wants_tangents)
        put_tangent(b, direction(m, v3_load(b->tangents, b->at)), normal, ANY, out);
}

static void linear_shared_any(const work *w, uint32_t begin, uint32_t end)
{
    uint32_t influences = w->group->influences;
    two_blocks to;
    begin_blocks(&to);
    for (uint32_t index = begin; index < end; index++) {
        block b = block_of(w, index, influences, false, ANY);
        bool scaled = w->wants_normals && !w->palette->rigid && is_scaled(&b, influences);
        for (b.at = 0; b.at < LANES; b.at += WIDTH) {
            vec m[12], cofactors[12];
            shared_matrices(&b, w->palette->affine, m);
            memcpy(cofactors, m, sizeof m);
            if (scaled)
                shared_matrices(&b, w->palette->cofactor, cofactors);
            put_linear_any(&b, m, cofactors, to.now);
        }
        finish_block(&to, w, index, ANY);
    }
    complete_block(&to, w, ANY);
}

INLINE void put_shared(const block *b, const shared_basis *basis, uint32_t influences, int how, results *to)
{
    vec weights[3], out[3][3];
    const frame rest = rest_frame(b, how);
    for (uint32_t i = 0; i + 1 < influences; i++) weights[i] = stored_weight(b, i, how);
    for (int r = 0; r < 3; r++) blend_row(basis, weights, influences, r, &rest, how, out[r]);
    put_linear(b, frame_of(out, how), influences, how, to);
}

/* Puts a block of one slot whose matrix keeps lengths and angles, of a skin whose tangents are orthonormal at rest. */
INLINE void put_rigid(const block *b, const hone_affine *matrix, results *to)
{
    const frame rest = rest_frame(b, TANGENTS);
    vec out[3][3];
    for (int r = 0; r < 3; r++) {
        vec row[4];
        for (int c = 0; c < 4; c++) row[c] = v_set(matrix->m[r][c]);
        apply_row(row, &rest, TANGENTS, out[r]);
    }
    frame f = frame_of(out, TANGENTS);
    put_both(b, f.position, unit_rigid_normal(f.normal), TANGENTS, to);
    put_finished_tangent(b, f.tangent, to);
}

/* Whether the columns have unit length and are perpendicular, up to roundings. */
INLINE bool keeps_angles(const hone_affine *matrix)
{
    bool keeps = true;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j <= i; j++) {
            float product = 0;
            for (int r = 0; r < 3; r++) product += matrix->m[r][i] * matrix->m[r][j];
            keeps &= fabsf(product - (i == j ? 1.0f : 0.0f)) <= HONE_SKIN_ORTHONORMAL;
        }
    return keeps;
}

INLINE void put_shared_twice(const block *b, const shared_basis *basis, uint32_t influences, int how, results *to)
{
    block half[2] = {*b, *b};
    vec weights[2][3], out[2][3][3];
    frame rest[2];
    half[1].at += WIDTH;
    for (int k = 0; k < 2; k++) {
        rest[k] = rest_frame(&half[k], how);
        for (uint32_t i = 0; i + 1 < influences; i++) weights[k][i] = stored_weight(&half[k], i, how);
    }
    for (int r = 0; r < 3; r++) blend_row_twice(basis, weights, influences, r, rest, how, out);
    for (int k = 0; k < 2; k++) put_linear(&half[k], frame_of(out[k], how), influences, how, to);
}

/* Returns from which number of influences on two vectors at once are faster than one. */
INLINE uint32_t twice_from(int how)
{
    return how == POSITIONS ? TWICE_POSITIONS_FROM : how == TANGENTS ? TWICE_TANGENTS_FROM : TWICE_FROM;
}

INLINE void linear_shared(const work *original, uint32_t begin, uint32_t end, uint32_t influences, int how)
{
    const work copy = *original, *w = &copy;
    shared_basis basis;
    two_blocks to;
    const uint32_t *before = NULL;
    bool rigid = false; /* put_rigid is right */
    begin_blocks(&to);
    for (uint32_t index = begin; index < end; index++) {
        block b = block_of(w, index, influences, false, how);
        prepare_to_write(w, index, how);
        if (!w->rigid && is_scaled(&b, influences)) {
            how == PACKED ? run_unpacked(original, index, index + 1, linear_shared_any)
                          : linear_shared_any(original, index, index + 1);
            continue;
        }
        if (!before || memcmp(b.slots, before, influences * sizeof *before) != 0) {
            shared_basis_of(&b, w->affine, influences, &basis);
            rigid = how == TANGENTS && influences == 1 && w->orthonormal && keeps_angles(basis.last);
        }
        before = b.slots;
        if (rigid)
            for (b.at = 0; b.at < LANES; b.at += WIDTH) put_rigid(&b, basis.last, to.now);
        else if (influences >= twice_from(how))
            for (b.at = 0; b.at < LANES; b.at += 2 * WIDTH) put_shared_twice(&b, &basis, influences, how, to.now);
        else
            for (b.at = 0; b.at < LANES; b.at += WIDTH) put_shared(&b, &basis, influences, how, to.now);
        finish_block_with(&to, w, index, how, rigid);
    }
    complete_block(&to, w, how);
}

static void linear_mixed_any(const work *w, uint32_t begin, uint32_t end)
{
    float weights[MOST_OWN * LANES];
    uint32_t influences = w->group->influences;
    two_blocks to;
    begin_blocks(&to);
    for (uint32_t index = begin; index < end; index++) {
        block b = block_of(w, index, influences, true, ANY);
        all_weights(&b, influences, weights, ANY);
        for (b.at = 0; b.at < LANES; b.at += WIDTH) {
            vec m[12], cofactors[12];
            own_matrices(&b, w->palette->affine, influences, weights, m);
            memcpy(cofactors, m, sizeof m);
            if (w->wants_normals && !w->palette->rigid)
                own_matrices(&b, w->palette->cofactor, influences, weights, cofactors);
            put_linear_any(&b, m, cofactors, to.now);
        }
        finish_block(&to, w, index, ANY);
    }
    complete_block(&to, w, ANY);
}

enum { PADDED = 16, MOST_PADDED = 512 }; /* floats per matrix; most matrices */

/* Copies the palette so that no matrix crosses a cache line. Returns false if that does not pay. */
INLINE bool pad_palette(const hone_palette *palette, uint32_t blocks, float (*padded)[PADDED])
{
    if (palette->slot_count > MOST_PADDED || palette->slot_count > 4 * blocks)
        return false;
    for (uint32_t s = 0; s < palette->slot_count; s++) {
        memcpy(padded[s], &palette->affine[s], sizeof palette->affine[s]);
        for (int i = sizeof palette->affine[s] / sizeof(float); i < PADDED; i++) padded[s][i] = 0;
    }
    return true;
}

INLINE void linear_mixed(const work *original, uint32_t begin, uint32_t end, uint32_t influences, int how)
{
    const work copy = *original, *w = &copy;
    _Alignas(64) float padded[MOST_PADDED][PADDED];
    float weights[MOST_OWN * LANES];
    two_blocks to;
    const bool is_padded = influences > 1 && pad_palette(w->palette, end - begin, padded);
    begin_blocks(&to);
    for (uint32_t index = begin; index < end; index++) {
        block b = block_of(w, index, influences, true, how);
        prepare_to_write(w, index, how);
        all_weights(&b, influences, weights, how);
        for (b.at = 0; b.at < LANES; b.at += WIDTH) {
            vec m[12];
            if (is_padded)
                v_matrices(padded[0], PADDED, b.slots + b.at, weights + b.at, influences, m);
            else
                own_matrices(&b, w->affine, influences, weights, m);
            vec out[3][3];
            const frame rest = rest_frame(&b, how);
            for (int r = 0; r < 3; r++) apply_row(m + 4 * r, &rest, how, out[r]);
            put_linear(&b, frame_of(out, how), influences, how, to.now);
        }
        finish_block(&to, w, index, how);
    }
    complete_block(&to, w, how);
}

#endif
