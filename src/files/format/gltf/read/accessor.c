/* Opens accessors, checks them against their buffers, and reads their elements. */
#include "files/format/gltf/read/accessor.h"
#include "base/files/byte_reader.h"
#include <inttypes.h>
#include <math.h>
#include <string.h>

/* ---- types ---------------------------------------------------------------------------------------------------- */

/* Returns 0 for an unknown type. */
static size_t component_size(uint64_t type)
{
    switch (type) {
    case GLTF_BYTE:
    case GLTF_UNSIGNED_BYTE:
        return 1;
    case GLTF_SHORT:
    case GLTF_UNSIGNED_SHORT:
        return 2;
    case GLTF_UNSIGNED_INT:
    case GLTF_FLOAT:
        return 4;
    default:
        return 0;
    }
}

/* Returns 0 for a type that hone does not read. */
static uint32_t component_count(const gltf_object *accessor)
{
    static const struct {
        const char *name;
        uint32_t count;
    } types[] = {{"SCALAR", 1}, {"VEC2", 2}, {"VEC3", 3}, {"VEC4", 4}, {"MAT4", 16}};
    gltf_text type = hone_gltf_text(accessor, "type");
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (hone_gltf_text_equals(type, types[i].name))
            return types[i].count;
    return 0;
}

static uint32_t load_bits(const uint8_t *at, size_t size)
{
    uint32_t bits = 0;
    for (size_t i = 0; i < size; i++) bits |= (uint32_t)at[i] << 8 * i;
    return bits;
}

/* ---- opening ---- */

/* Returns the first of `count` elements of `size` bytes from byteOffset on, `stride` bytes apart (0: without gaps), in
 * the view that the object refers to. Returns NULL with an error set. */
static const uint8_t *find_elements(gltf_reader *reader, const gltf_object *object, uint64_t count, size_t size,
                                    size_t *stride)
{
    size_t view_size = 0, view_stride = 0;
    int32_t view = hone_gltf_index(object, "bufferView", INT32_MAX);
    uint64_t offset = hone_gltf_whole(object, "byteOffset", 0);
    const uint8_t *data = view < 0 ? NULL : hone_gltf_view(reader, view, &view_size, &view_stride);
    if (!data) {
        hone_gltf_fail(object, "its buffer view is missing");
        return NULL;
    }
    *stride = view_stride ? view_stride : size;
    if (*stride < size) {
        hone_gltf_fail(object, "elements of %zu bytes have a stride of %zu", size, *stride);
        return NULL;
    }
    /* no overflow: count < 2^32, and hone_gltf_view limits the stride to 252 and the rest to the view's size */
    bool fits = count == 0 || (offset <= view_size && view_size - offset >= size &&
                               (count - 1) <= (view_size - offset - size) / *stride);
    if (!fits)
        hone_gltf_fail(object, "%" PRIu64 " elements do not fit in the %zu bytes of buffer view %d", count, view_size,
                       view);
    return fits ? data + (count ? offset : 0) : NULL;
}

static bool check_ascending(const gltf_object *object, const gltf_accessor *accessor)
{
    size_t size = component_size(accessor->sparse_type);
    uint64_t least = 0;
    for (uint32_t i = 0; i < accessor->sparse_count; i++) {
        uint32_t index = load_bits(accessor->sparse_indices + i * size, size);
        if (index >= accessor->count)
            return hone_gltf_fail(object, "its sparse indices refer to element %u of %u", index, accessor->count);
        if (index < least)
            return hone_gltf_fail(object, "its sparse indices are not in ascending order");
        least = (uint64_t)index + 1;
    }
    return true;
}

