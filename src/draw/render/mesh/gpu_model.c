#include "draw/render/mesh/gpu_model.h"
#include "base/error.h"
#include "base/memory/arena.h"
#include "draw/render/gl/texture.h"
#include "draw/render/mesh/bounds.h"
#include <string.h>

/* ---- materials ---- */

/* Materials of .x have no ambient colour; viewers for Direct3D use the diffuse colour instead. With this factor
 * MMD's light of 154/255 gives white. */
static const float ambient_share = 0.4f;

static GLuint find_texture(const hone_gpu_model *gpu_model, int32_t index, int use)
{
    return index >= 0 && (uint32_t)index < gpu_model->texture_count ? gpu_model->textures[use][index] : 0;
}

static GLuint find_toon(const hone_gpu_model *gpu_model, const hone_material *material)
{
    if (!material->shared_toon)
        return find_texture(gpu_model, material->toon, HONE_TEXTURE_PLAIN);
    if (material->toon < 0 || material->toon >= HONE_TOON_COUNT)
        return 0;
    GLuint own = gpu_model->toons[material->toon];
    return own ? own : gpu_model->renderer->toons[material->toon];
}

/* PMX 2.1: if a material asks for points and lines, points win. */
static GLenum primitive_of(const hone_material *material)
{
    return material->flags & HONE_MATERIAL_POINTS  ? GL_POINTS
           : material->flags & HONE_MATERIAL_LINES ? GL_LINES
                                                   : GL_TRIANGLES;
}

/* MMD shades its own models as if there were a white toon texture where none is given, so eyes and teeth stay
 * bright. Only accessories have no toon at all. */
static bool uses_toon(const hone_model_data *model, GLuint toon)
{
    return toon != 0 || model->space == HONE_SPACE_MMD;
}

const hone_map *hone_material_map(const hone_material *material, hone_gpu_map map)
{
    static const uint8_t pbr[] = {HONE_MAP_BASE_COLOUR, HONE_MAP_EMISSIVE, HONE_MAP_NORMAL};
    static const uint8_t toon[] = {
        [HONE_GPU_MAP_SHADE] = HONE_MTOON_SHADE,         [HONE_GPU_MAP_SHIFT] = HONE_MTOON_SHIFT,
        [HONE_GPU_MAP_MATCAP] = HONE_MTOON_MATCAP,       [HONE_GPU_MAP_RIM] = HONE_MTOON_RIM,
        [HONE_GPU_MAP_WIDTH] = HONE_MTOON_OUTLINE_WIDTH, [HONE_GPU_MAP_MASK] = HONE_MTOON_UV_MASK};
    if (!material->pbr || (map >= HONE_GPU_MAP_NORMAL && !material->mtoon))
        return NULL;
    const hone_map *out =
        map <= HONE_GPU_MAP_NORMAL ? &material->pbr->maps[pbr[map]] : &material->mtoon->maps[toon[map]];
    return out->texture == HONE_NONE ? NULL : out;
}

static int use_of(hone_gpu_map map)
{
    static const uint8_t uses[HONE_GPU_MAP_COUNT] = {[HONE_GPU_MAP_BASE] = HONE_TEXTURE_COLOURS,
                                                     [HONE_GPU_MAP_EMISSION] = HONE_TEXTURE_COLOURS,
                                                     [HONE_GPU_MAP_SHADE] = HONE_TEXTURE_COLOURS,
                                                     [HONE_GPU_MAP_MATCAP] = HONE_TEXTURE_COLOURS,
                                                     [HONE_GPU_MAP_RIM] =
                                                         HONE_TEXTURE_COLOURS}; /* the others hold numbers */
    return uses[map];
}

static GLuint find_base(const hone_gpu_model *gpu_model, const hone_material *material)
{
    return material->pbr
               ? find_texture(gpu_model, material->pbr->maps[HONE_MAP_BASE_COLOUR].texture, HONE_TEXTURE_COLOURS)
               : find_texture(gpu_model, material->texture, HONE_TEXTURE_PLAIN);
}

