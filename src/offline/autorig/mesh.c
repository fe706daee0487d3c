/* Copies the mesh's own vertices, materials and morphs to the result. */
#include "offline/autorig/autorig.h"

bool hone_autorig_mesh(autorig_context *f)
{
    const hone_mesh *from = &f->mesh->mesh;
    hone_mesh *out = &f->data.mesh;
    uint32_t count = from->vertex_count;
    out->vertex_count = count;
    float(*positions)[3] = hone_autorig_copy(f->builder, from->positions, count, sizeof *positions);
    float(*normals)[3] = hone_autorig_copy(f->builder, from->normals, count, sizeof *normals);
    for (uint32_t v = 0; positions && normals && v < count; v++) {
        autorig_turn(f, positions[v]);
        autorig_turn(f, normals[v]);
    }
    out->positions = (const float(*)[3])positions, out->normals = (const float(*)[3])normals;
    out->uvs = hone_autorig_copy(f->builder, from->uvs, count, sizeof *out->uvs);
    out->edge_scales = hone_autorig_copy(f->builder, from->edge_scales, count, sizeof *out->edge_scales);
    out->indices = hone_autorig_copy(f->builder, from->indices, from->index_count, sizeof *out->indices);
    out->index_count = from->index_count;
    const hone_mesh *uvs = f->keep_materials ? &f->source->mesh : from;
    out->extra_uv_count = uvs->extra_uv_count;
    for (uint32_t i = 0; i < uvs->extra_uv_count; i++)
        out->extra_uvs[i] = hone_autorig_copy(f->builder, uvs->extra_uvs[i], count, sizeof *out->extra_uvs[i]);
    return !hone_builder_failed(f->builder);
}

bool hone_autorig_materials(autorig_context *f)
{
    const hone_model_data *from = f->keep_materials ? f->source : f->mesh;
    const char **textures = hone_autorig_copy(f->builder, from->textures, from->texture_count, sizeof *textures);
    hone_material *materials = hone_autorig_copy(f->builder, from->materials, from->material_count, sizeof *materials);
    hone_blob *pictures = hone_autorig_copy(f->builder, f->source->pictures, from->texture_count, sizeof *pictures);
    for (uint32_t t = 0; textures && t < from->texture_count; t++) textures[t] = hone_autorig_text(f, textures[t]);
    for (uint32_t t = 0; pictures && t < from->texture_count; t++)
        pictures[t].data = hone_autorig_copy(f->builder, pictures[t].data, pictures[t].size, 1);
    for (uint32_t m = 0; materials && m < from->material_count; m++) {
        materials[m].name = hone_autorig_text(f, materials[m].name);
        materials[m].english_name = hone_autorig_text(f, materials[m].english_name);
        materials[m].memo = hone_autorig_text(f, materials[m].memo);
        materials[m].pbr = hone_autorig_copy(f->builder, materials[m].pbr, 1, sizeof *materials[m].pbr);
        materials[m].mtoon = hone_autorig_copy(f->builder, materials[m].mtoon, 1, sizeof *materials[m].mtoon);
    }
    f->data.texture_count = from->texture_count, f->data.textures = textures, f->data.pictures = pictures;
    f->data.material_count = from->material_count, f->data.materials = materials;
    return !hone_builder_failed(f->builder);
}

static size_t element_size(uint8_t kind)
{
    switch (kind) {
    case HONE_MORPH_GROUP:
    case HONE_MORPH_FLIP:
        return sizeof(hone_morph_child);
    case HONE_MORPH_VERTEX:
        return sizeof(hone_morph_vertex);
    case HONE_MORPH_MATERIAL:
        return sizeof(hone_morph_material);
    case HONE_MORPH_VALUE:
        return sizeof(hone_morph_value);
    case HONE_MORPH_BONE:
    case HONE_MORPH_IMPULSE:
        return 0; /* the morph moves bones or bodies of a skeleton that is not kept */
    default:
        return sizeof(hone_morph_uv);
    }
}

static void turn_offsets(const autorig_context *f, hone_morph_vertex *offsets, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) autorig_turn(f, offsets[i].offset);
}

bool hone_autorig_morphs(autorig_context *f)
{
    const hone_model_data *from = f->mesh;
    hone_morph *morphs = hone_autorig_copy(f->builder, from->morphs, from->morph_count, sizeof *morphs);
    for (uint32_t m = 0; morphs && m < from->morph_count; m++) {
        hone_morph *morph = &morphs[m];
        size_t size = element_size(morph->kind);
        f->report->morphs_emptied += size == 0 && morph->count > 0;
        morph->count = size ? morph->count : 0;
        morph->name = hone_autorig_text(f, morph->name);
        morph->english_name = hone_autorig_text(f, morph->english_name);
        morph->u.vertices = size ? hone_autorig_copy(f->builder, morph->u.vertices, morph->count, size) : NULL;
        morph->normals = hone_autorig_copy(f->builder, morph->normals, morph->normal_count, sizeof *morph->normals);
        if (morph->kind == HONE_MORPH_VERTEX)
            turn_offsets(f, (hone_morph_vertex *)morph->u.vertices, morph->u.vertices ? morph->count : 0);
        turn_offsets(f, (hone_morph_vertex *)morph->normals, morph->normals ? morph->normal_count : 0);
    }
    f->data.morphs = morphs, f->data.morph_count = from->morph_count;
    return !hone_builder_failed(f->builder);
}
