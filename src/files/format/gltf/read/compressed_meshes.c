/* Primitives that Draco has compressed (KHR_draco_mesh_compression): all of them are decoded when the file is opened.
 */
#include "base/error.h"
#include "files/format/gltf/draco/draco.h"
#include "files/format/gltf/extensions.h"
#include "files/format/gltf/read/accessor.h"
#include <stdio.h>
#include <string.h>

static gltf_object compression_of(const gltf_object *primitive)
{
    gltf_object extensions = hone_gltf_member(primitive, "extensions");
    return hone_gltf_member(&extensions, GLTF_DRACO);
}

bool hone_gltf_same_compression(const gltf_object *a, const gltf_object *b)
{
    gltf_object of_a = hone_gltf_member(a, "extensions"), of_b = hone_gltf_member(b, "extensions");
    return hone_gltf_same(&of_a, &of_b, GLTF_DRACO);
}

/* ---- values --------------------------------------------------------------------------------------------------- */

/* A primitive while it is decoded. */
typedef struct compressed_mesh {
    gltf_reader *reader;
    gltf_object primitive, attributes;
    gltf_object ids; /* of the attributes in the compressed data */
    hone_draco_mesh mesh;
} compressed_mesh;

/* Makes room for decoded values of `size` bytes each, which take the place of what the accessor under the key of
 * `owner` reads. Returns NULL with an error set. */
static void *add_values(compressed_mesh *m, const gltf_object *owner, const char *key, uint32_t count, size_t size)
{
    gltf_reader *reader = m->reader;
    hone_allocator allocator = hone_allocator_or_default(reader->desc ? reader->desc->allocator : NULL);
    size_t room = (size_t)count * size;
    uint8_t *bytes = hone_allocate(&allocator, room ? room : 1, 1);
    if (!bytes) {
        hone_reading_fail_memory(&reader->file);
        return NULL;
    }
    gltf_values *out = &reader->values[reader->value_count++];
    *out = (gltf_values){.owner = owner->value, .stride = size, .own = {bytes, room, room ? room : 1, allocator}};
    snprintf(out->key, sizeof out->key, "%s", key);
    return bytes;
}

static hone_draco_type type_of(uint32_t component_type)
{
    switch (component_type) {
    case GLTF_BYTE:
        return HONE_DRACO_INT8;
    case GLTF_UNSIGNED_BYTE:
        return HONE_DRACO_UINT8;
    case GLTF_SHORT:
        return HONE_DRACO_INT16;
    case GLTF_UNSIGNED_SHORT:
        return HONE_DRACO_UINT16;
    case GLTF_UNSIGNED_INT:
        return HONE_DRACO_UINT32;
    default:
        return HONE_DRACO_FLOAT;
    }
}

static bool decode_attribute(compressed_mesh *m, const char *key)
{
    gltf_accessor shape;
    if (!hone_gltf_has(&m->ids, key) || !hone_gltf_has(&m->attributes, key))
        return true;
    if (!hone_gltf_shape_of(m->reader, &m->attributes, key, &shape))
        return false;
    uint64_t id = hone_gltf_whole(&m->ids, key, 0);
    hone_draco_attribute wanted = {(uint32_t)id, type_of(shape.type), shape.components};
    uint32_t components = id <= UINT32_MAX ? hone_draco_components(&m->mesh, wanted.id) : 0;
    if (components != wanted.components)
        return hone_gltf_fail(&m->primitive, "its accessor of \"%s\" has %u components, its compressed data %u", key,
                              wanted.components, components);
    if (shape.count != m->mesh.vertex_count)
        return hone_gltf_fail(&m->primitive, "its accessor of \"%s\" has %u elements, its compressed data %u", key,
                              shape.count, m->mesh.vertex_count);
    void *out = add_values(m, &m->attributes, key, shape.count, hone_gltf_element_size(&shape));
    return out && (hone_draco_read_attribute(&m->mesh, &wanted, out) ||
                   hone_gltf_fail(&m->primitive, "\"%s\" has values that its accessor's type does not have", key));
}

/* Decodes JOINTS_n and WEIGHTS_n, and what else hone reads. */
static bool decode_attributes(compressed_mesh *m)
{
    static const char *const keys[] = {"POSITION", "NORMAL", "TANGENT", "TEXCOORD_0", "TEXCOORD_1", "COLOR_0"};
    for (size_t k = 0; k < sizeof keys / sizeof *keys; k++)
        if (!decode_attribute(m, keys[k]))
            return false;
    for (uint32_t set = 0; set < GLTF_SETS_MOST; set++) {
        char joints[GLTF_KEY_SIZE], weights[GLTF_KEY_SIZE];
        snprintf(joints, sizeof joints, "JOINTS_%u", set);
        snprintf(weights, sizeof weights, "WEIGHTS_%u", set);
        if (!decode_attribute(m, joints) || !decode_attribute(m, weights))
            return false;
    }
    return !m->reader->file.failed;
}

