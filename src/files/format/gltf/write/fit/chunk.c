/* A few seconds of all joints, as they are and as they will be decoded: sixteen samples side by side. */
#include "base/memory/arena.h"
#include "files/format/gltf/write/fit/fit.h"
#include <hone/math.h>
#include <math.h>
#include <string.h>

bool hone_gltf_fit_chunk_make(fit_chunk *chunk, fit_state *f)
{
    size_t all = (size_t)f->joint_count * FIT_BLOCKS;
    *chunk = (fit_chunk){.f = f,
                         .parts = hone_arena_array(f->memory, all, sizeof *chunk->parts),
                         .locals = hone_arena_array(f->memory, all, sizeof *chunk->locals),
                         .models = hone_arena_array(f->memory, all, sizeof *chunk->models),
                         .trial = hone_arena_array(f->memory, all, sizeof *chunk->trial),
                         .truth = hone_arena_array(f->memory, all, sizeof *chunk->truth),
                         .new_parts = hone_arena_array(f->memory, FIT_BLOCKS, sizeof *chunk->new_parts),
                         .new_locals = hone_arena_array(f->memory, FIT_BLOCKS, sizeof *chunk->new_locals)};
    return !hone_arena_failed(f->memory);
}

static clip_parts *parts_of(const fit_chunk *chunk, uint32_t block, uint32_t joint)
{
    return &chunk->parts[(size_t)block * chunk->f->joint_count + joint];
}

/* ---- samples ---- */

static void set_value(clip_parts *parts, uint8_t path, uint32_t lane, const float *value)
{
    clip_row *rows = path == HONE_CHANNEL_TRANSLATION ? parts->translation
                     : path == HONE_CHANNEL_ROTATION  ? parts->rotation
                                                      : parts->scale;
    for (int c = 0; c < (path == HONE_CHANNEL_ROTATION ? 4 : 3); c++) rows[c][lane] = value[c];
}

static double time_of(const fit_chunk *chunk, uint32_t sample)
{
    uint32_t in_chunk = sample < chunk->sample_count ? sample : chunk->sample_count - 1; /* the last one is repeated */
    return ((double)chunk->index * FIT_CHUNK + in_chunk) / FIT_RATE;
}

/* parts: [block_count], `step` from one to the next. */
static void sample_keys(const fit_chunk *chunk, const fit_source *keys, clip_parts *parts, size_t step)
{
    uint32_t key = 0;
    for (uint32_t s = 0; s < chunk->block_count * CLIP_ROW; s++) {
        float value[4];
        hone_gltf_fit_value(keys, time_of(chunk, s), &key, value);
        set_value(&parts[s / CLIP_ROW * step], keys->path, s % CLIP_ROW, value);
    }
}

/* ---- matrices ---- */

static void place_local(const fit_joint *joint, const clip_parts *parts, clip_matrices *out)
{
    clip_matrices own, above;
    hone_clip_matrices_of_parts(parts, NULL, joint->has_above ? &own : out);
    if (!joint->has_above)
        return;
    for (int k = 0; k < 12; k++)
        for (int i = 0; i < CLIP_ROW; i++) above.m[k][i] = joint->above.m[k / 4][k % 4];
    hone_clip_matrices_multiply(&above, &own, out);
}

/* Returns the largest square of a distance between the corners of a joint's box. */
static float measure(const fit_joint *joint, const clip_matrices *a, const clip_matrices *b)
{
    clip_row centre[3], side[3][3], worst = {0};
    for (int r = 0; r < 3; r++)
        for (int i = 0; i < CLIP_ROW; i++) {
            float way[3];
            for (int c = 0; c < 3; c++) way[c] = a->m[4 * r + c][i] - b->m[4 * r + c][i];
            centre[r][i] = way[0] * joint->centre[0] + way[1] * joint->centre[1] + way[2] * joint->centre[2] +
                           a->m[4 * r + 3][i] - b->m[4 * r + 3][i];
            for (int c = 0; c < 3; c++) side[c][r][i] = way[c] * joint->half[c];
        }
    for (int corner = 0; corner < 8; corner++) {
        const float x = corner & 1 ? 1.0f : -1.0f, y = corner & 2 ? 1.0f : -1.0f, z = corner & 4 ? 1.0f : -1.0f;
        for (int i = 0; i < CLIP_ROW; i++) {
            float square = 0;
            for (int r = 0; r < 3; r++) {
                float way = centre[r][i] + x * side[0][r][i] + y * side[1][r][i] + z * side[2][r][i];
                square += way * way;
            }
            worst[i] = square > worst[i] ? square : worst[i];
        }
    }
    float most = 0;
    for (int i = 0; i < CLIP_ROW; i++) most = worst[i] <= most ? most : worst[i]; /* NaN is the worst */
    return most;
}

