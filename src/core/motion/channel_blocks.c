/* Samples linear channels of bones, in blocks of eight. */
#include "base/lanes/vectors.h"
#include "core/motion/channel.h"
#include "core/motion/lanes/kernel.h"
#include <hone/math.h>

enum { LANES = HONE_BLOCK_LANES };

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

static bool have_same_times(const hone_channel_cursor *a, const hone_channel_cursor *b)
{
    return a->key_count == b->key_count && memcmp(a->times, b->times, a->key_count * sizeof *a->times) == 0;
}

static void add_lane(const hone_channels *channels, hone_channel_lanes *lanes, uint32_t cursor)
{
    uint32_t lane = lanes->count++;
    const hone_channel_cursor *from = &channels->cursors[cursor];
    lanes->cursors[lane] = cursor;
    lanes->bones[lane] = (uint32_t)from->targets[0];
    lanes->first[lane] = hone_channel_first(from->channel->path);
    lanes->values[lane] = from->values;
    lanes->shared = lane == 0 || (lanes->shared && have_same_times(&channels->cursors[lanes->cursors[0]], from));
    lanes->dense = lane + 1 == LANES;
    for (uint32_t i = 0; i <= lane; i++) lanes->dense &= lanes->bones[i] == lanes->bones[0] + i;
}

static void add_rotation(const hone_channels *channels, hone_rotation_block *block, uint32_t cursor)
{
    static const float identity[4] = {0, 0, 0, 1};
    for (int i = 0; block->lanes.count == 0 && i < LANES; i++) block->keys.from[i] = block->keys.to[i] = identity;
    add_lane(channels, &block->lanes, cursor);
}

/* The cursors of the blocks' channels: rotations, translations, scales, each in the order of their bones. */
typedef struct sorted_cursors {
    const uint64_t *words; /* [count] path and bone, then the cursor */
    uint32_t count;
} sorted_cursors;

/* words: [2 * count] scratch. */
static sorted_cursors sort_cursors(const hone_channels *channels, const uint8_t *groups, uint64_t *words)
{
    static const uint64_t ranks[] = {
        [HONE_CHANNEL_ROTATION] = 0, [HONE_CHANNEL_TRANSLATION] = 1, [HONE_CHANNEL_SCALE] = 2};
    uint32_t count = 0;
    for (uint32_t c = 0; c < channels->count; c++) {
        const hone_channel_cursor *cursor = &channels->cursors[c];
        if (groups[c] == ROTATIONS || groups[c] == VECTORS)
            words[count++] = ranks[cursor->channel->path] << 62 | (uint64_t)cursor->targets[0] << 32 | c;
    }
    return (sorted_cursors){count ? hone_sort_words(words, words + channels->count, count) : words, count};
}

static void count_blocks(hone_channels *channels, const uint8_t *groups, const sorted_cursors *sorted)
{
    uint32_t used[OTHERS] = {0}, blocks[OTHERS] = {0};
    for (uint32_t i = 0; i < sorted->count; i++) {
        group to = (group)groups[(uint32_t)sorted->words[i]];
        if (used[to]++ % LANES == 0)
            blocks[to]++;
    }
    channels->rotation_count = blocks[ROTATIONS];
    channels->vector_count = blocks[VECTORS];
}

static void fill_blocks(hone_channels *channels, const uint8_t *groups, const sorted_cursors *sorted)
{
    hone_rotation_block *rotations = channels->rotations;
    hone_vector_block *vectors = channels->vectors;
    uint32_t other = 0;
    for (uint32_t i = 0; i < sorted->count; i++) {
        uint32_t cursor = (uint32_t)sorted->words[i];
        bool turns = groups[cursor] == ROTATIONS;
        if (turns && rotations->lanes.count == LANES)
            rotations++;
        if (!turns && vectors->lanes.count == LANES)
            vectors++;
        if (turns)
            add_rotation(channels, rotations, cursor);
        else
            add_lane(channels, &vectors->lanes, cursor);
    }
    for (uint32_t c = 0; c < channels->count; c++)
        if (groups[c] == OTHERS)
            channels->others[other++] = c;
}

bool hone_channels_group(hone_channels *channels, uint32_t bone_count, hone_arena *memory, hone_arena *scratch)
{
    uint32_t counts[GROUPS] = {0};
    if (!channels->kernel)
        channels->kernel = hone_motion_best_kernel();
    uint32_t *last = hone_arena_array(scratch, 3 * (size_t)bone_count, sizeof *last);
    uint8_t *groups = hone_arena_array(scratch, channels->count, sizeof *groups);
    uint64_t *words = hone_arena_array(scratch, 2 * (size_t)channels->count, sizeof *words);
    if (hone_arena_failed(scratch))
        return false;
    if (bone_count)
        memset(last, 0xff, 3 * (size_t)bone_count * sizeof *last);
    find_groups(channels, last, groups, counts);
    const sorted_cursors sorted = sort_cursors(channels, groups, words);
    count_blocks(channels, groups, &sorted);
    channels->other_count = counts[OTHERS];
    channels->rotations = hone_arena_aligned(memory, channels->rotation_count, sizeof *channels->rotations);
    channels->vectors = hone_arena_aligned(memory, channels->vector_count, sizeof *channels->vectors);
    channels->others = hone_arena_array(memory, channels->other_count, sizeof *channels->others);
    if (hone_arena_failed(memory))
        return false;
    fill_blocks(channels, groups, &sorted);
    return true;
}

