/* Makes constraints of nodes: those of the model, and MMD's append where one turns the bone as append does. */
#include "base/memory/arena.h"
#include "offline/vrm/to_vrm.h"
#include <string.h>

/* Marks the bones that MMD's append turns in a VRM: their sources, or sources of these, are bones of a human, or bones
 * that a spring turns. turned: [bone_count] zeroed. */
static void mark_turned(const to_vrm_context *context, uint8_t *turned)
{
    enum { UNKNOWN, NO, YES };
    const hone_bone *bones = context->from->skeleton.bones;
    for (uint32_t first = 0; first < context->from->skeleton.bone_count; first++) {
        int32_t b = (int32_t)first;
        uint8_t found = UNKNOWN;
        for (; found == UNKNOWN; b = bones[b].append_source) {
            int32_t source = bones[b].append_source;
            if (turned[b] || source == HONE_NONE)
                found = turned[b] ? turned[b] : NO;
            else if (context->roles[source] != HONE_NONE || context->swings[source])
                found = YES;
        }
        for (int32_t at = (int32_t)first; at != b && !turned[at]; at = bones[at].append_source) turned[at] = found;
    }
    for (uint32_t i = 0; i < context->from->skeleton.bone_count; i++) turned[i] = turned[i] == YES;
}

/* A bone of a human or of a spring has its own rotation. */
static void add_append(to_vrm_context *context, uint32_t b, hone_constraint *list)
{
    const hone_bone *bone = &context->from->skeleton.bones[b];
    int32_t own = hone_vrm_bone(context, (int32_t)b), source = hone_vrm_bone(context, bone->append_source);
    if (context->index[b] == HONE_NONE || own == source)
        return;
    bool free_to_turn = context->roles[b] == HONE_NONE && !context->swings[b];
    if (!hone_vrm_follows(context, b) || !free_to_turn || source == HONE_NONE) {
        hone_vrm_lose(context, HONE_VRM_LOSS_APPEND, bone->name);
        return;
    }
    if (bone->flags & HONE_BONE_APPEND_TRANSLATION)
        hone_vrm_lose(context, HONE_VRM_LOSS_APPEND, bone->name);
    list[context->data.constraint_count++] = (hone_constraint){
        .bone = own, .source = source, .kind = HONE_CONSTRAINT_ROTATION, .weight = bone->append_ratio};
}

/* A bone has one constraint. turned: those that have one already. */
static void add_chains(to_vrm_context *context, uint8_t *turned, hone_constraint *list)
{
    const hone_skeleton *skeleton = &context->from->skeleton;
    for (uint32_t i = 0; i < skeleton->ik_count; i++) {
        const hone_ik *ik = &skeleton->iks[i];
        uint8_t axis = 0;
        int32_t link = ik->link_count ? ik->links->bone : HONE_NONE;
        bool fits = hone_vrm_aims(context, ik, &axis) && !turned[link] && !context->swings[link] &&
                    context->index[link] != HONE_NONE && context->index[ik->bone] != HONE_NONE;
        if (!fits) {
            hone_vrm_lose(context, HONE_VRM_LOSS_IK, skeleton->bones[ik->bone].name);
            continue;
        }
        turned[link] = 1;
        list[context->data.constraint_count++] = (hone_constraint){.bone = context->index[link],
                                                                   .source = context->index[ik->bone],
                                                                   .kind = HONE_CONSTRAINT_AIM,
                                                                   .axis = axis,
                                                                   .weight = 1};
    }
}

bool hone_vrm_make_constraints(to_vrm_context *context)
{
    const hone_model_data *from = context->from;
    uint32_t bones = from->skeleton.bone_count;
    hone_constraint *list =
        hone_builder_array(context->builder, (size_t)from->constraint_count + 2 * (size_t)bones, sizeof *list);
    uint8_t *turned = hone_arena_array(context->scratch, bones, 1);
    if (!list || !turned)
        return false;
    for (uint32_t i = 0; i < from->constraint_count; i++) {
        hone_constraint *out = &list[context->data.constraint_count++];
        *out = from->constraints[i];
        out->bone = hone_vrm_bone(context, out->bone);
        out->source = hone_vrm_bone(context, out->source);
    }
    mark_turned(context, turned);
    for (uint32_t b = 0; b < bones; b++)
        if (turned[b] && from->skeleton.bones[b].append_source != HONE_NONE)
            add_append(context, b, list);
    add_chains(context, turned, list);
    context->data.constraints = list;
    context->report->constraints = context->data.constraint_count;
    return true;
}
