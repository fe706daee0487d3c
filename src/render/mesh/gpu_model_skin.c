/* How a figure gets its vertices for a picture. */
#include "base/error.h"
#include "render/matrix.h"
#include "render/mesh/gpu_model.h"
#include "render/timer.h"
#include <inttypes.h>
#include <stdio.h>

/* ---- choosing ---- */

static void fall_back(hone_figure *figure, hone_gpu_skin way, const char *why)
{
    snprintf(figure->fallback, sizeof figure->fallback, "%s; skinned %s instead", why,
             way == HONE_GPU_SKIN_OFF ? "on the CPU" : "by matrices");
    figure->way = way;
}

/* Whether a form that is for rigid slots holds every pose. */
static bool form_holds(hone_gpu_skin way, const hone_palette *poses, uint32_t count, hone_error *why)
{
    hone_palette_form form = hone_bone_palette_form(way);
    for (uint32_t p = 0; form != HONE_PALETTE_3X4 && p < count; p++)
        if (!hone_palette_write(&poses[p], form, (hone_stream){0}, why))
            return false;
    return true;
}

static uint32_t pose_count(const hone_placement *placement)
{
    return placement->pose_count ? placement->pose_count : 1;
}

static const hone_palette *poses_of(const hone_placement *placement)
{
    return placement->pose_count ? placement->poses : hone_actor_palette(placement->actor);
}

static void choose_way(hone_figure *figure, const hone_picture_desc *desc, const hone_placement *placement)
{
    hone_error why = {0};
    uint32_t influences = hone_skin_most_influences(figure->skin);
    figure->way = desc->gpu_skin;
    figure->fallback[0] = '\0';
    if (figure->way == HONE_GPU_SKIN_OFF)
        return;
    if (influences > HONE_SKIN_SHADER_INFLUENCES) {
        hone_fail(&why, HONE_ERROR_UNSUPPORTED, 0, "a vertex has %" PRIu32 " influences, shaders take %d", influences,
                  HONE_SKIN_SHADER_INFLUENCES);
        fall_back(figure, HONE_GPU_SKIN_OFF, why.message);
    } else if (!form_holds(figure->way, poses_of(placement), pose_count(placement), &why)) {
        fall_back(figure, HONE_GPU_SKIN_MATRIX, why.message);
    }
}

/* ---- bringing ---- */

static bool needs_duals(const hone_figure *figure, hone_skin_method method)
{
    return (hone_skin_needs(figure->skin, method) & HONE_SKIN_NEEDS_DUALS) != 0;
}

/* What a palette has room for; a whole one where that is enough for all slots. */
static uint32_t slots_max_of(const hone_figure *figure, const hone_picture_desc *desc)
{
    uint32_t all = hone_skin_slot_count(figure->skin);
    if (hone_gpu_skin_has_texture(figure->way))
        return all;
    uint32_t registers = hone_bone_palette_registers(figure->way, needs_duals(figure, desc->method));
    uint32_t most = figure->renderer->palette_size / registers;
    most = desc->gpu_slots_max && desc->gpu_slots_max < most ? desc->gpu_slots_max : most;
    return most < all ? most : all;
}

static hone_vertices_desc vertices_of(const hone_figure *figure)
{
    return (hone_vertices_desc){.mesh = hone_model_mesh(figure->model),
                                .second_uvs = figure->second_uvs,
                                .sides = figure->needs_sides,
                                .allocator = &figure->renderer->allocator};
}

static bool prepare_gpu(hone_figure *figure, const hone_picture_desc *desc, hone_error *error)
{
    const hone_vertices_desc vertices = vertices_of(figure);
    const hone_split_desc split = {.skin = figure->skin,
                                   .indices = vertices.mesh->indices,
                                   .ranges = figure->ranges,
                                   .range_count = figure->part_count,
                                   .slots_max = slots_max_of(figure, desc),
                                   .allocator = vertices.allocator};
    return hone_gpu_mesh_prepare(&figure->gpu, &vertices, &split, error);
}

static bool prepare_cpu(hone_figure *figure, hone_error *error)
{
    const hone_vertices_desc vertices = vertices_of(figure);
    return hone_cpu_mesh_prepare(&figure->cpu, &vertices, figure->skin, error);
}

static bool send_poses(hone_figure *figure, const hone_picture_desc *desc, const hone_palette *poses, uint32_t count,
                       hone_error *error)
{
    const hone_bone_poses sent = {.way = figure->way,
                                  .split = figure->gpu.split,
                                  .palette = poses,
                                  .count = count,
                                  .duals = needs_duals(figure, desc->method)};
    bool ok = hone_bone_palette_send(&figure->palette, figure->renderer, &sent, error);
    figure->renderer->stats.palette_bytes += ok ? figure->palette.sent : 0;
    return ok;
}

static hone_vertices *vertices_in_use(hone_figure *figure)
{
    return figure->way == HONE_GPU_SKIN_OFF ? &figure->cpu.vertices : &figure->gpu.vertices;
}

