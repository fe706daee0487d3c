#include "play/crowd/knots.h"
#include "core/motion/channel.h"
#include <hone/clip.h>
#include <stdlib.h>
#include <string.h>

/* Rotations of neighbouring rows differ by at most this: 1 - the cosine of the angle of the quaternions, about 28
 * degrees of rotation. The kernel's polynomial is exact to 1e-8 up to there. */
static const float COSINE_STEP = 0.03f;

static const double SHORTEST = 1e-6;  /* seconds; shorter intervals are not divided */
static const double JUMP = 1e-5 / 30; /* seconds before a key that jumps, where its old value has a row */

/* ---- times of keys ---- */

typedef struct time_list {
    double *times;
    size_t count;
} time_list;

static void add(time_list *list, double seconds, double duration)
{
    if (list->times && seconds > 0 && seconds < duration)
        list->times[list->count] = seconds;
    list->count += !list->times || (seconds > 0 && seconds < duration);
}

static void add_channels(const hone_motion_data *data, time_list *list)
{
    for (uint32_t c = 0; c < data->channel_count; c++) {
        const hone_channel *channel = &data->channels[c];
        for (uint32_t k = 0; k < channel->key_count && channel->path < HONE_CHANNEL_WEIGHTS; k++) {
            add(list, channel->times[k], data->duration);
            if (k > 0 && hone_channel_jumps(channel, k))
                add(list, channel->times[k] - JUMP, data->duration);
        }
    }
}

/* Adds times at equal distances, or more than there may be. */
static void add_rate(const hone_crowd_knot_desc *desc, const hone_motion_data *data, time_list *list)
{
    double rate = (double)desc->rate, most = fmin(data->duration * rate, desc->limit + 2.0);
    for (uint32_t i = 1; i < most; i++) add(list, i / rate, data->duration);
}

/* Adds the times of all keys. A list without an array only counts. */
static void add_keys(const hone_motion_data *data, time_list *list)
{
    for (uint32_t t = 0; t < data->bone_track_count; t++)
        for (uint32_t k = 0; k < data->bone_tracks[t].key_count; k++)
            add(list, data->bone_tracks[t].keys[k].frame / (double)HONE_FRAMES_PER_SECOND, data->duration);
    add_channels(data, list);
    if (!data->packed)
        return;
    double rate = hone_packed_clip_get_info(data->packed->clip)->rate;
    uint32_t samples = hone_packed_clip_get_info(data->packed->clip)->sample_count;
    for (uint32_t s = 0; s < samples && rate > 0; s++) add(list, s / rate, data->duration);
}

