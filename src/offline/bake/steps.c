#include "offline/bake/steps.h"
#include "play/actor/plain_channels.h"
#include <hone/math.h>
#include <string.h>

/* A part of a bone, or the weight of a morph, in a channel. */
typedef struct part {
    const hone_channel *channel;
    uint32_t column, width; /* of each key's values */
} part;

static const float *value_of(const part *p, uint32_t key)
{
    return hone_channel_value(p->channel, key) + p->column;
}

static bool only_jumps(const part *p)
{
    const hone_channel *channel = p->channel;
    if (channel->interpolation != HONE_INTERPOLATION_LINEAR)
        return channel->interpolation == HONE_INTERPOLATION_STEP;
    for (uint32_t k = 1; k < channel->key_count; k++)
        if (!hone_channel_jumps(channel, k) &&
            memcmp(value_of(p, k - 1), value_of(p, k), p->width * sizeof(float)) != 0)
            return false;
    return true;
}

/* Writes the keys at which the value changes, up to `last`. Times are floats as in a glTF: of keys at the same float
 * the later one counts. */
static uint32_t list_jumps(const part *p, double last, double *times, float *values)
{
    const hone_channel *channel = p->channel;
    uint32_t count = 0;
    for (uint32_t k = 0; k < channel->key_count; k++) {
        double time = k == 0 || channel->times[k] < 0 ? 0 : (double)(float)channel->times[k];
        if (time > last)
            break;
        if (count && time == times[count - 1])
            count--;
        if (count && memcmp(values + (size_t)(count - 1) * p->width, value_of(p, k), p->width * sizeof *values) == 0)
            continue;
        times[count] = time;
        memcpy(values + (size_t)count++ * p->width, value_of(p, k), p->width * sizeof *values);
    }
    return count;
}

static void set_steps(const part *p, uint32_t last_frame, hone_arena *memory, hone_bake_steps *out)
{
    const double last = (double)(float)(last_frame / (double)HONE_FRAMES_PER_SECOND);
    uint32_t most = p->channel->key_count + 1;
    double *times = hone_arena_array(memory, most, sizeof *times);
    float *values = hone_arena_array(memory, (size_t)most * p->width, sizeof *values);
    if (hone_arena_failed(memory))
        return;
    uint32_t count = list_jumps(p, last, times, values);
    if (count < 2)
        return;
    if (times[count - 1] < last) {
        times[count] = last;
        memcpy(values + (size_t)count * p->width, values + (size_t)(count - 1) * p->width, p->width * sizeof *values);
        count++;
    }
    for (uint32_t k = 0; k < count && p->width == 4; k++)
        hone_quat_normalise(values + (size_t)4 * k, values + (size_t)4 * k);
    *out = (hone_bake_steps){.count = count, .times = times, .values = values};
}

/* Whether the value is another just before a key. */
static bool jumps_at(const part *p, uint32_t key)
{
    return key > 0 && p->channel->interpolation != HONE_INTERPOLATION_STEP && hone_channel_jumps(p->channel, key) &&
           memcmp(value_of(p, key - 1), value_of(p, key), p->width * sizeof(float)) != 0;
}

/* Lists the jumps of a part that does not only jump. */
static void list_inner_jumps(const part *p, hone_arena *memory, hone_bake_steps *out)
{
    uint32_t count = 0;
    for (uint32_t k = 0; k < p->channel->key_count; k++) count += jumps_at(p, k);
    hone_bake_jump *jumps = hone_arena_array(memory, count, sizeof *jumps);
    for (uint32_t k = 0; jumps && k < p->channel->key_count; k++) {
        if (!jumps_at(p, k))
            continue;
        hone_bake_jump *jump = &jumps[out->jump_count++];
        jump->time = p->channel->times[k];
        memcpy(jump->before, value_of(p, k - 1), p->width * sizeof(float));
        memcpy(jump->after, value_of(p, k), p->width * sizeof(float));
        if (p->width == 4)
            hone_quat_normalise(jump->before, jump->before), hone_quat_normalise(jump->after, jump->after);
    }
    out->jumps = jumps;
}

/* morph_tracks: [morph_count of the model] */
static uint32_t track_of(const hone_channel *channel, int32_t target, const uint32_t *morph_tracks)
{
    if (target == HONE_NONE)
        return UINT32_MAX;
    return channel->path == HONE_CHANNEL_WEIGHTS ? morph_tracks[target] : (uint32_t)target * BAKE_PARTS + channel->path;
}

static uint32_t *list_morph_tracks(const hone_sample_chunk *chunk, hone_arena *memory)
{
    uint32_t *tracks = hone_arena_array(memory, chunk->model->morph_count, sizeof *tracks);
    for (uint32_t m = 0; tracks && m < chunk->model->morph_count; m++) tracks[m] = UINT32_MAX;
    for (uint32_t m = 0; tracks && m < chunk->morph_count; m++)
        tracks[chunk->morphs[m]] = chunk->bone_count * BAKE_PARTS + m;
    return tracks;
}

/* If a part has several channels, the last one holds. */
static void find_steps(const hone_channels *channels, const uint32_t *morph_tracks, uint32_t last_frame,
                       hone_arena *memory, hone_bake_steps *steps)
{
    for (uint32_t c = 0; c < channels->count; c++) {
        const hone_channel_cursor *cursor = &channels->cursors[c];
        bool weights = cursor->channel->path == HONE_CHANNEL_WEIGHTS;
        for (uint32_t t = 0; t < cursor->channel->target_count; t++) {
            uint32_t track = track_of(cursor->channel, cursor->targets[t], morph_tracks);
            const part p = {cursor->channel, weights ? t : 0, weights ? 1 : hone_channel_width(cursor->channel)};
            if (track == UINT32_MAX)
                continue;
            steps[track] = (hone_bake_steps){0};
            if (only_jumps(&p))
                set_steps(&p, last_frame, memory, &steps[track]);
            else
                list_inner_jumps(&p, memory, &steps[track]);
        }
    }
}

hone_bake_steps *hone_bake_find_steps(const hone_actor *actor, const hone_sample_chunk *chunk, uint32_t last_frame,
                                      hone_arena *memory)
{
    const hone_channels *channels = hone_actor_plain_channels(actor, last_frame);
    uint32_t count = chunk->bone_count * BAKE_PARTS + chunk->morph_count;
    hone_bake_steps *steps = hone_arena_array(memory, count + 1, sizeof *steps); /* never empty */
    const uint32_t *morph_tracks = channels ? list_morph_tracks(chunk, memory) : NULL;
    if (channels && !hone_arena_failed(memory))
        find_steps(channels, morph_tracks, last_frame, memory, steps);
    return hone_arena_failed(memory) ? NULL : steps;
}
