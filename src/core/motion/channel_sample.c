/* Samples channels: binds them to the bones and morphs of a model, and writes a pose. */
#include "base/memory/arena.h"
#include "core/motion/binding/namesakes.h"
#include "core/motion/channel.h"
#include <hone/math.h>
#include <string.h>

/* ---- binding ---- */

/* Finds the channel's targets. Returns false if the channel moves nothing in the model. */
static bool bind(const hone_channel *channel, const hone_namesakes *in, bool by_index, int32_t *targets)
{
    bool any = false;
    for (uint32_t t = 0; t < channel->target_count; t++) {
        targets[t] = hone_namesakes_find(in, &channel->targets[t], by_index);
        any |= targets[t] != HONE_NONE;
    }
    return any && channel->key_count;
}

bool hone_channels_bind(hone_channels *channels, const hone_motion *motion, const hone_model *model, hone_arena *memory,
                        hone_arena *scratch)
{
    const hone_motion_data *data = hone_motion_get(motion);
    const hone_model_data *to = hone_model_get(model);
    const hone_skeleton *skeleton = &to->skeleton;
    bool by_index = data->source && data->source == to->source;
    hone_namesakes bones, morphs;
    if (data->channel_count == 0)
        return true;
    channels->cursors = hone_arena_array(memory, data->channel_count, sizeof *channels->cursors);
    if (!channels->cursors ||
        !hone_namesakes_make(&bones, skeleton->bones, sizeof *skeleton->bones, skeleton->bone_count, scratch) ||
        !hone_namesakes_make(&morphs, to->morphs, sizeof *to->morphs, to->morph_count, scratch))
        return false;
    for (uint32_t c = 0; c < data->channel_count; c++) {
        const hone_channel *channel = &data->channels[c];
        int32_t *targets = hone_arena_array(memory, channel->target_count, sizeof *targets);
        if (!targets && channel->target_count)
            return false;
        if (bind(channel, channel->path == HONE_CHANNEL_WEIGHTS ? &morphs : &bones, by_index, targets))
            channels->cursors[channels->count++] = hone_channel_cursor_of(channel, targets);
    }
    return hone_channels_group(channels, skeleton->bone_count, memory, scratch);
}

/* ---- values ---- */

/* Returns the position between the two keys, 0..1. */
static double position(const hone_key_segment *segment, double seconds)
{
    double s = hone_key_segment_position(segment, seconds);
    return s > 0 ? fmin(s, 1) : 0;
}

/* Evaluates the cubic Hermite spline of the glTF 2.0 specification ("Appendix C"). If it overflows, the key's value
 * is used. */
static float cubic(const hone_channel_cursor *cursor, uint32_t i, double s)
{
    const hone_channel *channel = cursor->channel;
    uint32_t width = hone_channel_width(channel), key = hone_key_segment_key(&cursor->segment);
    const float *from = hone_channel_value(channel, key) + i, *to = hone_channel_value(channel, key + 1) + i;
    double seconds = cursor->segment.end - cursor->segment.begin, s2 = s * s, s3 = s2 * s;
    double out_tangent = seconds * (double)from[width], in_tangent = seconds * (double)*(to - width);
    float value = (float)((2 * s3 - 3 * s2 + 1) * (double)from[0] + (s3 - 2 * s2 + s) * out_tangent +
                          (3 * s2 - 2 * s3) * (double)to[0] + (s3 - s2) * in_tangent);
    return isfinite(value) ? value : from[0];
}

static float value_at(const hone_channel_cursor *cursor, uint32_t i, double s)
{
    const hone_channel *channel = cursor->channel;
    const float *from = hone_channel_value(channel, hone_key_segment_key(&cursor->segment)) + i;
    if (channel->interpolation == HONE_INTERPOLATION_STEP || !hone_key_segment_is_inner(&cursor->segment))
        return from[0];
    if (channel->interpolation == HONE_INTERPOLATION_CUBIC)
        return cubic(cursor, i, s);
    return (float)(from[0] + s * ((double)from[hone_channel_width(channel)] - from[0]));
}

static void sample_weights(const hone_channel_cursor *cursor, double s, float *morphs)
{
    for (uint32_t t = 0; t < cursor->channel->target_count; t++)
        if (cursor->targets[t] != HONE_NONE)
            morphs[cursor->targets[t]] = value_at(cursor, t, s);
}

/* Writes numbers of a bone's transform. first: which is the first, in the order of hone_transform. */
static void write(const hone_channel_out *out, uint32_t bone, uint32_t first, const float *numbers, uint32_t count)
{
    memcpy((float *)&out->bones[bone] + first, numbers, count * sizeof *numbers);
    if (out->animated)
        out->animated[bone] = 1;
}

/* Samples a channel that is in no block: weights, or not linear. */
static void sample(const hone_channel_cursor *cursor, double s, const hone_channel_out *out)
{
    hone_channel_path path = cursor->channel->path;
    float value[4];
    if (path == HONE_CHANNEL_WEIGHTS) {
        if (out->morphs)
            sample_weights(cursor, s, out->morphs);
        return;
    }
    for (uint32_t i = 0; i < hone_channel_width(cursor->channel); i++) value[i] = value_at(cursor, i, s);
    if (path == HONE_CHANNEL_ROTATION)
        hone_quat_normalise(value, value);
    write(out, (uint32_t)cursor->targets[0], hone_channel_first(path), value, hone_channel_width(cursor->channel));
}

void hone_channels_sample(hone_channels *channels, double frame, const hone_channel_out *out)
{
    /* Times computed from frames are off by at most what hone_frame_from_seconds can change. */
    static const double tolerance = 1e-6 / HONE_FRAMES_PER_SECOND;
    double seconds = frame / HONE_FRAMES_PER_SECOND;
    hone_channel_time time = {seconds, isnan(frame) ? -(double)INFINITY : seconds + tolerance};
    hone_channel_blocks_sample(channels, time, out);
    for (uint32_t i = 0; i < channels->other_count; i++) {
        hone_channel_cursor *cursor = &channels->cursors[channels->others[i]];
        hone_key_segment *segment = &cursor->segment;
        if (!hone_key_segment_holds(segment, time.reached))
            hone_key_segment_seek_time(segment, cursor->channel->times, cursor->channel->key_count, time.reached);
        sample(cursor, hone_key_segment_is_inner(segment) ? position(segment, seconds) : 0, out);
    }
}
