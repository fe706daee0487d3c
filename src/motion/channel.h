/* Channels (glTF's animations): keys at any time whose values replace parts of the rest transform. */
#ifndef HONE_SRC_MOTION_CHANNEL_H
#define HONE_SRC_MOTION_CHANNEL_H

#include "base/arena.h"
#include <hone/motion.h>

/* Returns the number of floats in one value. */
static inline uint32_t hone_channel_width(const hone_channel *channel)
{
    if (channel->path == HONE_CHANNEL_WEIGHTS)
        return channel->target_count;
    return channel->path == HONE_CHANNEL_ROTATION ? 4 : 3;
}

/* Returns the number of floats in one key. */
static inline size_t hone_channel_stride(const hone_channel *channel)
{
    return (size_t)hone_channel_width(channel) * (channel->interpolation == HONE_INTERPOLATION_CUBIC ? 3 : 1);
}

/* Returns the value of a key. */
static inline const float *hone_channel_value(const hone_channel *channel, uint32_t key)
{
    bool cubic = channel->interpolation == HONE_INTERPOLATION_CUBIC;
    return channel->values + key * hone_channel_stride(channel) + (cubic ? hone_channel_width(channel) : 0);
}

/* Checks what hone_motion_create requires of a channel: known enumerators, no missing arrays. at: the channel's
 * number. Errors: ARGUMENT. */
bool hone_channel_check(const hone_channel *channel, uint32_t at, hone_error *error);

/* Repairs all keys, sorts them, and drops keys that another one replaces. at: the channel's number. Returns false if
 * out of memory. */
bool hone_repair_channel(hone_builder *builder, hone_channel *channel, uint32_t at);

/* ---- sampling ---- */

/* A channel bound to a model, with the current segment between two keys. */
typedef struct hone_channel_cursor {
    const hone_channel *channel;
    const int32_t *targets; /* [target_count] the model's bones or morphs, or HONE_NONE */
    double begin, end;      /* times of the keys on both sides, or infinite; both 0: no segment yet */
    uint32_t past;          /* number of keys at or before the current time */
    /* For linear interpolation of rotations: direction and angle of the slerp from key to key. */
    float across[4];
    double angle;
} hone_channel_cursor;

typedef struct hone_channels {
    hone_channel_cursor *cursors; /* [count] the channels that move something */
    uint32_t count;
} hone_channels;

/* Binds a motion's channels to a model. Cursors are allocated from `memory`. Returns false if out of memory. */
bool hone_channels_bind(hone_channels *channels, const hone_motion *motion, const hone_model *model, hone_arena *memory,
                        hone_arena *scratch);

void hone_channels_sample(hone_channels *channels, double frame, hone_pose *pose);

#endif
