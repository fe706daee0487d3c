/* Draws one picture: shadow map, clear, backdrop, then for each model its surfaces and edges (outlines), then shadows
 * on the ground, resolve, read back. Each pass sets all GL state that it needs; others who use the context find the
 * state changed. */
#include "draw/render/frame.h"
#include "base/error.h"
#include "draw/render/backdrop/backdrop.h"
#include "draw/render/edge.h"
#include "draw/render/gl/gl_state.h"
#include "draw/render/gltf/gltf.h"
#include "draw/render/mesh/bounds.h"
#include "draw/render/overlay/overlay.h"
#include "draw/render/shadow/ground.h"
#include "draw/render/shadow/shadow.h"
#include "draw/render/timer.h"
#include <inttypes.h>
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

/* Sets a material. Texture morphs must not change a missing texture: the white that stands for it stays white. */
static void set_material(const hone_renderer *renderer, const hone_program *program, const hone_submesh *submesh,
                         const hone_material_state *state, float opacity)
{
    static const hone_texture_factor none = {{1, 1, 1, 1}, {0, 0, 0, 0}};
    const GLint *at = program->uniforms;
    float ambient[3];
    hone_vec3_add_scaled(state->ambient, state->diffuse, submesh->ambient, ambient);
    glUniform4f(at[HONE_UNIFORM_DIFFUSE], state->diffuse[0], state->diffuse[1], state->diffuse[2],
                state->diffuse[3] * opacity);
    glUniform3fv(at[HONE_UNIFORM_AMBIENT], 1, ambient);
    glUniform4f(at[HONE_UNIFORM_SPECULAR], state->specular[0], state->specular[1], state->specular[2],
                state->specular_power);
    glUniform1i(at[HONE_UNIFORM_TOON], submesh->has_toon);
    glUniform1f(at[HONE_UNIFORM_POINT_SIZE], state->edge_size);
    glUniform1i(at[HONE_UNIFORM_SPHERE], submesh->sphere_mode);
    glUniform1i(at[HONE_UNIFORM_VERTEX_COLOUR], (submesh->material->flags & HONE_MATERIAL_VERTEX_COLOUR) != 0);
    set_factor(at[HONE_UNIFORM_TEXTURE_FACTOR], submesh->texture != renderer->white ? &state->texture : &none);
    if (submesh->sphere_mode != HONE_SPHERE_OFF)
        set_factor(at[HONE_UNIFORM_SPHERE_FACTOR], &state->sphere);
    if (submesh->has_toon)
        set_factor(at[HONE_UNIFORM_TOON_FACTOR], submesh->toon != renderer->white ? &state->toon : &none);
}

static void set_surface(const hone_renderer *renderer, const hone_program *program, const hone_submesh *submesh,
                        const hone_material_state *state, float opacity)
{
    bool sub_texture = submesh->sphere_mode == HONE_SPHERE_SUB_TEXTURE;
    set_material(renderer, program, submesh, state, opacity);
    hone_gl_state_bind(HONE_UNIT_TEXTURE, submesh->texture, renderer->repeat);
    if (submesh->sphere_mode != HONE_SPHERE_OFF)
        hone_gl_state_bind(HONE_UNIT_SPHERE, submesh->sphere, sub_texture ? renderer->repeat : renderer->clamp);
    if (submesh->has_toon)
        hone_gl_state_bind(HONE_UNIT_TOON, submesh->toon, renderer->clamp);
    hone_gl_state_cull(submesh);
}

/* Whether the alpha of all that the surface draws is 1, and it is not added to what is there. */
static bool is_opaque(const hone_draw_entry *entry, uint32_t index)
{
    const hone_submesh *submesh = &entry->gpu_model->submeshes[index];
    return submesh->opaque && !(submesh->material->flags & HONE_MATERIAL_VERTEX_COLOUR) && !entry->item->additive &&
           entry->materials[index].diffuse[3] * entry->opacity >= 1;
}

