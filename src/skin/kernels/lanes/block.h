/* Access to a block of sixteen lanes, WIDTH lanes at a time: rest data, weights and output. */
#ifndef HONE_SRC_SKIN_KERNELS_LANES_BLOCK_H
#define HONE_SRC_SKIN_KERNELS_LANES_BLOCK_H

#include "skin/kernels/kernel.h"
#include "skin/kernels/lanes/vectors.h"
#include "skin/pack.h"
#include <string.h>

/* Usual jobs have loops of their own, without tests inside: positions and normals, no tangents, every slot rigid,
 * dense output. ANY is for all other jobs. */
enum {
    DENSE = 0,  /* in the order of lanes */
    FILED = 1,  /* in the file's order */
    PACKED = 2, /* from packed rest data, in the order of lanes */
    ANY = 3
};

/* The data that all blocks of a job share. Each loop over blocks makes a local copy, so that the compiler knows that
 * no store changes it. */
typedef struct work {
    const struct work *original;
    const hone_skin *skin;
    const hone_skin_job *job;
    const hone_skin_group *group;
    const hone_skin_frame3 *positions, *normals; /* at rest; NULL: packed */
    const hone_skin_packed *packed;
    const uint32_t *slots;              /* of the group */
    const float *weights;               /* of the group; NULL: packed */
    const uint16_t *packed_weights;     /* of the group */
    float *positions_out, *normals_out; /* for DENSE, FILED and PACKED */
    const hone_palette *palette;
    const hone_affine *affine;
    const hone_dual_quaternion *duals;
    bool rigid, wants_normals, wants_tangents;
} work;

/* The current block. */
typedef struct block {
    const work *w;
    uint32_t index;        /* number of the block */
    uint32_t at;           /* first of the WIDTH lanes in work */
    const uint32_t *slots; /* slots of the block: one per influence; if mixed, LANES per influence */
    const float *weights;  /* weights of the block: LANES per stored influence; NULL: packed */
    const uint16_t *packed_weights;
} block;

INLINE block block_of(const work *w, uint32_t index, uint32_t influences, bool mixed, int how)
{
    size_t in_group = index - w->group->begin, stored = how == ANY ? w->group->stored : influences - 1;
    block b = {.w = w, .index = index, .slots = w->slots + in_group * influences * (mixed ? LANES : 1)};
    if (how == PACKED || (how == ANY && !w->weights))
        b.packed_weights = w->packed_weights + in_group * stored * LANES;
    else
        b.weights = w->weights + in_group * stored * LANES;
    return b;
}

/* frame: hone_skin_frame3, or the first three of a hone_skin_frame4 */
INLINE vec3 v3_load(const void *frame, uint32_t at)
{
    const float *c = frame;
    return (vec3){v_load(c + at), v_load(c + LANES + at), v_load(c + 2 * LANES + at)};
}

INLINE vec3 rest_position(const block *b, int how)
{
    const hone_skin *skin = b->w->skin;
    if (how < PACKED || (how == ANY && b->w->positions))
        return v3_load(&b->w->positions[b->index], b->at);
    const hone_skin_packed *packed = &b->w->packed[b->index];
    vec v[3];
    for (int c = 0; c < 3; c++)
        v[c] =
            v_fma(v_from_u16(packed->position[c] + b->at), v_set(skin->packed_step[c]), v_set(skin->packed_origin[c]));
    return (vec3){v[0], v[1], v[2]};
}

/* Loads the rest normal. In a packed skin it is not of unit length; it is normalised later. */
INLINE vec3 rest_normal(const block *b, int how)
{
    if (how < PACKED || (how == ANY && b->w->normals))
        return v3_load(&b->w->normals[b->index], b->at);
    const hone_skin_packed *packed = &b->w->packed[b->index];
    vec step = v_set(1.0f / 32767), zero = v_set(0);
    vec x = v_mul(v_from_i16(packed->normal[0] + b->at), step), y = v_mul(v_from_i16(packed->normal[1] + b->at), step);
    vec z = v_sub(v_sub(v_set(1), v_abs(x)), v_abs(y));
    vec fold = v_pick(v_less(z, zero), v_sub(zero, z), zero);
    return (vec3){v_sub(x, v_flip(v_less(x, zero), fold)), v_sub(y, v_flip(v_less(y, zero), fold)), z};
}

/* Replaces normals of length 0 by the rest normals. Rarely called. It is not inlined, so that the caller can keep
 * its values in registers. */
static __attribute__((noinline, cold)) vec3 repair_normal(const work *w, uint32_t index, uint32_t at, mask good,
                                                          vec3 normal)
{
    const block b = {.w = w, .index = index, .at = at};
    vec3 rest = rest_normal(&b, ANY);
    return v3_pick(good, normal, w->normals ? rest : v3_normalise_or(rest, rest));
}

INLINE vec stored_weight(const block *b, uint32_t i, int how)
{
    if (how < PACKED || (how == ANY && b->weights))
        return v_load(b->weights + i * LANES + b->at);
    return v_mul(v_from_u16(b->packed_weights + i * LANES + b->at), v_set(1.0f / 65535));
}

