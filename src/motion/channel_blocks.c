/* Samples linear channels of bones, four at once. */
#include "motion/channel.h"
#include <hone/math.h>

enum { LANES = HONE_SLERP_LANES };

/* ---- grouping ---- */

typedef enum group { ROTATIONS, VECTORS, OTHERS, OVERWRITTEN, GROUPS } group;

static group group_of(const hone_channel *channel)
{
    if (channel->path == HONE_CHANNEL_WEIGHTS || channel->interpolation != HONE_INTERPOLATION_LINEAR)
        return OTHERS;
    return channel->path == HONE_CHANNEL_ROTATION ? ROTATIONS : VECTORS;
}

/* Writes the group of each cursor. Of several channels of one part of a bone's transform only the last counts.
 * last: [3 * bone_count] all UINT32_MAX. */
static void find_groups(const hone_channels *channels, uint32_t *last, uint8_t *groups, uint32_t counts[GROUPS])
{
    for (uint32_t c = 0; c < channels->count; c++) {
        const hone_channel *channel = channels->cursors[c].channel;
        groups[c] = (uint8_t)group_of(channel);
        counts[groups[c]]++;
        if (channel->path == HONE_CHANNEL_WEIGHTS)
            continue;
        uint32_t *earlier = &last[3 * (size_t)channels->cursors[c].targets[0] + channel->path];
        if (*earlier != UINT32_MAX) {
            counts[groups[*earlier]]--;
            groups[*earlier] = OVERWRITTEN;
        }
        *earlier = c;
    }
}

/* Sets a lane to a cursor, and those after it, which the next cursors replace. */
static void set_lanes(const hone_channels *channels, hone_channel_lanes *lanes, uint32_t lane, uint32_t cursor)
{
    for (; lane < LANES; lane++) {
        lanes->cursors[lane] = cursor;
        lanes->bones[lane] = (uint32_t)channels->cursors[cursor].targets[0];
    }
}

static void fill_blocks(hone_channels *channels, const uint8_t *groups)
{
    uint32_t rotation = 0, vector = 0, other = 0;
    for (uint32_t c = 0; c < channels->count; c++) {
        if (groups[c] == ROTATIONS) {
            set_lanes(channels, &channels->rotations[rotation / LANES].lanes, rotation % LANES, c);
            rotation++;
        } else if (groups[c] == VECTORS) {
            hone_vector_block *block = &channels->vectors[vector / LANES];
            set_lanes(channels, &block->lanes, vector % LANES, c);
            for (uint32_t lane = vector % LANES; lane < LANES; lane++)
                block->scales[lane] = channels->cursors[c].channel->path == HONE_CHANNEL_SCALE;
            vector++;
        } else if (groups[c] == OTHERS) {
            channels->others[other++] = c;
        }
    }
}

bool hone_channels_group(hone_channels *channels, uint32_t bone_count, hone_arena *memory)
{
    uint32_t counts[GROUPS] = {0};
    uint32_t *last = hone_arena_array(memory, 3 * (size_t)bone_count, sizeof *last);
    uint8_t *groups = hone_arena_array(memory, channels->count, sizeof *groups);
    if (hone_arena_failed(memory))
        return false;
    if (bone_count)
        memset(last, 0xff, 3 * (size_t)bone_count * sizeof *last);
    find_groups(channels, last, groups, counts);
    channels->rotation_count = (counts[ROTATIONS] + LANES - 1) / LANES;
    channels->vector_count = (counts[VECTORS] + LANES - 1) / LANES;
    channels->other_count = counts[OTHERS];
    channels->rotations = hone_arena_array(memory, channels->rotation_count, sizeof *channels->rotations);
    channels->vectors = hone_arena_array(memory, channels->vector_count, sizeof *channels->vectors);
    channels->others = hone_arena_array(memory, channels->other_count, sizeof *channels->others);
    if (hone_arena_failed(memory))
        return false;
    fill_blocks(channels, groups);
    return true;
}

/* ---- segments ---- */

static bool hold(const hone_channel_lanes *lanes, double reached)
{
    return reached >= lanes->from && reached < lanes->until;
}

/* Moves the cursors of all lanes to the segments of a time. changed: out: bits of the lanes whose segment is another
 * than before. */
static void seek(hone_channels *channels, hone_channel_lanes *lanes, double reached, bool changed[LANES])
{
    lanes->from = -(double)INFINITY, lanes->until = (double)INFINITY;
    for (int lane = 0; lane < LANES; lane++) {
        hone_channel_cursor *cursor = &channels->cursors[lanes->cursors[lane]];
        hone_key_segment *segment = &cursor->segment;
        bool repeats = lane > 0 && lanes->cursors[lane] == lanes->cursors[lane - 1];
        changed[lane] = repeats ? changed[lane - 1] : !hone_key_segment_holds(segment, reached);
        if (changed[lane] && !repeats)
            hone_key_segment_seek_time(segment, cursor->channel->times, cursor->channel->key_count, reached);
        bool inner = hone_key_segment_is_inner(segment);
        lanes->begin[lane] = inner ? segment->begin : 0;
        lanes->length[lane] = inner ? segment->end - segment->begin : 1;
        lanes->from = lanes->from < segment->begin ? segment->begin : lanes->from;
        lanes->until = lanes->until > segment->end ? segment->end : lanes->until;
    }
}

