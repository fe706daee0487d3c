#include "motion/keys.h"
#include <hone/base.h>

/* Returns how many keys are at or before `frame`. Any hint is correct; the last result is the fastest. */
static uint32_t seek(const void *keys, size_t size, uint32_t count, uint32_t hint, double frame)
{
    uint32_t low = 0, high = count;
    if (hint <= count && (hint == 0 || hone_key_frame(keys, size, hint - 1) <= frame)) {
        for (int look = 0; look < 4; look++, hint++)
            if (hint == count || hone_key_frame(keys, size, hint) > frame)
                return hint;
        low = hint;
    } else if (hint <= count) {
        high = hint - 1;
    }
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (hone_key_frame(keys, size, middle) <= frame)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

void hone_segment_seek(hone_segment *segment, const void *keys, size_t size, uint32_t count, double frame)
{
    uint32_t past = seek(keys, size, count, segment->past, frame);
    segment->past = past;
    segment->begin = past ? (double)hone_key_frame(keys, size, past - 1) : (double)-INFINITY;
    segment->end = past < count ? (double)hone_key_frame(keys, size, past) : (double)INFINITY;
}

/* Merges the sorted halves [0, middle) and [middle, count) of `from` into `to`. */
static void merge(const uint64_t *from, uint64_t *to, size_t middle, size_t count)
{
    size_t left = 0, right = middle;
    for (size_t i = 0; i < count; i++)
        to[i] = right == count || (left < middle && from[left] <= from[right]) ? from[left++] : from[right++];
}

/* Bottom-up merge sort. Returns the one of the two arrays that holds the result. */
static uint64_t *merge_sort(uint64_t *values, uint64_t *scratch, size_t count)
{
    for (size_t run = 1; run < count; run *= 2) {
        for (size_t begin = 0; begin < count; begin += 2 * run) {
            size_t left = count - begin, whole = left < 2 * run ? left : 2 * run;
            merge(values + begin, scratch + begin, whole < run ? whole : run, whole);
        }
        uint64_t *swap = values;
        values = scratch, scratch = swap;
    }
    return values;
}

static bool ascend(const void *keys, size_t size, uint32_t count)
{
    for (uint32_t i = 1; i < count; i++)
        if (hone_key_frame(keys, size, i - 1) >= hone_key_frame(keys, size, i))
            return false;
    return true;
}

/* Copies the keys in sorted order; of several at one frame only the last. Returns how many. */
static uint32_t gather(const char *keys, size_t size, uint32_t count, const uint64_t *order, char *out, uint32_t *twice)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (i + 1 < count && order[i] >> 32 == order[i + 1] >> 32)
            *twice = (uint32_t)(order[i] >> 32);
        else
            memcpy(out + kept++ * size, keys + (uint32_t)order[i] * size, size);
    }
    return kept;
}

bool hone_keys_sort(const hone_allocator *allocator, void *keys, size_t size, uint32_t *count, uint32_t *twice)
{
    uint32_t n = *count;
    if (ascend(keys, size, n))
        return true;
    uint64_t *order = hone_allocate(allocator, 2 * (size_t)n, sizeof *order);
    char *sorted = hone_allocate(allocator, n, size);
    if (order && sorted) {
        /* the index in the lower half makes the sort stable */
        for (uint32_t i = 0; i < n; i++) order[i] = (uint64_t)hone_key_frame(keys, size, i) << 32 | i;
        *count = gather(keys, size, n, merge_sort(order, order + n, n), sorted, twice);
        memcpy(keys, sorted, *count * size);
    }
    bool done = order && sorted;
    hone_deallocate(allocator, order, 2 * (size_t)n, sizeof *order);
    hone_deallocate(allocator, sorted, n, size);
    return done;
}
