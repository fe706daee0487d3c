/* Channels (glTF's animations): keys at any time whose values replace parts of the rest transform. */
#ifndef HONE_SRC_MOTION_CHANNEL_H
#define HONE_SRC_MOTION_CHANNEL_H

#include "base/arena.h"
#include "motion/keys.h"
#include "motion/slerp_lanes.h"
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

/* A channel bound to a model, with the current segment between two keys, in seconds. */
typedef struct hone_channel_cursor {
    const hone_channel *channel;
    const int32_t *targets; /* [target_count] the model's bones or morphs, or HONE_NONE */
    hone_key_segment segment;
} hone_channel_cursor;

/* The segments of four linear channels. If there are fewer, the other lanes repeat the last. */
typedef struct hone_channel_lanes {
    double from, until; /* the times at which all lanes stay in their segments; both 0: no segments yet */
    double begin[HONE_SLERP_LANES], length[HONE_SLERP_LANES];
    uint32_t cursors[HONE_SLERP_LANES], bones[HONE_SLERP_LANES];
} hone_channel_lanes;

/* Four linear channels of rotations. */
typedef struct hone_rotation_block {
    hone_channel_lanes lanes;
    hone_slerp_lanes rotations;
} hone_rotation_block;

/* Four linear channels of translations and scales: first + s way, with s from 0 to 1. */
typedef struct hone_vector_block {
    hone_channel_lanes lanes;
    double first[HONE_SLERP_LANES][4], way[HONE_SLERP_LANES][4]; /* the last number is unused */
    bool scales[HONE_SLERP_LANES];                               /* false: a translation */
} hone_vector_block;

typedef struct hone_channels {
    hone_channel_cursor *cursors; /* [count] the channels that move something */
    uint32_t count;
    hone_rotation_block *rotations;
    hone_vector_block *vectors;
    uint32_t rotation_count, vector_count; /* blocks */
    uint32_t *others;                      /* [other_count] cursors that are in no block */
    uint32_t other_count;
} hone_channels;

/* Binds a motion's channels to a model, and groups them. Memory comes from `memory`. Returns false if out of memory. */
bool hone_channels_bind(hone_channels *channels, const hone_motion *motion, const hone_model *model, hone_arena *memory,
                        hone_arena *scratch);

/* Groups the cursors, which have to be set, into blocks. bone_count: more than any target of a bone's channel. Memory
 * comes from `memory`, from which scratch memory is taken too. Returns false if out of memory. */
bool hone_channels_group(hone_channels *channels, uint32_t bone_count, hone_arena *memory);

void hone_channels_sample(hone_channels *channels, double frame, hone_pose *pose);

/* ---- blocks of channels ---- */

/* A time in seconds. Keys up to a tolerance after it count as reached. */
typedef struct hone_channel_time {
    double seconds, reached;
} hone_channel_time;

void hone_channel_blocks_sample(hone_channels *channels, hone_channel_time time, hone_pose *pose);

#endif
