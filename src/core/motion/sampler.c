/* Samples a motion for a model. Each bound track keeps the current segment between two keys, with everything
 * precomputed that does not change in it. A sample is then one evaluation of the easing curve, three lerps and a
 * slerp. The result depends on the frame only, not on earlier samples. */
#include "base/error.h"
#include "base/memory/arena.h"
#include "core/motion/binding/bind.h"
#include "core/motion/binding/name_table.h"
#include "core/motion/bone_tracks.h"
#include "core/motion/channel.h"
#include "core/motion/fits.h"
#include "core/motion/key_repair.h"
#include "core/motion/keys.h"
#include "core/motion/lanes/kernel.h"
#include "core/motion/packed.h"

#include <hone/clip.h>

typedef struct morph_cursor {
    const hone_morph_key *keys;
    uint32_t key_count, morph;
    hone_key_segment segment;
} morph_cursor;

/* The state of one IK chain from a frame on, taken from the property keys. */
typedef struct ik_step {
    uint32_t frame;
    bool enabled;
} ik_step;

typedef struct ik_cursor {
    ik_step *steps;
    uint32_t step_count, ik;
    hone_key_segment segment;
} ik_cursor;

/* Allocated from its own arena. */
struct hone_sampler {
    hone_arena *memory;
    hone_model *model;
    hone_motion *motion;
    hone_mmd_rules rules;
    uint32_t morph_count, ik_count;
    hone_bone_tracks bones;
    morph_cursor *morphs;
    ik_cursor *iks;
    hone_key_segment property;
    hone_channels channels;
    hone_packed_sampler packed;
};

/* ---- creation -------------------------------------------------------------------------------------------------- */

static bool bind_morphs(hone_sampler *sampler, hone_arena *scratch)
{
    const hone_motion_data *data = hone_motion_get(sampler->motion);
    const hone_model_data *model = hone_model_get(sampler->model);
    const hone_morph_track *tracks = data->morph_tracks;
    uint32_t count = data->morph_track_count;
    const int32_t *morph_of =
        hone_bind((hone_named){tracks, sizeof *tracks, count},
                  (hone_named){model->morphs, sizeof *model->morphs, model->morph_count}, HONE_NAME_SIZE, scratch);
    morph_cursor *cursors = hone_arena_array(sampler->memory, count, sizeof *cursors);
    if (!morph_of || !cursors)
        return count == 0;
    sampler->morphs = cursors;
    for (uint32_t i = 0; i < count; i++)
        if (morph_of[i] != HONE_NONE && tracks[i].key_count)
            cursors[sampler->morph_count++] = (morph_cursor){
                .keys = tracks[i].keys, .key_count = tracks[i].key_count, .morph = (uint32_t)morph_of[i]};
    return true;
}

/* A state of a property key with the key's frame. They are collected in order. */
typedef struct framed_state {
    hone_track_name name;
    ik_step step;
} framed_state;

static uint32_t count_states(const hone_motion_data *data)
{
    uint64_t count = 0;
    for (uint32_t k = 0; k < data->property_key_count; k++) count += data->property_keys[k].state_count;
    return count < UINT32_MAX ? (uint32_t)count : UINT32_MAX;
}

static framed_state *collect_states(const hone_motion_data *data, uint32_t count, hone_arena *scratch)
{
    framed_state *states = hone_arena_array(scratch, count, sizeof *states);
    uint32_t n = 0;
    for (uint32_t k = 0; states && k < data->property_key_count; k++) {
        const hone_property_key *key = &data->property_keys[k];
        for (uint32_t s = 0; s < key->state_count && n < count; s++)
            states[n++] = (framed_state){key->states[s].name, {key->frame, key->states[s].enabled}};
    }
    return states;
}

/* Returns the index of each state's chain. */
static const int32_t *bind_states(const hone_skeleton *skeleton, const framed_state *states, uint32_t count,
                                  hone_arena *scratch)
{
    const char **goals = hone_arena_array(scratch, skeleton->ik_count, sizeof *goals);
    for (uint32_t i = 0; goals && i < skeleton->ik_count; i++) goals[i] = skeleton->bones[skeleton->iks[i].bone].name;
    return goals && states
               ? hone_bind((hone_named){states, sizeof *states, count},
                           (hone_named){goals, sizeof *goals, skeleton->ik_count}, HONE_IK_NAME_SIZE, scratch)
               : NULL;
}

