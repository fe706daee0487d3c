/* Draws depth, item and material of each pixel. */
#include "base/error.h"
#include "draw/render/edge.h"
#include "draw/render/frame.h"
#include "draw/render/gl/target.h"
#include "draw/render/gltf/gltf.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { NUMBERS = 4 }; /* of a pixel: depth, item, material, unused */

/* A surface that covers less of what is behind it is looked through. */
static const float least_alpha = 0.5f;

/* ---- drawing ---------------------------------------------------------------------------------------------------- */

static void set_numbers(const hone_program *program, const hone_draw_entry *entry, uint32_t submesh)
{
    glUniform2i(program->uniforms[HONE_UNIFORM_NUMBERS], (GLint)entry->number + 1, (GLint)submesh + 1);
}

static void set_alpha(const hone_program *program, float alpha, float cutoff)
{
    glUniform4f(program->uniforms[HONE_UNIFORM_DIFFUSE], 0, 0, 0, alpha);
    glUniform1f(program->uniforms[HONE_UNIFORM_ALPHA_CUTOFF], cutoff);
}

/* Texture coordinates as they are. */
static void set_no_maps(const hone_program *program)
{
    static const float same[2][3] = {{1, 0, 0}, {0, 1, 0}};
    glUniform1i(program->uniforms[HONE_UNIFORM_MAPS], 0);
    glUniform3fv(program->uniforms[HONE_UNIFORM_MAP_TRANSFORMS], 2, *same);
    glUniform3f(program->uniforms[HONE_UNIFORM_UV_MOTION], 0, 0, 0);
}

static void set_material(const hone_program *program, const hone_draw_entry *entry, uint32_t index)
{
    hone_gpu_model *gpu_model = entry->gpu_model;
    const hone_submesh *submesh = &gpu_model->submeshes[index];
    const hone_material_state *state = &entry->materials[index];
    bool coloured = (submesh->material->flags & HONE_MATERIAL_VERTEX_COLOUR) && !entry->item->colours;
    glUniform1i(program->uniforms[HONE_UNIFORM_VERTEX_COLOUR], coloured);
    glUniform1f(program->uniforms[HONE_UNIFORM_POINT_SIZE], state->edge_size);
    set_no_maps(program);
    set_alpha(program, entry->item->colours ? 1 : state->diffuse[3] * entry->opacity, least_alpha);
    hone_gl_state_bind(HONE_UNIT_TEXTURE, submesh->texture, gpu_model->renderer->repeat);
    hone_gl_state_cull(submesh);
}

/* Materials of glTF say themselves what of them is opaque. */
static void set_pbr(const hone_program *program, const hone_draw_entry *entry, double seconds, uint32_t index)
{
    enum { MAPS = 1 << HONE_GPU_MAP_BASE | 1 << HONE_GPU_MAP_WIDTH | 1 << HONE_GPU_MAP_MASK };
    const hone_submesh *submesh = &entry->gpu_model->submeshes[index];
    const hone_pbr *pbr = submesh->material->pbr;
    float opacity = entry->opacity, alpha = hone_gltf_alpha(entry, index), cutoff = least_alpha;
    if (opacity >= 1 && pbr->alpha_mode != HONE_ALPHA_BLEND)
        cutoff = pbr->alpha_mode == HONE_ALPHA_MASK ? hone_gltf_cutoff(entry, index) : -1;
    set_alpha(program, alpha, cutoff);
    if (hone_material_toon(submesh->material))
        glUniform1i(program->uniforms[HONE_UNIFORM_VERTEX_COLOUR], 0);
    hone_gltf_set_maps(program, entry, index, seconds, MAPS);
}

static void draw_surfaces(const hone_program *program, const hone_draw_uniforms *uniforms, const hone_draw_entry *entry,
                          const hone_draw_range *range)
{
    hone_edge_set_none(program);
    for (uint32_t i = 0; i < entry->gpu_model->submesh_count; i++) {
        if (!hone_submesh_shown(entry, i))
            continue;
        set_numbers(program, entry, i);
        set_material(program, entry, i);
        if (entry->gpu_model->submeshes[i].material->pbr && !entry->item->colours)
            set_pbr(program, entry, uniforms->desc->seconds, i);
        hone_gpu_model_draw_submesh(entry->gpu_model, i, range);
    }
}

