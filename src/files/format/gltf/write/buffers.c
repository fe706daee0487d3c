/* The JSON of the buffer, its views and accessors. */
#include "files/format/gltf/extensions.h"
#include "files/format/gltf/write/writer.h"

static const char *type_of(uint32_t width)
{
    static const char *const types[] = {[1] = "SCALAR", [2] = "VEC2", [3] = "VEC3", [4] = "VEC4", [16] = "MAT4"};
    return types[width];
}

static void write_sparse(const gltf_out_accessor *accessor, hone_json *json)
{
    hone_gltf_json_begin(json, "sparse", '{');
    hone_gltf_json_index(json, "count", accessor->sparse);
    hone_gltf_json_begin(json, "indices", '{');
    hone_gltf_json_index(json, "bufferView", accessor->sparse_view);
    hone_gltf_json_index(json, "componentType", GLTF_U32);
    hone_json_end(json, '}');
    hone_gltf_json_begin(json, "values", '{');
    hone_gltf_json_index(json, "bufferView", accessor->sparse_view + 1);
    hone_json_end(json, '}');
    hone_json_end(json, '}');
}

static void write_accessor(const gltf_out_accessor *accessor, hone_json *json)
{
    hone_json_object(json);
    if (accessor->view != HONE_NONE)
        hone_gltf_json_index(json, "bufferView", accessor->view);
    if (accessor->offset)
        hone_gltf_json_index(json, "byteOffset", (int64_t)accessor->offset);
    hone_gltf_json_index(json, "componentType", accessor->component);
    if (accessor->normalised) {
        hone_json_key(json, "normalized");
        hone_json_bool(json, true);
    }
    hone_gltf_json_index(json, "count", accessor->count);
    hone_gltf_json_text(json, "type", type_of(accessor->width));
    if (accessor->bounded) {
        hone_gltf_json_floats(json, "min", accessor->low, accessor->width);
        hone_gltf_json_floats(json, "max", accessor->high, accessor->width);
    }
    if (accessor->sparse)
        write_sparse(accessor, json);
    hone_json_end(json, '}');
}

/* Where the compressed data is, and what becomes of it. */
static void write_compression(const gltf_out_view *view, hone_json *json)
{
    static const char *const modes[] = {"ATTRIBUTES", "TRIANGLES", "INDICES"};
    static const char *const filters[] = {NULL, "OCTAHEDRAL", "QUATERNION", "EXPONENTIAL"};
    hone_gltf_json_begin(json, "extensions", '{');
    hone_gltf_json_begin(json, GLTF_MESHOPT, '{');
    hone_gltf_json_index(json, "buffer", 0);
    hone_gltf_json_index(json, "byteOffset", (int64_t)view->offset);
    hone_gltf_json_index(json, "byteLength", (int64_t)view->size);
    hone_gltf_json_index(json, "byteStride", (int64_t)view->layout.stride);
    hone_gltf_json_index(json, "count", (int64_t)view->layout.count);
    hone_gltf_json_text(json, "mode", modes[view->layout.mode]);
    hone_gltf_json_text(json, "filter", filters[view->layout.filter]);
    hone_json_end(json, '}');
    hone_json_end(json, '}');
}

/* The view itself is one of a buffer without data, which stands for the decoded bytes. */
static void write_packed_view(const gltf_out_view *view, hone_json *json)
{
    hone_json_object(json);
    hone_gltf_json_index(json, "buffer", 1);
    hone_gltf_json_index(json, "byteOffset", (int64_t)view->unpacked);
    hone_gltf_json_index(json, "byteLength", (int64_t)(view->layout.count * view->layout.stride));
    if (view->target == GLTF_TARGET_VERTICES)
        hone_gltf_json_index(json, "byteStride", (int64_t)view->layout.stride);
    if (view->target)
        hone_gltf_json_index(json, "target", view->target);
    write_compression(view, json);
    hone_json_end(json, '}');
}

static void write_view(const gltf_out_view *view, hone_json *json)
{
    if (view->packed) {
        write_packed_view(view, json);
        return;
    }
    hone_json_object(json);
    hone_gltf_json_index(json, "buffer", 0);
    hone_gltf_json_index(json, "byteOffset", (int64_t)view->offset);
    hone_gltf_json_index(json, "byteLength", (int64_t)view->size);
    if (view->target)
        hone_gltf_json_index(json, "target", view->target);
    hone_json_end(json, '}');
}

static void write_fallback(const gltf_writer *writer, hone_json *json)
{
    hone_json_object(json);
    hone_gltf_json_index(json, "byteLength", (int64_t)writer->unpacked_size);
    hone_gltf_json_begin(json, "extensions", '{');
    hone_gltf_json_begin(json, GLTF_MESHOPT, '{');
    hone_json_key(json, "fallback");
    hone_json_bool(json, true);
    hone_json_end(json, '}');
    hone_json_end(json, '}');
    hone_json_end(json, '}');
}

void hone_gltf_write_buffers(gltf_writer *writer, hone_json *json)
{
    const gltf_out_accessor *accessors = (const gltf_out_accessor *)writer->accessors.bytes.data;
    const gltf_out_view *views = (const gltf_out_view *)writer->views.bytes.data;
    size_t accessor_count = writer->accessors.bytes.size / sizeof *accessors;
    size_t view_count = writer->views.bytes.size / sizeof *views;
    if (accessor_count) {
        hone_gltf_json_begin(json, "accessors", '[');
        for (size_t i = 0; i < accessor_count; i++) write_accessor(&accessors[i], json);
        hone_json_end(json, ']');
    }
    if (view_count == 0)
        return;
    hone_gltf_json_begin(json, "bufferViews", '[');
    for (size_t i = 0; i < view_count; i++) write_view(&views[i], json);
    hone_json_end(json, ']');
    hone_gltf_json_begin(json, "buffers", '[');
    hone_json_object(json);
    hone_gltf_json_index(json, "byteLength", (int64_t)writer->binary.bytes.size);
    if (writer->desc->stem)
        hone_gltf_write_uri(json, "uri", hone_gltf_file_name(writer, ".bin"));
    hone_json_end(json, '}');
    if (writer->unpacked_size)
        write_fallback(writer, json);
    hone_json_end(json, ']');
}
