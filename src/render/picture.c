/* One picture: clear, then figure after figure its surfaces and its edges, resolve, read back.
 *
 * Each pass sets all the GL state that it relies on; whoever shares the context finds its own changed.
 */
#include "base/error.h"
#include "base/math.h"
#include "render/figure.h"
#include "render/matrix.h"
#include <string.h>

#include <string.h>

/* MMD's edges: 1/1000 of the distance to the eye for each unit of edge size, thinner through a long lens. */
static const float edge_unit = 0.001f;

typedef struct hone_shot { /* what all programs are told */
    hone_affine view;
    float projection[16];
    float eye[4];
    float light_colour[3], to_light[3];
    float edge_width; /* of edge size 1 */
} hone_shot;

static hone_shot make_shot(const hone_picture_desc *desc)
{
    static const hone_light default_light = HONE_LIGHT_DEFAULT;
    const hone_light *light = desc->light ? desc->light : &default_light;
    const hone_camera *camera = &desc->camera;
    hone_shot shot = {.view = hone_view_from_world(camera)};
    hone_projection(camera, (double)desc->width / desc->height, shot.projection);
    hone_camera_eye(camera, shot.eye);
    float direction[3];
    memcpy(direction, default_light.direction, sizeof direction); /* stays if the light has none */
    hone_normalise3(light->direction, direction);
    for (int i = 0; i < 3; i++) shot.light_colour[i] = light->colour[i], shot.to_light[i] = -direction[i];
    shot.edge_width = edge_unit * fminf(camera->fov / 30, 1);
    if (camera->orthographic)
        shot.edge_width = edge_unit * fabsf(camera->distance);
    return shot;
}

/* ---- state ---- */

static void set_common_state(void)
{
    glEnable(GL_DEPTH_TEST);
    glDepthFunc(GL_LEQUAL);
    glDepthMask(GL_TRUE);
    glEnable(GL_BLEND);
    glBlendEquation(GL_FUNC_ADD);
    glBlendFuncSeparate(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA, GL_ONE,
                        GL_ONE_MINUS_SRC_ALPHA); /* accumulates colour * alpha */
    glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
    glDisable(GL_STENCIL_TEST);
    glDisable(GL_SCISSOR_TEST);
    glDisable(GL_POLYGON_OFFSET_FILL);
    glDisable(GL_SAMPLE_ALPHA_TO_COVERAGE);
    glDisable(GL_SAMPLE_COVERAGE);
    glDisable(GL_RASTERIZER_DISCARD);
    if (epoxy_is_desktop_gl()) { /* ES has most of these as they should be */
        glDepthRange(0, 1);
        glEnable(GL_MULTISAMPLE);
        glDisable(GL_FRAMEBUFFER_SRGB);
        glDisable(GL_COLOR_LOGIC_OP);
        glDisable(GL_PRIMITIVE_RESTART);
        glPolygonMode(GL_FRONT_AND_BACK, GL_FILL);
    } else {
        glDepthRangef(0, 1);
    }
}

static void use_program(const hone_program *program, const hone_shot *shot, const hone_affine *world)
{
    const GLint *at = program->uniforms;
    glUseProgram(program->name);
    glUniform4fv(at[HONE_UNIFORM_WORLD], 3, *world->m);
    glUniform4fv(at[HONE_UNIFORM_VIEW], 3, *shot->view.m);
    glUniformMatrix4fv(at[HONE_UNIFORM_PROJECTION], 1, GL_FALSE, shot->projection);
    glUniform4fv(at[HONE_UNIFORM_EYE], 1, shot->eye);
    glUniform3fv(at[HONE_UNIFORM_LIGHT_COLOUR], 1, shot->light_colour);
    glUniform3fv(at[HONE_UNIFORM_TO_LIGHT], 1, shot->to_light);
}

static void bind_texture(GLuint unit, GLuint texture, GLuint sampler)
{
    glActiveTexture(GL_TEXTURE0 + unit);
    glBindTexture(GL_TEXTURE_2D, texture);
    glBindSampler(unit, sampler);
}