/* The triangles are a list, whatever the primitive's mode says: of a strip, the accessor has the strip's indices. */
static bool decode_triangles(compressed_mesh *m, uint64_t mode)
{
    gltf_accessor shape;
    uint64_t count = (uint64_t)m->mesh.triangle_count * 3;
    if (mode == GLTF_TRIANGLES && hone_gltf_has(&m->primitive, "indices")) {
        if (!hone_gltf_shape_of(m->reader, &m->primitive, "indices", &shape))
            return false;
        if (shape.count != count)
            return hone_gltf_fail(&m->primitive, "it has %u indices, its compressed data %u triangles", shape.count,
                                  m->mesh.triangle_count);
    }
    if (count > INT32_MAX)
        return hone_gltf_fail(&m->primitive, "%u triangles are too many", m->mesh.triangle_count);
    uint32_t *out = add_values(m, &m->primitive, "indices", (uint32_t)count, sizeof *out);
    if (out)
        hone_draco_read_triangles(&m->mesh, out);
    return out != NULL;
}

/* ---- primitives ----------------------------------------------------------------------------------------------- */

/* Meshes can be compressed to a hundredth, if they are flat. `left`: bytes that may still be decoded, since primitives
 * may share their compressed data. */
enum { RATIO = 512, SPARE = 64 * 1024 };

static bool decode_mesh(compressed_mesh *m, const gltf_object *compression, uint64_t *left)
{
    size_t size = 0, stride;
    int32_t view = hone_gltf_index(compression, "bufferView", INT32_MAX);
    const uint8_t *data = view < 0 ? NULL : hone_gltf_view(m->reader, view, &size, &stride);
    uint64_t most = (uint64_t)size * RATIO + SPARE;
    if (!data)
        return hone_gltf_fail(&m->primitive, "the buffer view of its compressed data is missing");
    const char *wrong = hone_draco_decode(data, size, most < *left ? most : *left, &m->mesh);
    if (wrong)
        return hone_gltf_fail(&m->primitive, "%s", wrong);
    *left -= m->mesh.size;
    return true;
}

static bool decode_primitive(gltf_reader *reader, const gltf_object *primitive, uint64_t *left)
{
    gltf_object compression = compression_of(primitive);
    uint64_t mode = hone_gltf_whole(primitive, "mode", GLTF_TRIANGLES);
    if (!compression.value)
        return !reader->file.failed;
    if (mode != GLTF_TRIANGLES && mode != GLTF_STRIP)
        return hone_gltf_fail(primitive, "its compressed data can only be triangles");
    compressed_mesh m = {reader,
                         *primitive,
                         hone_gltf_member(primitive, "attributes"),
                         hone_gltf_member(&compression, "attributes"),
                         {0}};
    bool done = decode_mesh(&m, &compression, left) && decode_triangles(&m, mode) && decode_attributes(&m);
    hone_draco_release(&m.mesh);
    return done && !reader->file.failed;
}

/* Calls `use` for each compressed primitive. */
static bool for_each(gltf_reader *reader, bool (*use)(gltf_reader *reader, const gltf_object *primitive, uint64_t *sum),
                     uint64_t *sum)
{
    gltf_object root = hone_gltf_root(&reader->json);
    uint32_t meshes = hone_gltf_count(&root, "meshes");
    for (uint32_t m = 0; m < meshes && !reader->file.failed; m++) {
        gltf_object mesh = hone_gltf_item(&reader->json, "meshes", (int32_t)m);
        uint32_t primitives = hone_gltf_count(&mesh, "primitives");
        for (uint32_t p = 0; p < primitives && !reader->file.failed; p++) {
            gltf_object primitive = hone_gltf_element(&mesh, "primitives", p);
            if (!use(reader, &primitive, sum))
                return false;
        }
    }
    return !reader->file.failed;
}

/* Counts the values that decode_primitive adds at most. */
static bool count_values(gltf_reader *reader, const gltf_object *primitive, uint64_t *sum)
{
    gltf_object compression = compression_of(primitive), ids = hone_gltf_member(&compression, "attributes");
    *sum += compression.value ? 1 + hone_gltf_members(&ids).left : 0;
    return !reader->file.failed;
}

bool hone_gltf_open_compressed_meshes(gltf_reader *reader)
{
    uint64_t count = 0, left = SPARE;
    if (!for_each(reader, count_values, &count) || count == 0)
        return !reader->file.failed;
    bool required = hone_gltf_is_required(reader, GLTF_DRACO);
    if (!hone_draco_open(required ? reader->file.error : NULL)) {
        reader->file.failed = required;
        return !required; /* or else the accessors have the same data uncompressed */
    }
    for (uint32_t b = 0; b < reader->buffer_count; b++) left += (uint64_t)reader->buffers[b].size * RATIO;
    return hone_reading_scratch(&reader->file, count, sizeof *reader->values, &reader->values) &&
           for_each(reader, decode_primitive, &left);
}

void hone_gltf_close_compressed_meshes(gltf_reader *reader)
{
    for (uint32_t i = 0; i < reader->value_count; i++) hone_bytes_release(&reader->values[i].own);
    reader->value_count = 0;
}
