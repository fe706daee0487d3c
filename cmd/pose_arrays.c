#include "pose_arrays.h"
#include "base/error.h"

#include <stdlib.h>
#include <string.h>

static pose_array shape_of(int kind, uint32_t time_count, const hone_model_data *data)
{
    uint32_t vertices = data->mesh.vertex_count;
    switch (kind) {
    case POSE_BONES: {
        uint32_t bones = data->skeleton.bone_count;
        return (pose_array){.dimensions = 4, .shape = {time_count, bones, 4, 4}, .row_size = (size_t)bones * 16};
    }
    case POSE_MORPHS:
        return (pose_array){.dimensions = 2, .shape = {time_count, data->morph_count}, .row_size = data->morph_count};
    default:
        return (pose_array){.dimensions = 3, .shape = {time_count, vertices, 3}, .row_size = (size_t)vertices * 3};
    }
}

bool pose_arrays_make(const hone_model *model, uint32_t time_count, const bool wanted[POSE_ARRAY_COUNT],
                      pose_arrays *out, hone_error *error)
{
    memset(out, 0, sizeof *out);
    for (int kind = 0; kind < POSE_ARRAY_COUNT; kind++) {
        pose_array *array = &out->items[kind];
        if (!wanted[kind])
            continue;
        *array = shape_of(kind, time_count, hone_model_get(model));
        array->wanted = true;
        if (array->row_size == 0)
            continue;
        array->values = calloc(time_count, array->row_size * sizeof(float));
        if (!array->values)
            return hone_fail_memory(error);
    }
    return true;
}

void pose_arrays_release(pose_arrays *arrays)
{
    for (int kind = 0; kind < POSE_ARRAY_COUNT; kind++) free(arrays->items[kind].values);
    memset(arrays, 0, sizeof *arrays);
}

static void fill_bones(const hone_actor *actor, uint32_t count, float (*out)[16])
{
    static const float last_row[4] = {0, 0, 0, 1};
    const hone_affine *bones = hone_actor_bones(actor);
    for (uint32_t b = 0; b < count; b++) {
        memcpy(out[b], bones[b].m, sizeof bones[b].m);
        memcpy(out[b] + 12, last_row, sizeof last_row);
    }
}

static float *row_of(const pose_array *array, uint32_t row)
{
    return array->values ? array->values + row * array->row_size : NULL;
}

bool pose_arrays_fill(pose_arrays *arrays, uint32_t row, hone_actor *actor, hone_skin_method method, const char *kernel,
                      hone_error *error)
{
    const hone_model_data *data = hone_model_get(hone_actor_model(actor));
    const size_t vertex_count = data->mesh.vertex_count, stride = 3 * sizeof(float);
    float *bones = row_of(&arrays->items[POSE_BONES], row), *morphs = row_of(&arrays->items[POSE_MORPHS], row);
    if (bones)
        fill_bones(actor, data->skeleton.bone_count, (float(*)[16])(void *)bones);
    if (morphs)
        memcpy(morphs, hone_actor_morphs(actor), data->morph_count * sizeof(float));
    float *positions = row_of(&arrays->items[POSE_VERTICES], row), *normals = row_of(&arrays->items[POSE_NORMALS], row);
    if (!positions && !normals)
        return true;
    const hone_skin_out out = {.positions = {positions, vertex_count, stride},
                               .normals = {normals, vertex_count, stride},
                               .method = method,
                               .kernel = kernel};
    return hone_actor_skin(actor, &out, error);
}