static void draw_surfaces(const hone_draw_entry *entry, const hone_draw_uniforms *uniforms,
                          const hone_draw_range *range)
{
    const hone_gpu_model *gpu_model = entry->gpu_model;
    const hone_material_state *states = entry->materials;
    const hone_renderer *renderer = gpu_model->renderer;
    const hone_program *program = hone_gl_state_use(gpu_model, HONE_PASS_SURFACE, uniforms);
    /* a material without a sphere map or a toon ramp leaves those of another: it does not read them */
    hone_gl_state_bind(HONE_UNIT_SPHERE, renderer->white, renderer->clamp);
    hone_gl_state_bind(HONE_UNIT_TOON, renderer->white, renderer->clamp);
    for (uint32_t i = 0; i < gpu_model->submesh_count; i++) {
        const hone_submesh *submesh = &gpu_model->submeshes[i];
        if (submesh->material->pbr || !hone_submesh_shown(entry, i))
            continue;
        set_surface(renderer, program, submesh, &states[i], entry->opacity);
        hone_gl_state_blend(!is_opaque(entry, i));
        glUniform1i(program->uniforms[HONE_UNIFORM_RECEIVES], uniforms->shadowed && hone_submesh_receives(entry, i));
        hone_gpu_model_draw_submesh(gpu_model, i, range);
    }
    hone_gl_state_blend(true);
}

/* ---- edges, but those of MToon ---- */

static void draw_edges(const hone_draw_entry *entry, const hone_draw_uniforms *uniforms, const hone_draw_range *range)
{
    const hone_gpu_model *gpu_model = entry->gpu_model;
    const hone_material_state *states = entry->materials;
    const hone_program *program = hone_gl_state_use(gpu_model, HONE_PASS_EDGE, uniforms);
    glEnable(GL_CULL_FACE);
    glCullFace(GL_FRONT);
    for (uint32_t i = 0; i < gpu_model->submesh_count; i++) {
        if (hone_material_toon(gpu_model->submeshes[i].material) || !hone_item_has_edge(entry, i))
            continue;
        const float *colour = entry->item->edge_colour ? entry->item->edge_colour : states[i].edge_colour;
        glUniform4f(program->uniforms[HONE_UNIFORM_EDGE_COLOUR], colour[0], colour[1], colour[2],
                    states[i].edge_colour[3] * entry->opacity);
        hone_edge_set_width(program, uniforms, entry, i);
        hone_gl_state_blend(entry->item->additive || !(states[i].edge_colour[3] * entry->opacity >= 1));
        hone_gpu_model_draw_submesh(gpu_model, i, range);
    }
    hone_gl_state_blend(true);
}

/* ---- vertex colours and wireframe ------------------------------------------------------------------------------ */

static void draw_colours(const hone_draw_entry *entry, const hone_draw_uniforms *uniforms, const hone_draw_range *range)
{
    const hone_gpu_model *gpu_model = entry->gpu_model;
    const hone_material_state *states = entry->materials;
    const hone_program *program = hone_gl_state_use(gpu_model, HONE_PASS_COLOUR, uniforms);
    hone_gpu_model_show_colours(gpu_model, true);
    for (uint32_t i = 0; i < gpu_model->submesh_count; i++) {
        if (!hone_submesh_shown(entry, i))
            continue;
        glUniform1f(program->uniforms[HONE_UNIFORM_POINT_SIZE], states[i].edge_size);
        hone_gl_state_bind(HONE_UNIT_TEXTURE, gpu_model->submeshes[i].texture, gpu_model->renderer->repeat);
        hone_gl_state_cull(&gpu_model->submeshes[i]);
        hone_gpu_model_draw_submesh(gpu_model, i, range);
    }
    hone_gpu_model_show_colours(gpu_model, false);
}

static void draw_wires(const hone_draw_entry *entry, const hone_draw_uniforms *uniforms, const hone_draw_range *range)
{
    static const float colour[4] = {0.1f, 0.55f, 1, 1}; /* visible on skin, cloth and black hair */
    const hone_gpu_model *gpu_model = entry->gpu_model;
    const hone_program *program = hone_gl_state_use(gpu_model, HONE_PASS_WIRE, uniforms);
    glUniform4fv(program->uniforms[HONE_UNIFORM_EDGE_COLOUR], 1, colour);
    for (uint32_t i = 0; i < gpu_model->submesh_count; i++)
        if (hone_submesh_shown(entry, i) && gpu_model->submeshes[i].primitive != GL_POINTS)
            hone_gpu_model_draw_sides(gpu_model, i, range);
}

