/* Channels: keys at any time, of values that replace parts of the rest transform. */
#ifndef HONE_SRC_MOTION_CHANNEL_H
#define HONE_SRC_MOTION_CHANNEL_H

#include <hone/motion.h>

/* Numbers of one value. */
static inline uint32_t hone_channel_width(const hone_channel *channel)
{
    if (channel->path == HONE_CHANNEL_WEIGHTS)
        return channel->target_count;
    return channel->path == HONE_CHANNEL_ROTATION ? 4 : 3;
}

/* Numbers of one key. */
static inline size_t hone_channel_stride(const hone_channel *channel)
{
    return (size_t)hone_channel_width(channel) * (channel->interpolation == HONE_INTERPOLATION_CUBIC ? 3 : 1);
}

/* The value of a key. */
static inline const float *hone_channel_value(const hone_channel *channel, uint32_t key)
{
    bool cubic = channel->interpolation == HONE_INTERPOLATION_CUBIC;
    return channel->values + key * hone_channel_stride(channel) + (cubic ? hone_channel_width(channel) : 0);
}

/* What hone_motion_create asks of a channel, number `at`: known enumerators, arrays that are there. ARGUMENT if not. */
bool hone_channel_check(const hone_channel *channel, uint32_t at, hone_error *error);

/* Mends all keys, sorts them and drops those that another one replaces; `at` is the channel's number. False if out of
 * memory. */
bool hone_repair_channel(hone_builder *builder, hone_channel *channel, uint32_t at);

/* ---- sampling ---- */

/* A channel on a model, and the segment between two keys that it is in. */
typedef struct hone_channel_cursor {
    const hone_channel *channel;
    const int32_t *targets; /* [target_count] the model's bones or morphs, or HONE_NONE */
    double begin, end;      /* times of the keys on either side, or infinite; both 0: not looked yet */
    uint32_t past;          /* keys at or behind the segment's begin */
    float across[4];        /* of a rotation that goes straight from key to key: its turn */
    double angle;
} hone_channel_cursor;

typedef struct hone_channels {
    hone_channel_cursor *cursors; /* [count] those that move something */
    uint32_t count;
} hone_channels;

/* Cursors live in `memory`. False if out of memory. */
bool hone_channels_bind(hone_channels *channels, const hone_motion *motion, const hone_model *model,
                        hone_builder *memory, hone_builder *scratch);

void hone_channels_sample(hone_channels *channels, double frame, hone_pose *pose);

#endif