/* Missing textures are white. */
static uint8_t base_alpha(const hone_gpu_model *gpu_model, const hone_material *material)
{
    int32_t index = material->pbr ? material->pbr->maps[HONE_MAP_BASE_COLOUR].texture : material->texture;
    return find_base(gpu_model, material) ? gpu_model->alphas[index] : UINT8_MAX;
}

static hone_submesh make_submesh(const hone_gpu_model *gpu_model, const hone_material *material, size_t first,
                                 size_t count)
{
    const hone_model_data *model = hone_model_get(gpu_model->model);
    GLuint white = gpu_model->renderer->white;
    GLuint texture = find_base(gpu_model, material), toon = find_toon(gpu_model, material);
    GLuint sphere = material->sphere_mode == HONE_SPHERE_OFF
                        ? 0
                        : find_texture(gpu_model, material->sphere_texture, HONE_TEXTURE_PLAIN);
    hone_submesh out = {
        .material = material,
        .primitive = primitive_of(material),
        .first = first,
        .count = (GLsizei)(count / 3 * 3),
        .texture = texture ? texture : white,
        .sphere = sphere ? sphere : white,
        .toon = toon ? toon : white,
        .sphere_mode = sphere ? material->sphere_mode : HONE_SPHERE_OFF,
        .cut_out = base_alpha(gpu_model, material) < 128,
        .opaque = base_alpha(gpu_model, material) == UINT8_MAX,
        .has_toon = uses_toon(model, toon),
        .ambient = model->space == HONE_SPACE_X ? ambient_share : 0,
    };
    for (int i = 0; i < HONE_GPU_MAP_COUNT; i++) {
        const hone_map *map = hone_material_map(material, (hone_gpu_map)i);
        out.maps[i] = map ? find_texture(gpu_model, map->texture, use_of((hone_gpu_map)i)) : 0;
    }
    return out;
}

enum {
    FARTHEST = 9, /* offset of a render queue */
    RANK_WRITES = 2 + FARTHEST,
    RANK_BLENDS = RANK_WRITES + 2 * FARTHEST + 1,
    RANK_COUNT = RANK_BLENDS + FARTHEST + 1
};

/* Returns when a surface of glTF is drawn: opaque ones first, then those of MASK, blended ones that write depth, and
 * the other blended ones; among these by the offset of MToon, then in the order of the file. */
static int drawing_rank(const hone_material *material)
{
    const hone_mtoon *toon = material->mtoon;
    if (material->pbr->alpha_mode != HONE_ALPHA_BLEND)
        return material->pbr->alpha_mode == HONE_ALPHA_MASK;
    int offset = toon ? toon->render_queue_offset : 0;
    offset = offset < -FARTHEST ? -FARTHEST : offset > FARTHEST ? FARTHEST : offset;
    return (toon && toon->transparent_with_z_write ? RANK_WRITES : RANK_BLENDS) + offset;
}

static void order_submeshes(hone_gpu_model *gpu_model)
{
    uint32_t begin[RANK_COUNT + 1] = {0};
    for (uint32_t m = 0; m < gpu_model->submesh_count; m++)
        if (gpu_model->submeshes[m].material->pbr)
            begin[drawing_rank(gpu_model->submeshes[m].material) + 1]++;
    for (int r = 0; r < RANK_COUNT; r++) begin[r + 1] += begin[r];
    gpu_model->ordered = begin[RANK_COUNT];
    for (uint32_t m = 0; m < gpu_model->submesh_count; m++)
        if (gpu_model->submeshes[m].material->pbr)
            gpu_model->order[begin[drawing_rank(gpu_model->submeshes[m].material)]++] = m;
}

