/* Functions that all parts of the glTF writer use: notes, memory, the conversion of space, views and accessors, and
 * JSON. */
#include "files/format/gltf/write/writer.h"
#include "base/files/byte_order.h"
#include "base/memory/arena.h"
#include <hone/math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void hone_gltf_note(gltf_writer *writer, const char *format, ...)
{
    if (!writer->desc->note)
        return;
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    writer->desc->note(writer->desc->note_user, text);
}

void *hone_gltf_write_scratch(gltf_writer *writer, size_t count, size_t size)
{
    return hone_arena_array(writer->memory, count, size);
}

const char *hone_gltf_file_name(gltf_writer *writer, const char *ending)
{
    size_t stem = strlen(writer->desc->stem), size = strlen(ending);
    char *name = hone_gltf_write_scratch(writer, stem + size + 1, 1);
    if (!name)
        return "";
    memcpy(name, writer->desc->stem, stem);
    memcpy(name + stem, ending, size + 1);
    return name;
}

int32_t hone_gltf_add_node(gltf_writer *writer, const char *name, int32_t parent)
{
    writer->extras[writer->extra_count++] = (gltf_out_node){.name = name, .parent = parent};
    return (int32_t)writer->node_count++;
}

/* ---- space ----------------------------------------------------------------------------------------------------- */

void hone_gltf_use_space(gltf_writer *writer, hone_space space)
{
    float other = writer->desc->scale > 0 ? writer->desc->scale : 1;
    writer->scale = space == HONE_SPACE_MMD ? (float)HONE_MMD_METRES : other;
    writer->axes = hone_axes_to(&(hone_model_data){.space = space}, HONE_SPACE_GLTF);
}

void hone_gltf_use_model_space(gltf_writer *writer)
{
    hone_gltf_use_space(writer, writer->model->space);
    writer->axes = hone_axes_to(writer->model, HONE_SPACE_GLTF);
}

void hone_gltf_to_direction(const gltf_writer *writer, const float in[3], float out[3])
{
    hone_axes_direction(writer->axes, in, out);
}

void hone_gltf_to_point(const gltf_writer *writer, const float in[3], float out[3])
{
    hone_gltf_to_direction(writer, in, out);
    hone_vec3_scale(out, writer->scale, out);
}

void hone_gltf_to_rotation(const gltf_writer *writer, const float in[4], float out[4])
{
    hone_axes_rotation(writer->axes, in, out);
}

hone_affine hone_gltf_to_affine(const gltf_writer *writer, const hone_affine *in)
{
    hone_affine out = hone_axes_affine(writer->axes, in);
    for (int r = 0; r < 3; r++) out.m[r][3] *= writer->scale;
    return out;
}

/* ---- data ------------------------------------------------------------------------------------------------------ */

int32_t hone_gltf_add_view(gltf_writer *writer, const void *bytes, size_t size, uint32_t target)
{
    hone_write_zeros(&writer->binary, (4 - writer->binary.bytes.size % 4) % 4);
    const gltf_out_view view = {.offset = writer->binary.bytes.size, .size = size, .target = target};
    hone_write_bytes(&writer->binary, bytes, size);
    hone_write_bytes(&writer->views, &view, sizeof view);
    return (int32_t)(writer->views.bytes.size / sizeof view) - 1;
}

int32_t hone_gltf_add_numbers(gltf_writer *writer, const void *numbers, size_t size, size_t unit, uint32_t target)
{
    int32_t view = hone_gltf_add_view(writer, numbers, size, target);
    hone_bytes *bytes = &writer->binary.bytes;
    if (!writer->binary.failed && size)
        hone_bytes_to_little_endian(bytes->data + (bytes->size - size), size, unit);
    return view;
}

int32_t hone_gltf_add_accessor(gltf_writer *writer, const gltf_out_accessor *accessor)
{
    hone_write_bytes(&writer->accessors, accessor, sizeof *accessor);
    return (int32_t)(writer->accessors.bytes.size / sizeof *accessor) - 1;
}

void hone_gltf_bound(gltf_out_accessor *accessor, const float *values)
{
    uint32_t width = accessor->width;
    if (!accessor->bounded)
        return;
    for (uint32_t c = 0; c < width; c++) accessor->low[c] = accessor->high[c] = values[c];
    for (size_t i = 0; i < (size_t)accessor->count * width; i++) {
        uint32_t c = (uint32_t)(i % width);
        accessor->low[c] = fminf(accessor->low[c], values[i]);
        accessor->high[c] = fmaxf(accessor->high[c], values[i]);
    }
}

int32_t hone_gltf_add_floats(gltf_writer *writer, const float *values, uint32_t width, uint32_t count, uint32_t target,
                             bool bounded)
{
    if (!values || count == 0)
        return HONE_NONE;
    gltf_out_accessor accessor = {.component = GLTF_FLOAT, .width = width, .count = count, .bounded = bounded};
    hone_gltf_bound(&accessor, values);
    accessor.view =
        hone_gltf_add_numbers(writer, values, (size_t)count * width * sizeof *values, sizeof *values, target);
    return hone_gltf_add_accessor(writer, &accessor);
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

/* Unreserved characters of RFC 3986 stay; every other byte becomes %XX. */
void hone_gltf_write_uri(hone_json *json, const char *key, const char *name)
{
    static const char digits[] = "0123456789ABCDEF",
                      plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~";
    char uri[3 * 1024 + 1];
    size_t at = 0;
    for (; *name && at + 3 < sizeof uri; name++) {
        if (strchr(plain, *name)) {
            uri[at++] = *name;
        } else {
            uri[at++] = '%';
            uri[at++] = digits[(uint8_t)*name >> 4];
            uri[at++] = digits[(uint8_t)*name & 15];
        }
    }
    uri[at] = 0;
    hone_json_key(json, key);
    hone_json_string(json, uri);
}

/* ---- materials ---- */

const gltf_out_channel *hone_gltf_value_of(const gltf_writer *writer, uint32_t material, size_t number)
{
    for (uint32_t c = 0; c < writer->value_count; c++)
        if (writer->values[c].node == (int32_t)material && writer->values[c].pointer->number == number)
            return &writer->values[c];
    return NULL;
}
