/* Checks the channels of a motion, and repairs keys that are out of order or no numbers. */
#include "base/error.h"
#include "base/finite.h"
#include "base/memory/builder.h"
#include "core/motion/channel.h"
#include "core/motion/key_repair.h"

#include <math.h>
#include <string.h>

bool hone_channel_check(const hone_channel *channel, uint32_t at, hone_error *error)
{
    if (channel->path >= HONE_CHANNEL_PATH_COUNT || channel->interpolation >= HONE_INTERPOLATION_COUNT)
        return hone_fail(error, HONE_ERROR_ARGUMENT, at, "channel %u has path %u and interpolation %u", at,
                         channel->path, channel->interpolation);
    if (channel->path != HONE_CHANNEL_WEIGHTS && channel->target_count != 1)
        return hone_fail(error, HONE_ERROR_ARGUMENT, at, "channel %u has %u targets, not 1", at, channel->target_count);
    bool values = channel->key_count && channel->target_count;
    if ((channel->target_count && !channel->targets) || (channel->key_count && !channel->times) ||
        (values && !channel->values))
        return hone_fail_null(error, "an array of a channel");
    return true;
}

/* ---- values ---- */

static void repair_numbers(hone_builder *builder, float *values, size_t count, uint32_t at)
{
    if (hone_floats_are_finite(values, count))
        return;
    for (size_t i = 0; i < count; i++) {
        if (isfinite(values[i]))
            continue;
        values[i] = 0;
        hone_builder_warn(builder, "a number that is not finite became 0, in the channel of this number", at);
    }
}

static void repair_rotations(hone_builder *builder, float *values, uint32_t count, uint32_t at)
{
    for (uint32_t i = 0; i < count; i++) {
        hone_repaired result = hone_repair_rotation(values + 4 * (size_t)i);
        if (result == HONE_REPAIRED_MUCH)
            hone_builder_warn(builder, "a rotation was brought to unit length, in the channel of this number", at);
        else if (result == HONE_REPAIRED_LOST)
            hone_builder_warn(builder, "a rotation without length became the identity, in the channel of this number",
                              at);
    }
}

/* ---- order ---- */

static bool ascend(const hone_channel *channel)
{
    for (uint32_t k = 1; k < channel->key_count; k++)
        if (!(channel->times[k - 1] < channel->times[k]))
            return false;
    return true;
}

/* Bottom-up merge sort of key numbers by their times. Stable. Returns the one of the two arrays that holds the
 * result. */
static uint32_t *sort_by_time(const double *times, uint32_t *order, uint32_t *scratch, size_t count)
{
    for (size_t run = 1; run < count; run *= 2) {
        for (size_t begin = 0; begin < count; begin += 2 * run) {
            size_t middle = begin + run < count ? begin + run : count,
                   end = middle + run < count ? middle + run : count;
            for (size_t at = begin, left = begin, right = middle; at < end; at++) {
                bool take = right == end || (left < middle && times[order[left]] <= times[order[right]]);
                scratch[at] = take ? order[left++] : order[right++];
            }
        }
        uint32_t *swap = order;
        order = scratch, scratch = swap;
    }
    return order;
}

static const double JUMP_EARLIEST = 1e-9; /* seconds; earlier there is no room for a time before */

/* Keys of a channel while they are sorted. */
typedef struct sorted_keys {
    const hone_channel *channel;
    double *times;
    float *values;
    uint32_t count;
    bool lost; /* whether a key has no part in the motion */
} sorted_keys;

static void keep_key(sorted_keys *keys, double time, uint32_t from)
{
    size_t stride = hone_channel_stride(keys->channel);
    keys->times[keys->count] = time;
    if (stride)
        memcpy(keys->values + keys->count * stride, keys->channel->values + from * stride, stride * sizeof(float));
    keys->count++;
}

static bool differ(const hone_channel *channel, uint32_t a, uint32_t b)
{
    size_t stride = hone_channel_stride(channel);
    return stride && memcmp(channel->values + a * stride, channel->values + b * stride, stride * sizeof(float)) != 0;
}

