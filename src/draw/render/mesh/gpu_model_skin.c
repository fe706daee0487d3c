/* Skins a model for a picture, on the CPU or on the GPU. */
#include "base/error.h"
#include "core/model/avatar/first_person.h"
#include "draw/render/matrix.h"
#include "draw/render/mesh/gpu_crowd.h"
#include "draw/render/timer.h"
#include <inttypes.h>
#include <stdio.h>

/* ---- choice of the skinning method ----------------------------------------------------------------------------- */

static void fall_back(hone_gpu_model *gpu_model, hone_gpu_skin skin_path, const char *why)
{
    bool other_weights = gpu_model->skin_path == HONE_GPU_SKIN_DISTANCE;
    const char *instead = skin_path == HONE_GPU_SKIN_OFF
                              ? other_weights ? "on the CPU, with the mesh's weights," : "on the CPU"
                          : hone_gpu_skin_has_texture(skin_path) ? "by matrices in a texture"
                                                                 : "by matrices";
    snprintf(gpu_model->fallback, sizeof gpu_model->fallback, "%s; skinned %s instead", why, instead);
    gpu_model->skin_path = skin_path;
}

/* Returns whether the palette form, which may require rigid slots or small numbers, can hold every pose. */
static bool form_holds(hone_gpu_skin skin_path, const hone_palette *poses, uint32_t count, hone_error *why)
{
    hone_palette_form form = hone_skin_encoding_of(skin_path)->form;
    for (uint32_t p = 0; form != HONE_PALETTE_3X4 && p < count; p++)
        if (!hone_palette_write(&poses[p], form, (hone_stream){0}, why))
            return false;
    return true;
}

hone_gpu_skin hone_gpu_model_skin_path(const hone_gpu_model *gpu_model, hone_gpu_skin wanted, hone_skin_method method,
                                       hone_error *why)
{
    uint32_t influences = hone_skin_max_influences(gpu_model->skin);
    if (wanted == HONE_GPU_SKIN_OFF)
        return wanted;
    if (method > HONE_SKIN_CENTRES && wanted != HONE_GPU_SKIN_DISTANCE) {
        hone_fail(why, HONE_ERROR_UNSUPPORTED, 0, "delta mush needs all vertices at once");
        return HONE_GPU_SKIN_OFF;
    }
    if (influences > HONE_SKIN_SHADER_MAX_INFLUENCES) {
        hone_fail(why, HONE_ERROR_UNSUPPORTED, 0, "a vertex has %" PRIu32 " influences, shaders take %d", influences,
                  HONE_SKIN_SHADER_MAX_INFLUENCES);
        return HONE_GPU_SKIN_OFF;
    }
    if (hone_skin_encoding_of(wanted)->store != HONE_SKIN_STORE_BUFFER || gpu_model->renderer->buffer_texels_max > 0)
        return wanted;
    hone_fail(why, HONE_ERROR_UNSUPPORTED, 0, "the device has no buffer textures");
    return HONE_GPU_SKIN_TEXTURE;
}

static void choose_skin_path(hone_gpu_model *gpu_model, const hone_draw_desc *desc, const hone_draw_entry *entry)
{
    hone_error why = {0};
    hone_gpu_skin path = hone_gpu_model_skin_path(gpu_model, desc->gpu_skin, desc->method, &why);
    gpu_model->skin_path = entry->item->crowd ? (hone_gpu_skin)HONE_SKIN_PATH_CROWD : desc->gpu_skin;
    gpu_model->fallback[0] = '\0';
    if (entry->item->crowd)
        return;
    if (path == HONE_GPU_SKIN_OFF && desc->gpu_skin == HONE_GPU_SKIN_OFF)
        return;
    if (path != desc->gpu_skin) {
        fall_back(gpu_model, path, why.message);
    } else if (!form_holds(gpu_model->skin_path, entry->poses, entry->pose_count, &why)) {
        bool texture = hone_gpu_skin_has_texture(gpu_model->skin_path);
        fall_back(gpu_model, texture ? HONE_GPU_SKIN_TEXTURE : HONE_GPU_SKIN_MATRIX, why.message);
    }
}

