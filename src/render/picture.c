/* One picture: the map of shadows, clear, then figure after figure its surfaces and its edges, then the shadows on the
 * ground, resolve, read back.
 *
 * Each pass sets all the GL state that it relies on; whoever shares the context finds its own changed.
 */
#include "base/error.h"
#include "render/extent.h"
#include "render/ground.h"
#include "render/matrix.h"
#include "render/pass.h"
#include "render/shadow.h"
#include <math.h>
#include <string.h>

/* ---- surfaces ---- */

static void set_factor(GLint at, const hone_texture_factor *factor)
{
    float rows[2][4];
    memcpy(rows[0], factor->multiply, sizeof rows[0]);
    memcpy(rows[1], factor->add, sizeof rows[1]);
    glUniform4fv(at, 2, *rows);
}

/* Where there is no texture morphs have nothing to change: the white that stands for it stays white. */
static void set_material(const hone_renderer *renderer, const hone_part *part, const hone_material_state *state)
{
    static const hone_texture_factor none = {{1, 1, 1, 1}, {0, 0, 0, 0}};
    const GLint *at = renderer->surface.uniforms;
    float ambient[3];
    for (int i = 0; i < 3; i++) ambient[i] = state->ambient[i] + part->ambient * state->diffuse[i];
    glUniform4fv(at[HONE_UNIFORM_DIFFUSE], 1, state->diffuse);
    glUniform3fv(at[HONE_UNIFORM_AMBIENT], 1, ambient);
    glUniform4f(at[HONE_UNIFORM_SPECULAR], state->specular[0], state->specular[1], state->specular[2],
                state->specular_power);
    glUniform1i(at[HONE_UNIFORM_TOON], part->has_toon);
    glUniform1f(at[HONE_UNIFORM_POINT_SIZE], state->edge_size);
    glUniform1i(at[HONE_UNIFORM_SPHERE], part->sphere_mode);
    glUniform1i(at[HONE_UNIFORM_VERTEX_COLOUR], (part->material->flags & HONE_MATERIAL_VERTEX_COLOUR) != 0);
    set_factor(at[HONE_UNIFORM_TEXTURE_FACTOR], part->texture != renderer->white ? &state->texture : &none);
    set_factor(at[HONE_UNIFORM_SPHERE_FACTOR], &state->sphere);
    set_factor(at[HONE_UNIFORM_TOON_FACTOR], &state->toon);
}

static void draw_surface(const hone_renderer *renderer, const hone_part *part, const hone_material_state *state,
                         bool shadowed)
{
    bool sub_texture = part->sphere_mode == HONE_SPHERE_SUB_TEXTURE;
    set_material(renderer, part, state);
    glUniform1i(renderer->surface.uniforms[HONE_UNIFORM_RECEIVES], shadowed && hone_part_receives(part));
    hone_pass_bind(HONE_UNIT_TEXTURE, part->texture, renderer->repeat);
    hone_pass_bind(HONE_UNIT_SPHERE, part->sphere, sub_texture ? renderer->repeat : renderer->clamp);
    hone_pass_bind(HONE_UNIT_TOON, part->toon, renderer->clamp);
    hone_pass_show_sides(part);
    hone_pass_draw(part);
}

/* states: [part_count], the materials as morphs leave them. */
static void draw_surfaces(const hone_figure *figure, const hone_material_state *states, const hone_shot *shot,
                          const hone_affine *world)
{
    const hone_renderer *renderer = figure->renderer;
    hone_pass_use(&renderer->surface, shot, world);
    for (uint32_t i = 0; i < figure->part_count; i++)
        if (figure->parts[i].count > 0 && !figure->parts[i].material->pbr && states[i].diffuse[3] > 0)
            draw_surface(renderer, &figure->parts[i], &states[i], shot->shadowed);
}

/* ---- surfaces of glTF ---- */

static GLuint sampler_of(const hone_renderer *renderer, const hone_map *map)
{
    return renderer->samplers[map->nearest][map->wrap[0]][map->wrap[1]];
}

