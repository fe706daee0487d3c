#include "render/figure.h"
#include "base/builder.h"
#include "base/error.h"
#include "base/memory.h"
#include "render/extent.h"
#include <string.h>

/* ---- materials ---- */

/* Materials of .x have no ambient colour: Direct3D's viewers take the diffuse one for it. As much as MMD's light, at
 * 154/255, leaves to be white. */
static const float ambient_share = 0.4f;

static GLuint find_texture(const hone_figure *figure, int32_t index)
{
    return index >= 0 && (uint32_t)index < figure->texture_count ? figure->textures[index] : 0;
}

static GLuint find_toon(const hone_figure *figure, const hone_material *material)
{
    if (!material->shared_toon)
        return find_texture(figure, material->toon);
    if (material->toon < 0 || material->toon >= HONE_TOON_COUNT)
        return 0;
    GLuint own = figure->toons[material->toon];
    return own ? own : figure->renderer->toons[material->toon];
}

static hone_part make_part(const hone_figure *figure, const hone_material *material, size_t first, size_t count)
{
    GLuint white = figure->renderer->white;
    int32_t base = material->pbr ? material->pbr->maps[HONE_MAP_BASE_COLOUR].texture : material->texture;
    GLuint texture = find_texture(figure, base), toon = find_toon(figure, material);
    GLuint sphere = material->sphere_mode == HONE_SPHERE_OFF ? 0 : find_texture(figure, material->sphere_texture);
    GLuint emissive = material->pbr ? find_texture(figure, material->pbr->maps[HONE_MAP_EMISSIVE].texture) : 0;
    return (hone_part){
        .material = material,
        .primitive = GL_TRIANGLES,
        .first = first,
        .count = (GLsizei)(count / 3 * 3),
        .texture = texture ? texture : white,
        .sphere = sphere ? sphere : white,
        .toon = toon ? toon : white,
        .emissive = emissive ? emissive : white,
        .sphere_mode = sphere ? material->sphere_mode : HONE_SPHERE_OFF,
        .has_toon = toon != 0,
        .ambient = hone_model_get(figure->model)->space == HONE_SPACE_X ? ambient_share : 0,
    };
}

/* PMX 2.1: points where both are asked for. Lines are the triangles' sides; their indices come behind the mesh's own.
 */
static void choose_primitives(hone_figure *figure)
{
    size_t end = hone_model_mesh(figure->model)->index_count;
    for (uint32_t i = 0; i < figure->part_count; i++) {
        hone_part *part = &figure->parts[i];
        if (part->material->flags & HONE_MATERIAL_POINTS) {
            part->primitive = GL_POINTS;
        } else if (part->material->flags & HONE_MATERIAL_LINES) {
            part->primitive = GL_LINES;
            part->sides_of = part->first;
            part->first = end;
            part->count *= 2;
            end += (size_t)part->count;
        }
    }
    figure->index_count = end;
}

static bool make_parts(hone_figure *figure, hone_error *error)
{
    const hone_model_data *model = hone_model_get(figure->model);
    if (model->material_count == 0)
        return true;
    figure->parts = hone_builder_array(figure->memory, model->material_count, sizeof *figure->parts);
    if (!figure->parts)
        return hone_builder_fail(figure->memory, error);
    figure->part_count = model->material_count;
    size_t first = 0, left = model->mesh.index_count;
    for (uint32_t m = 0; m < model->material_count; m++) {
        size_t count = model->materials[m].index_count;
        count = count < left ? count : left;
        figure->parts[m] = make_part(figure, &model->materials[m], first, count);
        first += count;
        left -= count;
    }
    choose_primitives(figure);
    return true;
}

/* ---- vertices ---- */

static void fill_buffer(GLuint buffer, GLenum kind, size_t count, size_t size, const void *data)
{
    glBindBuffer(kind, buffer);
    glBufferData(kind, (GLsizeiptr)(count * size), data, data ? GL_STATIC_DRAW : GL_STREAM_DRAW);
}

static void set_attribute(GLuint attribute, GLint components, size_t offset)
{
    glEnableVertexAttribArray(attribute);
    glVertexAttribPointer(attribute, components, GL_FLOAT, GL_FALSE, 0, (const void *)offset);
}

/* An array of the mesh, `components` floats a vertex, into a buffer, lane by lane. */
static void fill_lanes(hone_figure *figure, int buffer, uint32_t components, const float *data)
{
    const uint32_t *lanes = hone_skin_lanes(figure->skin);
    for (uint32_t v = 0; v < hone_skin_vertex_count(figure->skin); v++)
        memcpy(figure->spread + (size_t)lanes[v] * components, data + (size_t)v * components,
               components * sizeof *data);
    fill_buffer(figure->buffers[buffer], GL_ARRAY_BUFFER, hone_skin_lane_count(figure->skin), components * sizeof *data,
                figure->spread);
}