static bool make_submeshes(hone_gpu_model *gpu_model, hone_error *error)
{
    const hone_model_data *model = hone_model_get(gpu_model->model);
    if (model->material_count == 0)
        return true;
    gpu_model->submeshes = hone_arena_array(gpu_model->look, model->material_count, sizeof *gpu_model->submeshes);
    gpu_model->ranges = hone_arena_array(gpu_model->look, model->material_count, sizeof *gpu_model->ranges);
    gpu_model->order = hone_arena_array(gpu_model->look, model->material_count, sizeof *gpu_model->order);
    if (hone_arena_failed(gpu_model->look))
        return hone_arena_fail(gpu_model->look, error);
    gpu_model->submesh_count = model->material_count;
    size_t first = 0, left = model->mesh.index_count;
    for (uint32_t m = 0; m < model->material_count; m++) {
        size_t count = model->materials[m].index_count;
        count = count < left ? count : left;
        gpu_model->submeshes[m] = make_submesh(gpu_model, &model->materials[m], first, count);
        gpu_model->needs_sides |= gpu_model->submeshes[m].primitive == GL_LINES;
        gpu_model->ranges[m] = (hone_index_range){(uint32_t)first, (uint32_t)gpu_model->submeshes[m].count};
        first += count;
        left -= count;
    }
    order_submeshes(gpu_model);
    return true;
}

/* ---- vertices ---- */

/* Returns the extra UV set that glTF's materials use, or NULL. */
static const float (*find_second_uvs(const hone_model_data *model))[4]
{
    for (uint32_t m = 0; m < model->material_count; m++)
        for (int i = 0; i < HONE_GPU_MAP_COUNT; i++) {
            const hone_map *map = hone_material_map(&model->materials[m], (hone_gpu_map)i);
            if (map && map->uv_set)
                return model->mesh.extra_uvs[map->uv_set - 1];
        }
    return NULL;
}

static bool compile_skin(hone_gpu_model *gpu_model, hone_error *error)
{
    if (hone_model_mesh(gpu_model->model)->vertex_count == 0)
        return true;
    gpu_model->second_uvs = find_second_uvs(hone_model_get(gpu_model->model));
    gpu_model->skin = hone_model_compiled_skin(gpu_model->model, error);
    return gpu_model->skin != NULL;
}

/* The passes that draw what casts shadows. In PMX, points do not. */
static uint32_t caster_passes(const hone_gpu_model *gpu_model)
{
    uint32_t out = 0;
    for (uint32_t i = 0; i < gpu_model->submesh_count; i++) {
        const hone_submesh *submesh = &gpu_model->submeshes[i];
        uint32_t flags = submesh->material->flags;
        if (flags & (HONE_MATERIAL_CASTS_SHADOW | HONE_MATERIAL_GROUND_SHADOW) && !(flags & HONE_MATERIAL_POINTS))
            out |= 1u << (submesh->cut_out ? HONE_PASS_CUT_CASTER : HONE_PASS_CASTER);
    }
    return out;
}

uint32_t hone_gpu_model_passes(const hone_gpu_model *gpu_model, const hone_draw_desc *desc, const hone_draw_item *item)
{
    uint32_t surfaces = 0, edges = 0;
    for (uint32_t i = 0; i < gpu_model->submesh_count; i++) {
        const hone_material *material = gpu_model->submeshes[i].material;
        surfaces |= 1u << (hone_material_toon(material) ? HONE_PASS_MTOON
                           : material->pbr              ? HONE_PASS_PBR
                                                        : HONE_PASS_SURFACE);
        edges |= !hone_material_toon(material) && material->flags & HONE_MATERIAL_EDGE ? 1u << HONE_PASS_EDGE : 0;
    }
    return (item->colours ? 1u << HONE_PASS_COLOUR : surfaces) | (desc->no_edges ? 0 : edges) |
           (item->wireframe ? 1u << HONE_PASS_WIRE : 0) |
           (desc->shadows == HONE_SHADOWS_OFF ? 0 : caster_passes(gpu_model));
}

/* ---- the model ------------------------------------------------------------------------------------------------- */

