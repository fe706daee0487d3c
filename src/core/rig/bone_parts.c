/* The parts of a bone's transform that keys, bone morphs, append or a constraint, IK and physics add. The rig keeps
 * only sums, so the parts are recovered from them. */
#include "base/error.h"
#include "core/rig/rig_internal.h"
#include <hone/math.h>

static const hone_transform identity = {{0, 0, 0}, {0, 0, 0, 1}, {1, 1, 1}};

/* Computes how much append added to the sum of keys and morph. If physics has replaced the sum, append is evaluated
 * again. */
static void append_part(const hone_rig *rig, const hone_step *step, const hone_offset *before, hone_transform *out)
{
    const hone_append *append = &rig->appends[step->append];
    hone_offset after = rig->offsets[step->bone];
    if (rig->simulated[step->bone]) {
        after = *before;
        hone_append_add(rig, append, &after);
    }
    if (append->translation)
        hone_vec3_subtract(after.translation, before->translation, out->translation);
    if (!append->rotation)
        return;
    float back[4];
    hone_quat_conjugate(before->rotation, back);
    hone_quat_multiply(back, after.rotation, out->rotation);
    hone_quat_normalise(out->rotation, out->rotation);
}

/* The bone's offset from rest as it is in model space. */
static void placed_offset(const hone_rig *rig, const hone_step *step, hone_transform *out)
{
    hone_affine local = rig->model_from_bone[step->bone];
    if (step->parent != HONE_NONE) {
        const hone_affine back = hone_affine_invert_rigid(&rig->model_from_bone[step->parent]);
        local = hone_affine_multiply(&back, &local);
    }
    for (int i = 0; i < 3; i++) out->translation[i] = local.m[i][3] - (step->position[i] - step->parent_position[i]);
    hone_quat_from_affine(&local, out->rotation);
}

static void physics_part(const hone_rig *rig, const hone_step *step, hone_bone_parts *parts)
{
    const hone_transform sum = parts->whole;
    float back[4];
    placed_offset(rig, step, &parts->whole);
    hone_vec3_subtract(parts->whole.translation, sum.translation, parts->physics.translation);
    hone_quat_conjugate(sum.rotation, back);
    hone_quat_multiply(parts->whole.rotation, back, parts->physics.rotation);
    hone_quat_normalise(parts->physics.rotation, parts->physics.rotation);
}

static void mmd_parts(const hone_rig *rig, const hone_pose *pose, const hone_step *step, hone_bone_parts *parts)
{
    const hone_bone_offset *morphed = hone_morph_stage_bone(&rig->morphs, step->bone);
    hone_vec3_copy(pose->bones[step->bone].translation, parts->keys.translation);
    hone_quat_copy(pose->bones[step->bone].rotation, parts->keys.rotation);
    if (morphed) {
        hone_vec3_copy(morphed->translation, parts->morph.translation);
        hone_quat_copy(morphed->rotation, parts->morph.rotation);
    }
    hone_offset sum;
    hone_vec3_add(parts->keys.translation, parts->morph.translation, sum.translation);
    hone_quat_multiply(parts->morph.rotation, parts->keys.rotation, sum.rotation);
    if (step->append != HONE_NONE)
        append_part(rig, step, &sum, &parts->append);
    if (step->turn != HONE_NONE)
        hone_quat_copy(rig->ik_rotations[step->turn], parts->ik.rotation);
    hone_vec3_add(sum.translation, parts->append.translation, parts->whole.translation);
    hone_quat_multiply(sum.rotation, parts->append.rotation, sum.rotation);
    hone_quat_multiply(parts->ik.rotation, sum.rotation, parts->whole.rotation);
    if (rig->simulated[step->bone])
        physics_part(rig, step, parts);
}

/* .x and glTF: the pose replaces the rest transform. */
static hone_transform keys_part(const hone_transform *rest, const hone_transform *posed)
{
    hone_transform out = identity;
    float back[4];
    hone_vec3_subtract(posed->translation, rest->translation, out.translation);
    hone_quat_conjugate(rest->rotation, back);
    hone_quat_multiply(posed->rotation, back, out.rotation);
    hone_quat_normalise(out.rotation, out.rotation);
    for (int i = 0; i < 3; i++) out.scale[i] = rest->scale[i] != 0 ? posed->scale[i] / rest->scale[i] : 1;
    return out;
}

/* The rotation that a constraint adds to the keys, so that whole = keys append. */
static void constraint_part(const hone_rig *rig, uint32_t bone, hone_bone_parts *parts)
{
    int32_t constraint = hone_constraints_of(&rig->constraints, bone);
    float back[4];
    if (constraint == HONE_NONE)
        return;
    hone_quat_conjugate(rig->data->skeleton.bones[bone].rest.rotation, back);
    hone_quat_multiply(rig->constraints.rotations[constraint], back, parts->whole.rotation);
    hone_quat_normalise(parts->whole.rotation, parts->whole.rotation);
    hone_quat_conjugate(parts->keys.rotation, back);
    hone_quat_multiply(back, parts->whole.rotation, parts->append.rotation);
    hone_quat_normalise(parts->append.rotation, parts->append.rotation);
}

static void local_parts(const hone_rig *rig, const hone_pose *pose, uint32_t bone, hone_bone_parts *parts)
{
    if (pose->animated[bone])
        parts->whole = parts->keys = keys_part(&rig->data->skeleton.bones[bone].rest, &pose->bones[bone]);
    constraint_part(rig, bone, parts);
}

hone_bone_parts hone_rig_bone_parts(const hone_rig *rig, const hone_pose *pose, uint32_t bone)
{
    HONE_ASSERT(bone < rig->data->skeleton.bone_count && pose->bone_count == rig->data->skeleton.bone_count);
    hone_bone_parts parts = {identity, identity, identity, identity, identity, identity};
    if (rig->data->space == HONE_SPACE_MMD)
        mmd_parts(rig, pose, hone_rig_step(rig, bone), &parts);
    else
        local_parts(rig, pose, bone, &parts);
    return parts;
}
