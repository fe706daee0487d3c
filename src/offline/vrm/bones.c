/* Makes the bones of the avatar, and the humanoid map. */
#include "base/memory/arena.h"
#include "offline/vrm/to_vrm.h"
#include <hone/math.h>
#include <string.h>

static uint32_t count_tails(const hone_model_data *from)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < from->spring_count; i++)
        for (uint32_t j = 0; j < from->springs[i].joint_count; j++)
            count += from->springs[i].joints[j].tail_bone == HONE_NONE;
    return count;
}

static hone_affine local_of(const hone_affine *parent, const hone_affine *placed)
{
    hone_affine parent_from_model;
    if (!parent || !hone_affine_invert(parent, &parent_from_model))
        return *placed;
    return hone_affine_multiply(&parent_from_model, placed);
}

static hone_bone make_bone(to_vrm_context *context, uint32_t b)
{
    const hone_bone *in = &context->from->skeleton.bones[b];
    int32_t parent = context->parents[b];
    return (hone_bone){.name = hone_vrm_copy(context, in->name),
                       .english_name = hone_vrm_copy(context, in->english_name),
                       .parent = parent == HONE_NONE ? HONE_NONE : context->index[parent],
                       .rest_local =
                           local_of(parent == HONE_NONE ? NULL : &context->placed[parent], &context->placed[b]),
                       .flags = HONE_BONE_ROTATABLE | HONE_BONE_VISIBLE | HONE_BONE_OPERABLE,
                       .tail_bone = HONE_NONE,
                       .append_source = HONE_NONE,
                       .ik = HONE_NONE};
}

/* A VRM names a bone as the tail of each joint: one is made where the tail is a point. */
static void add_tails(to_vrm_context *context, hone_bone *bones)
{
    uint32_t at = context->kept;
    for (uint32_t i = 0; i < context->from->spring_count; i++) {
        const hone_spring *spring = &context->from->springs[i];
        for (uint32_t j = 0; j < spring->joint_count; j++) {
            const hone_spring_joint *joint = &spring->joints[j];
            float offset[3];
            if (joint->tail_bone != HONE_NONE)
                continue;
            hone_vrm_bone_point(context, joint->bone, joint->tail_offset, offset);
            bones[at++] = (hone_bone){.name = "tail",
                                      .english_name = "",
                                      .parent = hone_vrm_bone(context, joint->bone),
                                      .rest_local = hone_affine_translation(offset),
                                      .tail_bone = HONE_NONE,
                                      .append_source = HONE_NONE,
                                      .ik = HONE_NONE};
        }
    }
}

static bool make_map(to_vrm_context *context)
{
    const hone_humanoid *human = &context->human.human;
    hone_humanoid_map_entry *map = hone_builder_array(context->builder, HONE_HUMANOID_COUNT, sizeof *map);
    for (int h = 0; map && h < HONE_HUMANOID_COUNT; h++)
        if (human->bones[h] != HONE_NONE)
            map[context->data.humanoid_map_count++] = (hone_humanoid_map_entry){
                hone_humanoid_bone_name((hone_humanoid_bone)h), hone_vrm_bone(context, human->bones[h])};
    context->data.humanoid_map = map;
    context->report->human_bones = context->data.humanoid_map_count;
    return map != NULL;
}

bool hone_vrm_make_bones(to_vrm_context *context)
{
    context->tails = count_tails(context->from);
    uint32_t count = context->kept + context->tails;
    hone_bone *bones = hone_builder_array(context->builder, count, sizeof *bones);
    if (!bones)
        return false;
    for (uint32_t b = 0; b < context->from->skeleton.bone_count; b++)
        if (context->index[b] != HONE_NONE)
            bones[context->index[b]] = make_bone(context, b);
    add_tails(context, bones);
    context->data.skeleton = (hone_skeleton){.bone_count = count, .bones = bones};
    return make_map(context);
}
