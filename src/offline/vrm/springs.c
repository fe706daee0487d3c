/* Makes the springs of the avatar and their colliders: those of the model, in the axes of its new bones. */
#include "offline/vrm/to_vrm.h"
#include <hone/math.h>
#include <string.h>

static bool make_colliders(to_vrm_context *context)
{
    const hone_model_data *from = context->from;
    hone_collider *out = hone_builder_array(context->builder, from->collider_count, sizeof *out);
    for (uint32_t i = 0; out && i < from->collider_count; i++) {
        const hone_collider *in = &from->colliders[i];
        out[i] = *in;
        out[i].bone = hone_vrm_bone(context, in->bone);
        out[i].radius = in->radius * context->scale;
        hone_vrm_bone_point(context, in->bone, in->offset, out[i].offset);
        if (in->kind == HONE_COLLIDER_CAPSULE || in->kind == HONE_COLLIDER_INSIDE_CAPSULE)
            hone_vrm_bone_point(context, in->bone, in->tail, out[i].tail);
        hone_vrm_bone_direction(context, in->bone, in->normal, out[i].normal);
    }
    context->data.colliders = out;
    context->data.collider_count = out ? from->collider_count : 0;
    return out || from->collider_count == 0;
}

/* Where the tail of a joint is, in the axes of its bone. */
static void tail_of(const to_vrm_context *context, const hone_spring_joint *joint, float out[3])
{
    hone_affine bone_from_model;
    float at[3];
    memcpy(out, joint->tail_offset, sizeof joint->tail_offset);
    if (joint->tail_bone == HONE_NONE || !hone_affine_invert(&context->posed[joint->bone], &bone_from_model))
        return;
    hone_affine_origin(&context->posed[joint->tail_bone], at);
    hone_affine_point(&bone_from_model, at, out);
}

/* The rotation from the y axis to a direction; the identity if that has no length. */
static void from_y(const float direction[3], float out[4])
{
    const float y[3] = {0, 1, 0};
    float unit[3];
    hone_quat_identity(out);
    if (hone_vec3_normalise(direction, unit))
        hone_quat_arc(y, unit, out);
}

/* The rotation from the axes of a bone of the model to those of the same bone of the avatar, whose space may be
 * mirrored. */
static void turn_of_bone(const to_vrm_context *context, int32_t bone, float out[4])
{
    float old[4], now[4];
    hone_quat_from_affine(&context->posed[bone], old);
    hone_axes_rotation(context->axes, old, old);
    hone_quat_from_affine(&context->placed[context->becomes[bone]], now);
    hone_quat_conjugate(now, now);
    hone_quat_multiply(now, old, out);
}

/* A limit stands in the axes that the y axis has when it is turned to the joint. */
static void turn_limit(const to_vrm_context *context, const hone_spring_joint *in, hone_spring_limit *limit)
{
    float tail[3], before[4], after[4], turn[4], frame[4];
    if (limit->kind == HONE_SPRING_LIMIT_NONE)
        return;
    tail_of(context, in, tail);
    from_y(tail, before);
    hone_quat_multiply(before, limit->rotation, frame);
    hone_axes_rotation(context->axes, frame, frame);
    turn_of_bone(context, in->bone, turn);
    hone_quat_multiply(turn, frame, frame);
    hone_vrm_bone_direction(context, in->bone, tail, tail);
    from_y(tail, after);
    hone_quat_conjugate(after, after);
    hone_quat_multiply(after, frame, limit->rotation);
    hone_quat_normalise(limit->rotation, limit->rotation);
}

/* tail: the bone that is made next for a tail. */
static void make_joint(const to_vrm_context *context, const hone_spring_joint *in, int32_t *tail,
                       hone_spring_joint *out)
{
    *out = *in;
    out->bone = hone_vrm_bone(context, in->bone);
    out->tail_bone = in->tail_bone == HONE_NONE ? (*tail)++ : hone_vrm_bone(context, in->tail_bone);
    memset(out->tail_offset, 0, sizeof out->tail_offset);
    out->hit_radius = in->hit_radius * context->scale;
    out->stiffness = in->stiffness * context->scale;
    out->gravity_power = in->gravity_power * context->scale;
    memset(out->rest_rotation, 0, sizeof out->rest_rotation); /* the bone rests there */
    hone_vrm_direction(context, in->gravity_direction, out->gravity_direction);
    turn_limit(context, in, &out->limit);
}

static bool make_spring(to_vrm_context *context, const hone_spring *in, int32_t *tail, hone_spring *out)
{
    hone_spring_joint *joints = hone_builder_array(context->builder, in->joint_count, sizeof *joints);
    uint32_t *colliders = hone_builder_array(context->builder, in->collider_count, sizeof *colliders);
    if ((in->joint_count && !joints) || (in->collider_count && !colliders))
        return false;
    for (uint32_t j = 0; j < in->joint_count; j++) make_joint(context, &in->joints[j], tail, &joints[j]);
    if (colliders)
        memcpy(colliders, in->colliders, in->collider_count * sizeof *colliders);
    *out = *in;
    out->name = hone_vrm_copy(context, in->name);
    out->center = hone_vrm_bone(context, in->center);
    out->joints = joints;
    out->colliders = colliders;
    return true;
}

bool hone_vrm_make_springs(to_vrm_context *context)
{
    const hone_model_data *from = context->from;
    hone_spring *springs = hone_builder_array(context->builder, from->spring_count, sizeof *springs);
    int32_t tail = (int32_t)context->kept;
    if (!make_colliders(context) || (from->spring_count && !springs))
        return false;
    for (uint32_t i = 0; i < from->spring_count; i++)
        if (!make_spring(context, &from->springs[i], &tail, &springs[i]))
            return false;
    context->data.springs = springs;
    context->data.spring_count = from->spring_count;
    context->report->springs = from->spring_count;
    return true;
}
