/* A value is its base, or the weight of the VALUE morph that replaces it, plus, for each expression, weight times the
 * difference of target and base. Source: VRMC_vrm-1.0, "Expression update algorithm". */
#include "core/rig/morph/expression/surfaces.h"
#include "base/trigonometry.h"

#include <hone/math.h>
#include <string.h>

/* ---- materials at rest ---------------------------------------------------------------------------------------- */

/* Splits the transform T R S, of which S may mirror. */
hone_map_state hone_map_at_rest(const hone_map *map)
{
    const float(*m)[3] = map->transform;
    float mirror = m[0][0] * m[1][1] - m[0][1] * m[1][0] < 0 ? -1.0f : 1.0f;
    return (hone_map_state){.offset = {m[0][2], m[1][2]},
                            .rotation = hone_atan2f(0 - m[1][0], m[0][0]),
                            .scale = {hone_hypotf(m[0][0], m[1][0]), mirror * hone_hypotf(m[0][1], m[1][1])}};
}

static void rest_of_pbr(const hone_pbr *pbr, hone_surface_state *out)
{
    memcpy(out->colours[HONE_COLOUR_BASE], pbr->base_colour, sizeof pbr->base_colour);
    hone_vec3_copy(pbr->emissive, out->colours[HONE_COLOUR_EMISSION]);
    out->alpha_cutoff = pbr->alpha_cutoff;
    out->metallic = pbr->metallic;
    out->roughness = pbr->roughness;
    out->normal_scale = pbr->maps[HONE_MAP_NORMAL].scale;
    out->occlusion_strength = pbr->maps[HONE_MAP_OCCLUSION].scale;
    for (int m = 0; m < HONE_MAP_COUNT; m++) out->maps[m] = hone_map_at_rest(&pbr->maps[m]);
}

static void rest_of_mtoon(const hone_mtoon *toon, hone_surface_state *out)
{
    hone_vec3_copy(toon->shade_colour, out->colours[HONE_COLOUR_SHADE]);
    hone_vec3_copy(toon->matcap_factor, out->colours[HONE_COLOUR_MATCAP]);
    hone_vec3_copy(toon->rim_colour, out->colours[HONE_COLOUR_RIM]);
    hone_vec3_copy(toon->outline_colour, out->colours[HONE_COLOUR_OUTLINE]);
    out->shading_shift = toon->shading_shift;
    out->shading_shift_scale = toon->shading_shift_scale;
    out->shading_toony = toon->shading_toony;
    out->gi_equalization = toon->gi_equalization;
    out->rim_power = toon->rim_power;
    out->rim_lift = toon->rim_lift;
    out->rim_lighting_mix = toon->rim_lighting_mix;
    out->outline_width = toon->outline_width;
    out->outline_lighting_mix = toon->outline_lighting_mix;
    memcpy(out->uv_scroll, toon->uv_scroll, sizeof out->uv_scroll);
    out->uv_rotation = toon->uv_rotation;
    for (int m = 0; m < HONE_MTOON_MAP_COUNT; m++) out->maps[HONE_MAP_COUNT + m] = hone_map_at_rest(&toon->maps[m]);
}

hone_surface_state hone_surface_at_rest(const hone_material *material)
{
    hone_surface_state out = {.uv_scale = {1, 1}, .emissive_strength = 1};
    for (int c = 0; c < HONE_COLOUR_COUNT; c++) out.colours[c][3] = 1;
    if (material->pbr)
        rest_of_pbr(material->pbr, &out);
    if (material->mtoon)
        rest_of_mtoon(material->mtoon, &out);
    return out;
}

/* ---- values ---------------------------------------------------------------------------------------------------- */

static float *number_of(hone_surface_state *states, const hone_morph_value *value)
{
    return (float *)&states[value->material] + value->number;
}

static void rest_surface(hone_morphed_surfaces *surfaces, int32_t material)
{
    surfaces->states[material] = surfaces->rests[material];
}

/* The first of several morphs of a number gives it the very weight. */
static void add_values(hone_morphed_surfaces *surfaces, const hone_morph *morph, float weight)
{
    for (uint32_t i = 0; i < morph->count; i++) {
        float *to = number_of(surfaces->states, &morph->u.values[i]);
        *to = *to == morph->default_weight ? weight : *to + (weight - morph->default_weight);
    }
}

/* Makes the numbers that a morph sets at rest what the morph says. */
static void set_rests(hone_morphed_surfaces *surfaces, const hone_morph *morph)
{
    const size_t first_of_maps = offsetof(hone_surface_state, maps) / sizeof(float),
                 of_map = sizeof(hone_map_state) / sizeof(float);
    for (uint32_t i = 0; i < morph->count; i++) {
        const hone_morph_value *value = &morph->u.values[i];
        *number_of(surfaces->rests, value) = morph->default_weight;
        if (value->number >= first_of_maps)
            surfaces->rests[value->material].moved_maps |= 1u << ((value->number - first_of_maps) / of_map);
    }
}

/* ---- expressions ----------------------------------------------------------------------------------------------- */

static const hone_expression *expression_of(const hone_morphed_surfaces *surfaces, const hone_morph *morph)
{
    return &surfaces->model->avatar->expressions[surfaces->expressions[morph - surfaces->model->morphs]];
}