/* Places the joints from `place` to `end` in a block, and measures them. locals: of the block. */
static float place_block(fit_chunk *chunk, uint32_t block, uint32_t place, uint32_t end, const clip_matrices *own,
                         float limit)
{
    const fit_state *f = chunk->f;
    size_t at = (size_t)block * f->joint_count;
    float most = 0;
    for (uint32_t j = place; j < end; j++) {
        const clip_matrices *local = j == place && own ? own : &chunk->locals[at + j];
        int32_t parent = f->joints[j].parent;
        if (parent == HONE_NONE)
            chunk->trial[at + j] = *local;
        else
            hone_clip_matrices_multiply((uint32_t)parent < place ? &chunk->models[at + (uint32_t)parent]
                                                                 : &chunk->trial[at + (uint32_t)parent],
                                        local, &chunk->trial[at + j]);
        float found = measure(&f->joints[j], &chunk->trial[at + j], &chunk->truth[at + j]);
        most = found <= most ? most : found;
        if (!(most <= limit))
            return INFINITY;
    }
    return most;
}

static void accept_block(fit_chunk *chunk, uint32_t block, uint32_t place, uint32_t end)
{
    size_t at = (size_t)block * chunk->f->joint_count + place;
    memcpy(chunk->models + at, chunk->trial + at, (end - place) * sizeof *chunk->models);
}

/* ---- a chunk ---- */

static void set_rest(fit_chunk *chunk)
{
    for (uint32_t b = 0; b < chunk->block_count; b++)
        for (uint32_t j = 0; j < chunk->f->joint_count; j++)
            for (uint32_t i = 0; i < CLIP_ROW; i++) {
                const hone_transform *rest = &chunk->f->joints[j].rest;
                set_value(parts_of(chunk, b, j), HONE_CHANNEL_TRANSLATION, i, rest->translation);
                set_value(parts_of(chunk, b, j), HONE_CHANNEL_ROTATION, i, rest->rotation);
                set_value(parts_of(chunk, b, j), HONE_CHANNEL_SCALE, i, rest->scale);
            }
}

static void set_locals(fit_chunk *chunk)
{
    for (uint32_t b = 0; b < chunk->block_count; b++)
        for (uint32_t j = 0; j < chunk->f->joint_count; j++)
            place_local(&chunk->f->joints[j], parts_of(chunk, b, j),
                        &chunk->locals[(size_t)b * chunk->f->joint_count + j]);
}

void hone_gltf_fit_chunk_set(fit_chunk *chunk, const fit_source *keys)
{
    sample_keys(chunk, keys, parts_of(chunk, 0, chunk->f->places[keys->bone]), chunk->f->joint_count);
}

void hone_gltf_fit_chunk_begin(fit_chunk *chunk, uint32_t index)
{
    const fit_state *f = chunk->f;
    uint32_t left = f->sample_count - index * FIT_CHUNK;
    chunk->index = index;
    chunk->sample_count = left < FIT_CHUNK_SAMPLES ? left : FIT_CHUNK_SAMPLES;
    chunk->block_count = (chunk->sample_count + CLIP_ROW - 1) / CLIP_ROW;
    chunk->worst_block = 0;
    set_rest(chunk);
    for (uint32_t s = 0; s < f->source_count; s++) hone_gltf_fit_chunk_set(chunk, &f->sources[s]);
    set_locals(chunk);
    for (uint32_t b = 0; b < chunk->block_count; b++) {
        place_block(chunk, b, 0, f->joint_count, NULL, INFINITY);
        accept_block(chunk, b, 0, f->joint_count);
        memcpy(chunk->truth + (size_t)b * f->joint_count, chunk->models + (size_t)b * f->joint_count,
               f->joint_count * sizeof *chunk->truth);
    }
}

float hone_gltf_fit_chunk_all(fit_chunk *chunk, float limit)
{
    uint32_t count = chunk->f->joint_count;
    float most = 0;
    set_locals(chunk);
    for (uint32_t b = 0; b < chunk->block_count && most < INFINITY; b++) {
        most = fmaxf(most, place_block(chunk, b, 0, count, NULL, limit));
        accept_block(chunk, b, 0, count);
    }
    return most;
}

bool hone_gltf_fit_chunk_try(fit_chunk *chunk, const fit_source *keys, float limit)
{
    uint32_t place = chunk->f->places[keys->bone];
    const fit_joint *joint = &chunk->f->joints[place];
    for (uint32_t b = 0; b < chunk->block_count; b++) chunk->new_parts[b] = *parts_of(chunk, b, place);
    sample_keys(chunk, keys, chunk->new_parts, 1);
    for (uint32_t i = 0; i < chunk->block_count; i++) { /* where the last attempt failed, this one may fail too */
        uint32_t b = (i + chunk->worst_block) % chunk->block_count;
        place_local(joint, &chunk->new_parts[b], &chunk->new_locals[b]);
        if (!(place_block(chunk, b, place, joint->end, &chunk->new_locals[b], limit) <= limit)) {
            chunk->worst_block = b;
            return false;
        }
    }
    for (uint32_t b = 0; b < chunk->block_count; b++) {
        accept_block(chunk, b, place, joint->end);
        chunk->locals[(size_t)b * chunk->f->joint_count + place] = chunk->new_locals[b];
        *parts_of(chunk, b, place) = chunk->new_parts[b];
    }
    return true;
}
