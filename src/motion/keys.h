/* Arrays of keys of any kind: every key begins with its frame, a uint32_t. */
#ifndef HONE_SRC_MOTION_KEYS_H
#define HONE_SRC_MOTION_KEYS_H

#include <hone/base.h>
#include <math.h>
#include <string.h>

/* Where a frame lies among keys: at or behind `past` of them, before the others. begin and end are the frames of the
 * keys on either side, or infinite. All zero: not looked yet. */
typedef struct hone_segment {
    double begin, end;
    uint32_t past;
} hone_segment;

static inline bool hone_segment_holds(const hone_segment *segment, double frame)
{
    return frame >= segment->begin && frame < segment->end;
}

/* Finds the segment that holds the frame. Keys ascend. Cost: a few looks where the frame has moved on by a few keys, a
 * binary search where it jumps. */
void hone_segment_seek(hone_segment *segment, const void *keys, size_t size, uint32_t count, double frame);

/* The key that a segment begins with; before the first key that one. */
static inline uint32_t hone_segment_key(const hone_segment *segment)
{
    return segment->past ? segment->past - 1 : 0;
}

/* False before the first key and behind the last. */
static inline bool hone_segment_is_inner(const hone_segment *segment)
{
    return segment->begin > -INFINITY && segment->end < INFINITY;
}

/* 0..1 between the two keys of an inner segment. */
static inline double hone_segment_position(const hone_segment *segment, double frame)
{
    return (frame - segment->begin) / (segment->end - segment->begin);
}

/* Sorts by frame; of several keys at one frame the last stays: *count is then less, and *twice such a frame.
 * False if out of memory: `allocator` gives scratch where the keys do not ascend already. */
bool hone_keys_sort(const hone_allocator *allocator, void *keys, size_t size, uint32_t *count, uint32_t *twice);

static inline uint32_t hone_key_frame(const void *keys, size_t size, uint32_t index)
{
    uint32_t frame;
    memcpy(&frame, (const char *)keys + index * size, sizeof frame);
    return frame;
}

/* A frame that every comparison can live with: NaN and all before time as -1, all after it as 2^32. */
static inline double hone_snap_frame(double frame)
{
    if (!(frame > -1))
        return -1;
    return frame < 4294967296.0 ? frame : 4294967296.0;
}

#endif
