#include <hone/skin.h>

#include "base/math.h"
#include "skin/nearest.h"

static const float RIGID_TOLERANCE = 1e-4f;

typedef struct columns {
    float c[3][3];
} columns;

static columns columns_of(const hone_affine *m)
{
    columns out;
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++) out.c[c][r] = m->m[r][c];
    return out;
}

/* The columns' cross products are those of the cofactor matrix; with the first its determinant comes free. */
static columns cofactor_columns(const columns *a)
{
    columns out;
    for (int i = 0; i < 3; i++) hone_cross3(a->c[(i + 1) % 3], a->c[(i + 2) % 3], out.c[i]);
    return out;
}

/* Columns of unit length and right angles, right-handed. False of anything that is no number. */
static bool is_rotation(const columns *a, float determinant)
{
    bool rotation = determinant > 0;
    for (int i = 0; i < 3; i++)
        for (int j = i; j < 3; j++)
            rotation &= fabsf(hone_dot3(a->c[i], a->c[j]) - (i == j ? 1.0f : 0.0f)) <= RIGID_TOLERANCE;
    return rotation;
}

static hone_affine cofactor_matrix(const columns *cofactors, float determinant)
{
    float sign = determinant < 0 ? -1.0f : 1.0f;
    hone_affine out = {{{0}}};
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++) out.m[r][c] = sign * cofactors->c[c][r];
    return out;
}

static hone_dual_quaternion dual_of(const hone_affine *m, bool rigid)
{
    hone_dual_quaternion out;
    if (rigid)
        hone_quat_from_affine(m, out.real);
    else
        hone_nearest_rotation(m, out.real);
    float half_translation[4] = {m->m[0][3] / 2, m->m[1][3] / 2, m->m[2][3] / 2, 0};
    hone_quat_multiply(half_translation, out.real, out.dual);
    return out;
}

static hone_affine matrix_of(const hone_slot *slot, const hone_affine *model_from_bone, uint32_t bone_count)
{
    if (slot->bone < 0 || (uint32_t)slot->bone >= bone_count)
        return slot->bone_from_mesh;
    return hone_affine_multiply(&model_from_bone[slot->bone], &slot->bone_from_mesh);
}

void hone_palette_build(const hone_slot *slots, const hone_affine *model_from_bone, uint32_t bone_count,
                        hone_palette *palette)
{
    palette->rigid = true;
    for (uint32_t s = 0; s < palette->slot_count; s++) {
        hone_affine m = matrix_of(&slots[s], model_from_bone, bone_count);
        columns a = columns_of(&m), cofactors = cofactor_columns(&a);
        float determinant = hone_dot3(a.c[0], cofactors.c[0]);
        bool rigid = is_rotation(&a, determinant);
        palette->rigid &= rigid;
        if (palette->scaled)
            palette->scaled[s] = !rigid;
        if (palette->affine)
            palette->affine[s] = m;
        if (palette->cofactor)
            palette->cofactor[s] = rigid ? m : cofactor_matrix(&cofactors, determinant);
        if (palette->duals)
            palette->duals[s] = dual_of(&m, rigid);
    }
}