/* Returns 1 minus the stored weights. */
INLINE vec last_weight(const block *b, uint32_t influences, int how)
{
    vec last = v_set(1);
    for (uint32_t i = 0; i + 1 < influences; i++) last = v_sub(last, stored_weight(b, i, how));
    return last;
}

/* Returns weight i. `last` is the implicit last weight; only ANY has groups without one. */
INLINE vec weight_of(const block *b, uint32_t i, uint32_t influences, vec last, int how)
{
    bool stored = how == ANY ? i < b->w->group->stored : i + 1 < influences;
    return stored ? stored_weight(b, i, how) : last;
}

/* ---- output ---------------------------------------------------------------------------------------------------- */

/* Prefetches the cache lines that a later block's results go to: a written line is read first, early enough that the
 * store does not wait. Input is not prefetched, because the hardware does that in time. */
INLINE void prepare_to_write(const work *w, uint32_t index, int how)
{
    enum { AHEAD = 4, BLOCK = 3 * LANES, LINE = 64 / sizeof(float) };
    size_t first = ((size_t)index + AHEAD) * BLOCK;
    for (size_t at = first; how != FILED && at < first + BLOCK; at += LINE) {
        __builtin_prefetch(w->positions_out + at, 1);
        __builtin_prefetch(w->normals_out + at, 1);
    }
}

/* Writes lane by lane, in file order or with a stride. */
static void scatter(const block *b, const hone_stream *stream, const float *values, size_t components)
{
    const hone_skin *skin = b->w->skin;
    size_t first = (size_t)b->index * LANES + b->at;
    uint32_t written = hone_skin_lanes_written(skin, b->w->job, b->index);
    for (uint32_t l = 0; l < WIDTH && b->at + l < written; l++) {
        size_t place = b->w->job->order == HONE_SKIN_ORDER_FILE ? skin->vertices[first + l] : first + l;
        memcpy((char *)stream->data + place * stream->stride, values + l * components, components * sizeof(float));
    }
}

/* Writes dense output in file order. */
INLINE void scatter3(const block *b, float *out, vec3 v)
{
    const uint32_t *vertices = b->w->skin->vertices + (size_t)b->index * LANES + b->at;
    uint32_t used = b->w->skin->used[b->index];
    v_scatter3(out, vertices, used < b->at ? 0 : used - b->at, v.x, v.y, v.z);
}

INLINE void put3(const block *b, const hone_stream *stream, float *out, vec3 v, int how)
{
    if (how == ANY && !out)
        return;
    if (how == ANY && stream->stride != 3 * sizeof(float)) {
        float lanes[3 * WIDTH];
        v_store3(lanes, v.x, v.y, v.z);
        scatter(b, stream, lanes, 3);
    } else if (how == FILED || (how == ANY && b->w->job->order == HONE_SKIN_ORDER_FILE)) {
        scatter3(b, out, v);
    } else {
        v_store3(out + 3 * ((size_t)b->index * LANES + b->at), v.x, v.y, v.z);
    }
}

static void put_tangent(const block *b, vec3 tangent, vec3 normal)
{
    float side_by_side[4][WIDTH], lanes[4 * WIDTH];
    const hone_skin_frame4 *rest = &b->w->skin->tangents[b->index];
    tangent = v3_scale_add(v_sub(v_set(0), v3_dot(tangent, normal)), normal, tangent);
    tangent = v3_normalise_or(tangent, v3_load(rest, b->at));
    v_store(side_by_side[0], tangent.x);
    v_store(side_by_side[1], tangent.y);
    v_store(side_by_side[2], tangent.z);
    v_store(side_by_side[3], v_load(rest->c[3] + b->at));
    for (int l = 0; l < WIDTH; l++)
        for (int c = 0; c < 4; c++) lanes[4 * l + c] = side_by_side[c][l];
    scatter(b, &b->w->job->tangents, lanes, 4);
}

/* Normalises and writes normals; a normal of length 0 becomes the rest normal. If `how` is not ANY, slots are rigid
 * and weights are in 0..1 with sum 1, so no length is far above 1. */
INLINE vec3 put_normal(const block *b, vec3 normal, int how)
{
    vec square = v3_dot(normal, normal), scale = reciprocal_sqrt(square);
    mask good = v_less(v_set(1e-24f), square);
    if (how == ANY)
        good = m_and(good, v_less(square, v_set(INFINITY)));
    normal = (vec3){v_mul(normal.x, scale), v_mul(normal.y, scale), v_mul(normal.z, scale)};
    if (!m_all(good))
        normal = repair_normal(b->w->original, b->index, b->at, good, normal);
    put3(b, &b->w->job->normals, b->w->normals_out, normal, how);
    return normal;
}

/* Normalises and writes a unit normal that one rigid slot has transformed. Its squared length is within 3e-4 of 1
 * (hone_palette_build). There the first term of the series for 1 / sqrt has an error below 4e-8. */
INLINE void put_rigid_normal(const block *b, vec3 normal, int how)
{
    vec scale = v_fnma(v_set(0.5f), v3_dot(normal, normal), v_set(1.5f));
    put3(b, &b->w->job->normals, b->w->normals_out,
         (vec3){v_mul(normal.x, scale), v_mul(normal.y, scale), v_mul(normal.z, scale)}, how);
}

#endif
