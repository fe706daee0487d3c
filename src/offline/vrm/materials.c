/* Makes toon materials of MMD's: the colour under MMD's light, the dark end of the toon in the shade, edges as
 * outlines, and additive spheres as matcaps. Sources: docs/rendering.md, VRMC_materials_mtoon-1.0. */
#include "files/format/common/surface.h"
#include "files/image/toon_ramp.h"
#include "offline/vrm/to_vrm.h"
#include <hone/image.h>
#include <hone/math.h>
#include <math.h>
#include <string.h>

/* ---- the toon ---------------------------------------------------------------------------------------------------- */

static float brightness(const uint8_t row[4])
{
    return (float)(row[0] + row[1] + row[2]) / 765;
}

/* rows: [count], the lit end first. The border is where the brightness is between a quarter and three quarters of the
 * way. */
static void measure(const uint8_t (*rows)[4], uint32_t count, to_vrm_toon *out)
{
    float top = brightness(rows[0]), bottom = brightness(rows[count - 1]), range = top - bottom;
    float quarters[2] = {1, -1}; /* cosines: of three quarters and of one */
    for (int c = 0; c < 3; c++) {
        out->lit[c] = rows[0][c] / 255.0f;
        out->shade[c] = rows[count - 1][c] / 255.0f;
    }
    for (uint32_t r = 0; r < count; r++) {
        float cosine = 1 - 2 * ((float)r + 0.5f) / (float)count;
        float share = range > 0 ? (brightness(rows[r]) - bottom) / range : 1;
        if (share >= 0.75f)
            quarters[0] = cosine;
        if (share >= 0.25f)
            quarters[1] = cosine;
    }
    float half = fmaxf(quarters[0] - quarters[1], 0), middle = 0.5f * (quarters[0] + quarters[1]);
    out->dark = middle - half;
    out->bright = middle + half;
}

static void shared_step(uint32_t toon, to_vrm_toon *out)
{
    uint8_t rows[HONE_TOON_ROWS][4];
    hone_toon_ramp(toon, rows);
    measure((const uint8_t(*)[4])rows, HONE_TOON_ROWS, out);
}

/* Reads the left column of a picture. */
static bool picture_step(to_vrm_context *context, uint32_t texture, to_vrm_toon *out)
{
    hone_image image;
    hone_error why = {0};
    bool ok = hone_vrm_decode(context, (int32_t)texture, &image, &why);
    uint8_t(*rows)[4] = ok ? hone_arena_array(context->scratch, image.height, sizeof *rows) : NULL;
    context->pixels_failed |= why.code == HONE_ERROR_MEMORY;
    for (uint32_t y = 0; rows && y < image.height; y++)
        memcpy(rows[y], image.pixels + (size_t)4 * y * image.width, sizeof *rows);
    if (rows)
        measure((const uint8_t(*)[4])rows, image.height, out);
    if (ok)
        hone_image_release(&image);
    return rows != NULL;
}

/* MMD shades its own models without a toon as if that were white; other ones as Lambert did. A material that receives
 * shadows has only the dark end of its toon; light falls from a cosine of 1/3 on. */
static to_vrm_toon step_of(to_vrm_context *context, const hone_material *material)
{
    to_vrm_toon step = {.lit = {1, 1, 1}, .shade = {1, 1, 1}, .bright = 1};
    bool toon = false;
    if (material->shared_toon && material->toon >= 0 && material->toon < HONE_TOON_COUNT)
        shared_step((uint32_t)material->toon, &step), toon = true;
    else if (!material->shared_toon && material->toon != HONE_NONE)
        toon = picture_step(context, (uint32_t)material->toon, &step);
    step.lambert = !toon && context->from->space != HONE_SPACE_MMD;
    if (toon && material->flags & HONE_MATERIAL_RECEIVES_SHADOW) {
        step.lit[0] = step.lit[1] = step.lit[2] = 1;
        step.dark = 0, step.bright = 1.0f / 3;
    }
    return step;
}

/* ---- colours ----------------------------------------------------------------------------------------------------- */

static float limited(float value)
{
    return fminf(fmaxf(value, 0), 1);
}