/* ---- skinned once ---------------------------------------------------------------------------------------------- */

static bool has_outlines(const hone_gpu_model *gpu_model)
{
    bool any = false;
    for (uint32_t i = 0; i < gpu_model->submesh_count; i++) {
        const hone_mtoon *toon = hone_material_toon(gpu_model->submeshes[i].material);
        any |= toon && toon->outline_mode != HONE_OUTLINE_NONE;
    }
    return any;
}

static uint32_t count_shadows(const hone_draw_desc *desc, const hone_draw_item *item)
{
    bool both = desc->shadows == HONE_SHADOWS_BOTH, off = desc->self_shadow && desc->self_shadow->mode == 0;
    bool self = (both || desc->shadows == HONE_SHADOWS_SELF) && !item->no_self_shadow && !off;
    bool ground = (both || desc->shadows == HONE_SHADOWS_GROUND) && !item->no_ground_shadow;
    return (uint32_t)self + (uint32_t)ground;
}

uint32_t hone_gpu_model_readers(const hone_gpu_model *gpu_model, const hone_draw_desc *desc, const hone_draw_item *item)
{
    uint32_t passes = hone_gpu_model_passes(gpu_model, desc, item);
    bool outlines = passes >> HONE_PASS_MTOON & 1 && !desc->no_edges && has_outlines(gpu_model);
    bool casts = passes & (1u << HONE_PASS_CASTER | 1u << HONE_PASS_CUT_CASTER);
    return 1 + (passes >> HONE_PASS_EDGE & 1) + outlines + (passes >> HONE_PASS_WIRE & 1) +
           (casts ? count_shadows(desc, item) : 0);
}

uint32_t hone_gpu_model_data_readers(const hone_gpu_model *gpu_model, const hone_draw_desc *desc)
{
    static const hone_draw_item plain = {0};
    bool edges = hone_gpu_model_passes(gpu_model, desc, &plain) >> HONE_PASS_EDGE & 1;
    return edges || (!desc->no_edges && has_outlines(gpu_model)) ? 2 : 1;
}

bool hone_gpu_model_skins_once(const hone_gpu_model *gpu_model, const hone_draw_desc *desc, const hone_draw_item *item,
                               uint32_t readers)
{
    uint64_t instances = item->instances ? item->instance_count : 1;
    return gpu_model->skin && !item->crowd && item->pose_count <= 1 && readers * instances > 1 &&
           hone_gpu_model_skin_path(gpu_model, desc->gpu_skin, desc->method, NULL) != HONE_GPU_SKIN_OFF;
}

/* ---- data to the GPU ------------------------------------------------------------------------------------------- */

/* Weights by distance take no notice of the kinds of vertices. */
static bool needs_duals(const hone_gpu_model *gpu_model, hone_skin_method method)
{
    if (gpu_model->skin_path == HONE_GPU_SKIN_DISTANCE)
        return method == HONE_SKIN_DUAL_QUATERNION;
    return !gpu_model->crowd && (hone_skin_needs(gpu_model->skin, method) & HONE_SKIN_NEEDS_DUALS) != 0;
}

/* Returns the number of slots that a palette has room for, at most all. */
static uint32_t slots_max_of(const hone_gpu_model *gpu_model, const hone_draw_desc *desc)
{
    uint32_t all = hone_skin_slot_count(gpu_model->skin);
    if (hone_gpu_skin_has_texture(gpu_model->skin_path))
        return all;
    uint32_t registers = hone_bone_palette_registers(gpu_model->skin_path, needs_duals(gpu_model, desc->method));
    uint32_t most = gpu_model->renderer->palette_size / registers;
    most = desc->gpu_max_slots && desc->gpu_max_slots < most ? desc->gpu_max_slots : most;
    return most < all ? most : all;
}

