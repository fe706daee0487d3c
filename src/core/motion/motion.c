/* Creates and releases motions, and tells what they contain. */
#include <hone/clip.h>
#include <hone/motion.h>

#include "base/error.h"
#include "base/memory/builder.h"
#include "core/motion/channel.h"
#include "core/motion/key_repair.h"
#include "core/motion/keys.h"
#include "core/motion/making.h"
#include "core/motion/root/kept_roots.h"

#include <stdatomic.h>

/* Allocated from its own arena. */
struct hone_motion {
    atomic_uint references;
    hone_builder *builder;
    hone_motion_data data;
    hone_warnings warnings;
    hone_kept_roots roots;
};

hone_motion *hone_motion_retain(const hone_motion *motion)
{
    hone_motion *counted = (hone_motion *)motion; /* the reference count is the only part that changes */
    if (counted)
        atomic_fetch_add_explicit(&counted->references, 1, memory_order_relaxed);
    return counted;
}

hone_kept_roots *hone_motion_kept_roots(const hone_motion *motion)
{
    return &((hone_motion *)motion)->roots; /* what is kept is no part of its data */
}

const hone_allocator *hone_motion_allocator(const hone_motion *motion)
{
    return hone_arena_allocator(hone_builder_memory(motion->builder));
}

/* The clip is closed first: its bytes are in the builder. */
static void destroy(hone_motion *motion)
{
    hone_kept_roots_close(&motion->roots, hone_motion_allocator(motion));
    if (motion->data.packed)
        hone_packed_clip_close(motion->data.packed->clip);
    hone_builder_destroy(motion->builder);
}

void hone_motion_release(const hone_motion *motion)
{
    hone_motion *counted = (hone_motion *)motion;
    if (counted && atomic_fetch_sub_explicit(&counted->references, 1, memory_order_acq_rel) == 1)
        destroy(counted);
}

const hone_motion_data *hone_motion_get(const hone_motion *motion)
{
    static const hone_motion_data nothing = {.model_name = ""};
    return motion ? &motion->data : &nothing;
}

hone_warnings hone_motion_warnings(const hone_motion *motion)
{
    return motion ? motion->warnings : (hone_warnings){0};
}

double hone_motion_duration(const hone_motion *motion)
{
    return hone_motion_get(motion)->duration;
}

bool hone_motion_moves(const hone_motion *motion)
{
    const hone_motion_data *data = hone_motion_get(motion);
    return data->bone_track_count || data->morph_track_count || data->property_key_count || data->channel_count ||
           data->packed;
}

/* ---- creation -------------------------------------------------------------------------------------------------- */

static uint64_t channel_key_total(const hone_motion_data *data, bool weights)
{
    uint64_t total = 0;
    for (uint32_t i = 0; i < data->channel_count; i++)
        if ((data->channels[i].path == HONE_CHANNEL_WEIGHTS) == weights)
            total += data->channels[i].key_count;
    return total;
}

static uint64_t bone_key_total(const hone_motion_data *data)
{
    uint64_t total = channel_key_total(data, false);
    for (uint32_t i = 0; i < data->bone_track_count; i++) total += data->bone_tracks[i].key_count;
    return total;
}

static uint64_t morph_key_total(const hone_motion_data *data)
{
    uint64_t total = channel_key_total(data, true);
    for (uint32_t i = 0; i < data->morph_track_count; i++) total += data->morph_tracks[i].key_count;
    return total;
}

static void count_records(uint32_t *records, uint64_t keys)
{
    if (*records == 0)
        *records = keys < UINT32_MAX ? (uint32_t)keys : UINT32_MAX;
}

static void count_all_records(hone_motion_data *data)
{
    count_records(&data->records.bone, bone_key_total(data));
    count_records(&data->records.morph, morph_key_total(data));
    count_records(&data->records.camera, data->camera_key_count);
    count_records(&data->records.light, data->light_key_count);
    count_records(&data->records.shadow, data->shadow_key_count);
    count_records(&data->records.property, data->property_key_count);
}

/* Checks that no array is missing. */
static bool check_arrays(const hone_motion_data *data, hone_error *error)
{
    const struct {
        uint32_t count;
        const void *array;
    } arrays[] = {{data->bone_track_count, data->bone_tracks}, {data->morph_track_count, data->morph_tracks},
                  {data->camera_key_count, data->camera_keys}, {data->light_key_count, data->light_keys},
                  {data->shadow_key_count, data->shadow_keys}, {data->property_key_count, data->property_keys},
                  {data->channel_count, data->channels},       {data->clip_count, data->clips}};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        if (arrays[i].count && !arrays[i].array)
            return hone_fail_null(error, "an array of the motion");
    for (uint32_t i = 0; i < data->bone_track_count; i++)
        if (data->bone_tracks[i].key_count && !data->bone_tracks[i].keys)
            return hone_fail_null(error, "the keys of a bone track");
    for (uint32_t i = 0; i < data->morph_track_count; i++)
        if (data->morph_tracks[i].key_count && !data->morph_tracks[i].keys)
            return hone_fail_null(error, "the keys of a morph track");
    for (uint32_t i = 0; i < data->property_key_count; i++)
        if (data->property_keys[i].state_count && !data->property_keys[i].states)
            return hone_fail_null(error, "the IK states of a property key");
    if (data->packed && !data->packed->clip)
        return hone_fail_null(error, "the packed clip");
    for (uint32_t i = 0; i < data->channel_count; i++)
        if (!hone_channel_check(&data->channels[i], i, error))
            return false;
    return true;
}