static bool open_sparse(gltf_reader *reader, const gltf_object *object, gltf_accessor *out)
{
    gltf_object sparse = hone_gltf_member(object, "sparse");
    if (!sparse.value)
        return true;
    gltf_object indices = hone_gltf_member(&sparse, "indices"), values = hone_gltf_member(&sparse, "values");
    uint64_t count = hone_gltf_whole(&sparse, "count", 0), type = hone_gltf_whole(&indices, "componentType", 0);
    if (count > out->count)
        return hone_gltf_fail(object, "%" PRIu64 " sparse values for %u elements", count, out->count);
    if (type != GLTF_UNSIGNED_BYTE && type != GLTF_UNSIGNED_SHORT && type != GLTF_UNSIGNED_INT)
        return hone_gltf_fail(object, "its sparse indices are of the unknown type %" PRIu64, type);
    size_t stride, size = hone_gltf_element_size(out);
    out->sparse_count = (uint32_t)count;
    out->sparse_type = (uint32_t)type;
    out->sparse_indices = find_elements(reader, &indices, count, component_size(type), &stride);
    if (out->sparse_indices && stride != component_size(type))
        return hone_gltf_fail(object, "its sparse indices have a stride");
    out->sparse_values = find_elements(reader, &values, count, size, &stride);
    if (out->sparse_values && stride != size)
        return hone_gltf_fail(object, "its sparse values have a stride");
    return out->sparse_indices && out->sparse_values && hone_gltf_charge(reader, count) && check_ascending(object, out);
}

static bool read_shape(const gltf_object *object, gltf_accessor *out)
{
    uint64_t count = hone_gltf_whole(object, "count", 0), type = hone_gltf_whole(object, "componentType", 0);
    *out = (gltf_accessor){.components = component_count(object), .normalised = hone_gltf_flag(object, "normalized")};
    if (component_size(type) == 0)
        return hone_gltf_fail(object, "its components are of the unknown type %" PRIu64, type);
    if (out->components == 0)
        return hone_gltf_fail(object, "its type is not one that hone reads");
    if (count > INT32_MAX)
        return hone_gltf_fail(object, "%" PRIu64 " elements are too many", count);
    out->count = (uint32_t)count;
    out->type = (uint32_t)type;
    return !object->json->file->failed;
}

size_t hone_gltf_element_size(const gltf_accessor *of)
{
    return component_size(of->type) * of->components;
}

/* values: those that take the place of the buffer's; NULL: none. */
static bool open_accessor(gltf_reader *reader, const gltf_object *object, const gltf_values *values, gltf_accessor *out)
{
    if (!read_shape(object, out))
        return false;
    if (values) {
        out->data = values->own.data;
        out->stride = values->stride;
    } else if (hone_gltf_has(object, "bufferView")) {
        out->data = find_elements(reader, object, out->count, hone_gltf_element_size(out), &out->stride);
        if (!out->data)
            return false;
    }
    return open_sparse(reader, object, out) && hone_gltf_charge(reader, 1 + (out->data ? (uint64_t)out->count : 0));
}

/* The values are in the order of their owners in the text. */
const gltf_values *hone_gltf_values_of(const gltf_reader *reader, const gltf_object *owner, const char *key)
{
    uint32_t low = 0, high = reader->value_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (reader->values[middle].owner < owner->value)
            low = middle + 1;
        else
            high = middle;
    }
    for (; low < reader->value_count && reader->values[low].owner == owner->value; low++)
        if (strcmp(reader->values[low].key, key) == 0)
            return &reader->values[low];
    return NULL;
}

static gltf_object accessor_under(gltf_reader *reader, const gltf_object *object, const char *key, int32_t *index)
{
    gltf_object root = hone_gltf_root(&reader->json);
    *index = hone_gltf_index(object, key, hone_gltf_count(&root, "accessors"));
    return hone_gltf_item(&reader->json, "accessors", *index);
}

bool hone_gltf_shape_of(gltf_reader *reader, const gltf_object *object, const char *key, gltf_accessor *out)
{
    int32_t index;
    gltf_object accessor = accessor_under(reader, object, key, &index);
    return accessor.value && read_shape(&accessor, out);
}