/* A name applies to every chain whose goal has it: a bone of a PMD may have several chains, whose goals have the
 * same name. */
static bool share_steps(const hone_skeleton *skeleton, ik_cursor *cursors, hone_arena *scratch)
{
    hone_name_table table;
    hone_name *names = hone_arena_array(scratch, skeleton->ik_count, sizeof *names);
    for (uint32_t i = 0; names && i < skeleton->ik_count; i++) {
        const char *goal = skeleton->bones[skeleton->iks[i].bone].name;
        names[i] = (hone_name){goal, (uint32_t)strlen(goal)};
    }
    if (!names || !hone_name_table_make(&table, names, skeleton->ik_count, scratch))
        return false;
    for (uint32_t i = 0; i < skeleton->ik_count; i++) {
        uint32_t first = hone_name_table_find(&table, names[i]);
        if (first == UINT32_MAX)
            continue;
        cursors[i].steps = cursors[first].steps;
        cursors[i].step_count = cursors[first].step_count;
    }
    return true;
}

/* Gives every chain the steps with its name. */
static bool bind_iks(hone_sampler *sampler, hone_arena *scratch)
{
    const hone_motion_data *data = hone_motion_get(sampler->motion);
    const hone_skeleton *skeleton = hone_model_skeleton(sampler->model);
    uint32_t count = count_states(data);
    if (count == 0 || skeleton->ik_count == 0)
        return true;
    const framed_state *states = collect_states(data, count, scratch);
    const int32_t *ik_of = bind_states(skeleton, states, count, scratch);
    ik_step *steps = hone_arena_array(sampler->memory, count, sizeof *steps);
    ik_cursor *cursors = hone_arena_array(sampler->memory, skeleton->ik_count, sizeof *cursors);
    if (!ik_of || !steps || !cursors)
        return false;
    for (uint32_t n = 0; n < count; n++)
        if (ik_of[n] != HONE_NONE)
            cursors[ik_of[n]].step_count++;
    for (uint32_t i = 0; i < skeleton->ik_count; i++) {
        cursors[i].ik = i;
        cursors[i].steps = steps;
        steps += cursors[i].step_count;
        cursors[i].step_count = 0;
    }
    for (uint32_t n = 0; n < count; n++)
        if (ik_of[n] != HONE_NONE)
            cursors[ik_of[n]].steps[cursors[ik_of[n]].step_count++] = states[n].step;
    sampler->iks = cursors;
    sampler->ik_count = skeleton->ik_count;
    return share_steps(skeleton, cursors, scratch);
}

static bool bind_all(hone_sampler *sampler, const hone_allocator *allocator, hone_error *error)
{
    hone_arena *scratch = hone_arena_create(allocator, 0, error);
    if (!scratch)
        return false;
    bool bound = hone_bone_tracks_bind(&sampler->bones, sampler->motion, sampler->model, &sampler->rules,
                                       sampler->memory, scratch) &&
                 bind_morphs(sampler, scratch) && bind_iks(sampler, scratch) &&
                 (hone_motion_get(sampler->motion)->channel_count == 0 ||
                  hone_channels_bind(&sampler->channels, sampler->motion, sampler->model, sampler->memory, scratch)) &&
                 hone_packed_bind(&sampler->packed, sampler->motion, sampler->model, sampler->memory, scratch);
    hone_arena_destroy(scratch);
    return bound || hone_fail_memory(error);
}

hone_sampler *hone_sampler_create(const hone_sampler_desc *desc, hone_error *error)
{
    return hone_sampler_create_with(desc, hone_motion_best_kernel(), error);
}

/* Whether a motion has values that depend on axes and units; switches of visibility and chains do not. */
static bool has_values(const hone_motion_data *data)
{
    return data->bone_track_count || data->morph_track_count || data->channel_count || data->packed;
}