static void rest_surfaces(void *target, const hone_morph *morph)
{
    hone_morphed_surfaces *surfaces = target;
    if (morph->kind == HONE_MORPH_VALUE) {
        for (uint32_t i = 0; i < morph->count; i++) rest_surface(surfaces, morph->u.values[i].material);
        return;
    }
    const hone_expression *e = expression_of(surfaces, morph);
    for (uint32_t i = 0; i < e->colour_bind_count; i++) rest_surface(surfaces, e->colour_binds[i].material);
    for (uint32_t i = 0; i < e->texture_bind_count; i++) rest_surface(surfaces, e->texture_binds[i].material);
}

static void add_expression(hone_morphed_surfaces *surfaces, const hone_morph *morph, float weight)
{
    const hone_expression *e = expression_of(surfaces, morph);
    for (uint32_t i = 0; i < e->colour_bind_count; i++) {
        const hone_colour_bind *bind = &e->colour_binds[i];
        const hone_surface_state *base = &surfaces->rests[bind->material];
        float *colour = surfaces->states[bind->material].colours[bind->colour];
        for (int c = 0; c < (bind->colour == HONE_COLOUR_BASE ? 4 : 3); c++)
            colour[c] += weight * (bind->target[c] - base->colours[bind->colour][c]);
    }
    for (uint32_t i = 0; i < e->texture_bind_count; i++) {
        const hone_texture_bind *bind = &e->texture_binds[i];
        hone_surface_state *state = &surfaces->states[bind->material];
        for (int c = 0; c < 2; c++) state->uv_scale[c] += weight * (bind->scale[c] - 1);
        for (int c = 0; c < 2; c++) state->uv_offset[c] += weight * bind->offset[c];
    }
}

static void add_surfaces(void *target, const hone_morph *morph, float weight)
{
    if (morph->kind == HONE_MORPH_VALUE)
        add_values(target, morph, weight);
    else
        add_expression(target, morph, weight);
}

/* ---- all -------------------------------------------------------------------------------------------------------- */

bool hone_expression_changes_materials(const hone_expression *e)
{
    return e->colour_bind_count + e->texture_bind_count > 0;
}

static uint32_t count_morphs(const hone_model_data *model)
{
    uint32_t count = 0;
    for (uint32_t m = 0; m < model->morph_count; m++) count += model->morphs[m].kind == HONE_MORPH_VALUE;
    for (uint32_t i = 0; model->avatar && i < model->avatar->expression_count; i++)
        count += hone_expression_changes_materials(&model->avatar->expressions[i]);
    return count;
}

static bool allocate(hone_morphed_surfaces *surfaces, uint32_t count, hone_arena *memory)
{
    const hone_model_data *model = surfaces->model;
    surfaces->expressions = hone_arena_array(memory, model->morph_count, sizeof *surfaces->expressions);
    surfaces->rests = hone_arena_array(memory, model->material_count, sizeof *surfaces->rests);
    surfaces->states = hone_arena_array(memory, model->material_count, sizeof *surfaces->states);
    surfaces->list.morphs = hone_arena_array(memory, count, sizeof *surfaces->list.morphs);
    surfaces->list.applied = hone_arena_array(memory, count, sizeof *surfaces->list.applied);
    surfaces->list.rests = hone_arena_array(memory, count, sizeof *surfaces->list.rests);
    return !hone_arena_failed(memory);
}

static void list_values(hone_morphed_surfaces *surfaces)
{
    const hone_model_data *model = surfaces->model;
    hone_morph_list *list = &surfaces->list;
    for (uint32_t m = 0; m < model->morph_count; m++) {
        if (model->morphs[m].kind != HONE_MORPH_VALUE)
            continue;
        list->rests[list->count] = list->applied[list->count] = model->morphs[m].default_weight;
        list->morphs[list->count++] = m;
        set_rests(surfaces, &model->morphs[m]);
    }
}

static void list_expressions(hone_morphed_surfaces *surfaces)
{
    const hone_avatar *avatar = surfaces->model->avatar;
    for (uint32_t i = 0; avatar && i < avatar->expression_count; i++) {
        if (!hone_expression_changes_materials(&avatar->expressions[i]))
            continue;
        surfaces->list.morphs[surfaces->list.count++] = (uint32_t)avatar->expressions[i].morph;
        surfaces->expressions[avatar->expressions[i].morph] = (int32_t)i;
    }
}

void hone_morphed_surfaces_init(hone_morphed_surfaces *surfaces, const hone_model_data *model, hone_arena *memory)
{
    uint32_t count = count_morphs(model);
    *surfaces = (hone_morphed_surfaces){.model = model, .list = {.all = model->morphs}};
    if (count == 0 || !allocate(surfaces, count, memory))
        return;
    for (uint32_t m = 0; m < model->material_count; m++)
        surfaces->rests[m] = hone_surface_at_rest(&model->materials[m]);
    list_values(surfaces);
    list_expressions(surfaces);
    for (uint32_t m = 0; m < model->material_count; m++) rest_surface(surfaces, (int32_t)m);
}

bool hone_morphed_surfaces_update(hone_morphed_surfaces *surfaces, const float *weights,
                                  const hone_morph_changes *changes)
{
    static const hone_morph_effect tint = {rest_surfaces, add_surfaces};
    return hone_morph_list_apply(&surfaces->list, weights, changes, &tint, surfaces);
}
