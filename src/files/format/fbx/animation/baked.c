#include "files/format/fbx/animation/baked.h"
#include <string.h>

enum { STRIDE_MAX = 3 * FBX_WIDTH_MAX };

/* Returns the number of floats that there is room for in a key. */
static size_t room(const fbx_baked *baked)
{
    return baked->is_cubic ? STRIDE_MAX : FBX_WIDTH_MAX;
}

void hone_fbx_baked_begin(fbx_baked *baked, uint32_t width, bool is_rotation, uint32_t limit)
{
    baked->width = width;
    baked->is_rotation = is_rotation;
    baked->limit = limit;
    baked->count = 0;
    baked->full = baked->no_memory = false;
}

static bool grow(fbx_baked *baked, uint32_t most)
{
    fbx_baked old = *baked;
    uint32_t wanted = old.capacity + old.capacity / 2 + 256, capacity = wanted < most ? wanted : most;
    double *times = hone_allocate(old.allocator, capacity, sizeof *times);
    float *values = hone_allocate(old.allocator, capacity, room(baked) * sizeof *values);
    bool ok = times && values;
    if (ok && old.count) {
        memcpy(times, old.times, old.count * sizeof *times);
        memcpy(values, old.values, old.count * hone_fbx_baked_stride(baked) * sizeof *values);
    }
    if (ok)
        baked->times = times, baked->values = values, baked->capacity = capacity;
    else
        old.times = times, old.values = values, old.capacity = capacity;
    hone_fbx_baked_release(&old);
    return ok;
}

static float *key_at(const fbx_baked *baked, uint32_t key)
{
    return baked->values + key * hone_fbx_baked_stride(baked);
}

/* Returns 1 or -1, by which a quaternion is nearer to the last key. */
static float sign_of(const fbx_baked *baked, const double *value, const fbx_tangents *tangents, double seconds)
{
    const float *last = hone_fbx_baked_value(baked, baked->count - 1);
    double dot = 0;
    for (int i = 0; i < 4; i++) {
        /* the end of a long piece may be on the other side; a third of it is not */
        double ahead = tangents ? value[i] - tangents->in[i] * seconds * 2 / 3 : value[i];
        dot += (double)last[i] * ahead;
    }
    return dot < 0 ? -1 : 1;
}

static bool have_same_bits(const float *a, const float *b, size_t count)
{
    bool same = true;
    for (size_t i = 0; i < count; i++) {
        uint32_t x, y;
        memcpy(&x, &a[i], sizeof x), memcpy(&y, &b[i], sizeof y);
        same = same && x == y;
    }
    return same;
}

/* Whether a key with this value and without tangents only goes on with the last two. */
static bool goes_on(const fbx_baked *baked, const float *key)
{
    size_t stride = hone_fbx_baked_stride(baked), half = baked->is_cubic ? baked->width : 0;
    return baked->count > 1 && have_same_bits(key_at(baked, baked->count - 1), key, stride) &&
           have_same_bits(key_at(baked, baked->count - 2) + half, key + half, stride - half);
}

/* A piece without a length, which rounding makes, must not change the tangents of the piece before it. */
static void change_last(fbx_baked *baked, const double *value)
{
    float *last = hone_fbx_baked_value(baked, baked->count - 1);
    float sign = baked->is_rotation ? sign_of(baked, value, NULL, 0) : 1;
    for (uint32_t i = 0; i < baked->width; i++) last[i] = sign * (float)value[i] + 0.0f;
}

void hone_fbx_baked_add(fbx_baked *baked, double time, const double *value, const fbx_tangents *tangents)
{
    float key[STRIDE_MAX] = {0};
    uint32_t width = baked->width, at = baked->is_cubic ? width : 0;
    if (baked->full || baked->no_memory)
        return;
    if (baked->is_cubic && baked->count && baked->times[baked->count - 1] >= time) {
        change_last(baked, value);
        return;
    }
    while (baked->count && baked->times[baked->count - 1] >= time) baked->count--;
    float *last = baked->count ? key_at(baked, baked->count - 1) : NULL;
    double seconds = last ? time - baked->times[baked->count - 1] : 0;
    float sign = last && baked->is_rotation ? sign_of(baked, value, tangents, seconds) : 1;
    for (uint32_t i = 0; i < width; i++) key[at + i] = sign * (float)value[i] + 0.0f; /* -0 becomes 0 */
    for (uint32_t i = 0; i < width && last && baked->is_cubic; i++) {
        last[2 * width + i] = tangents ? sign * (float)tangents->out[i] + 0.0f : 0;
        key[i] = tangents ? sign * (float)tangents->in[i] + 0.0f : 0;
    }
    if (goes_on(baked, key)) {
        baked->times[baked->count - 1] = time;
        return;
    }
    baked->full = baked->count >= baked->limit;
    baked->no_memory = !baked->full && baked->count == baked->capacity && !grow(baked, baked->limit);
    if (baked->full || baked->no_memory)
        return;
    baked->times[baked->count] = time;
    memcpy(key_at(baked, baked->count++), key, hone_fbx_baked_stride(baked) * sizeof *key);
}

void hone_fbx_baked_move(fbx_baked *baked, double time)
{
    if (baked->count > 1 && baked->times[baked->count - 2] >= time)
        baked->count--;
    else if (baked->count)
        baked->times[baked->count - 1] = time;
}

bool hone_fbx_baked_hold(fbx_baked *baked, double time)
{
    size_t size = hone_fbx_baked_stride(baked) * sizeof *baked->values;
    if (baked->count == baked->capacity && !grow(baked, baked->count + 1))
        return false;
    baked->times[baked->count] = time;
    memcpy(key_at(baked, baked->count), key_at(baked, baked->count - 1), size);
    baked->count++;
    return true;
}

void hone_fbx_baked_drop_still(fbx_baked *baked)
{
    size_t size = hone_fbx_baked_stride(baked) * sizeof *baked->values;
    if (!baked->is_cubic && baked->count == 2 && memcmp(key_at(baked, 0), key_at(baked, 1), size) == 0)
        baked->count = 1;
}

void hone_fbx_baked_release(fbx_baked *baked)
{
    hone_deallocate(baked->allocator, baked->times, baked->capacity, sizeof *baked->times);
    hone_deallocate(baked->allocator, baked->values, baked->capacity, room(baked) * sizeof *baked->values);
    baked->times = NULL, baked->values = NULL, baked->count = baked->capacity = 0;
}
