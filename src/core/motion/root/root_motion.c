/* Root motion: movements over the ground, and poses that they move. */
#include "base/trigonometry.h"
#include <hone/root_motion.h>

#include <math.h>
#include <string.h>

/* ---- deltas ---------------------------------------------------------------------------------------------------- */

/* Turns a vector about y. In double, because headings add up over many loops. */
static void turn(float yaw, const float v[3], float out[3])
{
    double s = hone_sin((double)yaw), c = hone_cos((double)yaw), x = (double)v[0], z = (double)v[2];
    out[0] = (float)(c * x + s * z);
    out[1] = v[1];
    out[2] = (float)(c * z - s * x);
}

hone_root_delta hone_root_delta_compose(const hone_root_delta *a, const hone_root_delta *b)
{
    hone_root_delta out = {.yaw = a->yaw + b->yaw};
    turn(a->yaw, b->translation, out.translation);
    hone_vec3_add(out.translation, a->translation, out.translation);
    return out;
}

hone_root_delta hone_root_delta_invert(const hone_root_delta *a)
{
    hone_root_delta out = {.yaw = -a->yaw};
    turn(-a->yaw, a->translation, out.translation);
    hone_vec3_scale(out.translation, -1, out.translation);
    return out;
}

hone_root_delta hone_root_delta_blend(const hone_root_delta *a, const hone_root_delta *b, float weight)
{
    if (weight == 1)
        return *b;
    hone_root_delta out = {.yaw = a->yaw + (b->yaw - a->yaw) * weight};
    for (int i = 0; i < 3; i++)
        out.translation[i] = a->translation[i] + (b->translation[i] - a->translation[i]) * weight;
    return out;
}

hone_rigid_transform hone_root_delta_transform(const hone_root_delta *a)
{
    hone_rigid_transform out = {{0, hone_sinf(a->yaw / 2), 0, hone_cosf(a->yaw / 2)}, {0}};
    hone_vec3_copy(a->translation, out.translation);
    return out;
}

/* ---- extraction ------------------------------------------------------------------------------------------------ */

/* The turn about y in the rotation from one frame to another: the twist of its decomposition into swing and twist. */
static double yaw_between(const hone_affine *from, const hone_affine *to)
{
    hone_transform a = hone_transform_from_affine(from), b = hone_transform_from_affine(to);
    float back[4], turned[4];
    hone_quat_conjugate(a.rotation, back);
    hone_quat_multiply(b.rotation, back, turned);
    return remainder(2 * hone_atan2((double)turned[1], (double)turned[3]), 2 * HONE_PI);
}

static float unwrap(double yaw, float before)
{
    return (float)((double)before + remainder(yaw - (double)before, 2 * HONE_PI));
}

void hone_root_extract(const hone_affine *path, uint32_t count, uint32_t parts, hone_root_delta *samples)
{
    float first[3], at[3];
    hone_affine_origin(&path[0], first);
    for (uint32_t k = 0; k < count; k++) {
        hone_root_delta *out = &samples[k];
        *out = (hone_root_delta){{0}, 0};
        if (parts & HONE_ROOT_YAW)
            out->yaw = unwrap(yaw_between(&path[0], &path[k]), k ? samples[k - 1].yaw : 0);
        hone_affine_origin(&path[k], at);
        turn(out->yaw, first, out->translation);
        hone_vec3_subtract(at, out->translation, out->translation);
        if (!(parts & HONE_ROOT_XZ))
            out->translation[0] = out->translation[2] = 0;
        if (!(parts & HONE_ROOT_Y))
            out->translation[1] = 0;
    }
}

/* ---- poses ----------------------------------------------------------------------------------------------------- */

static void move_root(const hone_bone *bone, const hone_root_delta *move, bool from_rest, hone_transform *local)
{
    hone_rigid_transform by = hone_root_delta_transform(move);
    float place[3];
    hone_vec3_copy(local->translation, place);
    if (from_rest) /* MMD: the translation is the offset from the position at rest */
        hone_vec3_add(place, bone->position, place);
    turn(move->yaw, place, place);
    hone_vec3_add(place, move->translation, place);
    if (from_rest)
        hone_vec3_subtract(place, bone->position, place);
    hone_vec3_copy(place, local->translation);
    hone_quat_multiply(by.rotation, local->rotation, local->rotation);
}

void hone_root_move_pose(const hone_model *model, const hone_root_delta *move, hone_pose *pose)
{
    const hone_model_data *data = hone_model_get(model);
    for (uint32_t b = 0; b < data->skeleton.bone_count; b++) {
        if (data->skeleton.bones[b].parent != HONE_NONE)
            continue;
        move_root(&data->skeleton.bones[b], move, data->space == HONE_SPACE_MMD, &pose->bones[b]);
        pose->animated[b] = 1;
    }
}
