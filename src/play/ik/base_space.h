/* The space above a chain of bones, in which the chain is rigid although the bones above it may scale unevenly, mirror
 * or shear. */
#ifndef HONE_SRC_IK_BASE_SPACE_H
#define HONE_SRC_IK_BASE_SPACE_H

#include "base/trigonometry.h"
#include "play/ik/swing.h"

typedef struct hone_base_space {
    hone_affine matrix; /* model space from it */
    hone_inverse inverse;
    float scale; /* 1 / determinant */
    float size;  /* length in this space / length in model space, as far as it is even */
} hone_base_space;

/* matrix: NULL: model space itself. */
static inline hone_base_space hone_base_space_of(const hone_affine *matrix)
{
    static const hone_affine identity = HONE_AFFINE_IDENTITY;
    hone_base_space out = {.matrix = matrix ? *matrix : identity};
    out.inverse = hone_inverse_of(&out.matrix);
    out.scale = 1 / out.inverse.determinant;
    out.size = hone_cbrtf(fabsf(out.scale));
    return out;
}

static inline void hone_base_space_point(const hone_base_space *base, const float point[3], float out[3])
{
    hone_inverse_way(&base->inverse, base->scale, &base->matrix, point, out);
}

static inline void hone_base_space_rotation(const hone_base_space *base, const hone_affine *bone, float out[4])
{
    hone_affine local = *bone;
    for (int c = 0; c < 3; c++) {
        float column[3];
        hone_affine_column(bone, c, column);
        hone_inverse_direction(&base->inverse, column, column);
        for (int r = 0; r < 3; r++) local.m[r][c] = base->scale * column[r];
    }
    hone_quat_from_affine(&local, out);
    hone_quat_normalise(out, out);
}

#endif