/* Finds what a view does not see, once. Only files of avatars say what is for the first person alone. */
static bool find_hidden(hone_gpu_model *gpu_model, bool first_person, hone_error *error)
{
    const hone_model_data *data = hone_model_get(gpu_model->model);
    bool asks = first_person || (data->avatar && data->avatar->first_person);
    if (gpu_model->hidden_known[first_person] || !asks)
        return true;
    const hone_allocator *allocator = &gpu_model->renderer->allocator;
    uint8_t *hidden = hone_arena_array(gpu_model->look, data->mesh.vertex_count, 1);
    uint8_t *below = hone_allocate(allocator, data->skeleton.bone_count, 1);
    bool ok = (hidden || !data->mesh.vertex_count) && (below || !data->skeleton.bone_count);
    if (ok && hone_first_person_hides(gpu_model->model, first_person, below, hidden))
        gpu_model->hidden[first_person] = hidden;
    gpu_model->hidden_known[first_person] = ok;
    hone_deallocate(allocator, below, data->skeleton.bone_count, 1);
    return ok || hone_fail_memory(error);
}

static hone_vertex_buffers_desc vertices_of(const hone_gpu_model *gpu_model, const hone_draw_desc *desc)
{
    return (hone_vertex_buffers_desc){.mesh = hone_model_mesh(gpu_model->model),
                                      .second_uvs = gpu_model->second_uvs,
                                      .hidden = gpu_model->hidden[desc->first_person],
                                      .first_person = desc->first_person,
                                      .sides = gpu_model->needs_sides,
                                      .allocator = &gpu_model->renderer->allocator};
}

static bool prepare_gpu(hone_gpu_model *gpu_model, const hone_draw_desc *desc, hone_error *error)
{
    const hone_vertex_buffers_desc vertices = vertices_of(gpu_model, desc);
    const hone_split_desc split = {.skin = gpu_model->skin,
                                   .indices = vertices.mesh->indices,
                                   .ranges = gpu_model->ranges,
                                   .range_count = gpu_model->submesh_count,
                                   .max_slots = slots_max_of(gpu_model, desc),
                                   .allocator = vertices.allocator};
    const bool centres =
        desc->method == HONE_SKIN_CENTRES && gpu_model->skin_path != HONE_GPU_SKIN_DISTANCE && !gpu_model->crowd;
    return (!centres || hone_model_prepare_skin(gpu_model->model, desc->method, error)) &&
           hone_gpu_mesh_prepare(&gpu_model->gpu, &vertices, &split, error) &&
           hone_gpu_mesh_use_centres(&gpu_model->gpu, gpu_model->skin, centres, error) &&
           (gpu_model->skin_path != HONE_GPU_SKIN_DISTANCE ||
            hone_gpu_segments_prepare(&gpu_model->segments, gpu_model->renderer, gpu_model->model, gpu_model->gpu.split,
                                      error));
}

static bool prepare_cpu(hone_gpu_model *gpu_model, const hone_draw_desc *desc, hone_error *error)
{
    const hone_vertex_buffers_desc vertices = vertices_of(gpu_model, desc);
    return hone_cpu_mesh_prepare(&gpu_model->cpu, &vertices, gpu_model->skin, error);
}

static bool send_poses(hone_gpu_model *gpu_model, const hone_draw_desc *desc, const hone_palette *poses, uint32_t count,
                       hone_error *error)
{
    const hone_bone_poses sent = {.skin_path = gpu_model->skin_path,
                                  .split = gpu_model->gpu.split,
                                  .palette = poses,
                                  .count = count,
                                  .duals = needs_duals(gpu_model, desc->method)};
    bool ok = hone_bone_palette_send(&gpu_model->palette, gpu_model->renderer, &sent, error);
    gpu_model->renderer->stats.palette_bytes += ok ? gpu_model->palette.sent : 0;
    return ok;
}

