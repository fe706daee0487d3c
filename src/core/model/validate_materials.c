/* Checks and repairs materials and embedded pictures. */
#include "base/error.h"
#include "core/model/validate.h"

static void repair_material(const hone_validate *check, hone_material *material, uint64_t at)
{
    static const char what[] = "material with a number that is not finite: set to 0";
    hone_repair_text(check, &material->name, at);
    hone_repair_text(check, &material->english_name, at);
    hone_repair_text(check, &material->memo, at);
    hone_repair_floats(check, material->diffuse, 4, at, what);
    hone_repair_floats(check, material->specular, 3, at, what);
    hone_repair_floats(check, &material->specular_power, 1, at, what);
    hone_repair_floats(check, material->ambient, 3, at, what);
    hone_repair_floats(check, material->edge_colour, 4, at, what);
    hone_repair_floats(check, &material->edge_size, 1, at, what);
}

static void repair_mode(const hone_validate *check, uint8_t *mode, uint8_t last, uint64_t at)
{
    if (*mode <= last)
        return;
    *mode = 0;
    hone_builder_warn(check->builder, "material with an unknown mode: set to the first", at);
}

static void repair_maps(const hone_validate *check, hone_map *maps, uint32_t count, uint64_t at)
{
    static const char what[] = "material with a number that is not finite: set to 0";
    for (uint32_t i = 0; i < count; i++) {
        hone_map *map = &maps[i];
        repair_mode(check, &map->wrap[0], HONE_WRAP_MIRROR, at);
        repair_mode(check, &map->wrap[1], HONE_WRAP_MIRROR, at);
        hone_repair_floats(check, &map->transform[0][0], 6, at, what);
        hone_repair_floats(check, &map->scale, 1, at, what);
        hone_repair_index(check, &map->texture, check->data->texture_count, at,
                          "material whose texture is missing: set to none");
        if (map->uv_set > check->data->mesh.extra_uv_count) {
            map->uv_set = 0;
            hone_builder_warn(check->builder,
                              "material with texture coordinates that are missing: the first set is used", at);
        }
    }
}

/* Repairs the additional properties of a glTF material. */
static void repair_pbr(const hone_validate *check, hone_pbr *pbr, uint64_t at)
{
    static const char what[] = "material with a number that is not finite: set to 0";
    hone_repair_floats(check, pbr->base_colour, 4, at, what);
    hone_repair_floats(check, pbr->emissive, 3, at, what);
    hone_repair_floats(check, &pbr->metallic, 1, at, what);
    hone_repair_floats(check, &pbr->roughness, 1, at, what);
    hone_repair_floats(check, &pbr->alpha_cutoff, 1, at, what);
    repair_mode(check, &pbr->alpha_mode, HONE_ALPHA_BLEND, at);
    repair_maps(check, pbr->maps, HONE_MAP_COUNT, at);
}

/* Repairs what MToon adds. */
static void repair_mtoon(const hone_validate *check, hone_mtoon *toon, uint64_t at)
{
    static const char what[] = "material with a number that is not finite: set to 0";
    float *const numbers[] = {&toon->shading_shift,    &toon->shading_shift_scale, &toon->shading_toony,
                              &toon->gi_equalization,  &toon->rim_power,           &toon->rim_lift,
                              &toon->rim_lighting_mix, &toon->outline_width,       &toon->outline_lighting_mix,
                              &toon->uv_rotation};
    float *const colours[] = {toon->shade_colour, toon->matcap_factor, toon->rim_colour, toon->outline_colour};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) hone_repair_floats(check, numbers[i], 1, at, what);
    for (size_t i = 0; i < sizeof colours / sizeof *colours; i++) hone_repair_floats(check, colours[i], 3, at, what);
    hone_repair_floats(check, toon->uv_scroll, 2, at, what);
    repair_mode(check, &toon->outline_mode, HONE_OUTLINE_SCREEN, at);
    repair_maps(check, toon->maps, HONE_MTOON_MAP_COUNT, at);
}

static void repair_pictures(const hone_validate *check, hone_material *material, uint64_t at)
{
    static const char what[] = "material whose texture is missing: set to none";
    uint32_t count = check->data->texture_count;
    hone_repair_index(check, &material->texture, count, at, what);
    hone_repair_index(check, &material->sphere_texture, count, at, what);
    if (material->sphere_mode > HONE_SPHERE_SUB_TEXTURE) {
        material->sphere_mode = HONE_SPHERE_OFF;
        hone_builder_warn(check->builder, "material with an unknown sphere mode: set to off", at);
    }
    if (!material->shared_toon) {
        hone_repair_index(check, &material->toon, count, at, what);
    } else if (!hone_index_is_in(material->toon, 10)) {
        material->shared_toon = false;
        material->toon = HONE_NONE;
        hone_builder_warn(check->builder, "material with a shared toon beyond the tenth: set to none", at);
    }
}

/* Limits the ranges of materials, in their order, to the whole triangles of the mesh. */
static void repair_ranges(const hone_validate *check, hone_material *materials)
{
    uint32_t left = check->data->mesh.index_count / 3 * 3;
    for (uint32_t i = 0; i < check->data->material_count; i++) {
        uint32_t count = materials[i].index_count / 3 * 3;
        if (count != materials[i].index_count)
            hone_builder_warn(check->builder, "material with an incomplete last triangle: not drawn", i);
        if (count > left) {
            hone_builder_warn(check->builder, "material with more indices than are left: reduced to those", i);
            count = left;
        }
        materials[i].index_count = count;
        left -= count;
    }
    if (left)
        hone_builder_warn(check->builder, "triangles after those of the last material: not drawn",
                          check->data->mesh.index_count / 3 - left / 3);
}

static bool check_pictures(const hone_validate *check)
{
    const hone_blob *pictures = check->data->pictures;
    for (uint32_t i = 0; pictures && i < check->data->texture_count; i++)
        if (pictures[i].size && !pictures[i].data)
            return hone_fail(check->error, HONE_ERROR_ARGUMENT, i, "picture %u has a size but no bytes", i);
    return true;
}

bool hone_validate_surface(const hone_validate *check)
{
    const hone_model_data *data = check->data;
    if (!hone_validate_array(check, data->textures, data->texture_count, "textures") || !check_pictures(check) ||
        !hone_validate_array(check, data->materials, data->material_count, "materials"))
        return false;
    hone_material *materials = (hone_material *)data->materials;
    for (uint32_t i = 0; i < data->material_count; i++) {
        repair_material(check, &materials[i], i);
        repair_pictures(check, &materials[i], i);
        if (materials[i].pbr)
            repair_pbr(check, (hone_pbr *)materials[i].pbr, i);
        if (materials[i].mtoon)
            repair_mtoon(check, (hone_mtoon *)materials[i].mtoon, i);
    }
    repair_ranges(check, materials);
    return true;
}
