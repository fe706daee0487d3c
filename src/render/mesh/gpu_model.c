#include "render/mesh/gpu_model.h"
#include "base/builder.h"
#include "base/error.h"
#include "render/mesh/bounds.h"

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

/* PMX 2.1: points where both are asked for. */
static GLenum primitive_of(const hone_material *material)
{
    return material->flags & HONE_MATERIAL_POINTS  ? GL_POINTS
           : material->flags & HONE_MATERIAL_LINES ? GL_LINES
                                                   : GL_TRIANGLES;
}

/* MMD shades its own models as if a white toon stood where none is named, so that eyes and teeth stay bright. Only
 * accessories have no toon at all. */
static bool uses_toon(const hone_model_data *model, GLuint toon)
{
    return toon != 0 || model->space == HONE_SPACE_MMD;
}

static hone_part make_part(const hone_figure *figure, const hone_material *material, size_t first, size_t count)
{
    const hone_model_data *model = hone_model_get(figure->model);
    GLuint white = figure->renderer->white;
    int32_t base = material->pbr ? material->pbr->maps[HONE_MAP_BASE_COLOUR].texture : material->texture;
    GLuint texture = find_texture(figure, base), toon = find_toon(figure, material);
    GLuint sphere = material->sphere_mode == HONE_SPHERE_OFF ? 0 : find_texture(figure, material->sphere_texture);
    GLuint emissive = material->pbr ? find_texture(figure, material->pbr->maps[HONE_MAP_EMISSIVE].texture) : 0;
    return (hone_part){
        .material = material,
        .primitive = primitive_of(material),
        .first = first,
        .count = (GLsizei)(count / 3 * 3),
        .texture = texture ? texture : white,
        .sphere = sphere ? sphere : white,
        .toon = toon ? toon : white,
        .emissive = emissive ? emissive : white,
        .sphere_mode = sphere ? material->sphere_mode : HONE_SPHERE_OFF,
        .has_toon = uses_toon(model, toon),
        .ambient = model->space == HONE_SPACE_X ? ambient_share : 0,
    };
}

static bool make_parts(hone_figure *figure, hone_error *error)
{
    const hone_model_data *model = hone_model_get(figure->model);
    if (model->material_count == 0)
        return true;
    figure->parts = hone_builder_array(figure->memory, model->material_count, sizeof *figure->parts);
    figure->ranges = hone_builder_array(figure->memory, model->material_count, sizeof *figure->ranges);
    if (!figure->parts || !figure->ranges)
        return hone_builder_fail(figure->memory, error);
    figure->part_count = model->material_count;
    size_t first = 0, left = model->mesh.index_count;
    for (uint32_t m = 0; m < model->material_count; m++) {
        size_t count = model->materials[m].index_count;
        count = count < left ? count : left;
        figure->parts[m] = make_part(figure, &model->materials[m], first, count);
        figure->needs_sides |= figure->parts[m].primitive == GL_LINES;
        figure->ranges[m] = (hone_index_range){(uint32_t)first, (uint32_t)figure->parts[m].count};
        first += count;
        left -= count;
    }
    return true;
}

/* ---- vertices ---- */

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

static bool compile_skin(hone_figure *figure, hone_error *error)
{
    const hone_mesh *mesh = hone_model_mesh(figure->model);
    if (mesh->vertex_count == 0)
        return true;
    figure->second_uvs = find_second_uvs(hone_model_get(figure->model));
    figure->skin = hone_skin_compile_mesh(mesh, &figure->renderer->allocator, error);
    return figure->skin != NULL;
}

/* ---- the whole ---- */

static void discard(hone_figure *figure)
{
    for (uint32_t i = 0; i < figure->texture_count; i++)
        if (figure->textures[i])
            glDeleteTextures(1, &figure->textures[i]);
    glDeleteTextures(HONE_TOON_COUNT, figure->toons); /* 0 is passed over */
    hone_cpu_mesh_destroy(&figure->cpu);
    hone_gpu_mesh_destroy(&figure->gpu);
    hone_bone_palette_destroy(&figure->palette, &figure->renderer->allocator);
    hone_instances_destroy(&figure->instances, &figure->renderer->allocator);
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
              compile_skin(figure, error) && hone_figure_measure(figure, error);
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

const char *hone_figure_fallback(const hone_figure *figure)
{
    return figure && figure->fallback[0] ? figure->fallback : NULL;
}
