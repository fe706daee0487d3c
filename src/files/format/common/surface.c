/* Surfaces of formats that are lit like glTF. */
#include "files/format/common/surface.h"
#include <hone/motion.h>
#include <math.h>

float hone_display_from_linear(float linear)
{
    float x = linear > 0 ? linear < 1 ? linear : 1 : 0;
    return x <= 0.0031308f ? 12.92f * x : 1.055f * powf(x, 1 / 2.4f) - 0.055f;
}

float hone_linear_from_display(float displayed)
{
    float x = fminf(fmaxf(displayed, 0), 1);
    return x <= 0.04045f ? x / 12.92f : powf((x + 0.055f) / 1.055f, 2.4f);
}

/* MMD shows clamp(ambient + diffuse * light), so the ambient colour of an unlit material makes that sum its colour
 * under MMD's default light. */
void hone_surface_set_mmd_fields(const hone_pbr *pbr, bool has_colours, bool double_sided, hone_material *out)
{
    const hone_light light = HONE_LIGHT_DEFAULT;
    for (int i = 0; i < 3; i++) {
        out->diffuse[i] = hone_display_from_linear(pbr->base_colour[i]);
        out->ambient[i] = out->diffuse[i] * (pbr->unlit ? 1 - light.colour[i] : 0.5f);
    }
    out->diffuse[3] = pbr->alpha_mode == HONE_ALPHA_OPAQUE ? 1 : pbr->base_colour[3];
    out->texture = pbr->maps[HONE_MAP_BASE_COLOUR].texture;
    out->flags = (uint8_t)((double_sided ? HONE_MATERIAL_DOUBLE_SIDED : 0) |
                           (has_colours ? HONE_MATERIAL_VERTEX_COLOUR : 0) | HONE_MATERIAL_GROUND_SHADOW |
                           HONE_MATERIAL_CASTS_SHADOW | (pbr->unlit ? 0 : HONE_MATERIAL_RECEIVES_SHADOW));
}

hone_map hone_surface_no_map(void)
{
    return (hone_map){.texture = HONE_NONE, .transform = {{1, 0, 0}, {0, 1, 0}}, .scale = 1};
}

hone_mtoon hone_surface_plain_mtoon(void)
{
    hone_mtoon toon = {.shade_colour = {1, 1, 1},
                       .shading_shift_scale = 1,
                       .shading_toony = 0.9f,
                       .gi_equalization = 0.9f,
                       .matcap_factor = {1, 1, 1},
                       .rim_power = 5,
                       .rim_lighting_mix = 1,
                       .outline_lighting_mix = 1};
    for (int m = 0; m < HONE_MTOON_MAP_COUNT; m++) toon.maps[m] = hone_surface_no_map();
    return toon;
}
