/* Opens accessors, checks them against their buffers, and reads their elements. */
#include "format/gltf/read/accessor.h"
#include <inttypes.h>
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
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (hone_gltf_text_is(accessor, "type", types[i].name))
            return types[i].count;
    return 0;
}

static uint32_t load_bits(const uint8_t *at, size_t size)
{
    uint32_t bits = 0;
    for (size_t i = 0; i < size; i++) bits |= (uint32_t)at[i] << 8 * i;
    return bits;
}

static float to_float(uint32_t bits, uint32_t type, bool normalised)
{
    float value;
    switch (type) {
    case GLTF_BYTE:
        value = (float)(int8_t)bits;
        return !normalised ? value : value < -127 ? -1 : value / 127;
    case GLTF_UNSIGNED_BYTE:
        return normalised ? (float)bits / 255 : (float)bits;
    case GLTF_SHORT:
        value = (float)(int16_t)bits;
        return !normalised ? value : value < -32767 ? -1 : value / 32767;
    case GLTF_UNSIGNED_SHORT:
        return normalised ? (float)bits / 65535 : (float)bits;
    case GLTF_UNSIGNED_INT:
        return (float)bits;
    default:
        memcpy(&value, &bits, sizeof value);
        return value;
    }
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
    size_t stride, size = component_size(out->type) * out->components;
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

static bool open_accessor(gltf_reader *reader, const gltf_object *object, gltf_accessor *out)
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
    if (hone_gltf_has(object, "bufferView")) {
        out->data = find_elements(reader, object, count, component_size(type) * out->components, &out->stride);
        if (!out->data)
            return false;
    }
    return open_sparse(reader, object, out) && hone_gltf_charge(reader, 1 + (out->data ? count : 0));
}

bool hone_gltf_accessor_of(gltf_reader *reader, const gltf_object *object, const char *key, uint32_t components,
                           uint32_t most, gltf_accessor *out)
{
    gltf_object root = hone_gltf_root(&reader->json);
    int32_t index = hone_gltf_index(object, key, hone_gltf_count(&root, "accessors"));
    if (index < 0)
        return false;
    gltf_object accessor = hone_gltf_item(&reader->json, "accessors", index);
    if (!accessor.value || !open_accessor(reader, &accessor, out))
        return false;
    if (out->components < components || out->components > most)
        return hone_gltf_fail(object, "\"%s\" is accessor %d, which has %u components", key, index, out->components);
    return !reader->json.failed;
}

/* ---- reading -------------------------------------------------------------------------------------------------- */

static uint32_t sparse_index(const gltf_accessor *of, uint32_t at)
{
    size_t size = component_size(of->sparse_type);
    return load_bits(of->sparse_indices + at * size, size);
}

/* Returns the bytes of the next element, or NULL for zeros. */
static const uint8_t *advance(gltf_cursor *cursor)
{
    const gltf_accessor *of = cursor->of;
    uint32_t at = cursor->next++;
    if (cursor->sparse_next < of->sparse_count && sparse_index(of, cursor->sparse_next) == at)
        return of->sparse_values + (size_t)cursor->sparse_next++ * component_size(of->type) * of->components;
    return of->data ? of->data + at * of->stride : NULL;
}

void hone_gltf_next_floats(gltf_cursor *cursor, float *out)
{
    const gltf_accessor *of = cursor->of;
    const uint8_t *bytes = advance(cursor);
    size_t size = component_size(of->type);
    for (uint32_t c = 0; c < of->components; c++)
        out[c] = bytes ? to_float(load_bits(bytes + c * size, size), of->type, of->normalised) : 0;
}

void hone_gltf_next_indices(gltf_cursor *cursor, uint32_t *out)
{
    const gltf_accessor *of = cursor->of;
    const uint8_t *bytes = advance(cursor);
    size_t size = component_size(of->type);
    for (uint32_t c = 0; c < of->components; c++) out[c] = bytes ? load_bits(bytes + c * size, size) : 0;
}

void hone_gltf_skip_zeros(gltf_cursor *cursor)
{
    const gltf_accessor *of = cursor->of;
    if (of->data)
        return;
    bool more = cursor->sparse_next < of->sparse_count;
    cursor->next = more ? sparse_index(of, cursor->sparse_next) : of->count;
}