bool hone_gltf_accessor_of(gltf_reader *reader, const gltf_object *object, const char *key, uint32_t components,
                           uint32_t most, gltf_accessor *out)
{
    int32_t index;
    gltf_object accessor = accessor_under(reader, object, key, &index);
    if (!accessor.value || !open_accessor(reader, &accessor, hone_gltf_values_of(reader, object, key), out))
        return false;
    if (out->components < components || out->components > most)
        return hone_gltf_fail(object, "\"%s\" is accessor %d, which has %u components", key, index, out->components);
    return !reader->file.failed;
}

bool hone_gltf_indices_of(gltf_reader *reader, const gltf_object *primitive, gltf_accessor *out)
{
    const gltf_values *values = hone_gltf_values_of(reader, primitive, "indices");
    if (!values)
        return hone_gltf_accessor_of(reader, primitive, "indices", 1, 1, out);
    uint32_t count = (uint32_t)(values->own.size / values->stride);
    *out = (gltf_accessor){
        .count = count, .components = 1, .type = GLTF_UNSIGNED_INT, .data = values->own.data, .stride = values->stride};
    return hone_gltf_charge(reader, (uint64_t)count + 1);
}

/* ---- converting ----------------------------------------------------------------------------------------------- */

static uint16_t load_u16(const uint8_t *at)
{
    return (uint16_t)(at[0] | at[1] << 8);
}

/* A normalised component is divided by `one`, and not less than -1; for any other `one` is 1. */
static void convert_signed(const uint8_t *in, size_t count, bool wide, bool normalised, float *out)
{
    float one = !normalised ? 1.0f : wide ? 32767.0f : 127.0f, least = normalised ? -one : -INFINITY;
    for (size_t i = 0; i < count && wide; i++) out[i] = (float)(int16_t)load_u16(in + 2 * i);
    for (size_t i = 0; i < count && !wide; i++) out[i] = (float)(int8_t)in[i];
    for (size_t i = 0; i < count && normalised; i++) out[i] = out[i] < least ? -1 : out[i] / one;
}

static void convert_unsigned(const uint8_t *in, size_t count, bool wide, bool normalised, float *out)
{
    float one = wide ? 65535.0f : 255.0f;
    for (size_t i = 0; i < count && wide; i++) out[i] = (float)load_u16(in + 2 * i);
    for (size_t i = 0; i < count && !wide; i++) out[i] = (float)in[i];
    for (size_t i = 0; i < count && normalised; i++) out[i] /= one;
}

/* Converts components without gaps. */
static void convert(const gltf_accessor *of, const uint8_t *in, size_t count, float *out)
{
    switch (of->type) {
    case GLTF_BYTE:
    case GLTF_SHORT:
        convert_signed(in, count, of->type == GLTF_SHORT, of->normalised, out);
        break;
    case GLTF_UNSIGNED_BYTE:
    case GLTF_UNSIGNED_SHORT:
        convert_unsigned(in, count, of->type == GLTF_UNSIGNED_SHORT, of->normalised, out);
        break;
    case GLTF_UNSIGNED_INT:
        for (size_t i = 0; i < count; i++) out[i] = (float)load_bits(in + 4 * i, 4);
        break;
    default:
        hone_copy_words(out, in, count);
    }
}

/* Copies rows of floats; `components` is a constant in each call. */
static inline void copy_rows(const uint8_t *in, size_t stride, uint32_t count, size_t components, float *out,
                             uint32_t width)
{
    for (uint32_t i = 0; i < count; i++) hone_copy_words(out + (size_t)i * width, in + i * stride, components);
}

