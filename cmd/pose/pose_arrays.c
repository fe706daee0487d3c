#include "cmd/pose/pose_arrays.h"
#include <hone/io.h>

#include <stdlib.h>
#include <string.h>

/* The number of floats for one bone, vertex or morph. */
static const size_t widths[POSE_ARRAY_COUNT] = {
    [HONE_ARRAY_BONES] = 16, [HONE_ARRAY_VERTICES] = 3, [HONE_ARRAY_NORMALS] = 3, [HONE_ARRAY_MORPHS] = 1};

static bool list_names(const hone_model_data *data, pose_arrays *out)
{
    out->bone_names = calloc((size_t)data->skeleton.bone_count + 1, sizeof *out->bone_names);
    out->morph_names = calloc((size_t)data->morph_count + 1, sizeof *out->morph_names);
    if (!out->bone_names || !out->morph_names)
        return false;
    for (uint32_t b = 0; b < data->skeleton.bone_count; b++) out->bone_names[b] = data->skeleton.bones[b].name;
    for (uint32_t m = 0; m < data->morph_count; m++) out->morph_names[m] = data->morphs[m].name;
    return true;
}

bool pose_arrays_make(const hone_model *model, const pose_times *times, const bool wanted[POSE_ARRAY_COUNT],
                      pose_arrays *out, hone_error *error)
{
    const hone_model_data *data = hone_model_get(model);
    const uint32_t rows[POSE_ARRAY_COUNT] = {data->skeleton.bone_count, data->mesh.vertex_count,
                                             data->mesh.vertex_count, data->morph_count};
    memset(out, 0, sizeof *out);
    if (!list_names(data, out))
        return hone_fail_memory(error);
    const char *const *const names[POSE_ARRAY_COUNT] = {out->bone_names, NULL, NULL, out->morph_names};
    for (int kind = 0; kind < POSE_ARRAY_COUNT; kind++) {
        size_t row_size = rows[kind] * widths[kind] * sizeof(float);
        if (wanted[kind] && row_size) {
            out->values[kind] = calloc(times->count, row_size);
            if (!out->values[kind])
                return hone_fail_memory(error);
        }
        out->items[kind] = (hone_array){.kind = (hone_array_kind)kind,
                                        .unit = times->unit,
                                        .times = times->values,
                                        .time_count = times->count,
                                        .row_count = rows[kind],
                                        .names = names[kind],
                                        .values = out->values[kind]};
    }
    return true;
}

void pose_arrays_release(pose_arrays *arrays)
{
    for (int kind = 0; kind < POSE_ARRAY_COUNT; kind++) free(arrays->values[kind]);
    free(arrays->bone_names);
    free(arrays->morph_names);
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

static float *row_of(const pose_arrays *arrays, hone_array_kind kind, uint32_t row)
{
    float *values = arrays->values[kind];
    return values ? values + widths[kind] * row * arrays->items[kind].row_count : NULL;
}

bool pose_arrays_fill(pose_arrays *arrays, uint32_t row, hone_actor *actor, hone_skin_method method, const char *kernel,
                      hone_error *error)
{
    float *bones = row_of(arrays, HONE_ARRAY_BONES, row), *morphs = row_of(arrays, HONE_ARRAY_MORPHS, row);
    if (bones)
        fill_bones(actor, arrays->items[HONE_ARRAY_BONES].row_count, (float(*)[16])(void *)bones);
    if (morphs)
        memcpy(morphs, hone_actor_morphs(actor), arrays->items[HONE_ARRAY_MORPHS].row_count * sizeof(float));
    float *positions = row_of(arrays, HONE_ARRAY_VERTICES, row), *normals = row_of(arrays, HONE_ARRAY_NORMALS, row);
    if (!positions && !normals)
        return true;
    const size_t vertex_count = arrays->items[HONE_ARRAY_VERTICES].row_count, stride = 3 * sizeof(float);
    const hone_skin_out out = {.positions = {positions, vertex_count, stride},
                               .normals = {normals, vertex_count, stride},
                               .method = method,
                               .kernel = kernel};
    return hone_actor_skin(actor, &out, error);
}
