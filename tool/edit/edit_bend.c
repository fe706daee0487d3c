/* Computes the edit with which a bone reaches a given place in model space. */
#include "tool/edit/edit.h"
#include <hone/math.h>
#include <string.h>

static bool links(const hone_ik *ik, uint32_t bone)
{
    bool found = false;
    for (uint32_t i = 0; i < ik->link_count; i++) found |= ik->links[i].bone == (int32_t)bone;
    return found && ik->effector != HONE_NONE;
}

static bool simulated(const hone_actor *actor, uint32_t bone)
{
    const hone_model_data *data = hone_model_get(hone_actor_model(actor));
    const hone_physics *physics = hone_actor_get_physics(actor);
    hone_body_motion motion;
    for (uint32_t b = 0; physics && b < data->body_count; b++)
        if (data->bodies[b].bone == (int32_t)bone && data->bodies[b].mode != HONE_BODY_FOLLOWS &&
            hone_physics_body_motion(physics, b, &motion) && !motion.follows)
            return true;
    for (uint32_t s = 0; physics && s < data->spring_count; s++)
        for (uint32_t j = 0; j < data->springs[s].joint_count; j++)
            if (data->springs[s].joints[j].bone == (int32_t)bone)
                return true;
    return false;
}

edit_hold edit_held(hone_actor *actor, uint32_t bone, uint32_t *chain)
{
    const hone_skeleton *skeleton = hone_model_skeleton(hone_actor_model(actor));
    const hone_pose *pose = hone_actor_writable_pose(actor);
    for (uint32_t c = 0; c < skeleton->ik_count; c++)
        if (pose->ik_enabled[c] && links(&skeleton->iks[c], bone)) {
            if (chain)
                *chain = c;
            return EDIT_HOLD_CHAIN;
        }
    return simulated(actor, bone) ? EDIT_HOLD_PHYSICS : EDIT_HOLD_NONE;
}

/* Inverts the left 3x3 matrix by its cofactors; a singular matrix gives zeros. */
static void invert(const hone_affine *a, float out[3][3])
{
    const float(*m)[4] = a->m;
    float determinant = 0, cofactor[3][3];
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++) {
            int r1 = (r + 1) % 3, r2 = (r + 2) % 3, c1 = (c + 1) % 3, c2 = (c + 2) % 3;
            cofactor[r][c] = m[r1][c1] * m[r2][c2] - m[r1][c2] * m[r2][c1];
        }
    for (int c = 0; c < 3; c++) determinant += m[0][c] * cofactor[0][c];
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++) out[r][c] = determinant != 0 ? cofactor[c][r] / determinant : 0;
}

/* In model space a bone's rotation is P * L * edit * rest: P is its parent's rotation, L what is applied before the
 * pose, which are bone morphs and IK. A rotation W in model space is then (P L)^-1 W (P L) before the edit. Append
 * rotations are applied after the pose and cannot be separated from L: for bones with append rotations L is taken as
 * the identity. */
edit_bend edit_bend_begin(const edit *e, hone_actor *actor, uint32_t bone)
{
    edit_bend bend = {.before = edit_get_bone(e, bone), .lead = {0, 0, 0, 1}};
    const hone_skeleton *skeleton = hone_model_skeleton(hone_actor_model(actor));
    const hone_affine *bones = hone_actor_bones(actor);
    hone_affine parent = HONE_AFFINE_IDENTITY;
    if (bone < skeleton->bone_count && skeleton->bones[bone].parent != HONE_NONE)
        parent = bones[skeleton->bones[bone].parent];
    invert(&parent, bend.into_parent);
    if (bone >= skeleton->bone_count)
        return bend;
    if (skeleton->bones[bone].flags & HONE_BONE_APPEND_ROTATION && skeleton->bones[bone].append_source != HONE_NONE) {
        hone_quat_from_affine(&parent, bend.lead);
    } else {
        float own[4], back[4];
        hone_quat_from_affine(&bones[bone], own);
        hone_quat_conjugate(hone_actor_writable_pose(actor)->bones[bone].rotation, back);
        hone_quat_multiply(own, back, bend.lead);
    }
    /* the layer over the edit is between the two */
    edit_bone over = edit_bone_over(e, bone);
    hone_quat_multiply(bend.lead, over.rotation, bend.lead);
    hone_quat_normalise(bend.lead, bend.lead);
    return bend;
}

edit_bone edit_bend_to(const edit_bend *bend, const float turn[4], const float offset[3])
{
    edit_bone out = bend->before;
    float back[4], inner[4];
    hone_quat_conjugate(bend->lead, back);
    hone_quat_multiply(turn, bend->lead, inner);
    hone_quat_multiply(back, inner, inner);
    hone_quat_multiply(inner, bend->before.rotation, out.rotation);
    hone_quat_normalise(out.rotation, out.rotation);
    for (int i = 0; i < 3; i++) out.translation[i] += hone_vec3_dot(bend->into_parent[i], offset);
    return out;
}

edit_bone edit_bone_posed(const edit *e, hone_actor *actor, uint32_t bone, const float rotation[4],
                          const float translation[3])
{
    edit_bone out = EDIT_BONE_NONE;
    const hone_pose *pose = hone_actor_writable_pose(actor);
    if (bone >= pose->bone_count)
        return out;
    edit_bone now = edit_get_bone(e, bone), over = edit_bone_over(e, bone);
    float back[4], off[4];
    /* pose = over * edit * motion, so motion^-1 = pose^-1 * over * edit */
    hone_quat_conjugate(pose->bones[bone].rotation, back);
    hone_quat_multiply(back, over.rotation, back);
    hone_quat_multiply(back, now.rotation, back);
    hone_quat_multiply(rotation, back, out.rotation);
    hone_quat_conjugate(over.rotation, off);
    hone_quat_multiply(off, out.rotation, out.rotation);
    hone_quat_normalise(out.rotation, out.rotation);
    for (int i = 0; i < 3; i++)
        out.translation[i] = now.translation[i] + translation[i] - pose->bones[bone].translation[i];
    return out;
}