static void set_pbr(const hone_renderer *renderer, const hone_part *part)
{
    static const float cutoffs[] = {[HONE_ALPHA_OPAQUE] = -1, [HONE_ALPHA_BLEND] = 2};
    const GLint *at = renderer->pbr.uniforms;
    const hone_pbr *pbr = part->material->pbr;
    const hone_map *base = &pbr->maps[HONE_MAP_BASE_COLOUR], *emissive = &pbr->maps[HONE_MAP_EMISSIVE];
    float rows[4][3], cutoff = fminf(fmaxf(pbr->alpha_cutoff, 0), 1);
    memcpy(rows[0], base->transform, sizeof base->transform);
    memcpy(rows[2], emissive->transform, sizeof emissive->transform);
    glUniform4fv(at[HONE_UNIFORM_BASE_COLOUR], 1, pbr->base_colour);
    glUniform3fv(at[HONE_UNIFORM_EMISSIVE], 1, pbr->emissive);
    glUniform2f(at[HONE_UNIFORM_METALLIC_ROUGHNESS], pbr->metallic, pbr->roughness);
    glUniform1f(at[HONE_UNIFORM_ALPHA_CUTOFF], pbr->alpha_mode == HONE_ALPHA_MASK ? cutoff : cutoffs[pbr->alpha_mode]);
    glUniform1i(at[HONE_UNIFORM_VERTEX_COLOUR], (part->material->flags & HONE_MATERIAL_VERTEX_COLOUR) != 0);
    glUniform1i(at[HONE_UNIFORM_UNLIT], pbr->unlit);
    glUniform1i(at[HONE_UNIFORM_FLAT], pbr->flat);
    glUniform3fv(at[HONE_UNIFORM_MAP_TRANSFORMS], 4, *rows);
    glUniform2i(at[HONE_UNIFORM_SECOND_SET], base->uv_set != 0, emissive->uv_set != 0);
    hone_pass_bind(HONE_UNIT_TEXTURE, part->texture, sampler_of(renderer, base));
    hone_pass_bind(HONE_UNIT_EMISSIVE, part->emissive, sampler_of(renderer, emissive));
}

/* What is blended comes last, and does not hide what is blended after it. */
static void draw_pbr(const hone_figure *figure, const hone_shot *shot, const hone_affine *world)
{
    const hone_renderer *renderer = figure->renderer;
    hone_pass_use(&renderer->pbr, shot, world);
    for (int blended = 0; blended < 2; blended++) {
        glDepthMask(blended ? GL_FALSE : GL_TRUE);
        for (uint32_t i = 0; i < figure->part_count; i++) {
            const hone_part *part = &figure->parts[i];
            const hone_pbr *pbr = part->material->pbr;
            if (part->count == 0 || !pbr || (pbr->alpha_mode == HONE_ALPHA_BLEND) != blended)
                continue;
            set_pbr(renderer, part);
            glUniform1i(renderer->pbr.uniforms[HONE_UNIFORM_RECEIVES], shot->shadowed && hone_part_receives(part));
            hone_pass_show_sides(part);
            hone_pass_draw(part);
        }
    }
    glDepthMask(GL_TRUE);
}

/* ---- edges ---- */

static bool has_edge(const hone_part *part, const hone_material_state *state)
{
    uint8_t flags = part->material->flags;
    return part->count > 0 && (flags & HONE_MATERIAL_EDGE) && part->primitive == GL_TRIANGLES && state->edge_size > 0 &&
           state->edge_colour[3] > 0 && state->diffuse[3] > 0;
}

static void draw_edges(const hone_figure *figure, const hone_material_state *states, const hone_shot *shot,
                       const hone_affine *world)
{
    const hone_program *program = &figure->renderer->edge;
    hone_pass_use(program, shot, world);
    glEnable(GL_CULL_FACE);
    glCullFace(GL_FRONT);
    for (uint32_t i = 0; i < figure->part_count; i++) {
        if (!has_edge(&figure->parts[i], &states[i]))
            continue;
        glUniform4fv(program->uniforms[HONE_UNIFORM_EDGE_COLOUR], 1, states[i].edge_colour);
        glUniform1f(program->uniforms[HONE_UNIFORM_EDGE_WIDTH], states[i].edge_size * shot->edge_width);
        hone_pass_draw(&figure->parts[i]);
    }
}

/* ---- the picture ---- */

/* What the passes of one picture have in common. */
typedef struct picture {
    hone_renderer *renderer;
    const hone_target *target;
    const hone_picture_desc *desc;
    hone_shot shot;
} picture;

typedef void draw_fn(const picture *p, const hone_placement *placement);

