/* Differences of materials and textures. */
#include "tool/diff/diff_models.h"

#include <stdio.h>

static const hone_material *material_at(const void *data, uint32_t index)
{
    return &((const hone_model_data *)data)->materials[index];
}

static const char *material_item(const void *data, uint32_t index)
{
    return material_at(data, index)->name;
}

static const char *texture_item(const void *data, uint32_t index)
{
    return ((const hone_model_data *)data)->textures[index];
}

static const char *texture_name(const hone_model_data *data, int32_t texture)
{
    return texture == HONE_NONE ? "" : data->textures[texture];
}

static void toon_name(const hone_model_data *data, const hone_material *m, char out[300])
{
    if (m->shared_toon && m->toon != HONE_NONE)
        snprintf(out, 300, "toon%02d", m->toon + 1);
    else
        snprintf(out, 300, "%s", texture_name(data, m->toon));
}

static void compare_pbr(const hone_model_data *a, const hone_pbr *x, const hone_model_data *b, const hone_pbr *y,
                        change_text *out)
{
    static const char *const maps[HONE_MAP_COUNT] = {"base colour map", "metallic-roughness map", "normal map",
                                                     "occlusion map", "emissive map"};
    detail_numbers(out, "base colour", x->base_colour, y->base_colour, 4);
    detail_numbers(out, "emissive", x->emissive, y->emissive, 3);
    detail_number(out, "metallic", x->metallic, y->metallic);
    detail_number(out, "roughness", x->roughness, y->roughness);
    detail_number(out, "alpha mode", x->alpha_mode, y->alpha_mode);
    detail_number(out, "alpha cut-off", x->alpha_cutoff, y->alpha_cutoff);
    detail_number(out, "unlit", x->unlit, y->unlit);
    for (int i = 0; i < HONE_MAP_COUNT; i++)
        detail_text(out, maps[i], texture_name(a, x->maps[i].texture), texture_name(b, y->maps[i].texture));
}

static void compare_textures(const hone_model_data *a, const hone_material *x, const hone_model_data *b,
                             const hone_material *y, change_text *out)
{
    char from[300], to[300];
    detail_text(out, "texture", texture_name(a, x->texture), texture_name(b, y->texture));
    detail_text(out, "sphere map", texture_name(a, x->sphere_texture), texture_name(b, y->sphere_texture));
    detail_number(out, "sphere mode", x->sphere_mode, y->sphere_mode);
    toon_name(a, x, from);
    toon_name(b, y, to);
    detail_text(out, "toon", from, to);
}

static void compare_materials(const void *user, const void *a, uint32_t i, const void *b, uint32_t k, change_text *out)
{
    const hone_material *x = material_at(a, i), *y = material_at(b, k);
    (void)user;
    detail_number(out, "triangles", x->index_count / 3, y->index_count / 3);
    detail_numbers(out, "diffuse", x->diffuse, y->diffuse, 4);
    detail_numbers(out, "specular", x->specular, y->specular, 3);
    detail_number(out, "specular power", x->specular_power, y->specular_power);
    detail_numbers(out, "ambient", x->ambient, y->ambient, 3);
    if (x->flags != y->flags)
        detail_add(out, "flags %02x -> %02x", x->flags, y->flags);
    detail_numbers(out, "edge colour", x->edge_colour, y->edge_colour, 4);
    detail_number(out, "edge size", x->edge_size, y->edge_size);
    compare_textures(a, x, b, y, out);
    detail_text(out, "memo", x->memo, y->memo);
    if (x->pbr && y->pbr)
        compare_pbr(a, x->pbr, b, y->pbr, out);
}

static void compare_nothing(const void *user, const void *a, uint32_t i, const void *b, uint32_t k, change_text *out)
{
    (void)user, (void)a, (void)i, (void)b, (void)k, (void)out;
}

void diff_surface(const model_pair *models, differences *out)
{
    static const diff_kind materials = {"materials", compare_materials}, textures = {"textures", compare_nothing};
    diff_section(&materials, (named_items){models->a, models->a->material_count, material_item},
                 (named_items){models->b, models->b->material_count, material_item}, models, out);
    diff_section(&textures, (named_items){models->a, models->a->texture_count, texture_item},
                 (named_items){models->b, models->b->texture_count, texture_item}, models, out);
}