/* Forgets what is in a context that is lost. */
static void forget(hone_gpu_model *gpu_model)
{
    hone_vertex_buffers *vertices[] = {&gpu_model->cpu.vertices, &gpu_model->gpu.vertices};
    for (int i = 0; i < 2; i++) {
        vertices[i]->array = 0;
        memset(vertices[i]->buffers, 0, sizeof vertices[i]->buffers);
    }
    gpu_model->gpu.influences = gpu_model->gpu.sdefs = 0;
    gpu_model->palette.buffer = gpu_model->instances.buffer = 0;
    gpu_model->palette.texture = gpu_model->segments.texture = (hone_bone_texture){0};
    for (int use = 0; use < HONE_TEXTURE_USE_COUNT; use++)
        for (uint32_t i = 0; i < gpu_model->texture_count; i++) gpu_model->textures[use][i] = 0;
    memset(gpu_model->toons, 0, sizeof gpu_model->toons);
    gpu_model->texture_pixels = 0; /* the renderer has forgotten them, too */
}

/* Empties what is made when it is first drawn. Calls no GL if nothing is in a context. */
static void discard_meshes(hone_gpu_model *gpu_model)
{
    hone_cpu_mesh_destroy(&gpu_model->cpu);
    hone_gpu_mesh_destroy(&gpu_model->gpu);
    hone_gpu_segments_destroy(&gpu_model->segments);
    hone_bone_palette_destroy(&gpu_model->palette, &gpu_model->renderer->allocator);
    hone_instances_destroy(&gpu_model->instances, &gpu_model->renderer->allocator);
}

/* The same for textures and submeshes. */
static void discard_look(hone_gpu_model *gpu_model)
{
    gpu_model->renderer->texture_bytes -= hone_texture_bytes(gpu_model->texture_pixels);
    gpu_model->texture_pixels = 0;
    for (int use = 0; use < HONE_TEXTURE_USE_COUNT && gpu_model->texture_count; use++)
        glDeleteTextures((GLsizei)gpu_model->texture_count, gpu_model->textures[use]); /* ignores zeros */
    for (uint32_t i = 0; i < HONE_TOON_COUNT; i++)
        if (gpu_model->toons[i])
            glDeleteTextures(1, &gpu_model->toons[i]);
    memset(gpu_model->toons, 0, sizeof gpu_model->toons);
    gpu_model->texture_count = gpu_model->submesh_count = gpu_model->ordered = gpu_model->textures_halved = 0;
    gpu_model->warnings = (hone_warnings){0};
    hone_arena_destroy(gpu_model->look);
    gpu_model->look = NULL;
}

static void discard(hone_gpu_model *gpu_model)
{
    hone_context_before before;
    bool sent = gpu_model->lost_count == gpu_model->renderer->lost_count &&
                hone_context_enter(&gpu_model->renderer->context, &before, NULL);
    if (!sent)
        forget(gpu_model);
    discard_meshes(gpu_model);
    discard_look(gpu_model);
    if (sent)
        hone_context_leave(&gpu_model->renderer->context, &before);
}

/* Makes the look. The context must be current. */
static bool make_look(hone_gpu_model *gpu_model, const hone_file_resolver *files, hone_error *error)
{
    gpu_model->look = hone_arena_create(&gpu_model->renderer->allocator, 0, error);
    return gpu_model->look && hone_gpu_model_load_textures(gpu_model, files, error) && make_submeshes(gpu_model, error);
}

static hone_gpu_model *create(hone_renderer *renderer, const hone_model *model, hone_error *error)
{
    hone_arena *memory = hone_arena_create(&renderer->allocator, 0, error);
    if (!memory)
        return NULL;
    hone_gpu_model *gpu_model = hone_arena_array(memory, 1, sizeof *gpu_model);
    if (!gpu_model) {
        hone_arena_fail(memory, error);
        hone_arena_destroy(memory);
        return NULL;
    }
    gpu_model->renderer = renderer;
    gpu_model->model = hone_model_retain(model);
    gpu_model->memory = memory;
    gpu_model->lost_count = renderer->lost_count;
    return gpu_model;
}

