/* Writes PMX: the header, and the order of the sections. */
#include "base/error.h"
#include "files/format/pmx/writer.h"

/* ---- header ---- */

static bool needs_21(const hone_model_data *data)
{
    enum { FLAGS_21 = HONE_MATERIAL_VERTEX_COLOUR | HONE_MATERIAL_POINTS | HONE_MATERIAL_LINES };
    bool needs = data->soft_body_count > 0;
    for (uint32_t i = 0; i < data->mesh.vertex_count; i++) needs |= data->mesh.deforms[i] == HONE_DEFORM_QDEF;
    for (uint32_t i = 0; i < data->material_count; i++) needs |= (data->materials[i].flags & FLAGS_21) != 0;
    for (uint32_t i = 0; i < data->morph_count; i++)
        needs |= data->morphs[i].kind == HONE_MORPH_FLIP || data->morphs[i].kind == HONE_MORPH_IMPULSE;
    for (uint32_t i = 0; i < data->joint_count; i++) needs |= data->joints[i].kind != HONE_JOINT_SPRING_6DOF;
    return needs;
}

static hone_pmx_header choose_header(const hone_model_data *data)
{
    const uint32_t counts[] = {data->mesh.vertex_count,   data->texture_count, data->material_count,
                               data->skeleton.bone_count, data->morph_count,   data->body_count};
    hone_pmx_header header = {.version = needs_21(data) ? 2.1f : 2.0f};
    for (int i = 0; i < 6; i++) {
        /* vertex indices are unsigned without a "none"; some readers read the upper half of other indices as negative
         */
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
