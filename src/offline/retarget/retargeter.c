/* Retargets one pose at a time, while the source plays. */
#include "base/error.h"
#include "offline/retarget/retarget.h"

#include <string.h>

/* In its own arena. */
struct hone_retargeter {
    retarget_context context;
    hone_retarget_desc desc;
    const hone_model *source, *target;
};

static bool prepare(hone_retargeter *made, const hone_retargeter_desc *desc, hone_error *error)
{
    made->desc = (hone_retarget_desc){
        .target = desc->target, .reach_hands = desc->reach_hands, .feet = HONE_RETARGET_FEET_FOLLOW};
    made->context.desc = &made->desc;
    made->source = hone_model_retain(desc->source);
    made->target = hone_model_retain(desc->target);
    return hone_retarget_prepare(&made->context, desc->source, desc->target, error);
}

hone_retargeter *hone_retargeter_create(const hone_retargeter_desc *desc, hone_error *error)
{
    if (!desc || !desc->source || !desc->target)
        return hone_fail_null(error, "the models of the retargeter"), NULL;
    hone_arena *memory = hone_arena_create(desc->allocator, 0, error);
    if (!memory)
        return NULL;
    hone_retargeter *made = hone_arena_array(memory, 1, sizeof *made);
    if (!made) {
        hone_arena_fail(memory, error);
        hone_arena_destroy(memory);
        return NULL;
    }
    made->context.memory = memory;
    if (prepare(made, desc, error))
        return made;
    hone_retargeter_destroy(made);
    return NULL;
}

void hone_retargeter_destroy(hone_retargeter *retargeter)
{
    if (!retargeter)
        return;
    hone_model_release(retargeter->source);
    hone_model_release(retargeter->target);
    hone_arena_destroy(retargeter->context.memory);
}

float hone_retargeter_scale(const hone_retargeter *retargeter)
{
    return retargeter->context.scale;
}

static void write_bone(const retarget_context *r, uint32_t bone, hone_pose *out)
{
    const hone_transform *local = &r->locals[bone];
    const hone_affine *rest = &r->target.model->skeleton.bones[bone].rest_local;
    hone_transform *to = &out->bones[bone];
    *to = *local;
    for (int i = 0; i < 3 && r->target.model->space == HONE_SPACE_MMD; i++) to->translation[i] -= rest->m[i][3];
    out->animated[bone] = 1;
}

void hone_retargeter_apply(hone_retargeter *retargeter, const hone_affine *bones, const float *morphs, hone_pose *out)
{
    retarget_context *r = &retargeter->context;
    retarget_pose pose = {0};
    retarget_legs legs;
    hone_retarget_pose_read(r, bones, morphs, &pose);
    hone_retarget_follow(r, &pose, &legs);
    hone_retarget_pose_make(r, &pose, &legs);
    for (uint32_t d = 0; d < r->driven_count; d++) write_bone(r, r->driven[d], out);
    for (uint32_t p = 0; morphs && p < r->pair_count; p++)
        out->morphs[r->pairs[p].to] = hone_retarget_weight(r, &r->pairs[p], &pose, morphs, morphs);
}
