/* Data of a packed glTF: values are rounded to a grid, and buffer views are compressed (EXT_meshopt_compression).
 *
 * The grid of an accessor is the multiples of a power of two. So the rounded floats are exact, and the extension's
 * exponential filter holds them as integers with one exponent, which compress well. Without packing the functions store
 * plain floats. */
#include "files/format/gltf/write/writer.h"
#include <math.h>
#include <string.h>

/* ---- views ---- */

int32_t hone_gltf_add_packed_view(gltf_writer *writer, const hone_meshopt_layout *layout, const void *elements,
                                  uint32_t target)
{
    if (layout->count == 0)
        return hone_gltf_add_view(writer, NULL, 0, target);
    uint8_t *bytes = hone_gltf_write_scratch(writer, hone_meshopt_encoded_most(layout), 1);
    size_t size = bytes ? hone_meshopt_encode(layout, elements, bytes) : 0;
    hone_write_zeros(&writer->binary, (4 - writer->binary.bytes.size % 4) % 4);
    const gltf_out_view view = {.offset = writer->binary.bytes.size,
                                .size = size,
                                .target = target,
                                .packed = true,
                                .layout = *layout,
                                .unpacked = writer->unpacked_size};
    writer->unpacked_size += (layout->count * layout->stride + 3) / 4 * 4;
    if (bytes)
        hone_write_bytes(&writer->binary, bytes, size);
    hone_write_bytes(&writer->views, &view, sizeof view);
    return (int32_t)(writer->views.bytes.size / sizeof view) - 1;
}

int32_t hone_gltf_add_words(gltf_writer *writer, const void *words, uint32_t stride, uint32_t unit, uint32_t count,
                            uint32_t target)
{
    if (!writer->packs)
        return hone_gltf_add_numbers(writer, words, (size_t)count * stride, unit, target);
    const hone_meshopt_layout layout = {HONE_MESHOPT_ATTRIBUTES, HONE_MESHOPT_PLAIN, count, stride};
    return hone_gltf_add_packed_view(writer, &layout, words, target);
}

/* ---- pools ---- */

static hone_meshopt_layout layout_of(gltf_pool pool, uint64_t count)
{
    static const hone_meshopt_layout layouts[GLTF_POOL_COUNT] = {
        [GLTF_POOL_VECTORS] = {HONE_MESHOPT_ATTRIBUTES, HONE_MESHOPT_EXPONENTIAL, 0, 12},
        [GLTF_POOL_QUATERNIONS] = {HONE_MESHOPT_ATTRIBUTES, HONE_MESHOPT_QUATERNION, 0, 8},
        [GLTF_POOL_ROUNDED_QUATERNIONS] = {HONE_MESHOPT_ATTRIBUTES, HONE_MESHOPT_EXPONENTIAL, 0, 16},
        [GLTF_POOL_TIMES] = {HONE_MESHOPT_ATTRIBUTES, HONE_MESHOPT_EXPONENTIAL, 0, 4},
        [GLTF_POOL_EXACT_TIMES] = {HONE_MESHOPT_ATTRIBUTES, HONE_MESHOPT_PLAIN, 0, 4},
    };
    hone_meshopt_layout layout = layouts[pool];
    layout.count = count;
    return layout;
}

/* The codec chooses the bits of differences for this number of elements at once. */
enum { GROUP = 16 };

/* Repeats the last element, so that the next one begins a group: the step between them is not like the others. */
static void fill_group(hone_writer *pool, size_t stride)
{
    enum { MOST_STRIDE = 16 };
    uint8_t last[MOST_STRIDE];
    while (!pool->failed && pool->bytes.size / stride % GROUP) {
        memcpy(last, pool->bytes.data + pool->bytes.size - stride, stride);
        hone_write_bytes(pool, last, stride);
    }
}

int32_t hone_gltf_add_to_pool(gltf_writer *writer, gltf_pool pool, const void *elements, uint32_t count,
                              gltf_out_accessor *accessor)
{
    hone_meshopt_layout layout = layout_of(pool, count);
    if (count >= GROUP)
        fill_group(&writer->pools[pool], (size_t)layout.stride);
    accessor->view = HONE_NONE - 1 - (int32_t)pool;
    accessor->offset = writer->pools[pool].bytes.size;
    hone_write_bytes(&writer->pools[pool], elements, (size_t)(count * layout.stride));
    return hone_gltf_add_accessor(writer, accessor);
}

void hone_gltf_write_pools(gltf_writer *writer)
{
    for (uint32_t p = 0; p < GLTF_POOL_COUNT; p++) {
        hone_writer *pool = &writer->pools[p];
        hone_meshopt_layout layout = layout_of((gltf_pool)p, 0);
        layout.count = pool->bytes.size / layout.stride;
        if (pool->failed)
            writer->binary.failed = true;
        if (layout.count == 0 || pool->failed)
            continue;
        int32_t view = hone_gltf_add_packed_view(writer, &layout, pool->bytes.data, GLTF_TARGET_NONE);
        gltf_out_accessor *accessors = (gltf_out_accessor *)writer->accessors.bytes.data;
        size_t count = writer->accessors.bytes.size / sizeof *accessors;
        for (size_t i = 0; i < count; i++)
            if (accessors[i].view == HONE_NONE - 1 - (int32_t)p)
                accessors[i].view = view;
    }
}

