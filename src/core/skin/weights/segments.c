/* The segments of a model's slots, for weights by distance. */
#include <hone/skin.h>
#include <math.h>

/* Inverts in double precision: a matrix of a large scale has a small determinant. False: it has no inverse. */
static bool invert(const hone_affine *a, double out[3][4])
{
    double determinant = 0;
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++) {
            int r1 = (c + 1) % 3, r2 = (c + 2) % 3, c1 = (r + 1) % 3, c2 = (r + 2) % 3;
            out[r][c] = (double)a->m[r1][c1] * a->m[r2][c2] - (double)a->m[r1][c2] * a->m[r2][c1];
        }
    for (int c = 0; c < 3; c++) determinant += a->m[0][c] * out[c][0];
    for (int r = 0; r < 3; r++) {
        for (int c = 0; c < 3; c++) out[r][c] /= determinant;
        out[r][3] = 0;
        for (int c = 0; c < 3; c++) out[r][3] -= out[r][c] * a->m[c][3];
    }
    return determinant != 0 && isfinite(determinant);
}

/* The first child of a bone, or HONE_NONE. */
static int32_t first_child(const hone_skeleton *skeleton, int32_t bone)
{
    for (uint32_t b = 0; b < skeleton->bone_count; b++)
        if (skeleton->bones[b].parent == bone)
            return (int32_t)b;
    return HONE_NONE;
}

/* The tail in the bone's own space at rest. */
static void find_tail(const hone_model_data *model, int32_t bone, float out[3])
{
    const hone_bone *bones = model->skeleton.bones, *b = &bones[bone];
    int32_t child = model->space == HONE_SPACE_MMD ? HONE_NONE : first_child(&model->skeleton, bone);
    for (int i = 0; i < 3; i++) {
        if (model->space != HONE_SPACE_MMD)
            out[i] = child == HONE_NONE ? 0 : bones[child].rest_local.m[i][3];
        else if (!(b->flags & HONE_BONE_TAIL_IS_BONE))
            out[i] = b->tail_offset[i];
        else
            out[i] = b->tail_bone == HONE_NONE ? 0 : bones[b->tail_bone].position[i] - b->position[i];
    }
}

void hone_model_segments(const hone_model *model, hone_segment *out)
{
    const hone_model_data *data = hone_model_get(model);
    for (uint32_t s = 0; s < data->mesh.slot_count; s++) {
        const hone_slot *slot = &data->mesh.slots[s];
        double mesh_from_bone[3][4];
        float tail[3] = {0, 0, 0};
        out[s] = (hone_segment){{0, 0, 0}, {0, 0, 0}};
        if (!invert(&slot->bone_from_mesh, mesh_from_bone))
            continue;
        if (slot->bone != HONE_NONE)
            find_tail(data, slot->bone, tail);
        for (int r = 0; r < 3; r++) {
            const double *m = mesh_from_bone[r];
            out[s].head[r] = (float)m[3];
            out[s].tail[r] = (float)(m[3] + m[0] * tail[0] + m[1] * tail[1] + m[2] * tail[2]);
        }
    }
}