/* Converts `count` elements that are `stride` bytes apart to rows that are `width` floats apart. */
static void convert_rows(const gltf_accessor *of, const uint8_t *in, size_t stride, uint32_t count, float *out,
                         uint32_t width)
{
    size_t size = hone_gltf_element_size(of);
    if (stride == size && width == of->components)
        convert(of, in, (size_t)count * width, out);
    else if (of->type == GLTF_FLOAT && of->components == 3)
        copy_rows(in, stride, count, 3, out, width);
    else if (of->type == GLTF_FLOAT && of->components == 2)
        copy_rows(in, stride, count, 2, out, width);
    else
        for (uint32_t i = 0; i < count; i++) convert(of, in + i * stride, of->components, out + (size_t)i * width);
}

/* ---- reading -------------------------------------------------------------------------------------------------- */

static uint32_t sparse_index(const gltf_accessor *of, uint32_t at)
{
    size_t size = component_size(of->sparse_type);
    return load_bits(of->sparse_indices + at * size, size);
}

static const uint8_t *sparse_value(const gltf_accessor *of, uint32_t at)
{
    return of->sparse_values + (size_t)at * hone_gltf_element_size(of);
}

/* Returns the first sparse value for element `index` or a later one. */
static uint32_t find_sparse(const gltf_accessor *of, uint32_t index)
{
    uint32_t begin = 0, end = of->sparse_count;
    while (begin < end) {
        uint32_t middle = begin + (end - begin) / 2;
        if (sparse_index(of, middle) < index)
            begin = middle + 1;
        else
            end = middle;
    }
    return begin;
}

void hone_gltf_read_floats(const gltf_accessor *of, uint32_t first, uint32_t count, float *out, uint32_t width)
{
    if (of->data)
        convert_rows(of, of->data + first * of->stride, of->stride, count, out, width);
    for (uint32_t i = 0; i < count && !of->data; i++) memset(out + (size_t)i * width, 0, of->components * sizeof *out);
    for (uint32_t s = find_sparse(of, first); s < of->sparse_count; s++) {
        uint32_t at = sparse_index(of, s) - first;
        if (at >= count)
            return;
        convert(of, sparse_value(of, s), of->components, out + (size_t)at * width);
    }
}

/* Converts whole numbers without gaps. */
static void convert_whole(uint32_t type, const uint8_t *in, size_t count, uint32_t *out)
{
    size_t size = component_size(type);
    if (size == 4)
        hone_copy_words(out, in, count);
    for (size_t i = 0; i < count && size == 2; i++) out[i] = load_u16(in + 2 * i);
    for (size_t i = 0; i < count && size == 1; i++) out[i] = in[i];
}

void hone_gltf_read_whole(const gltf_accessor *of, uint32_t first, uint32_t count, uint32_t *out)
{
    size_t size = hone_gltf_element_size(of), width = of->components;
    const uint8_t *in = of->data ? of->data + first * of->stride : NULL;
    if (in && of->stride == size)
        convert_whole(of->type, in, count * width, out);
    else if (in)
        for (uint32_t i = 0; i < count; i++) convert_whole(of->type, in + i * of->stride, width, out + i * width);
    else
        memset(out, 0, count * width * sizeof *out);
    for (uint32_t s = find_sparse(of, first); s < of->sparse_count; s++) {
        uint32_t at = sparse_index(of, s) - first;
        if (at >= count)
            return;
        convert_whole(of->type, sparse_value(of, s), width, out + at * width);
    }
}

bool hone_gltf_next_run(gltf_run *run, float *out, uint32_t most)
{
    const gltf_accessor *of = run->of;
    run->first += run->count;
    if (!of->data) { /* skip to the next element that is not zero */
        if (run->next_sparse == of->sparse_count)
            return false;
        run->first = sparse_index(of, run->next_sparse);
        run->count = 1;
        convert(of, sparse_value(of, run->next_sparse++), of->components, out);
        return true;
    }
    uint32_t left = of->count - run->first;
    run->count = left < most ? left : most;
    hone_gltf_read_floats(of, run->first, run->count, out, of->components);
    return run->count > 0;
}