static void show_sides(const hone_part *part)
{
    glCullFace(GL_BACK);
    if (part->material->flags & HONE_MATERIAL_DOUBLE_SIDED)
        glDisable(GL_CULL_FACE);
    else
        glEnable(GL_CULL_FACE);
}

static void draw_part(const hone_part *part)
{
    glDrawElements(GL_TRIANGLES, part->count, GL_UNSIGNED_INT, (const void *)(part->first * sizeof(uint32_t)));
}

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
    glUniform1i(at[HONE_UNIFORM_SPHERE], part->sphere_mode);
    glUniform1i(at[HONE_UNIFORM_VERTEX_COLOUR], (part->material->flags & HONE_MATERIAL_VERTEX_COLOUR) != 0);
    set_factor(at[HONE_UNIFORM_TEXTURE_FACTOR], part->texture != renderer->white ? &state->texture : &none);
    set_factor(at[HONE_UNIFORM_SPHERE_FACTOR], &state->sphere);
    set_factor(at[HONE_UNIFORM_TOON_FACTOR], &state->toon);
}

static void draw_surface(const hone_renderer *renderer, const hone_part *part, const hone_material_state *state)
{
    bool sub_texture = part->sphere_mode == HONE_SPHERE_SUB_TEXTURE;
    set_material(renderer, part, state);
    bind_texture(HONE_UNIT_TEXTURE, part->texture, renderer->repeat);
    bind_texture(HONE_UNIT_SPHERE, part->sphere, sub_texture ? renderer->repeat : renderer->clamp);
    bind_texture(HONE_UNIT_TOON, part->toon, renderer->clamp);
    show_sides(part);
    draw_part(part);
}

/* states: [part_count], the materials as morphs leave them. */
static void draw_surfaces(const hone_figure *figure, const hone_material_state *states, const hone_shot *shot,
                          const hone_affine *world)
{
    const hone_renderer *renderer = figure->renderer;
    use_program(&renderer->surface, shot, world);
    for (uint32_t i = 0; i < figure->part_count; i++)
        if (figure->parts[i].count > 0 && !figure->parts[i].material->pbr && states[i].diffuse[3] > 0)
            draw_surface(renderer, &figure->parts[i], &states[i]);
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
    bind_texture(HONE_UNIT_TEXTURE, part->texture, sampler_of(renderer, base));
    bind_texture(HONE_UNIT_EMISSIVE, part->emissive, sampler_of(renderer, emissive));
}

/* What is blended comes last, and does not hide what is blended after it. */
static void draw_pbr(const hone_figure *figure, const hone_shot *shot, const hone_affine *world)
{
    const hone_renderer *renderer = figure->renderer;
    use_program(&renderer->pbr, shot, world);
    for (int blended = 0; blended < 2; blended++) {
        glDepthMask(blended ? GL_FALSE : GL_TRUE);
        for (uint32_t i = 0; i < figure->part_count; i++) {
            const hone_part *part = &figure->parts[i];
            const hone_pbr *pbr = part->material->pbr;
            if (part->count == 0 || !pbr || (pbr->alpha_mode == HONE_ALPHA_BLEND) != blended)
                continue;
            set_pbr(renderer, part);
            show_sides(part);
            draw_part(part);
        }
    }
    glDepthMask(GL_TRUE);
}

/* ---- edges ---- */

static bool has_edge(const hone_part *part, const hone_material_state *state)
{
    uint8_t flags = part->material->flags;
    return part->count > 0 && (flags & HONE_MATERIAL_EDGE) && !(flags & HONE_MATERIAL_LINES) && state->edge_size > 0 &&
           state->edge_colour[3] > 0 && state->diffuse[3] > 0;
}

static void draw_edges(const hone_figure *figure, const hone_material_state *states, const hone_shot *shot,
                       const hone_affine *world)
{
    const hone_program *program = &figure->renderer->edge;
    use_program(program, shot, world);
    glEnable(GL_CULL_FACE);
    glCullFace(GL_FRONT);
    for (uint32_t i = 0; i < figure->part_count; i++) {
        if (!has_edge(&figure->parts[i], &states[i]))
            continue;
        glUniform4fv(program->uniforms[HONE_UNIFORM_EDGE_COLOUR], 1, states[i].edge_colour);
        glUniform1f(program->uniforms[HONE_UNIFORM_EDGE_WIDTH], states[i].edge_size * shot->edge_width);
        draw_part(&figure->parts[i]);
    }
}

