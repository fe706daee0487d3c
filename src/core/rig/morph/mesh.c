/* Vertex morphs and UV morphs: adds offsets to positions, normals and texture coordinates. */
#include "core/rig/morph/mesh.h"
#include "base/memory/arena.h"

#include <string.h>

/* ---- positions and normals ------------------------------------------------------------------------------------ */

static const hone_morph_vertex *offsets_of(const hone_morphed_array *array, const hone_morph *morph, uint32_t *count)
{
    *count = array->normals ? morph->normal_count : morph->count;
    return array->normals ? morph->normals : morph->u.vertices;
}

static void rest_vertices(void *target, const hone_morph *morph)
{
    hone_morphed_array *array = target;
    uint32_t count;
    const hone_morph_vertex *moved = offsets_of(array, morph, &count);
    for (uint32_t i = 0; i < count; i++) {
        size_t at = 3 * (size_t)moved[i].vertex;
        memcpy(array->values + at, array->rest + at, 3 * sizeof(float));
    }
}

static void add_vertices(void *target, const hone_morph *morph, float weight)
{
    hone_morphed_array *array = target;
    uint32_t count;
    const hone_morph_vertex *moved = offsets_of(array, morph, &count);
    for (uint32_t i = 0; i < count; i++) {
        float *value = array->values + 3 * (size_t)moved[i].vertex;
        hone_vec3_add_scaled(value, moved[i].offset, weight, value);
    }
}

/* ---- texture coordinates: two components of the offset, or all four for an additional set ---------------------- */

static void rest_uvs(void *target, const hone_morph *morph)
{
    hone_morphed_array *array = target;
    for (uint32_t i = 0; i < morph->count; i++) {
        size_t at = array->components * (size_t)morph->u.uvs[i].vertex;
        memcpy(array->values + at, array->rest + at, array->components * sizeof(float));
    }
}

static void add_uvs(void *target, const hone_morph *morph, float weight)
{
    hone_morphed_array *array = target;
    for (uint32_t i = 0; i < morph->count; i++) {
        const hone_morph_uv *moved = &morph->u.uvs[i];
        float *value = array->values + array->components * (size_t)moved->vertex;
        for (uint32_t c = 0; c < array->components; c++) value[c] += weight * moved->offset[c];
    }
}

/* ---- initialisation and update --------------------------------------------------------------------------------- */

static void find_rest(hone_morphed_array *array, const hone_mesh *mesh, hone_morph_kind kind)
{
    uint32_t set = (uint32_t)kind - HONE_MORPH_UV1;
    if (kind == HONE_MORPH_VERTEX) {
        array->rest = mesh->positions ? *mesh->positions : NULL;
        array->components = 3;
    } else if (kind == HONE_MORPH_UV) {
        array->rest = mesh->uvs ? *mesh->uvs : NULL;
        array->components = 2;
    } else {
        array->rest = set < mesh->extra_uv_count ? *mesh->extra_uvs[set] : NULL;
        array->components = 4;
    }
}

static void init(hone_morphed_array *array, const hone_model_data *model, hone_morph_kind kind, hone_arena *memory)
{
    hone_morph_list_init(&array->list, model, kind, memory);
    if (array->list.count == 0)
        return;
    size_t element = array->components * sizeof(float);
    array->values = hone_arena_array(memory, model->mesh.vertex_count, element);
    if (array->values)
        memcpy(array->values, array->rest, model->mesh.vertex_count * element);
}

void hone_morphed_array_init(hone_morphed_array *array, const hone_model_data *model, hone_morph_kind kind,
                             hone_arena *memory)
{
    *array = (hone_morphed_array){0};
    find_rest(array, &model->mesh, kind);
    if (array->rest)
        init(array, model, kind, memory);
}

/* MMD's morphs never change normals; without such morphs no memory is used. */
void hone_morphed_normals_init(hone_morphed_array *array, const hone_model_data *model, hone_arena *memory)
{
    bool moved = false;
    *array = (hone_morphed_array){.components = 3, .normals = true};
    for (uint32_t m = 0; m < model->morph_count; m++) moved |= model->morphs[m].normal_count > 0;
    array->rest = model->mesh.normals ? *model->mesh.normals : NULL;
    if (moved && array->rest)
        init(array, model, HONE_MORPH_VERTEX, memory);
}

bool hone_morphed_array_update(hone_morphed_array *array, const float *weights, const hone_morph_changes *changes)
{
    static const hone_morph_effect move = {rest_vertices, add_vertices}, slide = {rest_uvs, add_uvs};
    const hone_morph_effect *effect = array->components == 3 ? &move : &slide;
    return array->values && hone_morph_list_apply(&array->list, weights, changes, effect, array);
}

const float *hone_morphed_array_values(const hone_morphed_array *array)
{
    return array->values && hone_morph_list_is_active(&array->list) ? array->values : array->rest;
}
