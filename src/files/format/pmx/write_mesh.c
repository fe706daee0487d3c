/* Writes the vertices, faces, textures and materials of a PMX. */
#include "files/format/pmx/writer.h"

/* ---- vertices ---- */

/* The deform type of PMX for a vertex with any number of weighted bones. */
static uint8_t kind_of_linear(pmx_writer *writer, uint32_t vertex, const hone_influence *influences, uint32_t count)
{
    if (count > 4)
        hone_pmx_refuse(writer, vertex, "vertex %u has %u influences; PMX has at most 4", vertex, count);
    return count == 1 && influences[0].weight == 1 ? HONE_DEFORM_BDEF1 : HONE_DEFORM_BDEF4;
}

static void write_influences(pmx_writer *writer, uint8_t kind, const hone_influence *influences, uint32_t count)
{
    static const uint8_t bones[] = {1, 2, 4, 2, 4}, weights[] = {0, 1, 4, 1, 4};
    const hone_influence none = {HONE_NONE, 0};
    for (uint32_t i = 0; i < bones[kind]; i++)
        hone_pmx_write_index(writer, i < count ? influences[i].slot : none.slot, PMX_BONE);
    for (uint32_t i = 0; i < weights[kind]; i++)
        hone_write_f32(&writer->out, i < count ? influences[i].weight : none.weight);
}

static void write_vertex(pmx_writer *writer, uint32_t vertex, const hone_sdef *sdef)
{
    const hone_mesh *mesh = &writer->data->mesh;
    hone_writer *out = &writer->out;
    hone_write_floats(out, mesh->positions[vertex], 3);
    hone_write_floats(out, mesh->normals[vertex], 3);
    hone_write_floats(out, mesh->uvs[vertex], 2);
    for (uint32_t i = 0; i < mesh->extra_uv_count; i++) hone_write_floats(out, mesh->extra_uvs[i][vertex], 4);
    uint32_t count = mesh->influence_begin[vertex + 1] - mesh->influence_begin[vertex];
    const hone_influence *influences = count ? mesh->influences + mesh->influence_begin[vertex] : NULL;
    uint8_t kind = mesh->deforms[vertex];
    if (kind == HONE_DEFORM_LINEAR)
        kind = kind_of_linear(writer, vertex, influences, count);
    hone_write_u8(out, kind);
    write_influences(writer, kind, influences, count);
    if (kind == HONE_DEFORM_SDEF) {
        hone_write_floats(out, sdef->c, 3);
        hone_write_floats(out, sdef->r0, 3);
        hone_write_floats(out, sdef->r1, 3);
    }
    hone_write_f32(out, mesh->edge_scales[vertex]);
}

void hone_pmx_write_vertices(pmx_writer *writer)
{
    const hone_mesh *mesh = &writer->data->mesh;
    const hone_sdef *sdef = mesh->sdefs;
    hone_pmx_write_count(writer, mesh->vertex_count);
    for (uint32_t v = 0; v < mesh->vertex_count && !writer->refused; v++) {
        write_vertex(writer, v, sdef);
        if (mesh->deforms[v] == HONE_DEFORM_SDEF)
            sdef++;
    }
}

void hone_pmx_write_faces(pmx_writer *writer)
{
    const hone_mesh *mesh = &writer->data->mesh;
    hone_pmx_write_count(writer, mesh->index_count);
    for (uint32_t i = 0; i < mesh->index_count; i++) hone_pmx_write_vertex(writer, mesh->indices[i]);
}

/* ---- surface ---- */

void hone_pmx_write_textures(pmx_writer *writer)
{
    hone_pmx_write_count(writer, writer->data->texture_count);
    for (uint32_t i = 0; i < writer->data->texture_count; i++) hone_pmx_write_text(writer, writer->data->textures[i]);
}

static void write_material(pmx_writer *writer, const hone_material *material)
{
    hone_writer *out = &writer->out;
    hone_pmx_write_text(writer, material->name);
    hone_pmx_write_text(writer, material->english_name);
    hone_write_floats(out, material->diffuse, 4);
    hone_write_floats(out, material->specular, 3);
    hone_write_f32(out, material->specular_power);
    hone_write_floats(out, material->ambient, 3);
    hone_write_u8(out, material->flags);
    hone_write_floats(out, material->edge_colour, 4);
    hone_write_f32(out, material->edge_size);
    hone_pmx_write_index(writer, material->texture, PMX_TEXTURE);
    hone_pmx_write_index(writer, material->sphere_texture, PMX_TEXTURE);
    hone_write_u8(out, material->sphere_mode);
    hone_write_u8(out, material->shared_toon);
    if (material->shared_toon)
        hone_write_u8(out, (uint8_t)material->toon);
    else
        hone_pmx_write_index(writer, material->toon, PMX_TEXTURE);
    hone_pmx_write_text(writer, material->memo);
    hone_write_u32(out, material->index_count);
}

void hone_pmx_write_materials(pmx_writer *writer)
{
    hone_pmx_write_count(writer, writer->data->material_count);
    for (uint32_t i = 0; i < writer->data->material_count; i++) write_material(writer, &writer->data->materials[i]);
}