/* ---- the grid ---- */

/* Returns the exponent of the coarsest grid on which a component is rounded by at most `error`; a coarser one if the
 * largest value needs it, as mantissas have 24 bits with their sign. */
static int exponent_of(const float *values, size_t count, float error)
{
    const int least = -100, most = 100;
    float largest = 0;
    int exponent = least, size;
    for (size_t i = 0; i < count; i++) largest = fmaxf(largest, fabsf(values[i]));
    if (error > 0)
        exponent = (int)floorf(log2f(2 * error));
    frexpf(largest, &size); /* largest < 2^size */
    if (exponent < size - 22)
        exponent = size - 22;
    return exponent < least ? least : exponent > most ? most : exponent;
}

/* Rounds values to multiples of 2^exponent, and writes them as the exponential filter has them. */
static void round_to_grid(float *values, size_t count, int exponent, uint32_t *filtered)
{
    float step = ldexpf(1, exponent), per_step = ldexpf(1, -exponent);
    for (size_t i = 0; i < count; i++) {
        float n = nearbyintf(values[i] * per_step);
        values[i] = n * step;
        filtered[i] = (uint32_t)exponent << 24 | ((uint32_t)(int32_t)n & 0xffffff);
    }
}

/* Returns the number of floats of an element that the codec sees: those of a column follow each other closely. */
static uint32_t columns_of(uint32_t width, uint32_t columns)
{
    enum { MOST = 64 };
    if (columns <= 1 || width != 1)
        return width;
    uint32_t best = columns < MOST ? columns : MOST;
    while (columns % best) best--;
    return best;
}

void hone_gltf_round(const gltf_writer *writer, float *values, size_t count, float error)
{
    int exponent = exponent_of(values, count, error);
    float step = ldexpf(1, exponent), per_step = ldexpf(1, -exponent);
    for (size_t i = 0; writer->packs && i < count; i++) values[i] = nearbyintf(values[i] * per_step) * step;
}

int32_t hone_gltf_add_grid_view(gltf_writer *writer, float *values, uint32_t width, uint32_t count, float error,
                                uint32_t target)
{
    size_t all = (size_t)count * width;
    if (!writer->packs)
        return hone_gltf_add_numbers(writer, values, all * sizeof *values, sizeof *values, target);
    uint32_t *filtered = hone_gltf_write_scratch(writer, all, sizeof *filtered);
    if (!filtered)
        return HONE_NONE;
    round_to_grid(values, all, exponent_of(values, all, error), filtered);
    const hone_meshopt_layout layout = {HONE_MESHOPT_ATTRIBUTES, HONE_MESHOPT_EXPONENTIAL, count,
                                        width * sizeof *values};
    return hone_gltf_add_packed_view(writer, &layout, filtered, target);
}

static int32_t add_rounded_to_pool(gltf_writer *writer, const gltf_rounded *data, gltf_out_accessor *accessor)
{
    gltf_pool pool = data->width == 4   ? GLTF_POOL_ROUNDED_QUATERNIONS
                     : data->width == 3 ? GLTF_POOL_VECTORS
                                        : GLTF_POOL_TIMES;
    size_t all = (size_t)data->count * data->width;
    uint32_t *filtered = hone_gltf_write_scratch(writer, all, sizeof *filtered);
    if (!filtered)
        return HONE_NONE;
    round_to_grid(data->values, all, exponent_of(data->values, all, data->error), filtered);
    hone_gltf_bound(accessor, data->values);
    return hone_gltf_add_to_pool(writer, pool, filtered, data->count, accessor);
}

int32_t hone_gltf_add_rounded(gltf_writer *writer, const gltf_rounded *data)
{
    uint32_t width = data->width, count = data->count;
    if (!writer->packs || !data->values || count == 0)
        return hone_gltf_add_floats(writer, data->values, width, count, data->target, data->bounded);
    size_t all = (size_t)count * width;
    uint32_t columns = columns_of(width, data->columns);
    gltf_out_accessor accessor = {.component = GLTF_FLOAT, .width = width, .count = count, .bounded = data->bounded};
    if (data->pooled)
        return add_rounded_to_pool(writer, data, &accessor);
    accessor.view =
        hone_gltf_add_grid_view(writer, data->values, columns, (uint32_t)(all / columns), data->error, data->target);
    hone_gltf_bound(&accessor, data->values);
    return hone_gltf_add_accessor(writer, &accessor);
}

/* ---- unit vectors and rotations ---- */

