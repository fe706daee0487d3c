#include "core/motion/packed.h"
#include "core/motion/binding/namesakes.h"
#include "core/motion/keys.h"
#include <hone/clip.h>
#include <hone/math.h>

/* ---- binding ---- */

/* Finds the switches of a bone; they are sorted by bone. */
static void find_switches(const hone_packed_motion *packed, hone_packed_bone *bone, uint32_t *at)
{
    while (*at < packed->switch_count && packed->switches[*at].bone < bone->from) ++*at;
    bone->switch_begin = *at;
    while (*at < packed->switch_count && packed->switches[*at].bone == bone->from) ++*at;
    bone->switch_end = *at;
}

static void bind_bones(hone_packed_sampler *sampler, const hone_namesakes *names, bool by_index,
                       const hone_skeleton *skeleton)
{
    const hone_packed_motion *packed = sampler->packed;
    const uint8_t *parts = hone_packed_clip_parts(packed->clip);
    uint32_t at = 0;
    for (uint32_t b = 0; b < hone_packed_clip_get_info(packed->clip)->bone_count; b++) {
        int32_t to = parts[b] ? hone_namesakes_find(names, &packed->bones[b], by_index) : HONE_NONE;
        sampler->decoded[b] = (hone_transform)HONE_TRANSFORM_IDENTITY;
        if (to == HONE_NONE)
            continue;
        hone_packed_bone *bone = &sampler->bones[sampler->bone_count++];
        *bone = (hone_packed_bone){.from = b, .to = (uint32_t)to, .parts = parts[b]};
        find_switches(packed, bone, &at);
        sampler->decoded[b] = skeleton->bones[to].rest;
    }
}

static void bind_morphs(hone_packed_sampler *sampler, const hone_namesakes *names, bool by_index,
                        const hone_model_data *model)
{
    const hone_packed_motion *packed = sampler->packed;
    const uint8_t *has = hone_packed_clip_has_weight(packed->clip);
    for (uint32_t w = 0; w < hone_packed_clip_get_info(packed->clip)->weight_count; w++) {
        int32_t to = has[w] ? hone_namesakes_find(names, &packed->morphs[w], by_index) : HONE_NONE;
        if (to == HONE_NONE)
            continue;
        sampler->morphs[sampler->morph_count++] = (hone_packed_morph){w, (uint32_t)to};
        sampler->weights[w] = model->morphs[to].default_weight;
    }
}

bool hone_packed_bind(hone_packed_sampler *sampler, const hone_motion *motion, const hone_model *model,
                      hone_arena *memory, hone_arena *scratch)
{
    const hone_motion_data *data = hone_motion_get(motion);
    const hone_model_data *to = hone_model_get(model);
    *sampler = (hone_packed_sampler){.packed = data->packed};
    if (!data->packed)
        return true;
    const hone_packed_clip_info *info = hone_packed_clip_get_info(data->packed->clip);
    const hone_skeleton *skeleton = &to->skeleton;
    hone_namesakes bones, morphs;
    bool by_index = data->source && data->source == to->source;
    sampler->rate = info->rate / HONE_FRAMES_PER_SECOND;
    sampler->bones = hone_arena_array(memory, info->bone_count, sizeof *sampler->bones);
    sampler->decoded = hone_arena_array(memory, info->bone_count, sizeof *sampler->decoded);
    sampler->morphs = hone_arena_array(memory, info->weight_count, sizeof *sampler->morphs);
    sampler->weights = hone_arena_array(memory, info->weight_count, sizeof *sampler->weights);
    if (hone_arena_failed(memory) ||
        !hone_namesakes_make(&bones, skeleton->bones, sizeof *skeleton->bones, skeleton->bone_count, scratch) ||
        !hone_namesakes_make(&morphs, to->morphs, sizeof *to->morphs, to->morph_count, scratch))
        return false;
    bind_bones(sampler, &bones, by_index, skeleton);
    bind_morphs(sampler, &morphs, by_index, to);
    return true;
}

/* ---- samples ---- */

/* Writes the last switch at or before the frame; before all of them, physics is on. */
static void set_physics(const hone_packed_sampler *sampler, const hone_packed_bone *bone, double frame, hone_pose *pose)
{
    const hone_physics_switch *switches = sampler->packed->switches;
    bool off = false;
    for (uint32_t i = bone->switch_begin; i < bone->switch_end && switches[i].frame <= frame; i++)
        off = switches[i].off;
    pose->physics_off[bone->to] = off;
}

static void set_bone(const hone_packed_bone *bone, const hone_transform *from, hone_transform *to)
{
    if (bone->parts & HONE_CLIP_TRANSLATION)
        hone_vec3_copy(from->translation, to->translation);
    if (bone->parts & HONE_CLIP_ROTATION)
        hone_quat_copy(from->rotation, to->rotation);
    if (bone->parts & HONE_CLIP_SCALE)
        hone_vec3_copy(from->scale, to->scale);
}

static void set_morphs(hone_packed_sampler *sampler, double sample, float *morphs)
{
    if (sampler->morph_count == 0)
        return;
    hone_packed_clip_decode_weights(sampler->packed->clip, sample, sampler->weights);
    for (uint32_t m = 0; m < sampler->morph_count; m++)
        morphs[sampler->morphs[m].to] = sampler->weights[sampler->morphs[m].from];
}

void hone_packed_sample(hone_packed_sampler *sampler, double frame, hone_pose *pose)
{
    double sample = hone_snap_frame(frame) * sampler->rate;
    hone_packed_clip_decode(sampler->packed->clip, sample, sampler->decoded);
    for (uint32_t b = 0; b < sampler->bone_count; b++) {
        const hone_packed_bone *bone = &sampler->bones[b];
        set_bone(bone, &sampler->decoded[bone->from], &pose->bones[bone->to]);
        pose->animated[bone->to] = 1;
        if (bone->switch_end > bone->switch_begin)
            set_physics(sampler, bone, frame, pose);
    }
    set_morphs(sampler, sample, pose->morphs);
}