static void add_times(const hone_crowd_knot_desc *desc, const hone_motion_data *data, time_list *list)
{
    if (desc->rate > 0)
        add_rate(desc, data, list);
    else
        add_keys(data, list);
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Sorts the times and drops those that are equal to the one before. */
static void make_unique(time_list *list)
{
    size_t kept = 0;
    qsort(list->times, list->count, sizeof *list->times, compare);
    for (size_t i = 0; i < list->count; i++)
        if (kept == 0 || list->times[i] > list->times[kept - 1] + 1e-9)
            list->times[kept++] = list->times[i];
    list->count = kept;
}

/* ---- errors ---- */

/* Three local poses: at both ends of an interval and within it. */
typedef struct interval {
    hone_transform *from, *to, *within;
} interval;

static bool vector_is_near(const float a[3], const float b[3], const float v[3], float s, float tolerance)
{
    for (int i = 0; i < 3; i++)
        if (!(fabsf(a[i] + (b[i] - a[i]) * s - v[i]) <= tolerance))
            return false;
    return true;
}

static bool turns_little(const float a[4], const float b[4])
{
    return 1 - fabsf(hone_quat_dot(a, b)) <= COSINE_STEP;
}

static bool rotation_is_near(const float a[4], const float b[4], const float q[4], float s, float tolerance)
{
    float at[4], square = 0;
    if (!turns_little(a, b))
        return false;
    hone_quat_slerp(a, b, s, at);
    float sign = hone_quat_dot(at, q) < 0 ? -1.0f : 1.0f;
    for (int i = 0; i < 4; i++) square += (at[i] - sign * q[i]) * (at[i] - sign * q[i]);
    return sqrtf(square) <= tolerance / 2;
}

/* Returns whether every bone is near enough to the interpolation at s, 0..1. */
static bool is_near(const hone_crowd_knot_desc *desc, const interval *at, float s)
{
    for (uint32_t b = 0; b < desc->bone_count; b++) {
        const hone_transform *from = &at->from[b], *to = &at->to[b], *within = &at->within[b];
        if (!rotation_is_near(from->rotation, to->rotation, within->rotation, s, desc->angle) ||
            !vector_is_near(from->translation, to->translation, within->translation, s, desc->length) ||
            !vector_is_near(from->scale, to->scale, within->scale, s, desc->size))
            return false;
    }
    return true;
}

static bool all_turn_little(const hone_crowd_knot_desc *desc, const interval *at)
{
    for (uint32_t b = 0; b < desc->bone_count; b++)
        if (!turns_little(at->from[b].rotation, at->to[b].rotation))
            return false;
    return true;
}

/* Returns whether interpolation is good enough between two times, of which the poses are known. */
static bool is_straight(const hone_crowd_knot_desc *desc, const interval *at, double from, double to)
{
    static const float parts[3] = {0.5f, 0.25f, 0.75f};
    if (desc->rate > 0)
        return all_turn_little(desc, at);
    for (int i = 0; i < 3; i++) {
        hone_crowd_source_sample(desc->source, from + (to - from) * parts[i], at->within);
        if (!is_near(desc, at, parts[i]))
            return false;
    }
    return true;
}

/* ---- refinement ---- */

/* A list of times that grows within the limit. */
typedef struct knots_context {
    time_list list;
    size_t capacity;
    uint32_t limit;
    hone_arena *scratch;
} knots_context;

static bool append(knots_context *g, double seconds)
{
    if (g->list.count >= g->limit)
        return false;
    if (g->list.count == g->capacity) {
        size_t capacity = 2 * g->capacity + 64;
        double *times = hone_arena_raw(g->scratch, capacity, sizeof *times);
        if (!times)
            return false;
        if (g->list.count)
            memcpy(times, g->list.times, g->list.count * sizeof *times);
        g->list.times = times, g->capacity = capacity;
    }
    g->list.times[g->list.count++] = seconds;
    return true;
}

static void swap_ends(interval *at)
{
    hone_transform *from = at->from;
    at->from = at->to, at->to = from;
}

/* Appends the times after `from` up to `to`, of which the pose is in at->from; out: that of `to` is. */
static bool refine(const hone_crowd_knot_desc *desc, interval *at, double from, double to, knots_context *out)
{
    enum { DEPTH = 64 }; /* far more than divide any clip to the shortest interval */
    double ends[DEPTH] = {to}, shortest = desc->rate > 0 ? 1.0 / (16 * (double)desc->rate) : SHORTEST;
    int count = 1;
    while (count) {
        double end = ends[count - 1];
        hone_crowd_source_sample(desc->source, end, at->to);
        if (count < DEPTH && end - from > shortest && !is_straight(desc, at, from, end)) {
            ends[count++] = (from + end) / 2;
            continue;
        }
        if (!append(out, end))
            return false;
        swap_ends(at);
        from = end, count--;
    }
    return true;
}

static bool refine_all(const hone_crowd_knot_desc *desc, const time_list *keys, interval *at, knots_context *out)
{
    double before = 0, duration = hone_motion_duration(desc->clip);
    hone_crowd_source_sample(desc->source, 0, at->from);
    bool fits = append(out, 0);
    for (size_t i = 0; fits && i < keys->count; i++) {
        fits = refine(desc, at, before, keys->times[i], out);
        before = keys->times[i];
    }
    return fits && (!(duration > 0) || refine(desc, at, before, duration, out));
}

bool hone_crowd_find_knots(const hone_crowd_knot_desc *desc, hone_arena *scratch, double **times, uint32_t *count,
                           bool *over)
{
    const hone_motion_data *data = hone_motion_get(desc->clip);
    time_list keys = {0};
    add_times(desc, data, &keys);
    size_t key_count = keys.count;
    keys = (time_list){.times = hone_arena_raw(scratch, key_count, sizeof *keys.times)};
    interval at = {hone_arena_raw(scratch, desc->bone_count, sizeof *at.from),
                   hone_arena_raw(scratch, desc->bone_count, sizeof *at.to),
                   hone_arena_raw(scratch, desc->bone_count, sizeof *at.within)};
    knots_context out = {.limit = desc->limit, .scratch = scratch};
    if (hone_arena_failed(scratch))
        return false;
    if (key_count) {
        add_times(desc, data, &keys);
        make_unique(&keys);
    }
    *over = !refine_all(desc, &keys, &at, &out) && !hone_arena_failed(scratch);
    *times = out.list.times, *count = (uint32_t)out.list.count;
    return !hone_arena_failed(scratch) && !*over;
}