int32_t hone_gltf_add_units(gltf_writer *writer, const float *vectors, uint32_t width, uint32_t count)
{
    enum { BITS = 12, STRIDE = 8 }; /* within 0.05 degrees */
    if (!writer->packs || !vectors || count == 0)
        return hone_gltf_add_floats(writer, vectors, width, count, GLTF_TARGET_VERTICES, false);
    float(*padded)[4] = hone_gltf_write_scratch(writer, count, sizeof *padded);
    uint8_t *filtered = hone_gltf_write_scratch(writer, count, STRIDE);
    if (!padded || !filtered)
        return HONE_NONE;
    for (uint32_t i = 0; i < count; i++) memcpy(padded[i], vectors + (size_t)i * width, width * sizeof(float));
    const hone_meshopt_layout layout = {HONE_MESHOPT_ATTRIBUTES, HONE_MESHOPT_OCTAHEDRAL, count, STRIDE};
    hone_meshopt_filter_elements(&layout, BITS, *padded, filtered);
    gltf_out_accessor accessor = {.component = GLTF_SHORT, .width = width, .count = count, .normalised = true};
    accessor.view = hone_gltf_add_packed_view(writer, &layout, filtered, GLTF_TARGET_VERTICES);
    writer->quantised = true;
    return hone_gltf_add_accessor(writer, &accessor);
}

/* The largest distance of a quaternion from itself after the extension's filter with this number of bits a component:
 * each of three components is rounded, in units of sqrt(1/2); the fourth, at least 1/2, takes at most twice their
 * error; then all are rounded to 16 bits. */
float hone_gltf_quaternion_error(int bits)
{
    float component = 0.5f * 0.70710678f / (float)((1 << (bits - 1)) - 1);
    return component * sqrtf(3) * 2 + 2 * 0.5f / 32767;
}

int32_t hone_gltf_add_rotations(gltf_writer *writer, float (*rotations)[4], uint32_t count, float error)
{
    enum { LEAST_BITS = 4, MOST_BITS = 16, STRIDE = 8 };
    int bits = LEAST_BITS;
    while (bits <= MOST_BITS && hone_gltf_quaternion_error(bits) > error) bits++;
    if (!writer->packs || !rotations || count == 0 || bits > MOST_BITS) /* four components are rounded */
        return hone_gltf_add_rounded(writer, &(gltf_rounded){.values = rotations ? *rotations : NULL,
                                                             .width = 4,
                                                             .count = count,
                                                             .pooled = true,
                                                             .error = error / 2});
    uint8_t *filtered = hone_gltf_write_scratch(writer, count, STRIDE);
    if (!filtered)
        return HONE_NONE;
    const hone_meshopt_layout layout = {HONE_MESHOPT_ATTRIBUTES, HONE_MESHOPT_QUATERNION, count, STRIDE};
    hone_meshopt_filter_elements(&layout, bits, *rotations, filtered);
    gltf_out_accessor accessor = {.component = GLTF_SHORT, .width = 4, .count = count, .normalised = true};
    return hone_gltf_add_to_pool(writer, GLTF_POOL_QUATERNIONS, filtered, count, &accessor);
}

/* ---- times ---- */

/* Returns whether times that are rounded to the grid still ascend. */
static bool still_ascend(const float *times, uint32_t count, float step)
{
    for (uint32_t k = 1; k < count; k++)
        if (!(times[k] - times[k - 1] > 2 * step))
            return false;
    return true;
}

/* The times that an earlier channel has already, or NULL. */
static const gltf_out_times *find_times(const gltf_writer *writer, const float *times, uint32_t count, float error)
{
    for (const gltf_out_times *t = writer->times; t; t = t->next)
        if (t->count == count && t->error <= error && memcmp(t->asked, times, count * sizeof *times) == 0)
            return t;
    return NULL;
}

static int32_t add_new_times(gltf_writer *writer, const float *times, uint32_t count, float error)
{
    float *rounded = hone_gltf_write_scratch(writer, count, sizeof *rounded);
    if (!rounded)
        return HONE_NONE;
    memcpy(rounded, times, count * sizeof *times);
    if (error > 0)
        return hone_gltf_add_rounded(
            writer,
            &(gltf_rounded){
                .values = rounded, .width = 1, .count = count, .bounded = true, .pooled = true, .error = error});
    gltf_out_accessor accessor = {.component = GLTF_FLOAT, .width = 1, .count = count, .bounded = true};
    hone_gltf_bound(&accessor, times);
    return hone_gltf_add_to_pool(writer, GLTF_POOL_EXACT_TIMES, times, count, &accessor);
}

int32_t hone_gltf_add_times(gltf_writer *writer, const float *times, uint32_t count, float error)
{
    if (!writer->packs || !times || count == 0)
        return hone_gltf_add_floats(writer, times, 1, count, GLTF_TARGET_NONE, true);
    float step = ldexpf(1, exponent_of(times, count, error));
    if (!still_ascend(times, count, step) || step > 2 * error)
        error = 0;
    const gltf_out_times *same = find_times(writer, times, count, error);
    if (same)
        return same->accessor;
    int32_t accessor = add_new_times(writer, times, count, error);
    gltf_out_times *out = hone_gltf_write_scratch(writer, 1, sizeof *out);
    if (out)
        *out = (gltf_out_times){writer->times, times, count, error, accessor};
    writer->times = out ? out : writer->times;
    return accessor;
}