hone_gpu_model *hone_gpu_model_create(hone_renderer *renderer, const hone_model *model, const hone_file_resolver *files,
                                      hone_error *error)
{
    if (!renderer || !model) {
        hone_fail_null(error, renderer ? "model" : "renderer");
        return NULL;
    }
    hone_context_before before;
    if (!hone_context_enter(&renderer->context, &before, error))
        return NULL;
    hone_gpu_model *gpu_model = create(renderer, model, error);
    bool ok = gpu_model && make_look(gpu_model, files, error) && compile_skin(gpu_model, error) &&
              hone_gpu_model_measure(gpu_model, error);
    hone_context_leave(&renderer->context, &before);
    if (ok)
        return gpu_model;
    hone_gpu_model_destroy(gpu_model);
    return NULL;
}

void hone_gpu_model_destroy(hone_gpu_model *gpu_model)
{
    if (!gpu_model)
        return;
    discard(gpu_model);
    hone_model_release(gpu_model->model);
    hone_arena_destroy(gpu_model->memory); /* frees the struct itself too */
}

bool hone_gpu_model_check(const hone_gpu_model *gpu_model, hone_error *error)
{
    return hone_renderer_check_sent(gpu_model->renderer, gpu_model->lost_count, "the GPU model",
                                    "hone_gpu_model_restore", error);
}

bool hone_gpu_model_restore(hone_gpu_model *gpu_model, const hone_file_resolver *files, hone_error *error)
{
    if (!gpu_model)
        return hone_fail_null(error, "gpu_model");
    hone_renderer *renderer = gpu_model->renderer;
    hone_context_before before;
    if (gpu_model->lost_count == renderer->lost_count)
        return true;
    if (!hone_context_enter(&renderer->context, &before, error))
        return false;
    discard(gpu_model);
    bool ok = make_look(gpu_model, files, error);
    if (ok)
        gpu_model->lost_count = renderer->lost_count;
    else
        discard_look(gpu_model);
    hone_context_leave(&renderer->context, &before);
    return ok;
}

bool hone_gpu_model_set_skin_weights(hone_gpu_model *gpu_model, const hone_model *model, hone_error *error)
{
    if (!gpu_model || !model)
        return hone_fail_null(error, "the GPU model and the model with its new weights");
    const hone_mesh *now = hone_model_mesh(gpu_model->model), *mesh = hone_model_mesh(model);
    if (now->positions != mesh->positions || now->slots != mesh->slots || now->vertex_count != mesh->vertex_count)
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "a model that differs from the drawn one in more than weights");
    if (mesh->vertex_count == 0)
        return true;
    hone_context_before before;
    const hone_skin *skin = hone_model_compiled_skin(model, error);
    if (!skin || !hone_gpu_model_check(gpu_model, error) ||
        !hone_context_enter(&gpu_model->renderer->context, &before, error))
        return false;
    hone_cpu_mesh_destroy(&gpu_model->cpu); /* all three are made again when they are drawn */
    hone_gpu_mesh_destroy(&gpu_model->gpu);
    hone_gpu_segments_destroy(&gpu_model->segments);
    hone_context_leave(&gpu_model->renderer->context, &before);
    const hone_model *old = gpu_model->model;
    gpu_model->skin = skin;
    gpu_model->model = hone_model_retain(model);
    hone_model_release(old);
    return hone_gpu_model_measure(gpu_model, error);
}

hone_warnings hone_gpu_model_warnings(const hone_gpu_model *gpu_model)
{
    return gpu_model ? gpu_model->warnings : (hone_warnings){0};
}

const char *hone_gpu_model_fallback(const hone_gpu_model *gpu_model)
{
    return gpu_model && gpu_model->fallback[0] ? gpu_model->fallback : NULL;
}