static hone_vertex_buffers *vertices_in_use(hone_gpu_model *gpu_model)
{
    return gpu_model->skin_path == HONE_GPU_SKIN_OFF ? &gpu_model->cpu.vertices : &gpu_model->gpu.vertices;
}

static bool prepare_programs(const hone_gpu_model *gpu_model, const hone_draw_entry *entry, uint32_t passes,
                             hone_error *error)
{
    hone_renderer *renderer = gpu_model->renderer;
    hone_gpu_skin path = gpu_model->skin_path;
    if (!entry->skinned || path == HONE_GPU_SKIN_OFF)
        return hone_renderer_prepare_passes(renderer, path, passes, error);
    return hone_renderer_prepare_passes(renderer, path, 1u << HONE_PASS_SKIN, error) &&
           hone_renderer_prepare_passes(renderer, HONE_GPU_SKIN_OFF, passes, error);
}

static void prepare_skinned(hone_gpu_model *gpu_model, const hone_draw_entry *entry)
{
    if (!entry->skinned)
        return;
    hone_skinned_vertices_prepare(entry->skinned, gpu_model->gpu.vertices.count);
    gpu_model->skinned = entry->skinned->buffer;
}

/* A crowd has a buffer of its own, which is sent with its texture. */
static bool send_instances(hone_gpu_model *gpu_model, const hone_draw_entry *entry, bool sorted, hone_error *error)
{
    if (!gpu_model->crowd)
        return hone_instances_send(&gpu_model->instances, entry, sorted, &gpu_model->renderer->allocator, error);
    gpu_model->instances.count = gpu_model->crowd->count;
    return true;
}

static bool begin(hone_gpu_model *gpu_model, const hone_draw_desc *desc, const hone_draw_entry *entry,
                  hone_error *error)
{
    gpu_model->draw_count = 0;
    gpu_model->skinned = 0;
    gpu_model->crowd = entry->item->crowd;
    if (!gpu_model->skin)
        return true;
    choose_skin_path(gpu_model, desc, entry);
    bool texture = hone_gpu_skin_has_texture(gpu_model->skin_path), sorted = entry->item->pose_count > 0 && !texture;
    uint32_t passes = hone_gpu_model_passes(gpu_model, desc, entry->item);
    gpu_model->needs_sides |= entry->item->wireframe;
    if (!find_hidden(gpu_model, desc->first_person, error))
        return false;
    if (!prepare_programs(gpu_model, entry, passes, error) || !send_instances(gpu_model, entry, sorted, error))
        return false;
    if (gpu_model->skin_path == HONE_GPU_SKIN_OFF) {
        if (!prepare_cpu(gpu_model, desc, error))
            return false;
        hone_vertex_buffers_follow(&gpu_model->cpu.vertices, entry->morphs);
    } else {
        if (!prepare_gpu(gpu_model, desc, error))
            return false;
        hone_gpu_mesh_follow(&gpu_model->gpu, entry->morphs);
        prepare_skinned(gpu_model, entry);
    }
    if (entry->item->colours)
        hone_vertex_buffers_fill_colours(vertices_in_use(gpu_model), entry->item->colours);
    gpu_model->draw_count = sorted ? entry->item->pose_count : 1;
    return true;
}

/* Adds the time to `send`, except the part that was spent on skinning. */
static bool count_time(hone_render_stats *stats, double begin, double skinned, bool ok)
{
    stats->send += hone_timer() - begin - (stats->skin - skinned);
    return ok;
}

bool hone_gpu_model_begin(hone_gpu_model *gpu_model, const hone_draw_desc *desc, const hone_draw_entry *entry,
                          hone_error *error)
{
    hone_render_stats *stats = &gpu_model->renderer->stats;
    double now = hone_timer(), skinned = stats->skin;
    return count_time(stats, now, skinned, begin(gpu_model, desc, entry, error));
}