static bool self_shadow_wanted(const hone_picture_desc *desc, hone_self_shadow *how)
{
    static const hone_self_shadow usual = HONE_SELF_SHADOW_DEFAULT;
    *how = desc->self_shadow ? *desc->self_shadow : usual;
    return how->mode != 0 && (desc->shadows == HONE_SHADOWS_BOTH || desc->shadows == HONE_SHADOWS_SELF);
}

static void draw_figure(const picture *p, const hone_placement *placement)
{
    const hone_figure *figure = placement->figure;
    hone_affine world = hone_world_from_model(hone_model_get(figure->model)->space);
    const hone_material_state *states = hone_actor_materials(placement->actor);
    hone_pass_begin();
    hone_pass_show(figure);
    draw_surfaces(figure, states, &p->shot, &world);
    draw_pbr(figure, &p->shot, &world);
    if (!p->desc->no_edges)
        draw_edges(figure, states, &p->shot, &world);
    glBindVertexArray(0);
}

static void draw_ground_shadow(const picture *p, const hone_placement *placement)
{
    hone_ground_shadow_draw(placement->figure, hone_actor_materials(placement->actor), &p->shot);
}

static void cast_shadow(const picture *p, const hone_placement *placement)
{
    hone_shadow_cast(placement->figure, hone_actor_materials(placement->actor), &p->shot.shadow);
}

/* A figure that several actors share holds one's vertices at a time. */
static bool draw_all(const picture *p, draw_fn *draw, hone_error *error)
{
    for (uint32_t i = 0; i < p->desc->placement_count; i++) {
        const hone_placement *placement = &p->desc->placements[i];
        if (!hone_actor_visible(placement->actor))
            continue;
        if (!hone_figure_upload(placement->figure, placement->actor, p->desc->method, p->desc->kernel, error))
            return false;
        draw(p, placement);
    }
    return true;
}

/* ---- self-shadow ---- */

/* Whether anything casts, and anything receives; and how far the figures reach of which a part does either. */
static bool find_extent(const hone_picture_desc *desc, hone_bounds *bounds)
{
    bool casts = false, receives = false;
    for (uint32_t i = 0; i < desc->placement_count; i++) {
        const hone_placement *placement = &desc->placements[i];
        const hone_figure *figure = placement->figure;
        const hone_material_state *states = hone_actor_materials(placement->actor);
        bool any = false;
        for (uint32_t k = 0; k < figure->part_count && hone_actor_visible(placement->actor); k++) {
            bool cast = hone_part_casts(&figure->parts[k], &states[k]), receive = hone_part_receives(&figure->parts[k]);
            casts |= cast, receives |= receive, any |= cast || receive;
        }
        if (any)
            hone_figure_add_extent(figure, placement->actor, bounds);
    }
    return casts && receives;
}

/* The map, if this picture has one: shot.shadowed says so. */
static bool draw_shadow_map(picture *p, hone_error *error)
{
    hone_self_shadow how;
    hone_bounds bounds = HONE_BOUNDS_EMPTY;
    double aspect = (double)p->desc->width / p->desc->height;
    if (!self_shadow_wanted(p->desc, &how) || !find_extent(p->desc, &bounds) ||
        !hone_shadow_space_make(&how, &p->desc->camera, aspect, p->shot.to_light, &bounds, &p->shot.shadow))
        return true;
    if (!hone_shadow_map_prepare(&p->renderer->shadow, error))
        return false;
    p->shot.shadowed = true;
    hone_shadow_map_begin(&p->renderer->shadow);
    return draw_all(p, cast_shadow, error);
}

/* ---- all of it ---- */

static void clear(const hone_target *target, const float background[4])
{
    float alpha = fminf(fmaxf(background[3], 0), 1), colour[4] = {0, 0, 0, alpha};
    for (int i = 0; i < 3; i++) colour[i] = fminf(fmaxf(background[i], 0), 1) * alpha;
    hone_target_begin(target, colour);
}

static bool draw_passes(picture *p, hone_error *error)
{
    const hone_picture_desc *desc = p->desc;
    bool ground = desc->shadows == HONE_SHADOWS_BOTH || desc->shadows == HONE_SHADOWS_GROUND;
    if (!draw_shadow_map(p, error))
        return false;
    clear(p->target, desc->background);
    hone_pass_bind(HONE_UNIT_SHADOW, p->renderer->shadow.texture, 0);
    if (desc->grid)
        hone_grid_draw(p->renderer, &p->shot);
    return draw_all(p, draw_figure, error) && (!ground || draw_all(p, draw_ground_shadow, error));
}

