/* A value is its base plus, for each expression, weight times the difference of target and base. Source: VRMC_vrm-1.0,
 * "Expression update algorithm". */
#include "core/rig/morph/expression/surfaces.h"

#include <hone/math.h>
#include <string.h>

static const hone_expression *expression_of(const hone_morphed_surfaces *surfaces, const hone_morph *morph)
{
    return &surfaces->model->avatar->expressions[surfaces->expressions[morph - surfaces->model->morphs]];
}

static hone_surface_state state_of(const hone_material *material)
{
    hone_surface_state out = {.uv_scale = {1, 1}};
    for (int c = 0; c < HONE_COLOUR_COUNT; c++) out.colours[c][3] = 1;
    if (material->pbr) {
        memcpy(out.colours[HONE_COLOUR_BASE], material->pbr->base_colour, sizeof material->pbr->base_colour);
        hone_vec3_copy(material->pbr->emissive, out.colours[HONE_COLOUR_EMISSION]);
    }
    if (material->mtoon) {
        hone_vec3_copy(material->mtoon->shade_colour, out.colours[HONE_COLOUR_SHADE]);
        hone_vec3_copy(material->mtoon->matcap_factor, out.colours[HONE_COLOUR_MATCAP]);
        hone_vec3_copy(material->mtoon->rim_colour, out.colours[HONE_COLOUR_RIM]);
        hone_vec3_copy(material->mtoon->outline_colour, out.colours[HONE_COLOUR_OUTLINE]);
    }
    return out;
}

static void rest_surface(hone_morphed_surfaces *surfaces, int32_t material)
{
    surfaces->states[material] = state_of(&surfaces->model->materials[material]);
}

static void rest_surfaces(void *target, const hone_morph *morph)
{
    hone_morphed_surfaces *surfaces = target;
    const hone_expression *e = expression_of(surfaces, morph);
    for (uint32_t i = 0; i < e->colour_bind_count; i++) rest_surface(surfaces, e->colour_binds[i].material);
    for (uint32_t i = 0; i < e->texture_bind_count; i++) rest_surface(surfaces, e->texture_binds[i].material);
}

static void add_surfaces(void *target, const hone_morph *morph, float weight)
{
    hone_morphed_surfaces *surfaces = target;
    const hone_expression *e = expression_of(surfaces, morph);
    for (uint32_t i = 0; i < e->colour_bind_count; i++) {
        const hone_colour_bind *bind = &e->colour_binds[i];
        const hone_surface_state base = state_of(&surfaces->model->materials[bind->material]);
        float *colour = surfaces->states[bind->material].colours[bind->colour];
        for (int c = 0; c < (bind->colour == HONE_COLOUR_BASE ? 4 : 3); c++)
            colour[c] += weight * (bind->target[c] - base.colours[bind->colour][c]);
    }
    for (uint32_t i = 0; i < e->texture_bind_count; i++) {
        const hone_texture_bind *bind = &e->texture_binds[i];
        hone_surface_state *state = &surfaces->states[bind->material];
        for (int c = 0; c < 2; c++) state->uv_scale[c] += weight * (bind->scale[c] - 1);
        for (int c = 0; c < 2; c++) state->uv_offset[c] += weight * bind->offset[c];
    }
}

static bool changes_materials(const hone_expression *e)
{
    return e->colour_bind_count + e->texture_bind_count > 0;
}

void hone_morphed_surfaces_init(hone_morphed_surfaces *surfaces, const hone_model_data *model, hone_arena *memory)
{
    const hone_avatar *avatar = model->avatar;
    uint32_t count = 0;
    *surfaces = (hone_morphed_surfaces){.model = model, .list = {.all = model->morphs}};
    for (uint32_t i = 0; avatar && i < avatar->expression_count; i++)
        count += changes_materials(&avatar->expressions[i]);
    if (count == 0)
        return;
    surfaces->expressions = hone_arena_array(memory, model->morph_count, sizeof *surfaces->expressions);
    surfaces->states = hone_arena_array(memory, model->material_count, sizeof *surfaces->states);
    surfaces->list.morphs = hone_arena_array(memory, count, sizeof *surfaces->list.morphs);
    surfaces->list.applied = hone_arena_array(memory, count, sizeof *surfaces->list.applied);
    if (hone_arena_failed(memory))
        return;
    for (uint32_t m = 0; m < model->material_count; m++) rest_surface(surfaces, (int32_t)m);
    for (uint32_t i = 0; i < avatar->expression_count; i++) {
        if (!changes_materials(&avatar->expressions[i]))
            continue;
        surfaces->list.morphs[surfaces->list.count++] = (uint32_t)avatar->expressions[i].morph;
        surfaces->expressions[avatar->expressions[i].morph] = (int32_t)i;
    }
}

bool hone_morphed_surfaces_update(hone_morphed_surfaces *surfaces, const float *weights,
                                  const hone_morph_changes *changes)
{
    static const hone_morph_effect tint = {rest_surfaces, add_surfaces};
    return hone_morph_list_apply(&surfaces->list, weights, changes, &tint, surfaces);
}
