/* Channels (glTF's animations): keys at any time whose values replace parts of the rest transform. */
#ifndef HONE_SRC_MOTION_CHANNEL_H
#define HONE_SRC_MOTION_CHANNEL_H

#include "base/memory/arena.h"
#include "core/motion/keys.h"
#include "core/motion/slerps.h"
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

/* Returns the first number of a hone_transform that a channel of this path writes. */
static inline uint8_t hone_channel_first(hone_channel_path path)
{
    return path == HONE_CHANNEL_TRANSLATION ? 0 : path == HONE_CHANNEL_ROTATION ? 3 : 7;
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

/* Whether the value jumps at key `key`, which is not the first: a step, or keys of which the earlier is only just
 * before the later. Programs write such pairs as neighbouring floats; those at 100 s are 8e-6 apart. */
static inline bool hone_channel_jumps(const hone_channel *channel, uint32_t key)
{
    const double nearest = 1e-5;
    return channel->interpolation == HONE_INTERPOLATION_STEP || channel->times[key] - channel->times[key - 1] < nearest;
}

/* Repairs all keys, sorts them, and drops those without effect. Of several keys at one time the first gets the time
 * just before, so that the value jumps. at: the channel's number. Returns false if
 * out of memory. */
bool hone_repair_channel(hone_builder *builder, hone_channel *channel, uint32_t at);

/* ---- sampling ---- */

/* A channel bound to a model, with the current segment between two keys, in seconds. */
typedef struct hone_channel_cursor {
    const hone_channel *channel;
    const int32_t *targets; /* [target_count] the model's bones or morphs, or HONE_NONE */
    const double *times;    /* those of the channel, which is far away */
    const float *values;
    uint32_t key_count;
    hone_key_segment segment;
} hone_channel_cursor;

static inline hone_channel_cursor hone_channel_cursor_of(const hone_channel *channel, const int32_t *targets)
{
    return (hone_channel_cursor){channel, targets, channel->times, channel->values, channel->key_count, {0, 0, 0}};
}

typedef struct hone_motion_kernel hone_motion_kernel;

/* The segments of eight linear channels. If there are fewer, the other lanes are not stored. */
typedef struct hone_channel_lanes {
    double from, until; /* the times at which all lanes stay in their segments; both 0: no segments yet */
    uint32_t count;
    uint32_t cursors[HONE_BLOCK_LANES], bones[HONE_BLOCK_LANES];
    uint8_t first[HONE_BLOCK_LANES];       /* the first number that is written, in the order of hone_transform */
    const float *values[HONE_BLOCK_LANES]; /* those of the cursors, which are far apart */
    bool shared; /* all channels have the same times: only the segment of the first cursor is kept */
    bool dense;  /* all lanes are in use, and their bones follow each other */
} hone_channel_lanes;

/* Eight linear channels of rotations. */
typedef struct hone_rotation_block {
    hone_slerps rotations;
    hone_channel_lanes lanes;
    hone_slerp_keys keys;
} hone_rotation_block;

/* Eight linear channels of translations and scales: first + part * offset. [coordinate] */
typedef struct hone_vector_block {
    _Alignas(64) double offset[3][HONE_BLOCK_LANES];
    float first[3][HONE_BLOCK_LANES];
    double begin[HONE_BLOCK_LANES], per_length[HONE_BLOCK_LANES]; /* as in hone_slerps */
    hone_channel_lanes lanes;
} hone_vector_block;

typedef struct hone_channels {
    hone_channel_cursor *cursors; /* [count] the channels that move something */
    uint32_t count;
    hone_rotation_block *rotations;
    hone_vector_block *vectors;
    uint32_t rotation_count, vector_count; /* blocks */
    uint32_t *others;                      /* [other_count] cursors that are in no block */
    uint32_t other_count;
    const hone_motion_kernel *kernel; /* NULL: the fastest one is chosen */
} hone_channels;

/* Binds a motion's channels to a model, and groups them. Memory comes from `memory`. Returns false if out of memory. */
bool hone_channels_bind(hone_channels *channels, const hone_motion *motion, const hone_model *model, hone_arena *memory,
                        hone_arena *scratch);

/* Groups the cursors, which have to be set, into blocks. bone_count: more than any target of a bone's channel. Memory
 * comes from `memory`. Returns false if out of memory. */
bool hone_channels_group(hone_channels *channels, uint32_t bone_count, hone_arena *memory, hone_arena *scratch);

/* Where samples go. */
typedef struct hone_channel_out {
    hone_transform *bones;
    uint8_t *animated; /* NULL: not written */
    float *morphs;     /* NULL: not written */
} hone_channel_out;

/* Returns the channels of a sampler whose motion moves nothing by anything else; otherwise NULL. */
const hone_channels *hone_sampler_channels(const hone_sampler *sampler);

void hone_channels_sample(hone_channels *channels, double frame, const hone_channel_out *out);

/* ---- blocks of channels ---- */

/* A time in seconds. Keys up to a tolerance after it count as reached. */
typedef struct hone_channel_time {
    double seconds, reached;
} hone_channel_time;

void hone_channel_blocks_sample(hone_channels *channels, hone_channel_time time, const hone_channel_out *out);

#endif