/* ---- the picture ---- */

typedef void hone_draw_pass_fn(const hone_draw_entry *entry, const hone_draw_uniforms *uniforms,
                               const hone_draw_range *range);

static bool draw_model(const hone_draw_uniforms *uniforms, const hone_draw_entry *entry, const hone_draw_range *range,
                       hone_error *error)
{
    (void)error;
    hone_gpu_model *gpu_model = entry->gpu_model;
    hone_gl_state_begin();
    if (entry->item->additive)
        glBlendFuncSeparate(GL_SRC_ALPHA, GL_ONE, GL_ZERO, GL_ONE); /* the picture covers no more than before */
    hone_gl_state_bind_vertices(gpu_model, range);
    static hone_draw_pass_fn *const draws[HONE_PASS_COUNT] = {[HONE_PASS_SURFACE] = draw_surfaces,
                                                              [HONE_PASS_PBR] = hone_gltf_draw,
                                                              [HONE_PASS_EDGE] = draw_edges,
                                                              [HONE_PASS_COLOUR] = draw_colours,
                                                              [HONE_PASS_WIRE] = draw_wires};
    static const hone_pass order[] = {HONE_PASS_COLOUR, HONE_PASS_SURFACE, HONE_PASS_PBR, HONE_PASS_EDGE,
                                      HONE_PASS_WIRE};
    uint32_t passes = hone_gpu_model_passes(gpu_model, uniforms->desc, entry->item);
    passes |= passes >> HONE_PASS_MTOON & 1 ? 1u << HONE_PASS_PBR : 0; /* which are drawn together */
    for (size_t i = 0; i < sizeof order / sizeof *order; i++)
        if (passes >> order[i] & 1)
            draws[order[i]](entry, uniforms, range);
    glBindVertexArray(0);
    return true;
}

static bool cast_on_others(const hone_draw_uniforms *uniforms, const hone_draw_entry *entry,
                           const hone_draw_range *range, hone_error *error)
{
    hone_shadow_casters casters = {.flag = HONE_MATERIAL_CASTS_SHADOW};
    (void)error;
    if (entry->item->no_self_shadow)
        return true;
    memcpy(casters.clip_from_world, uniforms->shadow.clip_from_world, sizeof casters.clip_from_world);
    hone_shadow_casters_draw(&casters, entry, uniforms, range);
    return true;
}

static bool cast_on_ground(const hone_draw_uniforms *uniforms, const hone_draw_entry *entry,
                           const hone_draw_range *range, hone_error *error)
{
    hone_shadow_casters casters;
    (void)error;
    if (!entry->item->no_ground_shadow && hone_ground_casters(uniforms, &casters))
        hone_shadow_casters_draw(&casters, entry, uniforms, range);
    return true;
}

/* Draws an item. What an earlier pass of this picture has sent to the GPU is used again, unless another item or pose
 * has replaced it. */
static bool draw_item(const hone_draw_uniforms *uniforms, const hone_draw_entry *entry, hone_draw_fn *fn,
                      hone_error *error)
{
    hone_gpu_model *gpu_model = entry->gpu_model;
    bool there = gpu_model->shown == entry;
    gpu_model->shown = NULL;
    if (!there && !hone_gpu_model_begin(gpu_model, uniforms->desc, entry, error))
        return false;
    for (uint32_t i = 0; i < gpu_model->draw_count; i++) {
        hone_draw_range range = {0, gpu_model->instances.count};
        if (!there && !hone_gpu_model_begin_range(gpu_model, uniforms->desc, entry, i, &range, error))
            return false;
        if (range.count > 0 && !fn(uniforms, entry, &range, error))
            return false;
    }
    gpu_model->shown = gpu_model->draw_count == 1 ? entry : NULL;
    return true;
}

bool hone_draw_all(const hone_draw_uniforms *uniforms, hone_draw_fn *fn, hone_error *error)
{
    for (uint32_t i = 0; i < uniforms->list->count; i++)
        if (!draw_item(uniforms, &uniforms->list->entries[i], fn, error))
            return false;
    return true;
}

