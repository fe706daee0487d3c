/* The T-pose: arms, hands and fingers point sideways. Source: VRMC_vrm-1.0, "T-Pose". */
#include "base/memory/arena.h"
#include "base/trigonometry.h"
#include "offline/vrm/to_vrm.h"
#include <hone/actor.h>
#include <hone/math.h>
#include <string.h>

/* Arms and fingers but the thumb, which keeps its place in the hand. */
static bool is_straight(const to_vrm_context *context, int h)
{
    bool arm = h >= HONE_HUMANOID_UPPER_ARM && h < HONE_HUMANOID_THUMB;
    return !context->keeps_pose && (arm || h >= HONE_HUMANOID_INDEX) &&
           hone_vec3_length(context->human.directions[h]) > 0.5f;
}

/* Turns a bone to the side. turn: common space, in: of its parent, out: of the bone. */
static void straighten(to_vrm_context *context, int h, float turn[4])
{
    bool right = (h - HONE_HUMANOID_EYE) % 2;
    const float side[3] = {right ? -1.0f : 1.0f, 0, 0};
    float direction[3], arc[4], unit[3], degrees = (float)(180 / HONE_PI);
    hone_quat_rotate(turn, context->human.directions[h], direction);
    if (!hone_vec3_normalise(direction, unit))
        return;
    hone_quat_arc(unit, side, arc);
    hone_quat_multiply(arc, turn, turn);
    hone_quat_normalise(turn, turn);
    float cosine = fminf(fmaxf(unit[0] * side[0], -1), 1);
    if (h < HONE_HUMANOID_LOWER_ARM)
        context->report->arms_turned =
            fmaxf(context->report->arms_turned, degrees * hone_atan2f(sqrtf(1 - cosine * cosine), cosine));
}

/* Puts a bone where its parent has it, turned. */
static hone_affine place(const to_vrm_context *context, uint32_t bone, const float turn[4])
{
    const hone_bone *b = &context->from->skeleton.bones[bone];
    const hone_affine *rest = &context->human.rest[bone];
    hone_affine carried =
        b->parent == HONE_NONE ? *rest : hone_affine_multiply(&context->posed[b->parent], &b->rest_local);
    float quat[4], origin[3];
    const float none[3] = {0, 0, 0};
    hone_humanoid_rest_unturn(&context->human, turn, quat);
    hone_affine rotation = hone_affine_from_rotation(quat, none), out = hone_affine_multiply(&rotation, rest);
    hone_affine_origin(&carried, origin);
    for (int r = 0; r < 3; r++) out.m[r][3] = origin[r];
    return out;
}

static bool find_roles(to_vrm_context *context)
{
    uint32_t count = context->from->skeleton.bone_count;
    context->roles = hone_arena_array(context->scratch, count, sizeof *context->roles);
    for (uint32_t b = 0; context->roles && b < count; b++) context->roles[b] = HONE_NONE;
    for (int h = 0; context->roles && h < HONE_HUMANOID_COUNT; h++)
        if (context->human.human.bones[h] != HONE_NONE)
            context->roles[context->human.human.bones[h]] = h;
    return context->roles != NULL;
}

/* Turns bones whose springs rest elsewhere than the model does (hone_spring_joint.rest_rotation): the rest of the
 * avatar is that of its springs. */
static bool find_rests(const to_vrm_context *context, float (**rests)[4])
{
    *rests = hone_arena_array(context->scratch, context->from->skeleton.bone_count, sizeof **rests);
    for (uint32_t s = 0; *rests && s < context->from->spring_count; s++)
        for (uint32_t j = 0; j < context->from->springs[s].joint_count; j++) {
            const hone_spring_joint *joint = &context->from->springs[s].joints[j];
            memcpy((*rests)[joint->bone], joint->rest_rotation, sizeof joint->rest_rotation);
        }
    return *rests != NULL;
}

/* turn: common space, in and out. by: in the axes of the bone; all zero: nothing. */
static void turn_rest(const to_vrm_context *context, uint32_t bone, const float by[4], float turn[4])
{
    float rest[4], back[4], whole[4], common[4];
    if (!(hone_quat_dot(by, by) > 0))
        return;
    hone_quat_from_affine(&context->human.rest[bone], rest);
    hone_quat_conjugate(rest, back);
    hone_quat_multiply(rest, by, whole);
    hone_quat_multiply(whole, back, whole);
    hone_humanoid_rest_turn(&context->human, whole, common);
    hone_quat_multiply(turn, common, turn);
    hone_quat_normalise(turn, turn);
}

/* Poses the bones of MMD as its rig does, so that bones that follow the arms by append and IK follow them here, too.
 * turns: [bone_count] common space. */
static bool pose_rig(to_vrm_context *context, float (*turns)[4])
{
    const hone_skeleton *skeleton = &context->from->skeleton;
    const hone_actor_desc desc = {.model = context->model, .allocator = context->desc->allocator};
    hone_actor *actor = hone_actor_create(&desc, &context->why);
    hone_pose *pose = actor ? hone_actor_writable_pose(actor) : NULL;
    for (uint32_t b = 0; pose && b < skeleton->bone_count; b++) {
        float own[4], above[4] = {0, 0, 0, 1};
        hone_humanoid_rest_unturn(&context->human, turns[b], own);
        if (skeleton->bones[b].parent != HONE_NONE)
            hone_humanoid_rest_unturn(&context->human, turns[skeleton->bones[b].parent], above);
        hone_quat_conjugate(above, above);
        hone_quat_multiply(above, own, pose->bones[b].rotation);
    }
    bool ok = pose && hone_actor_evaluate(actor, &context->why);
    if (ok)
        memcpy(context->posed, hone_actor_bones(actor), skeleton->bone_count * sizeof *context->posed);
    hone_actor_destroy(actor);
    return ok;
}

bool hone_vrm_make_pose(to_vrm_context *context)
{
    const hone_skeleton *skeleton = &context->from->skeleton;
    if (!hone_humanoid_rest_make(context->model, false, context->scratch, &context->human, &context->why))
        return false;
    context->posed = hone_arena_array(context->scratch, skeleton->bone_count, sizeof *context->posed);
    float(*turns)[4] = hone_arena_array(context->scratch, skeleton->bone_count, sizeof *turns);
    float(*rests)[4];
    if (!context->posed || !turns || !find_roles(context) || !find_rests(context, &rests))
        return false;
    for (uint32_t i = 0; i < skeleton->bone_count; i++) {
        uint32_t b = context->human.order[i];
        int32_t parent = skeleton->bones[b].parent;
        int h = context->roles[b];
        if (parent == HONE_NONE)
            hone_quat_identity(turns[b]);
        else
            hone_quat_copy(turns[parent], turns[b]);
        if (h != HONE_NONE && is_straight(context, h))
            straighten(context, h, turns[b]);
        turn_rest(context, b, rests[b], turns[b]);
        context->posed[b] = context->keeps_pose ? context->human.rest[b] : place(context, b, turns[b]);
    }
    return context->keeps_pose || context->from->space != HONE_SPACE_MMD || pose_rig(context, turns);
}
