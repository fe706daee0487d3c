/* Computes the palettes or poses of as many members as a vector has lanes. Clips are sampled bone by bone, several
 * bones side by side, because each member reads other rows; from there on, members are side by side. */
#ifndef HONE_SRC_CROWD_LANES_BATCH_H
#define HONE_SRC_CROWD_LANES_BATCH_H

#include "base/lanes/lanes_affine.h"
#include "play/crowd/kernel.h"

enum { GROUP = HONE_CROWD_GROUP };

/* ---- sampling ---- */

static inline lanes series(const float factors[4], lanes x)
{
    lanes sum = lanes_set(factors[3]);
    for (int i = 2; i >= 0; i--) sum = sum * x + lanes_set(factors[i]);
    return sum;
}

static inline lanes dot4(const lanes a[4], const lanes b[4])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3];
}

static inline void sample_rotations(const hone_crowd_mix_layer *layer, size_t at, lanes q[4])
{
    const float *from = layer->from + at, *to = layer->to + at;
    lanes x = lanes_load(from + 4 * GROUP), a = series(layer->a, x), b = series(layer->b, x);
    for (int i = 0; i < 4; i++) q[i] = lanes_load(from + i * GROUP) * a + lanes_load(to + i * GROUP) * b;
}

static inline void normalise(lanes q[4])
{
    lanes scale = lanes_set(1) / lanes_sqrt(lanes_max(dot4(q, q), lanes_set(1e-24f)));
    for (int i = 0; i < 4; i++) q[i] *= scale;
}

/* Blends the rotations of LANES bones of a member. at: of the first one in a row. */
static inline void blend_rotations(const hone_crowd_mix *mix, size_t at, lanes sum[4])
{
    sample_rotations(&mix->layers[0], at, sum);
    for (uint32_t l = 1; l < mix->count; l++) {
        lanes q[4];
        sample_rotations(&mix->layers[l], at, q);
        lanes sign = dot4(sum, q);
        for (int i = 0; i < 4; i++) sum[i] += lanes_with_sign(q[i], sign);
    }
    normalise(sum); /* also one alone: where a clip jumps, rows are further apart than the series is good for */
}

static inline void sample_vectors(const hone_crowd_mix_layer *layer, size_t at, lanes v[3])
{
    const float *from = layer->from + at, *to = layer->to + at;
    lanes a = lanes_set(layer->a[0]), b = lanes_set(layer->b[0]);
    for (int i = 0; i < 3; i++) v[i] = lanes_load(from + i * GROUP) * a + lanes_load(to + i * GROUP) * b;
}

static inline void blend_vectors(const hone_crowd_mix *mix, size_t at, lanes sum[3])
{
    sample_vectors(&mix->layers[0], at, sum);
    for (uint32_t l = 1; l < mix->count; l++) {
        lanes v[3];
        sample_vectors(&mix->layers[l], at, v);
        for (int i = 0; i < 3; i++) sum[i] += v[i];
    }
}

/* ---- from bones side by side to members side by side ---- */

/* rows: number i of the group's bones for every member. out: [GROUP] at intervals of `step`: that of each bone. */
static inline void turn(float (*rows)[GROUP], size_t step, float *out)
{
    for (int four = 0; four < GROUP / 4; four++) {
        simd4 parts[HONE_LANES];
        lanes columns[4];
        for (int m = 0; m < HONE_LANES; m++) parts[m] = simd4_load(&rows[m][4 * four]);
        lanes_columns(parts, columns);
        for (int b = 0; b < 4; b++) lanes_store(out + (size_t)(4 * four + b) * step, columns[b]);
    }
}

static inline void sample_rotation_group(const hone_crowd_batch *batch, uint32_t group)
{
    float rows[4][HONE_LANES][GROUP];
    for (int m = 0; m < HONE_LANES; m++)
        for (int b = 0; b < GROUP; b += HONE_LANES) {
            lanes q[4];
            blend_rotations(batch->mixes[m], (size_t)group * HONE_CROWD_ROTATION + (size_t)b, q);
            for (int i = 0; i < 4; i++) lanes_store(&rows[i][m][b], q[i]);
        }
    for (int i = 0; i < 4; i++)
        turn(rows[i], 4 * HONE_LANES, batch->rotations + ((size_t)group * GROUP * 4 + (size_t)i) * HONE_LANES);
}

/* begin: of groups of this kind in a row. */
static inline void sample_vector_group(const hone_crowd_batch *batch, uint32_t group, size_t begin, float *out)
{
    float rows[3][HONE_LANES][GROUP];
    for (int m = 0; m < HONE_LANES; m++)
        for (int b = 0; b < GROUP; b += HONE_LANES) {
            lanes v[3];
            blend_vectors(batch->mixes[m], begin + (size_t)group * HONE_CROWD_VECTOR + (size_t)b, v);
            for (int i = 0; i < 3; i++) lanes_store(&rows[i][m][b], v[i]);
        }
    for (int i = 0; i < 3; i++)
        turn(rows[i], 3 * HONE_LANES, out + ((size_t)group * GROUP * 3 + (size_t)i) * HONE_LANES);
}