/* Gives the item room for skinned vertices if they are read more than once, and fills it. */
static bool skin_item(const hone_draw_uniforms *uniforms, uint32_t index, bool data, hone_error *error)
{
    const hone_draw_desc *desc = uniforms->desc;
    hone_draw_entry *entry = &uniforms->list->entries[index];
    hone_gpu_model *gpu_model = entry->gpu_model;
    hone_draw_range range;
    uint32_t readers =
        data ? hone_gpu_model_data_readers(gpu_model, desc) : hone_gpu_model_readers(gpu_model, desc, entry->item);
    if (!hone_gpu_model_skins_once(gpu_model, desc, entry->item, readers))
        return true;
    entry->skinned = &uniforms->list->skinned[index];
    entry->skinned->filled = false;
    gpu_model->shown = NULL;
    if (!hone_gpu_model_begin(gpu_model, desc, entry, error) ||
        !hone_gpu_model_begin_range(gpu_model, desc, entry, 0, &range, error))
        return false;
    if (gpu_model->skinned)
        hone_gpu_model_skin(gpu_model, desc, entry);
    gpu_model->shown = entry;
    return true;
}

bool hone_draw_skin(const hone_draw_uniforms *uniforms, bool data, hone_error *error)
{
    for (uint32_t i = 0; i < uniforms->list->count; i++)
        if (!skin_item(uniforms, i, data, error))
            return false;
    return true;
}

void hone_draw_end(const hone_renderer *renderer)
{
    for (uint32_t i = 0; i < renderer->list.count; i++) renderer->list.entries[i].gpu_model->shown = NULL;
}

/* ---- self-shadow ----------------------------------------------------------------------------------------------- */

static bool self_shadow_wanted(const hone_draw_desc *desc, hone_self_shadow *how)
{
    static const hone_self_shadow usual = HONE_SELF_SHADOW_DEFAULT;
    *how = desc->self_shadow ? *desc->self_shadow : usual;
    return how->mode != 0 && (desc->shadows == HONE_SHADOWS_BOTH || desc->shadows == HONE_SHADOWS_SELF);
}

/* Returns whether anything casts and anything receives shadows, and the bounds of the models with such submeshes. */
static bool find_extent(const hone_draw_list *list, hone_bounds *bounds)
{
    bool casts = false, receives = false;
    for (uint32_t i = 0; i < list->count; i++) {
        const hone_draw_entry *entry = &list->entries[i];
        bool any = false;
        for (uint32_t k = 0; k < entry->gpu_model->submesh_count; k++) {
            bool cast = hone_submesh_casts(entry, k), receive = hone_submesh_receives(entry, k);
            casts |= cast, receives |= receive, any |= cast || receive;
        }
        if (any)
            hone_draw_entry_add_bounds(entry, bounds);
    }
    return casts && receives;
}

/* Returns how many texels are needed: 8 for 5 pixels of the part of the picture's longer side that has casters and
 * receivers, in large steps, so that a film keeps its size for a while. */
static uint32_t needed_side(const hone_draw_desc *desc, const hone_shadow_space *space, uint32_t most)
{
    enum { STEP = 256 };
    double longer = desc->width > desc->height ? desc->width : desc->height;
    double steps = ceil(fmax(longer * 8 / 5 * space->part, space->least_side) / STEP);
    return (uint32_t)fmin(fmax(steps, 1) * STEP, most);
}

static GLsizei shadow_side(const hone_renderer *renderer, const hone_draw_desc *desc, const hone_shadow_space *space)
{
    uint32_t side = desc->shadow_size < HONE_SHADOW_SIDE_MAX ? desc->shadow_size : HONE_SHADOW_SIDE_MAX;
    if (side == 0 || side == HONE_SHADOW_SIZE_AUTO)
        side = needed_side(desc, space, side ? HONE_SHADOW_SIDE_MAX : HONE_SHADOW_SIDE);
    return (GLsizei)(side < renderer->texture_side_max ? side : renderer->texture_side_max);
}