static hone_draw_range range_of(const hone_gpu_model *gpu_model, uint32_t index)
{
    if (gpu_model->draw_count == 1)
        return (hone_draw_range){0, gpu_model->instances.count};
    const uint32_t *begin = gpu_model->instances.begin;
    return (hone_draw_range){begin[index], begin[index + 1] - begin[index]};
}

static bool update_pose(hone_gpu_model *gpu_model, const hone_draw_desc *desc, const hone_draw_entry *entry,
                        uint32_t index, hone_error *error)
{
    if (gpu_model->skin_path == HONE_GPU_SKIN_OFF) {
        const hone_skin_out how = {.method = desc->method, .kernel = desc->kernel, .palette = &entry->poses[index]};
        return hone_cpu_mesh_skin(&gpu_model->cpu, entry->item->actor, &how, &gpu_model->renderer->stats, error);
    }
    if (gpu_model->crowd)
        return hone_gpu_crowd_send(gpu_model->crowd, gpu_model->gpu.split, error);
    if (gpu_model->skinned && entry->skinned->filled)
        return true;
    bool texture = hone_gpu_skin_has_texture(gpu_model->skin_path);
    return send_poses(gpu_model, desc, &entry->poses[texture ? 0 : index], texture ? entry->pose_count : 1, error);
}

bool hone_gpu_model_begin_range(hone_gpu_model *gpu_model, const hone_draw_desc *desc, const hone_draw_entry *entry,
                                uint32_t index, hone_draw_range *out, hone_error *error)
{
    hone_render_stats *stats = &gpu_model->renderer->stats;
    double now = hone_timer(), skinned = stats->skin;
    *out = range_of(gpu_model, index);
    return count_time(stats, now, skinned, out->count == 0 || update_pose(gpu_model, desc, entry, index, error));
}

/* ---- drawing ---- */

/* skinned: buffer that holds the vertices; 0: they are those of the mesh. */
static void use_vertices(hone_gpu_model *gpu_model, GLuint skinned, const hone_draw_range *range)
{
    bool cpu = gpu_model->skin_path == HONE_GPU_SKIN_OFF;
    glBindVertexArray(cpu ? gpu_model->cpu.vertices.array : gpu_model->gpu.vertices.array);
    if (skinned)
        hone_skinned_vertices_use(skinned);
    else if (!cpu)
        hone_vertex_buffers_use_places(&gpu_model->gpu.vertices);
    if (gpu_model->crowd_attributes && !cpu && !gpu_model->crowd)
        hone_gpu_crowd_unuse(&gpu_model->gpu);
    if (!cpu)
        gpu_model->crowd_attributes = gpu_model->crowd != NULL;
    if (gpu_model->crowd)
        hone_gpu_crowd_use(gpu_model->crowd, range->first);
    else
        hone_instances_use(&gpu_model->instances, range->first);
    /* constant values for meshes without these arrays */
    glVertexAttrib3f(HONE_ATTRIBUTE_NORMAL, 0, 0, 0);
    glVertexAttrib2f(HONE_ATTRIBUTE_UV, 0, 0);
    glVertexAttrib1f(HONE_ATTRIBUTE_EDGE_SCALE, 1);
    glVertexAttrib4f(HONE_ATTRIBUTE_EXTRA_UV, 1, 1, 1, 1);
    glVertexAttrib2f(HONE_ATTRIBUTE_SECOND_UV, 0, 0);
    for (GLuint i = HONE_ATTRIBUTE_SDEF_C; i <= HONE_ATTRIBUTE_SDEF_C1 && !gpu_model->crowd; i++)
        glVertexAttrib3f(i, 0, 0, 0);
}

void hone_gpu_model_use(hone_gpu_model *gpu_model, const hone_draw_range *range)
{
    use_vertices(gpu_model, gpu_model->skinned, range);
}