/* ---- the picture ---- */

static void draw_figure(const hone_figure *figure, hone_actor *actor, const hone_shot *shot)
{
    hone_space space = hone_model_get(figure->model)->space;
    hone_affine world = hone_world_from_model(space);
    set_common_state();
    glFrontFace(space == HONE_SPACE_GLTF ? GL_CCW : GL_CW);
    glBindVertexArray(figure->vertex_array);
    /* what a mesh without these arrays has at every vertex */
    glVertexAttrib3f(HONE_ATTRIBUTE_NORMAL, 0, 0, 0);
    glVertexAttrib2f(HONE_ATTRIBUTE_UV, 0, 0);
    glVertexAttrib1f(HONE_ATTRIBUTE_EDGE_SCALE, 1);
    glVertexAttrib4f(HONE_ATTRIBUTE_EXTRA_UV, 1, 1, 1, 1);
    glVertexAttrib2f(HONE_ATTRIBUTE_SECOND_UV, 0, 0);
    const hone_material_state *states = hone_actor_materials(actor);
    draw_surfaces(figure, states, shot, &world);
    draw_pbr(figure, shot, &world);
    draw_edges(figure, states, shot, &world);
    glBindVertexArray(0);
}

static bool draw_placements(const hone_picture_desc *desc, hone_error *error)
{
    hone_shot shot = make_shot(desc);
    for (uint32_t i = 0; i < desc->placement_count; i++) {
        const hone_placement *placement = &desc->placements[i];
        if (!hone_actor_visible(placement->actor))
            continue;
        if (!hone_figure_upload(placement->figure, placement->actor, desc->method, desc->kernel, error))
            return false;
        draw_figure(placement->figure, placement->actor, &shot);
    }
    return true;
}

static bool draw(hone_renderer *renderer, const hone_picture_desc *desc, hone_image *out, hone_error *error)
{
    uint32_t samples = desc->samples ? desc->samples : 4;
    samples = samples < renderer->max_samples ? samples : renderer->max_samples;
    while (glGetError() != GL_NO_ERROR) {
        /* of somebody else, where the context is shared */
    }
    if (!hone_target_prepare(&renderer->target, desc->width, desc->height, samples > 1 ? samples : 0, error))
        return false;
    float alpha = fminf(fmaxf(desc->background[3], 0), 1), clear[4] = {0, 0, 0, alpha};
    for (int i = 0; i < 3; i++) clear[i] = fminf(fmaxf(desc->background[i], 0), 1) * alpha;
    hone_target_begin(&renderer->target, clear);
    if (!draw_placements(desc, error))
        return false;
    hone_target_read(&renderer->target, out);
    GLenum code = glGetError();
    return code == GL_NO_ERROR ||
           hone_fail(error, HONE_ERROR_DEVICE, 0, "the driver failed to draw the picture (GL error 0x%04x)", code);
}

static bool check(const hone_renderer *renderer, const hone_picture_desc *desc, const hone_image *out,
                  hone_error *error)
{
    if (!renderer || !desc || !out || !out->pixels)
        return hone_fail_null(error, !renderer ? "renderer" : !desc ? "desc" : "out");
    if (out->width != desc->width || out->height != desc->height)
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "the picture asked for is %u x %u, the image %u x %u",
                         desc->width, desc->height, out->width, out->height);
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

bool hone_render_picture(hone_renderer *renderer, const hone_picture_desc *desc, hone_image *out, hone_error *error)
{
    hone_context_before before;
    if (!check(renderer, desc, out, error) || !hone_context_enter(&renderer->context, &before, error))
        return false;
    bool ok = draw(renderer, desc, out, error);
    hone_context_leave(&renderer->context, &before);
    return ok;
}