/* Draws the shadow map if this picture needs one; then sets uniforms->shadowed. */
static bool draw_shadow_map(hone_renderer *renderer, hone_draw_uniforms *uniforms, hone_error *error)
{
    const hone_draw_desc *desc = uniforms->desc;
    hone_self_shadow how;
    hone_bounds bounds = HONE_BOUNDS_EMPTY;
    double aspect = (double)desc->width / desc->height;
    if (!self_shadow_wanted(desc, &how) || !find_extent(uniforms->list, &bounds) ||
        !hone_shadow_space_make(&how, &desc->camera, aspect, uniforms->to_light, &bounds, &uniforms->shadow))
        return true;
    if (!hone_shadow_map_prepare(&renderer->shadow, shadow_side(renderer, desc, &uniforms->shadow), error))
        return false;
    uniforms->shadowed = true;
    hone_shadow_map_begin(&renderer->shadow);
    return hone_draw_all(uniforms, cast_on_others, error);
}

/* ---- the whole picture ----------------------------------------------------------------------------------------- */

/* With several samples per pixel, textures half a mip level finer do not flicker. */
static const float sharper_bias = -0.5f;

static void clear(const hone_target *target, const float background[4])
{
    float alpha = fminf(fmaxf(background[3], 0), 1), colour[4] = {0, 0, 0, alpha};
    for (int i = 0; i < 3; i++) colour[i] = fminf(fmaxf(background[i], 0), 1) * alpha;
    hone_target_begin(target, colour);
}

static bool draw_ground_shadows(const hone_draw_uniforms *uniforms, hone_error *error)
{
    if (uniforms->desc->shadows != HONE_SHADOWS_BOTH && uniforms->desc->shadows != HONE_SHADOWS_GROUND)
        return true;
    hone_ground_begin(uniforms);
    bool ok = hone_draw_all(uniforms, cast_on_ground, error);
    hone_ground_end();
    return ok;
}

static bool draw_passes(hone_renderer *renderer, const hone_target *target, const hone_draw_desc *desc,
                        hone_error *error)
{
    hone_draw_uniforms uniforms = hone_draw_uniforms_make(desc, &renderer->list);
    uniforms.mip_bias = target->samples > 1 ? sharper_bias : 0;
    hone_gl_state_begin();
    glBindFramebuffer(GL_FRAMEBUFFER, target->draw);
    if (!hone_draw_skin(&uniforms, false, error) || !draw_shadow_map(renderer, &uniforms, error))
        return false;
    clear(target, desc->background);
    hone_gl_state_bind(HONE_UNIT_SHADOW, uniforms.shadowed ? renderer->shadow.texture : renderer->white,
                       renderer->nearest);
    if (!hone_backdrop_draw(renderer, &uniforms, error))
        return false;
    if (desc->grid && !hone_grid_draw(renderer, &uniforms, error))
        return false;
    return hone_draw_all(&uniforms, draw_model, error) && draw_ground_shadows(&uniforms, error) &&
           hone_overlays_draw(renderer, &uniforms, error);
}

bool hone_draw_check_device(hone_error *error)
{
    GLenum code = glGetError();
    return code == GL_NO_ERROR ||
           hone_fail(error, HONE_ERROR_DEVICE, 0, "the driver failed to draw the picture (GL error 0x%04x)", code);
}

static bool draw(hone_renderer *renderer, hone_target *target, const hone_draw_desc *desc, hone_error *error)
{
    uint32_t samples = desc->samples ? desc->samples : 4;
    double begin = hone_timer();
    hone_render_stats *stats = &renderer->stats;
    *stats = (hone_render_stats){0};
    samples = samples < renderer->max_samples ? samples : renderer->max_samples;
    while (glGetError() != GL_NO_ERROR) {
        /* errors of others who use the context */
    }
    if (!hone_target_prepare(target, desc->width, desc->height, samples > 1 ? samples : 0, error))
        return false;
    bool ok = draw_passes(renderer, target, desc, error);
    hone_draw_end(renderer);
    if (!ok)
        return false;
    hone_target_end(target);
    stats->draw = hone_timer() - begin - stats->skin - stats->send;
    return hone_draw_check_device(error);
}