/* Keeps keys of one time: the value jumps from the first, which ends what is before, to the last, which begins what
 * follows and counts at the time itself. So the first gets the nearest earlier time. A step has its value from before.
 */
static void keep_jump(sorted_keys *keys, const uint32_t *order, uint32_t count)
{
    const hone_channel *channel = keys->channel;
    double time = channel->times[order[0]], before = nextafter(time, -(double)INFINITY);
    bool room = time > JUMP_EARLIEST && (keys->count == 0 || keys->times[keys->count - 1] < before);
    if (room && channel->interpolation != HONE_INTERPOLATION_STEP && differ(channel, order[0], order[count - 1]))
        keep_key(keys, before, order[0]);
    for (uint32_t i = 1; i + 1 < count; i++)
        keys->lost |= differ(channel, order[i], order[0]) && differ(channel, order[i], order[count - 1]);
    keep_key(keys, time, order[count - 1]);
}

/* Copies the keys in sorted order. */
static void gather(sorted_keys *keys, const uint32_t *order)
{
    const double *times = keys->channel->times;
    for (uint32_t i = 0, end; i < keys->channel->key_count; i = end) {
        for (end = i + 1; end < keys->channel->key_count && times[order[end]] == times[order[i]];) end++;
        if (end == i + 1)
            keep_key(keys, times[order[i]], order[i]);
        else
            keep_jump(keys, order + i, end - i);
    }
}

/* Sorts a channel's keys. The arrays are const only for users; the motion owns them and may change them. lost: out:
 * whether keys were dropped that another one does not replace. */
static bool sort(hone_builder *builder, hone_channel *channel, bool *lost)
{
    const hone_allocator *allocator = hone_arena_allocator(hone_builder_memory(builder));
    uint32_t count = channel->key_count;
    size_t stride = hone_channel_stride(channel);
    uint32_t *orders = hone_allocate(allocator, count, 2 * sizeof *orders);
    double *times = hone_allocate(allocator, count, sizeof *times);
    float *values = hone_allocate(allocator, count * stride, sizeof *values);
    bool done = orders && times && (values || stride == 0);
    if (done) {
        for (uint32_t k = 0; k < count; k++) orders[k] = k;
        sorted_keys sorted = {channel, times, values, 0, false};
        gather(&sorted, sort_by_time(channel->times, orders, orders + count, count));
        channel->key_count = sorted.count;
        *lost = sorted.lost;
        memcpy((double *)channel->times, times, channel->key_count * sizeof *times);
        if (stride)
            memcpy((float *)channel->values, values, channel->key_count * stride * sizeof *values);
    }
    hone_deallocate(allocator, orders, count, 2 * sizeof *orders);
    hone_deallocate(allocator, times, count, sizeof *times);
    hone_deallocate(allocator, values, count * stride, sizeof *values);
    return done;
}

static void drop_timeless(hone_builder *builder, hone_channel *channel, uint32_t at)
{
    double *times = (double *)channel->times;
    float *values = (float *)channel->values;
    size_t stride = hone_channel_stride(channel);
    uint32_t kept = 0;
    for (uint32_t k = 0; k < channel->key_count; k++) {
        if (!isfinite(times[k])) {
            hone_builder_warn(builder, "a key whose time is no number was dropped, in the channel of this number", at);
            continue;
        }
        times[kept] = times[k];
        if (stride && kept < k)
            memcpy(values + kept * stride, values + k * stride, stride * sizeof *values);
        kept++;
    }
    channel->key_count = kept;
}

bool hone_repair_channel(hone_builder *builder, hone_channel *channel, uint32_t at)
{
    drop_timeless(builder, channel, at);
    repair_numbers(builder, (float *)channel->values, channel->key_count * hone_channel_stride(channel), at);
    if (channel->path == HONE_CHANNEL_ROTATION && channel->interpolation != HONE_INTERPOLATION_CUBIC)
        repair_rotations(builder, (float *)channel->values, channel->key_count, at);
    if (ascend(channel))
        return true;
    bool lost = false;
    if (!sort(builder, channel, &lost))
        return false;
    if (lost)
        hone_builder_warn(
            builder, "several keys at one time: only the first and the last are used, in the channel of this number",
            at);
    return true;
}