/* An outline of MToon has the alpha of its surface. */
static void set_edge(const hone_program *program, const hone_draw_uniforms *uniforms, const hone_draw_entry *entry,
                     uint32_t index)
{
    const hone_renderer *renderer = entry->gpu_model->renderer;
    glUniform1i(program->uniforms[HONE_UNIFORM_VERTEX_COLOUR], 0);
    if (hone_material_toon(entry->gpu_model->submeshes[index].material)) {
        set_pbr(program, entry, uniforms->desc->seconds, index);
    } else {
        set_no_maps(program);
        set_alpha(program, entry->materials[index].edge_colour[3] * entry->opacity, least_alpha);
        hone_gl_state_bind(HONE_UNIT_TEXTURE, renderer->white, renderer->repeat);
    }
    hone_edge_set_width(program, uniforms, entry, index);
}

static void draw_edges(const hone_program *program, const hone_draw_uniforms *uniforms, const hone_draw_entry *entry,
                       const hone_draw_range *range)
{
    glEnable(GL_CULL_FACE);
    glCullFace(GL_FRONT);
    for (uint32_t i = 0; i < entry->gpu_model->submesh_count; i++) {
        if (!hone_item_has_edge(entry, i))
            continue;
        set_numbers(program, entry, i);
        set_edge(program, uniforms, entry, i);
        hone_gpu_model_draw_submesh(entry->gpu_model, i, range);
    }
}

static bool draw_item(const hone_draw_uniforms *uniforms, const hone_draw_entry *entry, const hone_draw_range *range,
                      hone_error *error)
{
    hone_gpu_model *gpu_model = entry->gpu_model;
    if (!hone_renderer_prepare_passes(gpu_model->renderer, hone_gpu_model_program_path(gpu_model), 1u << HONE_PASS_DATA,
                                      error))
        return false;
    hone_gl_state_begin();
    glDisable(GL_BLEND);
    const hone_program *program = hone_gl_state_use(gpu_model, HONE_PASS_DATA, uniforms);
    hone_gl_state_bind_vertices(gpu_model, range);
    draw_surfaces(program, uniforms, entry, range);
    if (!uniforms->desc->no_edges)
        draw_edges(program, uniforms, entry, range);
    glBindVertexArray(0);
    return true;
}

/* ---- reading back ----------------------------------------------------------------------------------------------- */

static void unpack(const uint32_t *row, uint32_t width, hone_pixel_data *out)
{
    for (uint32_t x = 0; x < width; x++, row += NUMBERS) {
        out[x] = (hone_pixel_data){.depth = INFINITY, .item = row[1], .material = row[2]};
        if (row[1])
            memcpy(&out[x].depth, &row[0], sizeof out[x].depth);
    }
}

static bool read_back(const hone_data_target *target, const hone_allocator *allocator, hone_pixel_data *out,
                      hone_error *error)
{
    size_t count = (size_t)target->width * NUMBERS;
    uint32_t *row = hone_allocate(allocator, count, sizeof *row);
    if (!row)
        return hone_fail_memory(error);
    glBindFramebuffer(GL_READ_FRAMEBUFFER, target->framebuffer);
    glReadBuffer(GL_COLOR_ATTACHMENT0);
    hone_target_pack_rows();
    for (uint32_t y = 0; y < target->height; y++) { /* the lowest row comes first */
        glReadPixels(0, (GLint)(target->height - 1 - y), (GLsizei)target->width, 1, GL_RGBA_INTEGER, GL_UNSIGNED_INT,
                     row);
        unpack(row, target->width, out + (size_t)y * target->width);
    }
    hone_deallocate(allocator, row, count, sizeof *row);
    return hone_draw_check_device(error);
}

static bool draw(hone_renderer *renderer, const hone_draw_desc *desc, hone_pixel_data *out, hone_error *error)
{
    hone_draw_uniforms uniforms = hone_draw_uniforms_make(desc, &renderer->list);
    while (glGetError() != GL_NO_ERROR) {
        /* errors of others who use the context */
    }
    hone_gl_state_begin();
    if (!hone_data_target_begin(&renderer->data, desc->width, desc->height, error))
        return false;
    bool ok = hone_draw_skin(&uniforms, true, error) && hone_draw_all(&uniforms, draw_item, error);
    hone_draw_end(renderer);
    return ok && read_back(&renderer->data, &renderer->allocator, out, error);
}

bool hone_renderer_draw_data(hone_renderer *renderer, const hone_draw_desc *desc, hone_pixel_data *out,
                             hone_error *error)
{
    hone_context_before before;
    if (!hone_draw_check(renderer, desc, error) || !hone_draw_list_make(renderer, desc, error))
        return false;
    if (!out)
        return hone_fail_null(error, "out");
    if (desc->width == 0 || desc->height == 0)
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "data of no pixels");
    if (!hone_context_enter(&renderer->context, &before, error))
        return false;
    bool ok = draw(renderer, desc, out, error);
    if (!renderer->context.context)
        hone_gl_state_end();
    hone_context_leave(&renderer->context, &before);
    return ok;
}
