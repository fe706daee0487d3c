/* The buffer, its views and accessors; and how numbers get from the model's space into glTF's. */
#include "base/math.h"
#include "format/gltf/write/writer.h"
#include <string.h>

/* ---- space ----------------------------------------------------------------------------------------------------- */

void hone_gltf_to_direction(const gltf_writer *writer, const float in[3], float out[3])
{
    out[0] = in[0], out[1] = in[1];
    out[2] = writer->mirrored ? -in[2] : in[2];
}

void hone_gltf_to_point(const gltf_writer *writer, const float in[3], float out[3])
{
    hone_gltf_to_direction(writer, in, out);
    for (int i = 0; i < 3; i++) out[i] *= writer->scale;
}

void hone_gltf_to_rotation(const gltf_writer *writer, const float in[4], float out[4])
{
    float sign = writer->mirrored ? -1.0f : 1.0f;
    out[0] = sign * in[0], out[1] = sign * in[1], out[2] = in[2], out[3] = in[3];
}

hone_affine hone_gltf_to_affine(const gltf_writer *writer, const hone_affine *in)
{
    hone_affine out = *in;
    for (int r = 0; r < 3; r++) {
        for (int c = 0; c < 3; c++)
            if (writer->mirrored && (r == 2) != (c == 2))
                out.m[r][c] = -out.m[r][c];
        out.m[r][3] *= writer->mirrored && r == 2 ? -writer->scale : writer->scale;
    }
    return out;
}

/* ---- data ------------------------------------------------------------------------------------------------------ */

int32_t hone_gltf_add_view(gltf_writer *writer, const void *bytes, size_t size, uint32_t target)
{
    hone_write_zeros(&writer->binary, (4 - writer->binary.bytes.size % 4) % 4);
    const gltf_out_view view = {writer->binary.bytes.size, size, target};
    hone_write_bytes(&writer->binary, bytes, size);
    hone_write_bytes(&writer->views, &view, sizeof view);
    return (int32_t)(writer->views.bytes.size / sizeof view) - 1;
}

int32_t hone_gltf_add_accessor(gltf_writer *writer, const gltf_out_accessor *accessor)
{
    hone_write_bytes(&writer->accessors, accessor, sizeof *accessor);
    return (int32_t)(writer->accessors.bytes.size / sizeof *accessor) - 1;
}

int32_t hone_gltf_add_floats(gltf_writer *writer, const float *values, uint32_t width, uint32_t count, uint32_t target,
                             bool bounded)
{
    if (!values || count == 0)
        return HONE_NONE;
    gltf_out_accessor accessor = {.component = GLTF_FLOAT, .width = width, .count = count, .bounded = bounded};
    for (uint32_t c = 0; bounded && c < width; c++) accessor.low[c] = accessor.high[c] = values[c];
    for (size_t i = 0; bounded && i < (size_t)count * width; i++) {
        uint32_t c = (uint32_t)(i % width);
        accessor.low[c] = fminf(accessor.low[c], values[i]);
        accessor.high[c] = fmaxf(accessor.high[c], values[i]);
    }
    accessor.view = hone_gltf_add_view(writer, values, (size_t)count * width * sizeof *values, target);
    return hone_gltf_add_accessor(writer, &accessor);
}

float hone_gltf_linear(float displayed)
{
    float x = fminf(fmaxf(displayed, 0), 1);
    return x <= 0.04045f ? x / 12.92f : powf((x + 0.055f) / 1.055f, 2.4f);
}

void *hone_gltf_room(gltf_writer *writer, size_t count, size_t size)
{
    return hone_builder_array(writer->memory, count, size);
}

/* ---- JSON ------------------------------------------------------------------------------------------------------- */

void hone_gltf_json_index(hone_json *json, const char *key, int64_t value)
{
    hone_json_key(json, key);
    hone_json_integer(json, (uint64_t)value);
}

void hone_gltf_json_text(hone_json *json, const char *key, const char *text)
{
    if (!text || !*text)
        return;
    hone_json_key(json, key);
    hone_json_string(json, text);
}

void hone_gltf_json_floats(hone_json *json, const char *key, const float *values, uint32_t count)
{
    hone_json_key(json, key);
    hone_json_flat_array(json);
    for (uint32_t i = 0; i < count; i++) hone_json_float(json, values[i]);
    hone_json_end(json, ']');
}

void hone_gltf_json_begin(hone_json *json, const char *key, char bracket)
{
    if (key)
        hone_json_key(json, key);
    if (bracket == '{')
        hone_json_object(json);
    else
        hone_json_array(json);
}

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
    hone_gltf_json_index(json, "componentType", accessor->component);
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

static void write_view(const gltf_out_view *view, hone_json *json)
{
    hone_json_object(json);
    hone_gltf_json_index(json, "buffer", 0);
    hone_gltf_json_index(json, "byteOffset", (int64_t)view->offset);
    hone_gltf_json_index(json, "byteLength", (int64_t)view->size);
    if (view->target)
        hone_gltf_json_index(json, "target", view->target);
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
    hone_json_end(json, ']');
}