static uint32_t later(uint32_t last, const void *keys, size_t size, uint32_t count)
{
    uint32_t end = count ? hone_key_frame(keys, size, count - 1) : 0;
    return end > last ? end : last;
}

/* Repairs the tracks. The arrays are const only for users; the builder, and so the motion, owns them. */
static bool repair_tracks(hone_builder *builder, hone_motion_data *data, bool good_bone_keys)
{
    hone_bone_track *bones = (hone_bone_track *)data->bone_tracks;
    for (uint32_t i = 0; i < data->bone_track_count; i++) {
        hone_bone_track *track = &bones[i];
        if (!hone_repair_name(builder, &track->name, HONE_NAME_SIZE) ||
            (!good_bone_keys && !hone_repair_bone_keys(builder, (hone_bone_key *)track->keys, &track->key_count)))
            return false;
        data->last_frame = later(data->last_frame, track->keys, sizeof *track->keys, track->key_count);
    }
    hone_morph_track *morphs = (hone_morph_track *)data->morph_tracks;
    for (uint32_t i = 0; i < data->morph_track_count; i++) {
        hone_morph_track *track = &morphs[i];
        if (!hone_repair_name(builder, &track->name, HONE_NAME_SIZE) ||
            !hone_repair_morph_keys(builder, (hone_morph_key *)track->keys, &track->key_count))
            return false;
        data->last_frame = later(data->last_frame, track->keys, sizeof *track->keys, track->key_count);
    }
    return true;
}

static bool repair_scene(hone_builder *builder, hone_motion_data *data)
{
    if (!hone_repair_camera_keys(builder, (hone_camera_key *)data->camera_keys, &data->camera_key_count) ||
        !hone_repair_light_keys(builder, (hone_light_key *)data->light_keys, &data->light_key_count) ||
        !hone_repair_shadow_keys(builder, (hone_shadow_key *)data->shadow_keys, &data->shadow_key_count) ||
        !hone_repair_property_keys(builder, (hone_property_key *)data->property_keys, &data->property_key_count))
        return false;
    uint32_t last = data->last_frame;
    last = later(last, data->camera_keys, sizeof *data->camera_keys, data->camera_key_count);
    last = later(last, data->light_keys, sizeof *data->light_keys, data->light_key_count);
    last = later(last, data->shadow_keys, sizeof *data->shadow_keys, data->shadow_key_count);
    last = later(last, data->property_keys, sizeof *data->property_keys, data->property_key_count);
    data->last_frame = last;
    return true;
}

static bool repair_channels(hone_builder *builder, hone_motion_data *data)
{
    data->duration = data->last_frame / (double)HONE_FRAMES_PER_SECOND;
    for (uint32_t i = 0; i < data->channel_count; i++) {
        hone_channel *channel = (hone_channel *)&data->channels[i];
        hone_channel_target *targets = (hone_channel_target *)channel->targets;
        for (uint32_t t = 0; t < channel->target_count; t++) targets[t].name = targets[t].name ? targets[t].name : "";
        if (!hone_repair_channel(builder, channel, i))
            return false;
        double end = channel->key_count ? channel->times[channel->key_count - 1] : 0;
        data->duration = end > data->duration ? end : data->duration;
    }
    if (data->packed && data->packed->duration > data->duration)
        data->duration = data->packed->duration;
    hone_clip *clips = (hone_clip *)data->clips;
    for (uint32_t i = 0; i < data->clip_count; i++) clips[i].name = clips[i].name ? clips[i].name : "";
    return true;
}

static hone_motion *build(hone_builder *builder, const hone_motion_data *data, const hone_motion_context *how,
                          hone_error *error)
{
    if (hone_builder_failed(builder))
        return hone_builder_fail(builder, error), NULL;
    if (!check_arrays(data, error))
        return NULL;
    hone_motion *motion = hone_builder_array(builder, 1, sizeof *motion);
    if (!motion)
        return hone_builder_fail(builder, error), NULL;
    motion->builder = builder;
    motion->data = *data;
    motion->data.model_name = data->model_name ? data->model_name : "";
    motion->data.last_frame = 0;
    count_all_records(&motion->data);
    if (!repair_tracks(builder, &motion->data, how->good_bone_keys) || !repair_scene(builder, &motion->data) ||
        !repair_channels(builder, &motion->data))
        return hone_builder_fail(builder, error), NULL;
    if (!hone_builder_finish_warnings(builder, how->strict, &motion->warnings, error))
        return NULL;
    atomic_init(&motion->references, 1);
    hone_kept_roots_open(&motion->roots);
    return motion;
}

hone_motion *hone_motion_make(hone_builder *builder, const hone_motion_data *data, const hone_motion_context *how,
                              hone_error *error)
{
    hone_motion *motion = NULL;
    if (!builder || !data)
        hone_fail_null(error, builder ? "data" : "builder");
    else
        motion = build(builder, data, how, error);
    if (motion)
        return motion;
    if (data && data->packed)
        hone_packed_clip_close(data->packed->clip);
    hone_builder_destroy(builder);
    return NULL;
}

hone_motion *hone_motion_create(hone_builder *builder, const hone_motion_data *data, const hone_motion_desc *desc,
                                hone_error *error)
{
    return hone_motion_make(builder, data, &(hone_motion_context){.strict = desc && desc->strict}, error);
}