/* Absent where the mesh has no such array: the attribute is then constant. */
static void add_attribute(hone_figure *figure, int buffer, GLuint attribute, uint32_t components, const void *data)
{
    if (!data)
        return;
    fill_lanes(figure, buffer, components, data);
    set_attribute(attribute, (GLint)components, 0);
    figure->held[buffer] = data;
}

/* Of the UVs beyond the first the set that glTF's materials look up, or NULL. */
static const float (*find_second_uvs(const hone_model_data *model))[4]
{
    static const int shown[] = {HONE_MAP_BASE_COLOUR, HONE_MAP_EMISSIVE};
    for (uint32_t m = 0; m < model->material_count; m++)
        for (int i = 0; model->materials[m].pbr && i < 2; i++) {
            uint8_t set = model->materials[m].pbr->maps[shown[i]].uv_set;
            if (set)
                return model->mesh.extra_uvs[set - 1];
        }
    return NULL;
}

/* Side k of a triangle runs from its corner k to the next. */
static void list_sides(const hone_part *part, uint32_t *indices)
{
    for (size_t i = 0; i < (size_t)part->count / 2; i++) {
        size_t next = i % 3 == 2 ? i - 2 : i + 1;
        indices[part->first + 2 * i] = indices[part->sides_of + i];
        indices[part->first + 2 * i + 1] = indices[part->sides_of + next];
    }
}

static bool fill_indices(hone_figure *figure, const hone_mesh *mesh, hone_error *error)
{
    const uint32_t *lanes = hone_skin_lanes(figure->skin);
    size_t count = figure->part_count ? figure->index_count : mesh->index_count;
    uint32_t *indices = hone_allocate(&figure->renderer->allocator, count, sizeof *indices);
    if (!indices && count > 0)
        return hone_fail_memory(error);
    for (uint32_t i = 0; i < mesh->index_count; i++) indices[i] = lanes[mesh->indices[i]];
    for (uint32_t i = 0; i < figure->part_count; i++)
        if (figure->parts[i].primitive == GL_LINES)
            list_sides(&figure->parts[i], indices);
    fill_buffer(figure->buffers[HONE_BUFFER_INDICES], GL_ELEMENT_ARRAY_BUFFER, count, sizeof *indices, indices);
    hone_deallocate(&figure->renderer->allocator, indices, count, sizeof *indices);
    return true;
}

static bool make_room(hone_figure *figure, const hone_mesh *mesh, hone_error *error)
{
    figure->skin = hone_skin_compile_mesh(mesh, &figure->renderer->allocator, error);
    if (!figure->skin)
        return false;
    size_t lanes = hone_skin_lane_count(figure->skin);
    figure->skinned = hone_builder_array(figure->memory, lanes, 2 * sizeof *figure->skinned);
    figure->spread = hone_builder_array(figure->memory, lanes, 4 * sizeof *figure->spread);
    return !hone_builder_failed(figure->memory) || hone_builder_fail(figure->memory, error);
}

static bool make_vertices(hone_figure *figure, hone_error *error)
{
    const hone_mesh *mesh = hone_model_mesh(figure->model);
    if (mesh->vertex_count == 0)
        return true;
    if (!make_room(figure, mesh, error))
        return false;
    size_t lanes = hone_skin_lane_count(figure->skin);
    glGenVertexArrays(1, &figure->vertex_array);
    glGenBuffers(HONE_BUFFER_COUNT, figure->buffers);
    glBindVertexArray(figure->vertex_array);
    fill_buffer(figure->buffers[HONE_BUFFER_SKINNED], GL_ARRAY_BUFFER, lanes, 2 * sizeof *figure->skinned, NULL);
    set_attribute(HONE_ATTRIBUTE_POSITION, 3, 0);
    if (mesh->normals)
        set_attribute(HONE_ATTRIBUTE_NORMAL, 3, lanes * sizeof *figure->skinned);
    add_attribute(figure, HONE_BUFFER_UVS, HONE_ATTRIBUTE_UV, 2, mesh->uvs);
    add_attribute(figure, HONE_BUFFER_EDGE_SCALES, HONE_ATTRIBUTE_EDGE_SCALE, 1, mesh->edge_scales);
    if (mesh->extra_uv_count > 0)
        add_attribute(figure, HONE_BUFFER_EXTRA_UVS, HONE_ATTRIBUTE_EXTRA_UV, 4, mesh->extra_uvs[0]);
    add_attribute(figure, HONE_BUFFER_SECOND_UVS, HONE_ATTRIBUTE_SECOND_UV, 4,
                  find_second_uvs(hone_model_get(figure->model)));
    bool ok = fill_indices(figure, mesh, error);
    glBindVertexArray(0);
    return ok && (glGetError() == GL_NO_ERROR ||
                  hone_fail(error, HONE_ERROR_DEVICE, 0, "the device has no room for the mesh"));
}