static void set_rotations(const hone_channels *channels, hone_rotation_block *block, const bool changed[LANES])
{
    hone_slerp_lanes *rotations = &block->rotations;
    for (int lane = 0; lane < LANES; lane++) {
        const hone_channel_cursor *cursor = &channels->cursors[block->lanes.cursors[lane]];
        const float *from = hone_channel_value(cursor->channel, hone_key_segment_key(&cursor->segment));
        if (!changed[lane])
            continue;
        hone_quat_copy(from, rotations->first[lane]);
        hone_quat_copy(hone_key_segment_is_inner(&cursor->segment) ? from + 4 : from, rotations->second[lane]);
    }
    hone_slerp_lanes_plan(rotations);
    for (int lane = 0; lane < LANES; lane++) {
        if (!changed[lane] || rotations->angle[lane] > 0)
            continue;
        hone_quat_normalise(rotations->first[lane], rotations->first[lane]);
        hone_quat_copy(rotations->first[lane], rotations->second[lane]); /* so that it is never planned otherwise */
    }
}

static void set_vector(hone_vector_block *block, int lane, const hone_channel_cursor *cursor)
{
    const float *from = hone_channel_value(cursor->channel, hone_key_segment_key(&cursor->segment));
    bool inner = hone_key_segment_is_inner(&cursor->segment);
    for (int i = 0; i < 3; i++) {
        block->first[lane][i] = from[i];
        block->way[lane][i] = inner ? (double)from[3 + i] - from[i] : 0;
    }
}

/* ---- samples ---- */

/* The positions between the keys, 0 to 1. A time that is not finite is in no segment between keys. */
static inline void positions(const hone_channel_lanes *lanes, double seconds, simd2 s[LANES / 2])
{
    for (size_t i = 0; i < LANES / 2; i++)
        s[i] =
            simd2_positive((simd2_set(seconds) - simd2_load(lanes->begin + 2 * i)) / simd2_load(lanes->length + 2 * i));
}

static void sample_rotations(hone_channels *channels, hone_rotation_block *block, hone_channel_time time,
                             hone_pose pose)
{
    simd2 s[LANES / 2];
    simd4 rotations[LANES];
    if (!hold(&block->lanes, time.reached)) {
        bool changed[LANES];
        seek(channels, &block->lanes, time.reached, changed);
        set_rotations(channels, block, changed);
    }
    positions(&block->lanes, time.seconds, s);
    hone_slerp_lanes_at(&block->rotations, s, rotations);
    for (int lane = 0; lane < LANES; lane++) {
        uint32_t bone = block->lanes.bones[lane];
        simd4_store(pose.bones[bone].rotation, rotations[lane]);
        pose.animated[bone] = 1;
    }
}

static void sample_vectors(hone_channels *channels, hone_vector_block *block, hone_channel_time time, hone_pose pose)
{
    simd2 s[LANES / 2];
    if (!hold(&block->lanes, time.reached)) {
        bool changed[LANES];
        seek(channels, &block->lanes, time.reached, changed);
        for (int lane = 0; lane < LANES; lane++)
            if (changed[lane])
                set_vector(block, lane, &channels->cursors[block->lanes.cursors[lane]]);
    }
    positions(&block->lanes, time.seconds, s);
    for (int lane = 0; lane < LANES; lane++) {
        hone_transform *bone = &pose.bones[block->lanes.bones[lane]];
        float *out = block->scales[lane] ? bone->scale : bone->translation;
        const double *first = block->first[lane], *way = block->way[lane];
        for (int i = 0; i < 3; i++) out[i] = (float)(first[i] + s[lane / 2][lane % 2] * way[i]);
        pose.animated[block->lanes.bones[lane]] = 1;
    }
}

void hone_channel_blocks_sample(hone_channels *channels, hone_channel_time time, hone_pose *pose)
{
    const hone_pose out = *pose; /* a copy, whose pointers no store can change */
    time.seconds = isfinite(time.seconds) ? time.seconds : 0;
    for (uint32_t b = 0; b < channels->rotation_count; b++)
        sample_rotations(channels, &channels->rotations[b], time, out);
    for (uint32_t b = 0; b < channels->vector_count; b++) sample_vectors(channels, &channels->vectors[b], time, out);
}