bool hone_renderer_draw(hone_renderer *renderer, const hone_draw_desc *desc, hone_error *error)
{
    hone_context_before before;
    if (!hone_draw_check(renderer, desc, error) || !hone_draw_list_make(renderer, desc, error))
        return false;
    if (renderer->drawn == HONE_TARGET_COUNT)
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "%d pictures are drawn and not read yet", HONE_TARGET_COUNT);
    if (!hone_context_enter(&renderer->context, &before, error))
        return false;
    hone_target *target = &renderer->targets[(renderer->first + renderer->drawn) % HONE_TARGET_COUNT];
    bool ok = draw(renderer, target, desc, error);
    glFlush(); /* the device begins, and the picture is read later */
    renderer->drawn += ok;
    hone_context_leave(&renderer->context, &before);
    return ok;
}

/* ---- into the caller's framebuffer ---- */

static void show(const hone_target *from, const hone_render_target *to)
{
    bool same = from->width == to->width && from->height == to->height;
    hone_gl_state_begin(); /* copying respects the scissor test */
    glBindFramebuffer(GL_READ_FRAMEBUFFER, from->resolved);
    glReadBuffer(GL_COLOR_ATTACHMENT0);
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, to->framebuffer);
    glBlitFramebuffer(0, 0, (GLint)from->width, (GLint)from->height, to->x, to->y, to->x + (GLint)to->width,
                      to->y + (GLint)to->height, GL_COLOR_BUFFER_BIT, same ? GL_NEAREST : GL_LINEAR);
    glBindFramebuffer(GL_FRAMEBUFFER, to->framebuffer);
}

static bool draw_into(hone_renderer *renderer, const hone_draw_desc *desc, const hone_render_target *to,
                      hone_error *error)
{
    GLint viewport[4];
    glGetIntegerv(GL_VIEWPORT, viewport);
    bool ok = draw(renderer, &renderer->shown, desc, error);
    if (ok) {
        show(&renderer->shown, to);
        ok = hone_draw_check_device(error);
    }
    hone_gl_state_end();
    glBindFramebuffer(GL_FRAMEBUFFER, to->framebuffer);
    glViewport(viewport[0], viewport[1], viewport[2], viewport[3]);
    return ok;
}

bool hone_renderer_draw_into(hone_renderer *renderer, const hone_draw_desc *desc, const hone_render_target *target,
                             hone_error *error)
{
    if (!hone_draw_check(renderer, desc, error) || !hone_draw_list_make(renderer, desc, error))
        return false;
    if (!target)
        return hone_fail_null(error, "target");
    if (renderer->context.context)
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "the renderer has a context of its own, without framebuffers");
    if (target->width == 0 || target->height == 0 || target->width > INT16_MAX || target->height > INT16_MAX)
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "a rectangle of %" PRIu32 " x %" PRIu32 " pixels",
                         target->width, target->height);
    hone_draw_desc sized = *desc;
    if (sized.width == 0 || sized.height == 0)
        sized.width = target->width, sized.height = target->height;
    return draw_into(renderer, &sized, target, error);
}

static bool check_size(const hone_image *out, uint32_t width, uint32_t height, hone_error *error)
{
    if (!out || !out->pixels)
        return hone_fail_null(error, "out");
    return (out->width == width && out->height == height) ||
           hone_fail(error, HONE_ERROR_ARGUMENT, 0, "the picture asked for is %u x %u, the image %u x %u", width,
                     height, out->width, out->height);
}

bool hone_renderer_read(hone_renderer *renderer, hone_image *out, hone_error *error)
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
    bool ok = hone_draw_check_device(error);
    renderer->drawn--;
    renderer->first = renderer->drawn ? (renderer->first + 1) % HONE_TARGET_COUNT : 0;
    hone_context_leave(&renderer->context, &before);
    return ok;
}

bool hone_renderer_draw_image(hone_renderer *renderer, const hone_draw_desc *desc, hone_image *out, hone_error *error)
{
    if (!renderer || !desc)
        return hone_fail_null(error, renderer ? "desc" : "renderer");
    if (renderer->drawn > 0)
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "a picture is drawn and not read yet");
    return check_size(out, desc->width, desc->height, error) && hone_renderer_draw(renderer, desc, error) &&
           hone_renderer_read(renderer, out, error);
}