to_vrm_colours hone_vrm_colours(const to_vrm_toon *step, const hone_material *values)
{
    const hone_light light = HONE_LIGHT_DEFAULT;
    to_vrm_colours out = {.matcap = {1, 1, 1}};
    for (int i = 0; i < 3; i++) {
        float seen = limited(values->diffuse[i] * light.colour[i] + values->ambient[i]);
        float dark = step->lambert ? limited(values->ambient[i]) : seen;
        out.base[i] = hone_linear_from_display(seen * step->lit[i]);
        out.shade[i] = hone_linear_from_display(dark * step->shade[i]);
        out.outline[i] = hone_linear_from_display(values->edge_colour[i]);
    }
    out.base[3] = limited(values->diffuse[3]);
    out.outline[3] = limited(values->edge_colour[3]);
    return out;
}

/* ---- transparency ------------------------------------------------------------------------------------------------ */

/* Whether a morph makes the material more or less transparent. */
static bool fades(const hone_model_data *from, uint32_t material)
{
    for (uint32_t m = 0; m < from->morph_count; m++) {
        const hone_morph *morph = &from->morphs[m];
        for (uint32_t i = 0; morph->kind == HONE_MORPH_MATERIAL && i < morph->count; i++) {
            const hone_morph_material *change = &morph->u.materials[i];
            bool meant = change->material == HONE_NONE || change->material == (int32_t)material;
            if (meant && change->diffuse[3] != (change->add ? 0.0f : 1.0f))
                return true;
        }
    }
    return false;
}

static uint8_t alpha_mode_of(to_vrm_context *context, uint32_t m)
{
    hone_alpha_use use = hone_vrm_alpha_use(context, m);
    if (context->from->materials[m].diffuse[3] < 1 || use == HONE_ALPHA_USE_SMOOTH || fades(context->from, m))
        return HONE_ALPHA_BLEND;
    return use == HONE_ALPHA_USE_CUT ? HONE_ALPHA_MASK : HONE_ALPHA_OPAQUE;
}

/* ---- materials --------------------------------------------------------------------------------------------------- */

static void set_outline(const hone_material *material, const to_vrm_colours *colours, hone_mtoon *out)
{
    const float of_height = 0.0018660254f; /* 1/1000 of the distance, seen with MMD's field of view of 30 degrees */
    if (!(material->flags & HONE_MATERIAL_EDGE) || !(material->edge_size > 0) || !(colours->outline[3] > 0))
        return;
    out->outline_mode = HONE_OUTLINE_SCREEN;
    out->outline_width = material->edge_size * of_height;
    memcpy(out->outline_colour, colours->outline, sizeof out->outline_colour);
    out->outline_lighting_mix = 0;
}

/* Returns false if out of memory. */
static bool set_sphere(to_vrm_context *context, uint32_t m, const float lit[3], hone_mtoon *out)
{
    const hone_material *material = &context->from->materials[m];
    float seen[3];
    if (material->sphere_mode == HONE_SPHERE_OFF || material->sphere_texture == HONE_NONE)
        return true;
    if (material->sphere_mode != HONE_SPHERE_ADD) {
        hone_vrm_lose(context, HONE_VRM_LOSS_SPHERE, material->name);
        return true;
    }
    for (int c = 0; c < 3; c++) seen[c] = hone_display_from_linear(lit[c]);
    return hone_vrm_make_matcap(context, m, seen, &out->maps[HONE_MTOON_MATCAP].texture);
}

/* Transparent materials are drawn in their order; there are ten places in it. */
static int32_t place_in_order(uint32_t at, uint32_t count)
{
    enum { LAST = 9 };
    return count <= LAST + 1 ? (int32_t)at : (int32_t)((uint64_t)at * LAST / (count - 1));
}

