/* Writes the chosen keys as channels (glTF's form) of a model's bones and morphs. */
#include "base/error.h"
#include "base/memory/arena.h"
#include "offline/bake/bake_internal.h"
#include <string.h>

static hone_channel_target target_of(const bake_context *b, hone_builder *builder, uint32_t track)
{
    const hone_model_data *model = b->chunk.model;
    uint32_t bones = hone_bake_track_of(b->chunk.bone_count, 0);
    int32_t index = (int32_t)(track < bones ? track / BAKE_PARTS : b->chunk.morphs[track - bones]);
    const char *name = track < bones ? model->skeleton.bones[index].name : model->morphs[index].name;
    return (hone_channel_target){hone_builder_text(builder, name, strlen(name)), index};
}

/* In poses of MMD models a translation is relative to rest. */
static void fill_value(const bake_context *b, const hone_channel *channel, const float value[4], float *out)
{
    static const uint32_t widths[HONE_CHANNEL_PATH_COUNT] = {3, 4, 3, 1};
    memcpy(out, value, widths[channel->path] * sizeof *out);
    const hone_bone *bone = &b->chunk.model->skeleton.bones[channel->targets[0].index];
    for (int r = 0; r < 3 && channel->path == HONE_CHANNEL_TRANSLATION && b->chunk.model->space == HONE_SPACE_MMD; r++)
        out[r] -= bone->rest_local.m[r][3];
}

/* Keys of a track; those of steps are not in the log. */
static uint32_t key_count(const bake_context *b, uint32_t track)
{
    return hone_bake_jumps(b, track) ? b->steps[track].count : b->keys.counts[track];
}

static bool fill_channel(const bake_context *b, hone_builder *builder, uint32_t track, const hone_bake_key *keys,
                         hone_channel *out)
{
    uint32_t bones = hone_bake_track_of(b->chunk.bone_count, 0), count = key_count(b, track);
    hone_channel_target *target = hone_builder_array(builder, 1, sizeof *target);
    double *times = hone_builder_array(builder, count, sizeof *times);
    uint8_t path = track < bones ? (uint8_t)(track % BAKE_PARTS) : HONE_CHANNEL_WEIGHTS;
    uint32_t width = path == HONE_CHANNEL_WEIGHTS ? 1 : hone_bake_part_widths[path];
    float *values = hone_builder_array(builder, count, width * sizeof *values);
    if (!target || !times || !values)
        return false;
    *target = target_of(b, builder, track);
    *out = (hone_channel){
        .path = path, .target_count = 1, .targets = target, .key_count = count, .times = times, .values = values};
    if (hone_bake_jumps(b, track)) {
        memcpy(times, b->steps[track].times, count * sizeof *times);
        memcpy(values, b->steps[track].values, count * width * sizeof *values);
        out->interpolation = HONE_INTERPOLATION_STEP;
        return true;
    }
    for (uint32_t k = 0; k < count; k++) {
        times[k] = keys[k].time / (double)(HONE_BAKE_TIMES_PER_FRAME * HONE_FRAMES_PER_SECOND);
        fill_value(b, out, keys[k].value, values + (size_t)k * width);
    }
    return true;
}

static bool fill_motion(const bake_context *b, hone_builder *builder, hone_motion_data *out)
{
    uint32_t kept = 0, at = 0;
    size_t keys = b->keys.log.bytes.size / sizeof(hone_bake_key);
    for (uint32_t t = 0; t < b->keys.track_count; t++) {
        kept += key_count(b, t) > 0;
        b->report->keys_after += key_count(b, t);
    }
    hone_bake_key *sorted = hone_arena_array(b->memory, keys, sizeof *sorted);
    hone_channel *channels = hone_builder_array(builder, kept, sizeof *channels);
    out->model_name = hone_builder_text(builder, b->chunk.model->name, strlen(b->chunk.model->name));
    if ((keys && !sorted) || (kept && !channels))
        return false;
    if (sorted)
        hone_bake_keys_sort(&b->keys, sorted);
    for (uint32_t t = 0; t < b->keys.track_count; at += b->keys.counts[t++])
        if (key_count(b, t) &&
            !fill_channel(b, builder, t, sorted ? sorted + at : NULL, &channels[out->channel_count++]))
            return false;
    out->channels = channels;
    b->report->keys_before = (uint64_t)kept * (b->desc->last_frame + 1);
    return true;
}

hone_motion *hone_bake_make_channels(const bake_context *b, hone_error *error)
{
    hone_motion_data data = {.space = b->chunk.model->space, .source = b->chunk.model->source};
    hone_builder *builder = hone_builder_create(b->desc->allocator, 0, error);
    if (!builder)
        return NULL;
    if (!fill_motion(b, builder, &data)) {
        hone_builder_destroy(builder);
        return hone_fail_memory(error), NULL;
    }
    return hone_motion_create(builder, &data, NULL, error);
}