/* Texture coordinates as an actor has them. Those of the mesh, which morphs seldom move, are there already. */
static void refill(hone_figure *figure, int buffer, uint32_t components, const void *data)
{
    const hone_mesh *mesh = hone_model_mesh(figure->model);
    if (!data || figure->held[buffer] == data)
        return;
    bool own = buffer == HONE_BUFFER_UVS ? data == mesh->uvs : data == mesh->extra_uvs[0];
    fill_lanes(figure, buffer, components, data);
    figure->held[buffer] = own ? data : NULL;
}

bool hone_figure_upload(hone_figure *figure, hone_actor *actor, hone_skin_method method, const char *kernel,
                        hone_error *error)
{
    const hone_mesh *mesh = hone_model_mesh(figure->model);
    if (!figure->skin || figure->shown == actor)
        return true;
    size_t count = hone_skin_lane_count(figure->skin), element = sizeof *figure->skinned;
    hone_skin_out out = {.positions = {figure->skinned, count, element},
                         .method = method,
                         .order = HONE_SKIN_ORDER_LANES,
                         .kernel = kernel};
    if (mesh->normals)
        out.normals = (hone_stream){figure->skinned + count, count, element};
    if (!hone_actor_skin(actor, &out, error))
        return false;
    /* filled anew instead of overwritten: the driver need not wait for the picture before */
    glBindBuffer(GL_ARRAY_BUFFER, figure->buffers[HONE_BUFFER_SKINNED]);
    glBufferData(GL_ARRAY_BUFFER, (GLsizeiptr)(count * 2 * element), figure->skinned, GL_STREAM_DRAW);
    refill(figure, HONE_BUFFER_UVS, 2, hone_actor_uvs(actor));
    refill(figure, HONE_BUFFER_EXTRA_UVS, 4, hone_actor_extra_uvs(actor, 0));
    figure->shown = actor;
    return true;
}

/* ---- the whole ---- */

static void discard(hone_figure *figure)
{
    for (uint32_t i = 0; i < figure->texture_count; i++)
        if (figure->textures[i])
            glDeleteTextures(1, &figure->textures[i]);
    glDeleteTextures(HONE_TOON_COUNT, figure->toons);    /* 0 is passed over */
    glDeleteBuffers(HONE_BUFFER_COUNT, figure->buffers); /* 0 is passed over */
    if (figure->vertex_array)
        glDeleteVertexArrays(1, &figure->vertex_array);
}

static hone_figure *create(hone_renderer *renderer, const hone_model *model, hone_error *error)
{
    hone_builder *memory = hone_builder_create(&renderer->allocator, 0, error);
    if (!memory)
        return NULL;
    hone_figure *figure = hone_builder_array(memory, 1, sizeof *figure);
    if (!figure) {
        hone_builder_fail(memory, error);
        hone_builder_destroy(memory);
        return NULL;
    }
    figure->renderer = renderer;
    figure->model = hone_model_retain(model);
    figure->memory = memory;
    return figure;
}

hone_figure *hone_figure_create(hone_renderer *renderer, const hone_model *model, const hone_files *files,
                                hone_error *error)
{
    if (!renderer || !model) {
        hone_fail_null(error, renderer ? "model" : "renderer");
        return NULL;
    }
    hone_context_before before;
    if (!hone_context_enter(&renderer->context, &before, error))
        return NULL;
    hone_figure *figure = create(renderer, model, error);
    bool ok = figure && hone_figure_load_textures(figure, files, error) && make_parts(figure, error) &&
              make_vertices(figure, error) && hone_figure_measure(figure, error);
    hone_context_leave(&renderer->context, &before);
    if (ok)
        return figure;
    hone_figure_destroy(figure);
    return NULL;
}

void hone_figure_destroy(hone_figure *figure)
{
    if (!figure)
        return;
    hone_context_before before;
    if (hone_context_enter(&figure->renderer->context, &before, NULL)) {
        discard(figure);
        hone_context_leave(&figure->renderer->context, &before);
    }
    hone_skin_release(figure->skin);
    hone_model_release(figure->model);
    hone_builder_destroy(figure->memory); /* and the figure, which lives in it */
}

hone_warnings hone_figure_warnings(const hone_figure *figure)
{
    return figure ? figure->warnings : (hone_warnings){0};
}
