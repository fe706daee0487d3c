/* A few seconds of all joints, as they are and as they will be decoded: sixteen samples side by side. */
#include "base/memory/arena.h"
#include "files/format/gltf/write/fit/fit_channels.h"
#include <hone/math.h>
#include <math.h>
#include <string.h>

/* ---- samples ---- */

static void set_value(tolerance_parts *parts, uint8_t path, uint32_t lane, const float *value)
{
    tolerance_row *rows = path == HONE_CHANNEL_TRANSLATION ? parts->translation
                          : path == HONE_CHANNEL_ROTATION  ? parts->rotation
                                                           : parts->scale;
    for (int c = 0; c < (path == HONE_CHANNEL_ROTATION ? 4 : 3); c++) rows[c][lane] = value[c];
}

static double time_of(const fit_chunk *chunk, uint32_t sample)
{
    uint32_t in_chunk = sample < chunk->sample_count ? sample : chunk->sample_count - 1; /* the last one is repeated */
    return ((double)chunk->index * FIT_CHUNK + in_chunk) / FIT_RATE;
}

void hone_gltf_fit_chunk_sample(const fit_chunk *chunk, const fit_source *keys, tolerance_parts *parts, size_t stride)
{
    uint32_t key = 0;
    for (uint32_t s = 0; s < chunk->tree.block_count * TOLERANCE_TIMES; s++) {
        float value[4];
        hone_gltf_fit_value(keys, time_of(chunk, s), &key, value);
        set_value(&parts[s / TOLERANCE_TIMES * stride], keys->path, s % TOLERANCE_TIMES, value);
    }
}

/* ---- matrices ---- */

static void local_of(const void *user, uint32_t index, const tolerance_parts *parts, tolerance_matrices *out)
{
    const fit_joint *joint = &((const fit_state *)user)->joints[index];
    tolerance_matrices own, above;
    hone_tolerance_matrices(parts, NULL, joint->has_above ? &own : out);
    if (!joint->has_above)
        return;
    for (int k = 0; k < 12; k++)
        for (int i = 0; i < TOLERANCE_TIMES; i++) above.m[k][i] = joint->above.m[k / 4][k % 4];
    hone_tolerance_multiply(&above, &own, out);
}

/* Returns the largest square of a distance between the corners of a joint's box. */
static float error_of(const void *user, uint32_t index, const tolerance_matrices *a, const tolerance_matrices *b)
{
    const fit_joint *joint = &((const fit_state *)user)->joints[index];
    tolerance_row centre[3], side[3][3], worst = {0};
    for (int r = 0; r < 3; r++)
        for (int i = 0; i < TOLERANCE_TIMES; i++) {
            float offset[3];
            for (int c = 0; c < 3; c++) offset[c] = a->m[4 * r + c][i] - b->m[4 * r + c][i];
            centre[r][i] = offset[0] * joint->centre[0] + offset[1] * joint->centre[1] + offset[2] * joint->centre[2] +
                           a->m[4 * r + 3][i] - b->m[4 * r + 3][i];
            for (int c = 0; c < 3; c++) side[c][r][i] = offset[c] * joint->half[c];
        }
    for (int corner = 0; corner < 8; corner++) {
        const float x = corner & 1 ? 1.0f : -1.0f, y = corner & 2 ? 1.0f : -1.0f, z = corner & 4 ? 1.0f : -1.0f;
        for (int i = 0; i < TOLERANCE_TIMES; i++) {
            float square = 0;
            for (int r = 0; r < 3; r++) {
                float offset = centre[r][i] + x * side[0][r][i] + y * side[1][r][i] + z * side[2][r][i];
                square += offset * offset;
            }
            worst[i] = square > worst[i] ? square : worst[i];
        }
    }
    return hone_tolerance_largest(worst);
}

/* ---- a chunk ---- */

bool hone_gltf_fit_chunk_make(fit_chunk *chunk, fit_state *f)
{
    const tolerance_joints joints = {f, f->joint_count, f->parents, f->ends, local_of, error_of};
    *chunk = (fit_chunk){.f = f};
    return hone_tolerance_tree_make(&chunk->tree, &joints, FIT_BLOCKS, f->memory);
}

static void set_rest(fit_chunk *chunk)
{
    for (uint32_t b = 0; b < chunk->tree.block_count; b++)
        for (uint32_t j = 0; j < chunk->f->joint_count; j++)
            for (uint32_t i = 0; i < TOLERANCE_TIMES; i++) {
                const hone_transform *rest = &chunk->f->joints[j].rest;
                tolerance_parts *parts = hone_tolerance_parts(&chunk->tree, b, j);
                set_value(parts, HONE_CHANNEL_TRANSLATION, i, rest->translation);
                set_value(parts, HONE_CHANNEL_ROTATION, i, rest->rotation);
                set_value(parts, HONE_CHANNEL_SCALE, i, rest->scale);
            }
}

void hone_gltf_fit_chunk_set(fit_chunk *chunk, const fit_source *keys)
{
    uint32_t joint = chunk->f->places[keys->bone];
    hone_gltf_fit_chunk_sample(chunk, keys, hone_tolerance_parts(&chunk->tree, 0, joint), chunk->f->joint_count);
}

void hone_gltf_fit_chunk_begin(fit_chunk *chunk, uint32_t index)
{
    const fit_state *f = chunk->f;
    uint32_t left = f->sample_count - index * FIT_CHUNK;
    chunk->index = index;
    chunk->sample_count = left < FIT_CHUNK_SAMPLES ? left : FIT_CHUNK_SAMPLES;
    chunk->tree.block_count = (chunk->sample_count + TOLERANCE_TIMES - 1) / TOLERANCE_TIMES;
    set_rest(chunk);
    for (uint32_t s = 0; s < f->source_count; s++) hone_gltf_fit_chunk_set(chunk, &f->sources[s]);
    hone_tolerance_tree_begin(&chunk->tree, chunk->tree.block_count);
}

bool hone_gltf_fit_chunk_try(fit_chunk *chunk, const fit_source *keys, float limit)
{
    uint32_t joint = chunk->f->places[keys->bone];
    hone_tolerance_tree_copy_parts(&chunk->tree, joint);
    hone_gltf_fit_chunk_sample(chunk, keys, chunk->tree.new_parts, 1);
    return hone_tolerance_tree_try(&chunk->tree, joint, limit);
}
