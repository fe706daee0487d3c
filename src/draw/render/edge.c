#include "draw/render/edge.h"
#include <math.h>

/* MMD's edge (outline) width: 1/1000 of the distance to the eye per unit of edge size, thinner for a small field of
 * view. */
static const float edge_unit = 0.001f;

static float scale_or_1(float scale)
{
    return scale > 0 ? scale : 1;
}

static float outline_width(const hone_draw_entry *entry, uint32_t submesh, const hone_mtoon *toon)
{
    return *hone_draw_entry_number(entry, submesh, offsetof(hone_surface_state, outline_width), &toon->outline_width);
}

/* The alpha of a material under MMD's light, which a morph may have made 0. */
static float alpha_of(const hone_draw_entry *entry, uint32_t submesh)
{
    const hone_pbr *pbr = entry->gpu_model->submeshes[submesh].material->pbr;
    const float *at_rest = &entry->materials[submesh].diffuse[3];
    const size_t alpha = offsetof(hone_surface_state, colours[HONE_COLOUR_BASE][3]);
    return pbr && pbr->alpha_mode == HONE_ALPHA_BLEND ? *hone_draw_entry_number(entry, submesh, alpha, at_rest)
                                                      : *at_rest;
}

bool hone_item_has_edge(const hone_draw_entry *entry, uint32_t index)
{
    const hone_submesh *submesh = &entry->gpu_model->submeshes[index];
    const hone_material_state *state = &entry->materials[index];
    const hone_mtoon *toon = hone_material_toon(submesh->material);
    if (!hone_submesh_shown(entry, index) || submesh->primitive != GL_TRIANGLES)
        return false;
    if (toon)
        return toon->outline_mode != HONE_OUTLINE_NONE && outline_width(entry, index, toon) > 0;
    return submesh->material->flags & HONE_MATERIAL_EDGE && state->edge_size > 0 && state->edge_colour[3] > 0 &&
           alpha_of(entry, index) > 0;
}

static void set_toon_width(const hone_mtoon *toon, float width, float out[4])
{
    if (toon->outline_mode == HONE_OUTLINE_SCREEN)
        out[2] = 2 * width; /* of half the height */
    else
        out[3] = width;
}

static void set_mmd_width(const hone_camera *camera, float size, float out[4])
{
    if (camera->orthographic)
        out[0] = size * edge_unit * fabsf(camera->distance);
    else
        out[1] = size * edge_unit * fminf(camera->fov / 30, 1);
}

void hone_edge_set_width(const hone_program *program, const hone_draw_uniforms *uniforms, const hone_draw_entry *entry,
                         uint32_t submesh)
{
    const hone_draw_desc *desc = uniforms->desc;
    const hone_mtoon *toon = hone_material_toon(entry->gpu_model->submeshes[submesh].material);
    float scale = scale_or_1(desc->edge_scale) * scale_or_1(entry->item->edge_scale), out[4] = {0, 0, 0, 0};
    if (toon)
        set_toon_width(toon, outline_width(entry, submesh, toon) * scale, out);
    else
        set_mmd_width(&desc->camera, entry->materials[submesh].edge_size * scale, out);
    glUniform4fv(program->uniforms[HONE_UNIFORM_EDGE_WIDTH], 1, out);
}

void hone_edge_set_none(const hone_program *program)
{
    glUniform4f(program->uniforms[HONE_UNIFORM_EDGE_WIDTH], 0, 0, 0, 0);
}