static bool make_toon(to_vrm_context *context, uint32_t m, hone_pbr *pbr, hone_mtoon *toon)
{
    const hone_material *material = &context->from->materials[m];
    const to_vrm_toon step = context->toons[m] = step_of(context, material);
    to_vrm_colours colours = hone_vrm_colours(&step, material);
    *pbr = (hone_pbr){.roughness = 0.9f, .alpha_mode = alpha_mode_of(context, m), .alpha_cutoff = 0.5f};
    for (int i = 0; i < HONE_MAP_COUNT; i++) pbr->maps[i] = hone_surface_no_map();
    *toon = hone_surface_plain_mtoon();
    memcpy(pbr->base_colour, colours.base, sizeof pbr->base_colour);
    memcpy(toon->shade_colour, colours.shade, sizeof toon->shade_colour);
    memcpy(toon->matcap_factor, (float[3]){0, 0, 0}, sizeof toon->matcap_factor);
    if (material->texture != HONE_NONE && context->pictures[material->texture].found)
        pbr->maps[HONE_MAP_BASE_COLOUR].texture = toon->maps[HONE_MTOON_SHADE].texture = material->texture;
    toon->shading_toony = limited(1 - 0.5f * (step.bright - step.dark));
    toon->shading_shift = -0.5f * (step.bright + step.dark);
    toon->transparent_with_z_write = pbr->alpha_mode == HONE_ALPHA_BLEND;
    set_outline(material, &colours, toon);
    bool ok = set_sphere(context, m, colours.base, toon);
    if (toon->maps[HONE_MTOON_MATCAP].texture != HONE_NONE)
        memcpy(toon->matcap_factor, colours.matcap, sizeof toon->matcap_factor);
    if (material->specular_power > 0 && material->specular[0] + material->specular[1] + material->specular[2] > 0)
        hone_vrm_lose(context, HONE_VRM_LOSS_HIGHLIGHT, material->name);
    return ok && !context->pixels_failed;
}

/* Pictures that were not found leave no map. */
static void keep_map(const to_vrm_context *context, hone_map *map)
{
    if (map->texture != HONE_NONE && !context->pictures[map->texture].found)
        map->texture = HONE_NONE;
}

static void copy_surface(const to_vrm_context *context, const hone_material *in, hone_pbr *pbr, hone_mtoon *toon)
{
    *pbr = *in->pbr;
    for (int i = 0; i < HONE_MAP_COUNT; i++) keep_map(context, &pbr->maps[i]);
    if (!in->mtoon)
        return;
    *toon = *in->mtoon;
    for (int i = 0; i < HONE_MTOON_MAP_COUNT; i++) keep_map(context, &toon->maps[i]);
    if (toon->outline_mode == HONE_OUTLINE_WORLD)
        toon->outline_width *= context->scale;
}

static void order_transparent(hone_material *materials, hone_mtoon *toons, uint32_t count)
{
    uint32_t transparent = 0, at = 0;
    for (uint32_t m = 0; m < count; m++) transparent += materials[m].pbr->alpha_mode == HONE_ALPHA_BLEND;
    for (uint32_t m = 0; m < count; m++)
        if (materials[m].pbr->alpha_mode == HONE_ALPHA_BLEND)
            toons[m].render_queue_offset = place_in_order(at++, transparent);
}

bool hone_vrm_make_materials(to_vrm_context *context)
{
    const hone_model_data *from = context->from;
    uint32_t count = from->material_count;
    hone_material *materials = hone_builder_array(context->builder, count, sizeof *materials);
    hone_pbr *pbrs = hone_builder_array(context->builder, count, sizeof *pbrs);
    hone_mtoon *toons = hone_builder_array(context->builder, count, sizeof *toons);
    context->toons = hone_arena_array(context->scratch, count, sizeof *context->toons);
    if (count && (!materials || !pbrs || !toons || !context->toons))
        return false;
    bool classic = false;
    for (uint32_t m = 0; m < count; m++) {
        const hone_material *in = &from->materials[m];
        hone_material *out = &materials[m];
        bool own = in->pbr != NULL;
        if (own)
            copy_surface(context, in, &pbrs[m], &toons[m]);
        else if (!make_toon(context, m, &pbrs[m], &toons[m]))
            return false;
        classic |= !own;
        *out = (hone_material){.name = hone_vrm_copy(context, in->name),
                               .english_name = hone_vrm_copy(context, in->english_name),
                               .memo = "",
                               .texture = HONE_NONE,
                               .sphere_texture = HONE_NONE,
                               .toon = HONE_NONE,
                               .index_count = in->index_count / 3 * 3,
                               .pbr = &pbrs[m],
                               .mtoon = own && !in->mtoon ? NULL : &toons[m]};
        hone_surface_set_mmd_fields(&pbrs[m], own && in->flags & HONE_MATERIAL_VERTEX_COLOUR,
                                    in->flags & HONE_MATERIAL_DOUBLE_SIDED, out);
    }
    if (classic)
        order_transparent(materials, toons, count);
    context->data.material_count = count;
    context->data.materials = materials;
    return true;
}
