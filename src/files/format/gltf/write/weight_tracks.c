#include "files/format/gltf/write/weight_tracks.h"
#include <math.h>
#include <stdlib.h>

bool hone_gltf_is_stepped(const hone_channel *channel)
{
    return channel->interpolation == HONE_INTERPOLATION_STEP;
}

float hone_gltf_weight_at(gltf_weight_track *track, double time)
{
    const hone_channel *channel = track->channel;
    const double *times = channel->times;
    bool stepped = hone_gltf_is_stepped(channel);
    while (track->key + 1 < channel->key_count &&
           (stepped ? (double)(float)times[track->key + 1] : times[track->key + 1]) <= time)
        track->key++;
    uint32_t k = track->key;
    const float *from = channel->values + (size_t)k * channel->target_count + track->column;
    if (stepped || k + 1 == channel->key_count || time <= times[k])
        return *from;
    float s = (float)((time - times[k]) / (times[k + 1] - times[k]));
    return *from + s * (from[channel->target_count] - *from);
}

/* Whether a channel has keys of a morph that is wanted. */
static bool is_wanted(const hone_channel *channel, const uint32_t *of_morph)
{
    if (channel->path != HONE_CHANNEL_WEIGHTS || channel->key_count == 0)
        return false;
    uint32_t t = 0;
    while (t < channel->target_count && !of_morph[channel->targets[t].index]) t++;
    return t < channel->target_count;
}

static int by_time(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

uint32_t hone_gltf_count_weights_with(const hone_motion_data *motion, const uint32_t *of_morph,
                                      hone_interpolation interpolation)
{
    uint32_t count = 0;
    for (uint32_t c = 0; c < motion->channel_count; c++)
        count += is_wanted(&motion->channels[c], of_morph) && motion->channels[c].interpolation == interpolation;
    return count;
}

/* Adds the times of a channel. rounded: to floats, so that steps are where the file has them. pairs: each step gets
 * two keys at neighbouring floats, because other channels are linear. */
static uint32_t add_own_times(const hone_channel *channel, bool rounded, bool pairs, double *out)
{
    uint32_t count = 0;
    for (uint32_t k = 0; k < channel->key_count; k++) {
        float time = (float)channel->times[k];
        if (pairs && hone_gltf_is_stepped(channel) && time > 0)
            out[count++] = (double)nextafterf(time, 0);
        out[count++] = rounded ? (double)time : channel->times[k];
    }
    return count;
}

uint32_t hone_gltf_merge_weight_times(const hone_motion_data *motion, const uint32_t *of_morph, bool linear,
                                      double *out)
{
    uint32_t count = 0, kept = 0;
    bool steps = hone_gltf_count_weights_with(motion, of_morph, HONE_INTERPOLATION_STEP) > 0,
         pairs = steps && (linear || hone_gltf_count_weights_with(motion, of_morph, HONE_INTERPOLATION_LINEAR) > 0);
    for (uint32_t c = 0; c < motion->channel_count; c++)
        if (is_wanted(&motion->channels[c], of_morph))
            count += add_own_times(&motion->channels[c], steps, pairs, out + count);
    qsort(out, count, sizeof *out, by_time);
    for (uint32_t i = 0; i < count; i++)
        if (i == 0 || out[i] > out[kept - 1])
            out[kept++] = out[i];
    return kept;
}

void hone_gltf_find_weight_tracks(const hone_motion_data *motion, const uint32_t *of_morph, gltf_weight_track *tracks)
{
    for (uint32_t c = 0; c < motion->channel_count; c++) {
        const hone_channel *channel = &motion->channels[c];
        for (uint32_t t = 0; is_wanted(channel, of_morph) && t < channel->target_count; t++)
            if (of_morph[channel->targets[t].index])
                tracks[of_morph[channel->targets[t].index] - 1] = (gltf_weight_track){channel, t, 0};
    }
}

uint64_t hone_gltf_count_weight_keys(const hone_motion_data *motion, const uint32_t *of_morph)
{
    uint64_t count = 0;
    for (uint32_t c = 0; c < motion->channel_count; c++)
        if (is_wanted(&motion->channels[c], of_morph))
            count += motion->channels[c].key_count;
    return count;
}