void hone_gpu_model_use_pose(const hone_gpu_model *gpu_model, const hone_program *program, const hone_draw_desc *desc)
{
    if (gpu_model->crowd) {
        hone_gpu_crowd_use_texture(gpu_model->crowd, program);
        return;
    }
    hone_bone_palette_use(&gpu_model->palette, gpu_model->renderer, program, desc->method);
    if (gpu_model->skin_path == HONE_GPU_SKIN_DISTANCE)
        hone_gpu_segments_use(&gpu_model->segments, gpu_model->renderer, program, desc->distance_exponent);
}

/* The pieces of a split mesh come one after the other, and so do their vertices in the buffer. */
void hone_gpu_model_skin(hone_gpu_model *gpu_model, const hone_draw_desc *desc, const hone_draw_entry *entry)
{
    const hone_split *split = gpu_model->gpu.split;
    const hone_program *program = &gpu_model->renderer->programs[gpu_model->skin_path][HONE_PASS_SKIN];
    use_vertices(gpu_model, 0, &(hone_draw_range){0, 1});
    glUseProgram(program->name);
    hone_gpu_model_use_pose(gpu_model, program, desc);
    hone_skinned_vertices_begin(entry->skinned);
    for (uint32_t p = 0; p < split->palette_count; p++) {
        hone_bone_palette_use_piece(&gpu_model->palette, gpu_model->renderer, p);
        glDrawArrays(GL_POINTS, (GLint)split->vertex_begin[p],
                     (GLsizei)(split->vertex_begin[p + 1] - split->vertex_begin[p]));
    }
    hone_skinned_vertices_end();
    glBindVertexArray(0);
    entry->skinned->filled = true;
}

/* first, count: indices of triangles. The triangles' sides are stored behind all indices. */
static void draw(const hone_vertex_buffers *vertices, GLenum primitive, size_t first, size_t count,
                 const hone_draw_range *range)
{
    if (primitive == GL_LINES)
        first = vertices->index_count + 2 * first, count *= 2;
    glDrawElementsInstanced(primitive, (GLsizei)count, GL_UNSIGNED_INT, (const void *)(first * sizeof(uint32_t)),
                            (GLsizei)range->count);
}

static void draw_as(const hone_gpu_model *gpu_model, uint32_t submesh, GLenum primitive, const hone_draw_range *range)
{
    if (gpu_model->skin_path == HONE_GPU_SKIN_OFF) {
        draw(&gpu_model->cpu.vertices, primitive, gpu_model->submeshes[submesh].first,
             (size_t)gpu_model->submeshes[submesh].count, range);
        return;
    }
    const hone_split *split = gpu_model->gpu.split;
    for (uint32_t d = split->draw_begin[submesh]; d < split->draw_begin[submesh + 1]; d++) {
        if (!gpu_model->skinned && !gpu_model->crowd)
            hone_bone_palette_use_piece(&gpu_model->palette, gpu_model->renderer, split->draws[d].palette);
        draw(&gpu_model->gpu.vertices, primitive, split->draws[d].first, split->draws[d].count, range);
    }
}

void hone_gpu_model_draw_submesh(const hone_gpu_model *gpu_model, uint32_t submesh, const hone_draw_range *range)
{
    draw_as(gpu_model, submesh, gpu_model->submeshes[submesh].primitive, range);
}

void hone_gpu_model_draw_sides(const hone_gpu_model *gpu_model, uint32_t submesh, const hone_draw_range *range)
{
    draw_as(gpu_model, submesh, GL_LINES, range);
}

void hone_gpu_model_show_colours(const hone_gpu_model *gpu_model, bool colours)
{
    bool cpu = gpu_model->skin_path == HONE_GPU_SKIN_OFF;
    hone_vertex_buffers_show_colours(cpu ? &gpu_model->cpu.vertices : &gpu_model->gpu.vertices, colours);
}