/* ---- segments ---- */

static bool hold(const hone_channel_lanes *lanes, double reached)
{
    return reached >= lanes->from && reached < lanes->until;
}

/* Finds the segment of a time. Most often it is the next one. */
static inline void seek_segment(hone_channel_cursor *cursor, double reached)
{
    hone_key_segment *segment = &cursor->segment;
    const double *times = cursor->times;
    uint32_t past = segment->past + 1, count = cursor->key_count;
    if (segment->end > segment->begin && past < count && reached >= segment->end && reached < times[past])
        *segment = (hone_key_segment){segment->end, times[past], past};
    else
        hone_key_segment_seek_time(segment, times, count, reached);
}

/* Moves the cursors of all lanes to the segments of a time. changed: out: the lanes whose segment is another than
 * before. */
static void seek(hone_channels *channels, hone_channel_lanes *lanes, double reached, bool changed[LANES])
{
    double from = -(double)INFINITY, until = (double)INFINITY;
    for (uint32_t lane = 0; lane < (lanes->shared ? 1 : lanes->count); lane++) {
        hone_channel_cursor *cursor = &channels->cursors[lanes->cursors[lane]];
        hone_key_segment *segment = &cursor->segment;
        changed[lane] = !hone_key_segment_holds(segment, reached);
        if (changed[lane])
            seek_segment(cursor, reached);
        from = from < segment->begin ? segment->begin : from;
        until = until > segment->end ? segment->end : until;
    }
    lanes->from = from, lanes->until = until;
    for (uint32_t lane = 1; lanes->shared && lane < lanes->count; lane++) changed[lane] = changed[0];
}

/* A segment as blocks need it. */
typedef struct span {
    uint32_t key;         /* the first */
    bool inner;           /* between two keys */
    double begin, length; /* 0 and 0 if it is not */
} span;

static span span_of(const hone_channels *channels, uint32_t cursor)
{
    const hone_key_segment *segment = &channels->cursors[cursor].segment;
    bool inner = hone_key_segment_is_inner(segment);
    return (span){.key = hone_key_segment_key(segment),
                  .inner = inner,
                  .begin = inner ? segment->begin : 0,
                  .length = inner ? segment->end - segment->begin : 0};
}

/* Normalises the rotations that stay as they are. */
static void normalise_still(hone_rotation_block *block)
{
    for (uint32_t lane = 0; lane < block->lanes.count; lane++) {
        float q[4];
        if (block->keys.angle[lane] > 0)
            continue;
        hone_quat_normalise(block->keys.from[lane], q);
        for (int i = 0; i < 4; i++) block->rotations.first[i][lane] = q[i];
    }
}

static void set_rotations(const hone_channels *channels, hone_rotation_block *block, const bool changed[LANES])
{
    const hone_channel_lanes *lanes = &block->lanes;
    hone_slerp_keys *keys = &block->keys;
    span at = {0};
    for (uint32_t lane = 0; lane < lanes->count; lane++) {
        if (!changed[lane])
            continue;
        if (lane == 0 || !lanes->shared)
            at = span_of(channels, lanes->cursors[lane]);
        const float *from = lanes->values[lane] + 4 * (size_t)at.key;
        HONE_PREFETCH(from + 8); /* the next segment's second key; channels are far apart */
        keys->from[lane] = from;
        keys->to[lane] = at.inner ? from + 4 : from;
        keys->length[lane] = at.length;
        block->rotations.begin[lane] = at.begin;
    }
    channels->kernel->plan(&block->rotations, keys);
    normalise_still(block);
}

static void set_vectors(const hone_channels *channels, hone_vector_block *block, const bool changed[LANES])
{
    const hone_channel_lanes *lanes = &block->lanes;
    span at = {0};
    double per_length = 0;
    for (uint32_t lane = 0; lane < lanes->count; lane++) {
        if (!changed[lane])
            continue;
        if (lane == 0 || !lanes->shared)
            at = span_of(channels, lanes->cursors[lane]), per_length = at.length > 0 ? 1 / at.length : 0;
        const float *from = lanes->values[lane] + 3 * (size_t)at.key, *to = at.length > 0 ? from + 3 : from;
        HONE_PREFETCH(from + 8);
        for (int i = 0; i < 3; i++) block->first[i][lane] = from[i], block->offset[i][lane] = (double)to[i] - from[i];
        block->begin[lane] = at.begin;
        block->per_length[lane] = per_length;
    }
}

/* ---- samples ---- */

void hone_channel_blocks_sample(hone_channels *channels, hone_channel_time time, const hone_channel_out *out)
{
    bool changed[LANES];
    for (uint32_t b = 0; b < channels->rotation_count; b++) {
        hone_rotation_block *block = &channels->rotations[b];
        if (hold(&block->lanes, time.reached))
            continue;
        seek(channels, &block->lanes, time.reached, changed);
        set_rotations(channels, block, changed);
    }
    for (uint32_t b = 0; b < channels->vector_count; b++) {
        hone_vector_block *block = &channels->vectors[b];
        if (hold(&block->lanes, time.reached))
            continue;
        seek(channels, &block->lanes, time.reached, changed);
        set_vectors(channels, block, changed);
    }
    double seconds = isfinite(time.seconds) ? time.seconds : 0;
    channels->kernel->sample_rotations(channels, seconds, out);
    channels->kernel->sample_vectors(channels, seconds, out);
}
