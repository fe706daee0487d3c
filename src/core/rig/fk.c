/* Forward kinematics of one bone: its offset from rest by keys, morphs and append, and its transform in model space. */
#include "core/rig/rig_internal.h"
#include <hone/math.h>
#include <string.h>

void hone_rig_offset(hone_rig *rig, const hone_step *step, const hone_pose *pose)
{
    const hone_transform *keyed = &pose->bones[step->bone];
    const hone_bone_offset *morphed = hone_morph_stage_bone(&rig->morphs, step->bone);
    hone_offset *offset = &rig->offsets[step->bone];
    hone_vec3_copy(keyed->translation, offset->translation);
    memcpy(offset->rotation, keyed->rotation, sizeof offset->rotation);
    if (morphed) {
        hone_vec3_add(offset->translation, morphed->translation, offset->translation);
        hone_quat_multiply(morphed->rotation, keyed->rotation, offset->rotation);
    }
    if (step->append != HONE_NONE)
        hone_append_add(rig, &rig->appends[step->append], offset);
}

void hone_rig_rotation(const hone_rig *rig, const hone_step *step, float out[4])
{
    const float *own = rig->offsets[step->bone].rotation;
    if (step->turn != HONE_NONE)
        hone_quat_multiply(rig->ik_rotations[step->turn], own, out);
    else
        memcpy(out, own, 4 * sizeof *out);
}

/* Moves the bone with its external parent. */
static void apply_external_parent(hone_rig *rig, const hone_step *step, const hone_affine *parent)
{
    hone_affine *model_from_bone = &rig->model_from_bone[step->bone];
    for (int i = 0; i < 3; i++) model_from_bone->m[i][3] -= step->position[i];
    *model_from_bone = hone_affine_multiply(parent, model_from_bone);
}

/* Multiplies the parent's axes by `rotation`. Most bones of most models are not rotated, so that case is fast. */
static void rotate_axes(const hone_affine *parent, const float rotation[4], hone_affine *model_from_bone)
{
    static const float origin[3] = {0, 0, 0};
    if (rotation[0] == 0 && rotation[1] == 0 && rotation[2] == 0 && rotation[3] == 1) {
        *model_from_bone = *parent;
        return;
    }
    hone_affine own = hone_affine_from_rotation(rotation, origin);
    for (int r = 0; r < 3; r++) {
        const float *row = parent->m[r];
        for (int c = 0; c < 3; c++)
            model_from_bone->m[r][c] = row[0] * own.m[0][c] + row[1] * own.m[1][c] + row[2] * own.m[2][c];
    }
}

/* model_from_bone = parent * T(rest offset + translation) * R(rotation). The rest offset is not taken from parent to
 * bone but from the model's origin, together with the parent's displacement (its effect on the origin of the mesh). The
 * rest pose then reproduces the file's positions bit by bit, however long the chain of parents, and the bind pose moves
 * no vertex. */
void hone_rig_place(hone_rig *rig, const hone_step *step)
{
    float position[3], rotation[4];
    hone_vec3_add(step->position, rig->offsets[step->bone].translation, position);
    hone_rig_rotation(rig, step, rotation);
    hone_affine *model_from_bone = &rig->model_from_bone[step->bone];
    if (step->parent == HONE_NONE) {
        *model_from_bone = hone_affine_from_rotation(rotation, position);
    } else {
        const hone_affine *parent = &rig->model_from_bone[step->parent];
        float origin[3];
        for (int r = 0; r < 3; r++) {
            const float *row = parent->m[r];
            origin[r] = hone_vec3_dot(row, position) + (row[3] - hone_vec3_dot(row, step->parent_position));
        }
        rotate_axes(parent, rotation, model_from_bone);
        for (int r = 0; r < 3; r++) model_from_bone->m[r][3] = origin[r];
    }
    if (rig->external_count && rig->external[step->bone])
        apply_external_parent(rig, step, rig->external[step->bone]);
}