hone_sampler *hone_sampler_create_with(const hone_sampler_desc *desc, const hone_motion_kernel *kernel,
                                       hone_error *error)
{
    if (!desc || !desc->model || !desc->motion)
        return hone_fail_null(error, !desc ? "desc" : desc->model ? "motion" : "model"), NULL;
    const hone_motion_data *data = hone_motion_get(desc->motion);
    if (has_values(data) && data->space != hone_model_get(desc->model)->space)
        return hone_fail_space(error), NULL;
    hone_arena *memory = hone_arena_create(desc->allocator, 0, error);
    if (!memory)
        return NULL;
    hone_sampler *sampler = hone_arena_array(memory, 1, sizeof *sampler);
    if (!sampler) {
        hone_arena_fail(memory, error);
        return hone_arena_destroy(memory), NULL;
    }
    *sampler = (hone_sampler){.memory = memory,
                              .model = hone_model_retain(desc->model),
                              .motion = hone_motion_retain(desc->motion),
                              .rules = desc->rules,
                              .bones.kernel = kernel,
                              .channels.kernel = kernel};
    if (!bind_all(sampler, desc->allocator, error))
        return hone_sampler_destroy(sampler), NULL;
    return sampler;
}

void hone_sampler_destroy(hone_sampler *sampler)
{
    if (!sampler)
        return;
    hone_model_release(sampler->model);
    hone_motion_release(sampler->motion);
    hone_arena_destroy(sampler->memory);
}

uint32_t hone_sampler_bound_count(const hone_sampler *sampler)
{
    return sampler ? sampler->bones.bound + sampler->morph_count + sampler->channels.count +
                         sampler->packed.bone_count + sampler->packed.morph_count
                   : 0;
}

/* How many of its tracks and channels could move something. */
static uint64_t count_moving(const hone_motion_data *data)
{
    uint64_t count = 0;
    for (uint32_t i = 0; i < data->bone_track_count; i++) count += data->bone_tracks[i].key_count > 0;
    for (uint32_t i = 0; i < data->morph_track_count; i++) count += data->morph_tracks[i].key_count > 0;
    for (uint32_t i = 0; i < data->channel_count; i++) count += data->channels[i].key_count > 0;
    if (!data->packed)
        return count;
    const hone_packed_clip_info *info = hone_packed_clip_get_info(data->packed->clip);
    const uint8_t *parts = hone_packed_clip_parts(data->packed->clip);
    const uint8_t *has = hone_packed_clip_has_weight(data->packed->clip);
    for (uint32_t b = 0; b < info->bone_count; b++) count += parts[b] != 0;
    for (uint32_t w = 0; w < info->weight_count; w++) count += has[w] != 0;
    return count;
}

bool hone_sampler_check_moves(const hone_sampler *sampler, hone_error *error)
{
    const hone_motion_data *data = hone_motion_get(sampler->motion);
    if (hone_sampler_bound_count(sampler) || data->property_key_count)
        return true;
    const uint64_t moving = count_moving(data);
    return moving == 0 ||
           hone_fail(error, HONE_ERROR_ARGUMENT, 0,
                     "the model has none of the bones and morphs that the motion moves (%llu tracks and channels): it "
                     "must be retargeted (hone_retarget)",
                     (unsigned long long)moving);
}

bool hone_fail_space(hone_error *error)
{
    return hone_fail(error, HONE_ERROR_ARGUMENT, 0,
                     "the motion is not in the space of the model: it must be retargeted (hone_retarget)");
}

const hone_channels *hone_sampler_channels(const hone_sampler *sampler)
{
    return hone_sampler_bound_count(sampler) == sampler->channels.count ? &sampler->channels : NULL;
}

static void bound_bones(const hone_sampler *sampler, uint8_t *parts)
{
    for (uint32_t i = 0; i < sampler->bones.block_count; i++)
        for (uint32_t lane = 0; lane < sampler->bones.blocks[i].count; lane++)
            parts[sampler->bones.blocks[i].bones[lane]] |= HONE_CLIP_TRANSLATION | HONE_CLIP_ROTATION;
    for (uint32_t c = 0; c < sampler->channels.count; c++) {
        const hone_channel_cursor *cursor = &sampler->channels.cursors[c];
        if (cursor->channel->path < HONE_CHANNEL_WEIGHTS) /* the bits are in the order of the paths */
            parts[cursor->targets[0]] = (uint8_t)(parts[cursor->targets[0]] | 1u << cursor->channel->path);
    }
    for (uint32_t b = 0; b < sampler->packed.bone_count; b++)
        parts[sampler->packed.bones[b].to] |= sampler->packed.bones[b].parts;
}

