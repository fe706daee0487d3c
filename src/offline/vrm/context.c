/* What all parts of the conversion to an avatar use. */
#include "offline/vrm/to_vrm.h"
#include <hone/math.h>
#include <math.h>
#include <string.h>

void hone_vrm_direction(const to_vrm_context *context, const float in[3], float out[3])
{
    hone_axes_direction(context->axes, in, out);
}

void hone_vrm_point(const to_vrm_context *context, const float in[3], float out[3])
{
    hone_vrm_direction(context, in, out);
    hone_vec3_scale(out, context->scale, out);
}

const char *hone_vrm_copy(to_vrm_context *context, const char *text)
{
    return hone_builder_text(context->builder, text, strlen(text));
}

void hone_vrm_lose(to_vrm_context *context, hone_vrm_loss kind, const char *name)
{
    context->report->lost[kind]++;
    if (context->desc->lost)
        context->desc->lost(context->desc->user, kind, name);
}

int32_t hone_vrm_bone(const to_vrm_context *context, int32_t bone)
{
    return bone == HONE_NONE ? HONE_NONE : context->index[context->becomes[bone]];
}

void hone_vrm_bone_point(const to_vrm_context *context, int32_t bone, const float in[3], float out[3])
{
    hone_affine bone_from_model;
    float at[3];
    hone_affine_point(&context->posed[bone], in, at);
    hone_vrm_point(context, at, at);
    if (hone_affine_invert(&context->placed[context->becomes[bone]], &bone_from_model))
        hone_affine_point(&bone_from_model, at, out);
    else
        hone_vec3_set(0, 0, 0, out);
}

void hone_vrm_bone_direction(const to_vrm_context *context, int32_t bone, const float in[3], float out[3])
{
    hone_affine bone_from_model;
    float along[3];
    hone_affine_direction(&context->posed[bone], in, along);
    hone_vrm_direction(context, along, along);
    if (hone_affine_invert(&context->placed[context->becomes[bone]], &bone_from_model))
        hone_affine_direction(&bone_from_model, along, out);
    else
        hone_vec3_set(0, 0, 0, out);
}

bool hone_vrm_follows(const to_vrm_context *context, uint32_t bone)
{
    const hone_bone *b = &context->from->skeleton.bones[bone];
    return b->append_source != HONE_NONE && (b->flags & HONE_BONE_APPEND_ROTATION) &&
           !(b->flags & HONE_BONE_APPEND_LOCAL) && b->append_ratio > 0 && b->append_ratio <= 1;
}

/* A chain of one link that nothing limits turns the link so that it points at the goal. An axis that a constraint can
 * name must point there in the T-pose. */
bool hone_vrm_aims(const to_vrm_context *context, const hone_ik *ik, uint8_t *axis)
{
    const float near_enough = 0.9986f; /* 3 degrees */
    if (ik->link_count != 1 || ik->effector == HONE_NONE || ik->links->limited || ik->bone == ik->links->bone)
        return false;
    int32_t link = ik->links->bone;
    float to_goal[3], to_effector[3], at[3], unit[3], aim[3];
    hone_affine_origin(&context->posed[link], at);
    hone_affine_origin(&context->posed[ik->bone], to_goal);
    hone_affine_origin(&context->posed[ik->effector], to_effector);
    hone_vec3_subtract(to_goal, at, to_goal);
    hone_vec3_subtract(to_effector, at, to_effector);
    if (!hone_vec3_normalise(to_goal, unit) || !hone_vec3_normalise(to_effector, aim) ||
        hone_vec3_dot(unit, aim) < near_enough)
        return false;
    hone_vrm_direction(context, unit, unit); /* the bones of the avatar have its axes */
    for (uint8_t i = 0; i < 3; i++)
        if (fabsf(unit[i]) > near_enough) {
            *axis = (uint8_t)(unit[i] > 0 ? i : i + 3);
            return context->roles[link] == HONE_NONE && !context->keeps_pose;
        }
    return false;
}
