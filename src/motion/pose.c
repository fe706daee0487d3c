#include <hone/motion.h>

#include "base/error.h"
#include "base/math.h"

#include <string.h>

/* The transform that comes nearest to a matrix: exact without shear. A mirrored matrix mirrors x. */
static hone_transform transform_of(const hone_affine *m)
{
    hone_transform out = HONE_TRANSFORM_IDENTITY;
    hone_affine turned = *m;
    float columns[3][3], cross[3];
    for (int c = 0; c < 3; c++)
        for (int r = 0; r < 3; r++) columns[c][r] = m->m[r][c];
    for (int c = 0; c < 3; c++) out.scale[c] = sqrtf(hone_dot3(columns[c], columns[c]));
    hone_cross3(columns[0], columns[1], cross);
    if (hone_dot3(cross, columns[2]) < 0) {
        out.scale[0] = -out.scale[0];
        for (int r = 0; r < 3; r++) turned.m[r][0] = -turned.m[r][0];
    }
    hone_quat_from_affine(&turned, out.rotation);
    for (int r = 0; r < 3; r++) out.translation[r] = m->m[r][3];
    return out;
}

void hone_pose_reset(hone_pose *pose, const hone_model *model)
{
    const hone_model_data *data = hone_model_get(model);
    const hone_skeleton *skeleton = &data->skeleton;
    HONE_ASSERT(pose->bone_count == skeleton->bone_count && pose->morph_count == data->morph_count &&
                pose->ik_count == skeleton->ik_count);
    for (uint32_t i = 0; i < pose->bone_count; i++)
        pose->bones[i] = data->space == HONE_SPACE_MMD ? (hone_transform)HONE_TRANSFORM_IDENTITY
                                                       : transform_of(&skeleton->bones[i].rest_local);
    if (pose->bone_count) {
        memset(pose->moved, 0, pose->bone_count);
        memset(pose->physics_off, 0, pose->bone_count);
    }
    for (uint32_t i = 0; i < pose->morph_count; i++) pose->morphs[i] = 0;
    if (pose->ik_count)
        memset(pose->ik_enabled, 1, pose->ik_count);
    pose->visible = true;
}