static void bound_morphs(const hone_sampler *sampler, uint8_t *morphs)
{
    for (uint32_t i = 0; i < sampler->morph_count; i++) morphs[sampler->morphs[i].morph] = 1;
    for (uint32_t c = 0; c < sampler->channels.count; c++) {
        const hone_channel_cursor *cursor = &sampler->channels.cursors[c];
        for (uint32_t t = 0; cursor->channel->path == HONE_CHANNEL_WEIGHTS && t < cursor->channel->target_count; t++)
            if (cursor->targets[t] != HONE_NONE)
                morphs[cursor->targets[t]] = 1;
    }
    for (uint32_t m = 0; m < sampler->packed.morph_count; m++) morphs[sampler->packed.morphs[m].to] = 1;
}

void hone_sampler_bound(const hone_sampler *sampler, uint8_t *bone_parts, uint8_t *morphs)
{
    const hone_model_data *model = hone_model_get(sampler->model);
    if (bone_parts && model->skeleton.bone_count) {
        memset(bone_parts, 0, model->skeleton.bone_count);
        bound_bones(sampler, bone_parts);
    }
    if (morphs && model->morph_count) {
        memset(morphs, 0, model->morph_count);
        bound_morphs(sampler, morphs);
    }
}

/* ---- morphs and properties ---- */

static void sample_morph(morph_cursor *cursor, double frame, hone_pose *pose)
{
    if (!hone_key_segment_holds(&cursor->segment, frame))
        hone_key_segment_seek(&cursor->segment, cursor->keys, sizeof *cursor->keys, cursor->key_count, frame);
    const hone_morph_key *from = &cursor->keys[hone_key_segment_key(&cursor->segment)];
    double weight = from->weight;
    if (hone_key_segment_is_inner(&cursor->segment))
        weight += hone_key_segment_position(&cursor->segment, frame) * ((double)from[1].weight - weight);
    pose->morphs[cursor->morph] = (float)weight;
}

/* Before a chain's first step, and before the first property key, the pose keeps its values. */
static void sample_properties(hone_sampler *sampler, double frame, hone_pose *pose)
{
    const hone_motion_data *data = hone_motion_get(sampler->motion);
    const hone_property_key *keys = data->property_keys;
    if (!hone_key_segment_holds(&sampler->property, frame))
        hone_key_segment_seek(&sampler->property, keys, sizeof *keys, data->property_key_count, frame);
    if (sampler->property.past)
        pose->visible = keys[sampler->property.past - 1].visible;
    for (uint32_t i = 0; i < sampler->ik_count; i++) {
        ik_cursor *cursor = &sampler->iks[i];
        if (!hone_key_segment_holds(&cursor->segment, frame))
            hone_key_segment_seek(&cursor->segment, cursor->steps, sizeof *cursor->steps, cursor->step_count, frame);
        if (!cursor->segment.past)
            continue;
        pose->ik_enabled[cursor->ik] = cursor->steps[cursor->segment.past - 1].enabled;
        if (pose->ik_weights)
            pose->ik_weights[cursor->ik] = 1;
    }
}

void hone_sampler_sample(hone_sampler *sampler, double frame, hone_pose *pose)
{
    if (sampler->channels.count)
        hone_channels_sample(
            &sampler->channels, frame,
            &(hone_channel_out){.bones = pose->bones, .animated = pose->animated, .morphs = pose->morphs});
    if (sampler->packed.packed)
        hone_packed_sample(&sampler->packed, frame, pose);
    frame = hone_snap_frame(frame);
    hone_bone_tracks_sample(&sampler->bones, frame, pose);
    for (uint32_t i = 0; i < sampler->morph_count; i++) sample_morph(&sampler->morphs[i], frame, pose);
    if (hone_motion_get(sampler->motion)->property_key_count)
        sample_properties(sampler, frame, pose);
}