/* Actors move between pictures: what a figure's buffers hold is known within one only. */
static void forget_shown(const hone_picture_desc *desc)
{
    for (uint32_t i = 0; i < desc->placement_count; i++) desc->placements[i].figure->shown = NULL;
}

static bool check_device(hone_error *error)
{
    GLenum code = glGetError();
    return code == GL_NO_ERROR ||
           hone_fail(error, HONE_ERROR_DEVICE, 0, "the driver failed to draw the picture (GL error 0x%04x)", code);
}

static bool draw(hone_renderer *renderer, hone_target *target, const hone_picture_desc *desc, hone_error *error)
{
    picture p = {renderer, target, desc, hone_shot_make(desc)};
    uint32_t samples = desc->samples ? desc->samples : 4;
    samples = samples < renderer->max_samples ? samples : renderer->max_samples;
    while (glGetError() != GL_NO_ERROR) {
        /* of somebody else, where the context is shared */
    }
    if (!hone_target_prepare(target, desc->width, desc->height, samples > 1 ? samples : 0, error))
        return false;
    forget_shown(desc);
    bool ok = draw_passes(&p, error);
    forget_shown(desc);
    if (!ok)
        return false;
    hone_target_end(target);
    return check_device(error);
}

static bool check(const hone_renderer *renderer, const hone_picture_desc *desc, hone_error *error)
{
    if (!renderer || !desc)
        return hone_fail_null(error, renderer ? "desc" : "renderer");
    if (renderer->drawn == HONE_TARGET_COUNT)
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "%d pictures are drawn and not read yet", HONE_TARGET_COUNT);
    for (uint32_t i = 0; i < desc->placement_count; i++) {
        const hone_placement *placement = &desc->placements[i];
        if (!placement->figure || !placement->actor)
            return hone_fail_null(error, placement->figure ? "actor of a placement" : "figure of a placement");
        if (placement->figure->renderer != renderer || hone_actor_model(placement->actor) != placement->figure->model)
            return hone_fail(error, HONE_ERROR_ARGUMENT, i, "placement %u: its figure is another %s's", i,
                             placement->figure->renderer != renderer ? "renderer" : "model");
    }
    return true;
}

bool hone_render_draw(hone_renderer *renderer, const hone_picture_desc *desc, hone_error *error)
{
    hone_context_before before;
    if (!check(renderer, desc, error) || !hone_context_enter(&renderer->context, &before, error))
        return false;
    hone_target *target = &renderer->targets[(renderer->first + renderer->drawn) % HONE_TARGET_COUNT];
    bool ok = draw(renderer, target, desc, error);
    renderer->drawn += ok;
    hone_context_leave(&renderer->context, &before);
    return ok;
}

static bool check_size(const hone_image *out, uint32_t width, uint32_t height, hone_error *error)
{
    if (!out || !out->pixels)
        return hone_fail_null(error, "out");
    return (out->width == width && out->height == height) ||
           hone_fail(error, HONE_ERROR_ARGUMENT, 0, "the picture asked for is %u x %u, the image %u x %u", width,
                     height, out->width, out->height);
}

bool hone_render_read(hone_renderer *renderer, hone_image *out, hone_error *error)
{
    if (!renderer)
        return hone_fail_null(error, "renderer");
    const hone_target *target = &renderer->targets[renderer->first];
    hone_context_before before;
    if (renderer->drawn == 0)
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "no picture is drawn");
    if (!check_size(out, target->width, target->height, error) ||
        !hone_context_enter(&renderer->context, &before, error))
        return false;
    hone_target_read(target, out);
    bool ok = check_device(error);
    renderer->drawn--;
    renderer->first = renderer->drawn ? (renderer->first + 1) % HONE_TARGET_COUNT : 0;
    hone_context_leave(&renderer->context, &before);
    return ok;
}

bool hone_render_picture(hone_renderer *renderer, const hone_picture_desc *desc, hone_image *out, hone_error *error)
{
    if (!renderer || !desc)
        return hone_fail_null(error, renderer ? "desc" : "renderer");
    if (renderer->drawn > 0)
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "a picture is drawn and not read yet");
    return check_size(out, desc->width, desc->height, error) && hone_render_draw(renderer, desc, error) &&
           hone_render_read(renderer, out, error);
}