static inline void sample_batch(const hone_crowd_batch *batch)
{
    const hone_crowd_level *level = batch->level;
    for (uint32_t g = 0; g < level->rotation_groups; g++) sample_rotation_group(batch, g);
    for (uint32_t g = 0; g < level->translation_groups; g++)
        sample_vector_group(batch, g, hone_crowd_translation_begin(batch->shared), batch->translations);
    for (uint32_t g = 0; g < level->scale_groups; g++)
        sample_vector_group(batch, g, hone_crowd_scale_begin(batch->shared), batch->scales);
}

/* ---- bones ---- */

static inline void load_matrix(const hone_crowd_batch *batch, int32_t step, lanes m[3][4])
{
    const float *from = batch->matrices + (size_t)step * 12 * HONE_LANES;
    for (int i = 0; i < 12; i++) m[i / 4][i % 4] = lanes_load(from + i * HONE_LANES);
}

/* The bone's matrix relative to its parent, or to the bones between. */
static inline void set_local(const hone_crowd_batch *batch, const hone_crowd_step *step, lanes m[3][4])
{
    const hone_crowd_columns *columns = &step->columns;
    const float *column = batch->rotations + (size_t)columns->rotation * 4 * HONE_LANES;
    lanes rotation[4];
    for (int i = 0; i < 4; i++) rotation[i] = lanes_load(column + i * HONE_LANES);
    lanes_set_rotation(rotation, m);
    for (int i = 0; i < 3; i++) {
        if (columns->translation == HONE_NONE)
            m[i][3] = lanes_set(step->position[i]);
        else
            m[i][3] = lanes_load(batch->translations + ((size_t)columns->translation * 3 + (size_t)i) * HONE_LANES);
        if (columns->scale == HONE_NONE)
            continue;
        lanes scale = lanes_load(batch->scales + ((size_t)columns->scale * 3 + (size_t)i) * HONE_LANES);
        for (int r = 0; r < 3; r++) m[r][i] *= scale;
    }
}

/* out = a * b */
static inline void multiply(lanes a[3][4], lanes b[3][4], lanes out[3][4])
{
    for (int r = 0; r < 3; r++) lanes_multiply_row(a[r], b, out[r]);
}

static inline void constant_matrix(const hone_affine *from, lanes m[3][4])
{
    for (int i = 0; i < 12; i++) m[i / 4][i % 4] = lanes_set(from->m[i / 4][i % 4]);
}

/* out = a * b */
static inline void multiply_constant(lanes a[3][4], const hone_affine *b, lanes out[3][4])
{
    lanes m[3][4];
    constant_matrix(b, m);
    multiply(a, m, out);
}

static inline void store_matrix(lanes m[3][4], float *to)
{
    for (int i = 0; i < 12; i++) lanes_store(to + i * HONE_LANES, m[i / 4][i % 4]);
}

/* The matrix that the bone's own is relative to. */
static inline void set_parent(const hone_crowd_batch *batch, const hone_crowd_step *step, lanes m[3][4])
{
    if (step->parent == HONE_NONE) {
        constant_matrix(&step->between, m);
        return;
    }
    load_matrix(batch, step->parent, m);
    if (step->has_between) {
        lanes between[3][4];
        multiply_constant(m, &step->between, between);
        memcpy(m, between, sizeof between);
    }
}

static inline void place_step(const hone_crowd_batch *batch, uint32_t index)
{
    const hone_crowd_step *step = &batch->level->steps[index];
    float *to = batch->matrices + (size_t)index * 12 * HONE_LANES;
    lanes local[3][4], parent[3][4], out[3][4];
    set_local(batch, step, local);
    if (step->parent == HONE_NONE && !step->has_between) {
        store_matrix(local, to);
        return;
    }
    set_parent(batch, step, parent);
    multiply(parent, local, out);
    store_matrix(out, to);
}

/* ---- results ---- */

/* Writes a matrix of every member. */
static inline void write_result(const hone_crowd_batch *batch, uint32_t index, lanes m[3][4])
{
    for (int r = 0; r < 3; r++) {
        simd4 rows[HONE_LANES];
        lanes_rows(m[r], rows);
        for (int i = 0; i < HONE_LANES; i++) simd4_store(batch->results[i][index].m[r], rows[i]);
    }
}

static inline void write_results(const hone_crowd_batch *batch)
{
    for (uint32_t i = 0; i < batch->output_count; i++) {
        const hone_crowd_output *output = &batch->outputs[i];
        lanes bone[3][4], m[3][4];
        if (output->step == HONE_NONE) {
            constant_matrix(&output->matrix, m);
        } else {
            load_matrix(batch, output->step, bone);
            multiply_constant(bone, &output->matrix, m);
        }
        write_result(batch, i, m);
    }
}

static void run_batch(const hone_crowd_batch *batch)
{
    sample_batch(batch);
    for (uint32_t i = 0; i < batch->level->step_count; i++) place_step(batch, i);
    write_results(batch);
}

#endif
