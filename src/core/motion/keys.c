#include "core/motion/keys.h"
#include <hone/base.h>

/* ---- search ---- */

/* An array of keys that begin with their frame, or of doubles. */
typedef struct key_times {
    const char *keys;
    size_t size;
    uint32_t count; /* at least 1 */
    bool frames;
} key_times;

static inline double time_at(const key_times *in, uint32_t index)
{
    double time;
    if (in->frames)
        return hone_key_frame(in->keys, in->size, index);
    memcpy(&time, in->keys + index * sizeof time, sizeof time);
    return time;
}

/* Guesses how many keys are at or before `time`: as many as if they were evenly spaced. */
static inline uint32_t guess(const key_times *in, double time)
{
    double first = time_at(in, 0), last = time_at(in, in->count - 1);
    if (!(time >= first))
        return 0;
    return time < last ? 1 + (uint32_t)((time - first) / (last - first) * (in->count - 1)) : in->count;
}

static inline uint32_t bisect(const key_times *in, uint32_t low, uint32_t high, double time)
{
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (time_at(in, middle) <= time)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Searches from the guess on in steps that double, and then between the last two. */
static inline uint32_t search(const key_times *in, double time)
{
    uint64_t place = guess(in, time), step = 1;
    if (place > in->count)
        place = in->count;
    if (place == 0 || time_at(in, (uint32_t)place - 1) <= time) {
        for (; place + step <= in->count && time_at(in, (uint32_t)(place + step) - 1) <= time; step *= 2) place += step;
        uint64_t end = place + step - 1;
        return bisect(in, (uint32_t)place, end < in->count ? (uint32_t)end : in->count, time);
    }
    place--;
    for (; place >= step && time_at(in, (uint32_t)(place - step)) > time; step *= 2) place -= step;
    return bisect(in, place >= step ? (uint32_t)(place - step) + 1 : 0, (uint32_t)place, time);
}

/* Returns how many keys are at or before `time`. Any hint is correct. The last result is the fastest for a time that
 * advances by at most one key. */
static inline uint32_t seek(const key_times *in, uint32_t hint, double time)
{
    if (in->count == 0)
        return 0;
    if (hint < in->count && time_at(in, hint) <= time && (hint + 1 == in->count || time_at(in, hint + 1) > time))
        return hint + 1;
    return search(in, time);
}

void hone_key_segment_seek(hone_key_segment *segment, const void *keys, size_t size, uint32_t count, double frame)
{
    uint32_t past = seek(&(key_times){keys, size, count, true}, segment->past, frame);
    segment->past = past;
    segment->begin = past ? (double)hone_key_frame(keys, size, past - 1) : (double)-INFINITY;
    segment->end = past < count ? (double)hone_key_frame(keys, size, past) : (double)INFINITY;
}

void hone_key_segment_seek_time(hone_key_segment *segment, const double *times, uint32_t count, double time)
{
    uint32_t past = seek(&(key_times){(const char *)times, 0, count, false}, segment->past, time);
    segment->past = past;
    segment->begin = past ? times[past - 1] : (double)-INFINITY;
    segment->end = past < count ? times[past] : (double)INFINITY;
}

/* ---- sorting ---- */

enum { RUN = 16 }; /* words that are sorted by insertion, which is fast for keys that are nearly in order */

static void sort_run(uint64_t *values, size_t count)
{
    for (size_t i = 1; i < count; i++) {
        uint64_t moved = values[i];
        size_t at = i;
        for (; at > 0 && values[at - 1] > moved; at--) values[at] = values[at - 1];
        values[at] = moved;
    }
}

/* Merges the sorted halves [0, middle) and [middle, count) of `from` into `to`. */
static void merge(const uint64_t *from, uint64_t *to, size_t middle, size_t count)
{
    size_t left = 0, right = middle;
    if (middle == count || from[middle - 1] <= from[middle]) {
        memcpy(to, from, count * sizeof *to);
        return;
    }
    for (size_t i = 0; i < count; i++)
        to[i] = right == count || (left < middle && from[left] <= from[right]) ? from[left++] : from[right++];
}

/* Bottom-up merge sort. */
uint64_t *hone_sort_words(uint64_t *values, uint64_t *scratch, size_t count)
{
    for (size_t begin = 0; begin < count; begin += RUN)
        sort_run(values + begin, count - begin < RUN ? count - begin : RUN);
    for (size_t run = RUN; run < count; run *= 2) {
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
        *count = gather(keys, size, n, hone_sort_words(order, order + n, n), sorted, twice);
        memcpy(keys, sorted, *count * size);
    }
    bool done = order && sorted;
    hone_deallocate(allocator, order, 2 * (size_t)n, sizeof *order);
    hone_deallocate(allocator, sorted, n, size);
    return done;
}
