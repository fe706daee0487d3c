#include <hone/format.h>

#include "base/error.h"
#include "base/text.h"
#include "format/pmx/writer.h"
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* ---- what every section writes ---- */

void hone_pmx_refuse(pmx_writer *writer, uint64_t at, const char *format, ...)
{
    if (writer->refused)
        return;
    char text[256];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    hone_fail(writer->error, HONE_ERROR_ARGUMENT, at, "%s", text);
    writer->refused = true;
}

/* Encodes straight into the output: zeros as long as the text can become, then cut to what it became. */
static void write_utf16(hone_writer *out, const char *text, size_t length)
{
    size_t begin = out->bytes.size;
    hone_write_u32(out, 0);
    hone_write_zeros(out, 2 * length);
    if (out->failed)
        return;
    uint8_t *at = out->bytes.data + begin;
    size_t size = hone_utf16_from_utf8(text, length, at + 4, NULL);
    for (int i = 0; i < 4; i++) at[i] = (uint8_t)(size >> 8 * i);
    out->bytes.size = begin + 4 + size;
}

void hone_pmx_write_text(pmx_writer *writer, const char *text)
{
    size_t length = strlen(text);
    if (length > HONE_PMX_TEXT_LIMIT / 2) { /* UTF-16 may double it */
        hone_pmx_refuse(writer, 0, "a text of %zu bytes is too long for PMX", length);
        return;
    }
    if (writer->header.encoding == 0) {
        write_utf16(&writer->out, text, length);
        return;
    }
    hone_write_u32(&writer->out, (uint32_t)length);
    hone_write_bytes(&writer->out, text, length);
}

void hone_pmx_write_count(pmx_writer *writer, uint32_t count)
{
    if (count > HONE_PMX_COUNT_LIMIT)
        hone_pmx_refuse(writer, count, "%" PRIu32 " of a kind are too many for PMX", count);
    hone_write_u32(&writer->out, count);
}

static void write_sized(pmx_writer *writer, uint32_t value, uint8_t size)
{
    if (size == 1)
        hone_write_u8(&writer->out, (uint8_t)value);
    else if (size == 2)
        hone_write_u16(&writer->out, (uint16_t)value);
    else
        hone_write_u32(&writer->out, value);
}

void hone_pmx_write_vertex(pmx_writer *writer, uint32_t vertex)
{
    uint8_t size = writer->header.index_sizes[PMX_VERTEX];
    if (size < 4 && vertex >> 8 * size)
        hone_pmx_refuse(writer, vertex, "vertex %" PRIu32 " does not fit in indices of %u bytes", vertex, size);
    write_sized(writer, vertex, size);
}

/* All ones are none. */
void hone_pmx_write_index(pmx_writer *writer, int32_t index, pmx_index kind)
{
    uint8_t size = writer->header.index_sizes[kind];
    if (size < 4 && index >= (1 << 8 * size) - 1)
        hone_pmx_refuse(writer, (uint64_t)index, "index %" PRId32 " does not fit in %u bytes", index, size);
    write_sized(writer, (uint32_t)index, size);
}

/* ---- header ---- */

static bool needs_21(const hone_model_data *data)
{
    enum { FLAGS_21 = HONE_MATERIAL_VERTEX_COLOUR | HONE_MATERIAL_POINTS | HONE_MATERIAL_LINES };
    bool needs = data->soft_body_count > 0;
    for (uint32_t i = 0; i < data->mesh.vertex_count; i++) needs |= data->mesh.deforms[i] == HONE_DEFORM_QDEF;
    for (uint32_t i = 0; i < data->material_count; i++) needs |= (data->materials[i].flags & FLAGS_21) != 0;
    for (uint32_t i = 0; i < data->morph_count; i++) needs |= data->morphs[i].kind >= HONE_MORPH_FLIP;
    for (uint32_t i = 0; i < data->joint_count; i++) needs |= data->joints[i].kind != HONE_JOINT_SPRING_6DOF;
    return needs;
}

static hone_pmx_header choose_header(const hone_model_data *data)
{
    const uint32_t counts[] = {data->mesh.vertex_count,   data->texture_count, data->material_count,
                               data->skeleton.bone_count, data->morph_count,   data->body_count};
    hone_pmx_header header = {.version = needs_21(data) ? 2.1f : 2.0f};
    for (int i = 0; i < 6; i++) {
        /* vertices are unsigned without a none; of the others some readers take the upper half for negative */
        uint32_t small = i == PMX_VERTEX ? 256 : 127, medium = i == PMX_VERTEX ? 65536 : 32767;
        header.index_sizes[i] = counts[i] <= small ? 1 : counts[i] <= medium ? 2 : 4;
    }
    return header;
}

static void write_header(pmx_writer *writer)
{
    const hone_pmx_header *header = &writer->header;
    hone_writer *out = &writer->out;
    hone_write_bytes(out, "PMX ", 4);
    hone_write_f32(out, header->version);
    if (header->extra_count > UINT8_MAX - 8)
        hone_pmx_refuse(writer, 0, "%u extra globals are too many for PMX", header->extra_count);
    hone_write_u8(out, (uint8_t)(8 + header->extra_count));
    hone_write_u8(out, header->encoding);
    hone_write_u8(out, (uint8_t)writer->data->mesh.extra_uv_count);
    hone_write_bytes(out, header->index_sizes, 6);
    hone_write_bytes(out, header->extras, header->extra_count);
}

static void write_info(pmx_writer *writer)
{
    hone_pmx_write_text(writer, writer->data->name);
    hone_pmx_write_text(writer, writer->data->english_name);
    hone_pmx_write_text(writer, writer->data->comment);
    hone_pmx_write_text(writer, writer->data->english_comment);
}

/* ---- all ---- */

static void write_sections(pmx_writer *writer)
{
    static void (*const sections[])(pmx_writer *) = {write_header,
                                                     write_info,
                                                     hone_pmx_write_vertices,
                                                     hone_pmx_write_faces,
                                                     hone_pmx_write_textures,
                                                     hone_pmx_write_materials,
                                                     hone_pmx_write_bones,
                                                     hone_pmx_write_morphs,
                                                     hone_pmx_write_display_frames,
                                                     hone_pmx_write_bodies,
                                                     hone_pmx_write_joints,
                                                     hone_pmx_write_soft_bodies};
    for (size_t i = 0; i < sizeof sections / sizeof sections[0] && !writer->refused; i++) sections[i](writer);
}

bool hone_model_write_pmx(const hone_model *model, const hone_allocator *allocator, hone_bytes *out, hone_error *error)
{
    if (!out)
        return hone_fail_null(error, "out");
    *out = (hone_bytes){0};
    if (!model)
        return hone_fail_null(error, "model");
    const hone_model_data *data = hone_model_get(model);
    if (data->space != HONE_SPACE_MMD)
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "only a model in MMD's space can be written as PMX");
    pmx_writer writer = {.out = hone_writer_make(allocator), .data = data, .error = error};
    writer.header = data->format == HONE_FORMAT_PMX ? data->pmx : choose_header(data);
    write_sections(&writer);
    if (!writer.refused)
        return hone_writer_finish(&writer.out, out, error);
    hone_bytes_release(&writer.out.bytes);
    return false;
}
