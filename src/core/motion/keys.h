/* Search and sorting for arrays of keys of any kind. Every key begins with its frame, a uint32_t. */
#ifndef HONE_SRC_MOTION_KEYS_H
#define HONE_SRC_MOTION_KEYS_H

#include <hone/base.h>
#include <math.h>
#include <string.h>

/* The place of a frame among keys: `past` keys are at or before it. begin and end are the frames of the keys on both
 * sides, or infinite. All zero: no segment yet. */
typedef struct hone_key_segment {
    double begin, end;
    uint32_t past;
} hone_key_segment;

static inline bool hone_key_segment_holds(const hone_key_segment *segment, double frame)
{
    return frame >= segment->begin && frame < segment->end;
}

/* Finds the segment that holds the frame. Keys must ascend. Cost: two comparisons if the frame has moved on by one key;
 * if it jumps, a few where keys are evenly spaced, and twice those of a binary search at most. */
void hone_key_segment_seek(hone_key_segment *segment, const void *keys, size_t size, uint32_t count, double frame);

/* The same among times in any unit. */
void hone_key_segment_seek_time(hone_key_segment *segment, const double *times, uint32_t count, double time);

/* Returns the key at which a segment begins; before the first key, the first key. */
static inline uint32_t hone_key_segment_key(const hone_key_segment *segment)
{
    return segment->past ? segment->past - 1 : 0;
}

/* Returns false before the first key and after the last. */
static inline bool hone_key_segment_is_inner(const hone_key_segment *segment)
{
    return segment->begin > -INFINITY && segment->end < INFINITY;
}

/* Returns the position between the two keys of an inner segment, 0..1. */
static inline double hone_key_segment_position(const hone_key_segment *segment, double frame)
{
    return (frame - segment->begin) / (segment->end - segment->begin);
}

/* Sorts by frame. Of several keys at one frame the last one stays; then *count gets smaller, and *twice is such a
 * frame. Returns false if out of memory: keys that do not ascend need scratch memory from `allocator`. */
bool hone_keys_sort(const hone_allocator *allocator, void *keys, size_t size, uint32_t *count, uint32_t *twice);

/* Sorts words. scratch: [count]. Returns the one of the two arrays that holds the result. */
uint64_t *hone_sort_words(uint64_t *values, uint64_t *scratch, size_t count);

static inline uint32_t hone_key_frame(const void *keys, size_t size, uint32_t index)
{
    uint32_t frame;
    memcpy(&frame, (const char *)keys + index * size, sizeof frame);
    return frame;
}

/* Returns a frame that is safe to compare: -1 for NaN and all frames before -1, 2^32 for all frames after it. */
static inline double hone_snap_frame(double frame)
{
    if (!(frame > -1))
        return -1;
    return frame < 4294967296.0 ? frame : 4294967296.0;
}

#endif