static bool begin(hone_figure *figure, const hone_picture_desc *desc, const hone_placement *placement,
                  hone_error *error)
{
    figure->batch_count = 0;
    if (!figure->skin)
        return true;
    choose_way(figure, desc, placement);
    bool texture = hone_gpu_skin_has_texture(figure->way), sorted = placement->pose_count > 0 && !texture;
    hone_affine world = hone_world_from_model(hone_model_get(figure->model)->space);
    hone_pass end = placement->colours || placement->wireframe ? HONE_PASS_COUNT : HONE_PASS_COLOUR;
    figure->needs_sides |= placement->wireframe;
    if (!hone_renderer_prepare(figure->renderer, figure->way, end, error) ||
        !hone_instances_send(&figure->instances, placement, &world, sorted, &figure->renderer->allocator, error))
        return false;
    if (figure->way == HONE_GPU_SKIN_OFF) {
        if (!prepare_cpu(figure, error))
            return false;
        hone_vertices_follow(&figure->cpu.vertices, placement->actor);
    } else {
        if (!prepare_gpu(figure, desc, error))
            return false;
        hone_gpu_mesh_follow(&figure->gpu, placement->actor);
    }
    if (placement->colours)
        hone_vertices_fill_colours(vertices_in_use(figure), placement->colours);
    figure->batch_count = sorted ? placement->pose_count : 1;
    return true;
}

/* Counts the time as sent, but for what was skinned within it. */
static bool count_time(hone_render_stats *stats, double begin, double skinned, bool ok)
{
    stats->send += hone_stopwatch() - begin - (stats->skin - skinned);
    return ok;
}

bool hone_figure_begin(hone_figure *figure, const hone_picture_desc *desc, const hone_placement *placement,
                       hone_error *error)
{
    hone_render_stats *stats = &figure->renderer->stats;
    double now = hone_stopwatch(), skinned = stats->skin;
    return count_time(stats, now, skinned, begin(figure, desc, placement, error));
}

static hone_batch batch_of(const hone_figure *figure, uint32_t index)
{
    if (figure->batch_count == 1)
        return (hone_batch){0, figure->instances.count};
    const uint32_t *begin = figure->instances.begin;
    return (hone_batch){begin[index], begin[index + 1] - begin[index]};
}

static bool bring_pose(hone_figure *figure, const hone_picture_desc *desc, const hone_placement *placement,
                       uint32_t index, hone_error *error)
{
    const hone_palette *poses = poses_of(placement);
    if (figure->way == HONE_GPU_SKIN_OFF) {
        const hone_skin_out how = {.method = desc->method, .kernel = desc->kernel, .palette = &poses[index]};
        return hone_cpu_mesh_skin(&figure->cpu, placement->actor, &how, &figure->renderer->stats, error);
    }
    bool texture = hone_gpu_skin_has_texture(figure->way);
    return send_poses(figure, desc, &poses[texture ? 0 : index], texture ? pose_count(placement) : 1, error);
}

bool hone_figure_begin_batch(hone_figure *figure, const hone_picture_desc *desc, const hone_placement *placement,
                             uint32_t index, hone_batch *out, hone_error *error)
{
    hone_render_stats *stats = &figure->renderer->stats;
    double now = hone_stopwatch(), skinned = stats->skin;
    *out = batch_of(figure, index);
    return count_time(stats, now, skinned, out->count == 0 || bring_pose(figure, desc, placement, index, error));
}

/* ---- drawing ---- */

void hone_figure_use(const hone_figure *figure, const hone_batch *batch)
{
    bool cpu = figure->way == HONE_GPU_SKIN_OFF;
    glBindVertexArray(cpu ? figure->cpu.vertices.array : figure->gpu.vertices.array);
    hone_instances_use(&figure->instances, batch->first);
    /* what a mesh without these arrays has at every vertex */
    glVertexAttrib3f(HONE_ATTRIBUTE_NORMAL, 0, 0, 0);
    glVertexAttrib2f(HONE_ATTRIBUTE_UV, 0, 0);
    glVertexAttrib1f(HONE_ATTRIBUTE_EDGE_SCALE, 1);
    glVertexAttrib4f(HONE_ATTRIBUTE_EXTRA_UV, 1, 1, 1, 1);
    glVertexAttrib2f(HONE_ATTRIBUTE_SECOND_UV, 0, 0);
    for (GLuint i = HONE_ATTRIBUTE_SDEF_C; i <= HONE_ATTRIBUTE_SDEF_C1; i++) glVertexAttrib3f(i, 0, 0, 0);
}

/* first, count: indices of triangles, whose sides stand behind all of them. */
static void draw(const hone_vertices *vertices, GLenum primitive, size_t first, size_t count, const hone_batch *batch)
{
    if (primitive == GL_LINES)
        first = vertices->index_count + 2 * first, count *= 2;
    glDrawElementsInstanced(primitive, (GLsizei)count, GL_UNSIGNED_INT, (const void *)(first * sizeof(uint32_t)),
                            (GLsizei)batch->count);
}

static void draw_as(const hone_figure *figure, uint32_t part, GLenum primitive, const hone_batch *batch)
{
    if (figure->way == HONE_GPU_SKIN_OFF) {
        draw(&figure->cpu.vertices, primitive, figure->parts[part].first, (size_t)figure->parts[part].count, batch);
        return;
    }
    const hone_split *split = figure->gpu.split;
    for (uint32_t d = split->draw_begin[part]; d < split->draw_begin[part + 1]; d++) {
        hone_bone_palette_use_piece(&figure->palette, figure->renderer, split->draws[d].palette);
        draw(&figure->gpu.vertices, primitive, split->draws[d].first, split->draws[d].count, batch);
    }
}

void hone_figure_draw_part(const hone_figure *figure, uint32_t part, const hone_batch *batch)
{
    draw_as(figure, part, figure->parts[part].primitive, batch);
}

void hone_figure_draw_sides(const hone_figure *figure, uint32_t part, const hone_batch *batch)
{
    draw_as(figure, part, GL_LINES, batch);
}

void hone_figure_show_colours(const hone_figure *figure, bool colours)
{
    bool cpu = figure->way == HONE_GPU_SKIN_OFF;
    hone_vertices_show_colours(cpu ? &figure->cpu.vertices : &figure->gpu.vertices, colours);
}
