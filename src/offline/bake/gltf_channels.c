/* Writes the chosen keys as channels (glTF's form) of a model's bones and morphs. */
#include "base/error.h"
#include "base/memory/arena.h"
#include "offline/bake/bake_internal.h"
#include <math.h>
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

/* How many keys a track has. A track that jumps has its keys in `steps`, not among the chosen ones. */
static uint32_t key_count(const bake_context *b, uint32_t track)
{
    return hone_bake_jumps(b, track) ? b->steps[track].count : b->keys.counts[track];
}

/* ---- jumps ----------------------------------------------------------------------------------------------------- */

/* The keys of a track while they are written, with two more for each of its jumps. */
typedef struct track_keys {
    const hone_bake_jump *jumps;
    uint32_t jump_count, next; /* jumps */
    uint32_t width, count;
    double *times;
    float *values;
} track_keys;

static float *add_key(track_keys *to, double time)
{
    to->times[to->count] = time;
    return to->values + (size_t)to->count++ * to->width;
}

/* Adds the jumps between two keys, unless the keys are too far apart: then the jump was small enough to be left out.
 * The times are those of floats, as a glTF has them. */
static void add_jumps(track_keys *to, double from, double until, bool near)
{
    while (to->next < to->jump_count && to->jumps[to->next].time <= from) to->next++;
    for (; to->next < to->jump_count && to->jumps[to->next].time <= until; to->next++) {
        const hone_bake_jump *jump = &to->jumps[to->next];
        float at = (float)jump->time, before = nextafterf(at, 0);
        if (!near || !((double)before > to->times[to->count - 1]))
            continue;
        memcpy(add_key(to, (double)before), jump->before, to->width * sizeof *to->values);
        if ((double)at < until)
            memcpy(add_key(to, (double)at), jump->after, to->width * sizeof *to->values);
    }
}

/* ---- channels -------------------------------------------------------------------------------------------------- */

static double seconds_of(uint32_t sample)
{
    return sample / (double)(HONE_BAKE_TIMES_PER_FRAME * HONE_FRAMES_PER_SECOND);
}

/* Returns the number of keys written. */
static uint32_t fill_keys(const bake_context *b, const hone_channel *channel, const hone_bake_key *keys, uint32_t count,
                          track_keys *to)
{
    const uint32_t step = b->desc->tolerance == 0 ? HONE_BAKE_TIMES_PER_FRAME : 1;
    for (uint32_t k = 0; k < count; k++) {
        if (k > 0)
            add_jumps(to, seconds_of(keys[k - 1].time), seconds_of(keys[k].time),
                      keys[k].time - keys[k - 1].time <= step);
        fill_value(b, channel, keys[k].value, add_key(to, seconds_of(keys[k].time)));
    }
    return to->count;
}

static bool fill_channel(const bake_context *b, hone_builder *builder, uint32_t track, const hone_bake_key *keys,
                         hone_channel *out)
{
    uint32_t bones = hone_bake_track_of(b->chunk.bone_count, 0), count = key_count(b, track);
    const hone_bake_steps none = {0}, *steps = b->steps ? &b->steps[track] : &none;
    size_t most = count + 2 * (size_t)steps->jump_count;
    hone_channel_target *target = hone_builder_array(builder, 1, sizeof *target);
    double *times = hone_builder_array(builder, most, sizeof *times);
    uint8_t path = track < bones ? (uint8_t)(track % BAKE_PARTS) : HONE_CHANNEL_WEIGHTS;
    uint32_t width = path == HONE_CHANNEL_WEIGHTS ? 1 : hone_bake_part_widths[path];
    float *values = hone_builder_array(builder, most, width * sizeof *values);
    if (!target || !times || !values)
        return false;
    *target = target_of(b, builder, track);
    *out = (hone_channel){
        .path = path, .target_count = 1, .targets = target, .key_count = count, .times = times, .values = values};
    if (hone_bake_jumps(b, track)) {
        memcpy(times, steps->times, count * sizeof *times);
        memcpy(values, steps->values, count * width * sizeof *values);
        out->interpolation = HONE_INTERPOLATION_STEP;
        return true;
    }
    track_keys to = {
        .jumps = steps->jumps, .jump_count = steps->jump_count, .width = width, .times = times, .values = values};
    out->key_count = fill_keys(b, out, keys, count, &to);
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
