/* Access to a block of sixteen lanes, WIDTH lanes at a time: rest data, weights and output. */
#ifndef HONE_SRC_SKIN_KERNELS_LANES_BLOCK_H
#define HONE_SRC_SKIN_KERNELS_LANES_BLOCK_H

#include "skin/kernels/kernel.h"
#include "skin/kernels/lanes/vectors.h"
#include "skin/pack.h"
#include <string.h>

/* The loops. All but ANY are for implicit weights and rigid slots, and compute the same bits. The first three, for the
 * usual jobs, have no tests inside: positions and normals, dense output. The next three test where rest data comes from
 * and where results go. ANY is for all other groups. */
enum {
    DENSE,     /* in the order of lanes */
    FILED,     /* in the file's order */
    PACKED,    /* from packed rest data, in the order of lanes */
    POSITIONS, /* positions alone */
    NORMALS,   /* positions and normals */
    TANGENTS,  /* positions, normals and tangents */
    ANY
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
    bool joined; /* a normal follows its position, as in an interleaved vertex */
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
    if (how == PACKED || (how > PACKED && !w->weights))
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
    if (how < PACKED || (how > PACKED && b->w->positions))
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
    if (how < PACKED || (how > PACKED && b->w->normals))
        return v3_load(&b->w->normals[b->index], b->at);
    const hone_skin_packed *packed = &b->w->packed[b->index];
    vec step = v_set(1.0f / 32767), zero = v_set(0);
    vec x = v_mul(v_from_i16(packed->normal[0] + b->at), step), y = v_mul(v_from_i16(packed->normal[1] + b->at), step);
    vec z = v_sub(v_sub(v_set(1), v_abs(x)), v_abs(y));
    vec fold = v_pick(v_less(z, zero), v_sub(zero, z), zero);
    return (vec3){v_sub(x, v_flip(v_less(x, zero), fold)), v_sub(y, v_flip(v_less(y, zero), fold)), z};
}

/* The vectors of a vertex that a loop computes. Directions that the loop does not need are not set. */
typedef struct frame {
    vec3 position, normal, tangent;
} frame;

INLINE frame rest_frame(const block *b, int how)
{
    frame f = {.position = rest_position(b, how)};
    if (how != POSITIONS)
        f.normal = rest_normal(b, how);
    if (how == TANGENTS)
        f.tangent = v3_load(&b->w->skin->tangents[b->index], b->at);
    return f;
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
    if (how < PACKED || (how > PACKED && b->weights))
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
INLINE void prepare_stream(const char *out, size_t stride, uint32_t index)
{
    enum { AHEAD = 4, LINE = 64 };
    const size_t first = ((size_t)index + AHEAD) * LANES * stride;
    for (size_t at = 0; at<LANES * stride; at += stride> LINE ? stride : LINE) __builtin_prefetch(out + first + at, 1);
}

INLINE void prepare_to_write(const work *w, uint32_t index, int how)
{
    const hone_skin_job *job = w->job;
    if (how == DENSE || how == PACKED) {
        prepare_stream((const char *)w->positions_out, 3 * sizeof(float), index);
        prepare_stream((const char *)w->normals_out, 3 * sizeof(float), index);
    } else if (how != FILED && job->order == HONE_SKIN_ORDER_LANES) {
        if (job->positions.data)
            prepare_stream(job->positions.data, job->positions.stride, index);
        if (job->normals.data && !w->joined)
            prepare_stream(job->normals.data, job->normals.stride, index);
        if (job->tangents.data)
            prepare_stream(job->tangents.data, job->tangents.stride, index);
    }
}

/* The places that WIDTH lanes are written to. */
typedef struct places {
    char *out;
    size_t stride;
    const uint32_t *vertices; /* lane l is element vertices[l] of `out`; NULL: element l */
    uint32_t count;           /* only lanes before this one are written */
} places;

/* Calls STORE(place of lane l, l) for each lane that is written. */
#define EACH_PLACE(p, store)                                                                                           \
    do {                                                                                                               \
        if ((p).count >= WIDTH)                                                                                        \
            for (size_t l = 0; l < WIDTH; l++) store((p).out + ((p).vertices ? (p).vertices[l] : l) * (p).stride, l);  \
        else                                                                                                           \
            for (size_t l = 0; l < WIDTH; l++)                                                                         \
                if (l < (p).count)                                                                                     \
                    store((p).out + ((p).vertices ? (p).vertices[l] : l) * (p).stride, l);                             \
    } while (0)

INLINE void write3(places p, vec3 v)
{
    row4 rows[WIDTH];
    v_rows3(v.x, v.y, v.z, rows);
#define STORE(to, l) store_row3(to, rows[l])
    EACH_PLACE(p, STORE);
#undef STORE
}

INLINE void write4(places p, vec3 v, vec w)
{
    row4 rows[WIDTH];
    v_rows4(v.x, v.y, v.z, w, rows);
#define STORE(to, l) store_row4(to, rows[l])
    EACH_PLACE(p, STORE);
#undef STORE
}

INLINE void write6(places p, vec3 v, vec3 w)
{
    row6 rows[WIDTH];
    v_rows6(v.x, v.y, v.z, w.x, w.y, w.z, rows);
#define STORE(to, l) store_row6(to, rows[l], (int)(l))
    EACH_PLACE(p, STORE);
#undef STORE
}

/* The places of the lanes of `b` in the order of lanes. */
INLINE places lane_places(const block *b, const hone_stream *stream)
{
    size_t first = (size_t)b->index * LANES + b->at;
    return (places){(char *)stream->data + first * stream->stride, stream->stride, NULL, WIDTH};
}

/* The same in the file's order. */
INLINE places file_places(const block *b, void *out, size_t stride)
{
    uint32_t used = b->w->skin->used[b->index];
    const uint32_t *vertices = b->w->skin->vertices + (size_t)b->index * LANES + b->at;
    return (places){out, stride, vertices, used < b->at ? 0 : used - b->at};
}

/* put_3, put_4 and put_6 write to a stream of any stride in either order. They are not inlined, because every loop has
 * several calls of them. */
static __attribute__((noinline)) void put_3(const work *w, uint32_t index, uint32_t at, const hone_stream *stream,
                                            vec x, vec y, vec z)
{
    const block b = {.w = w, .index = index, .at = at};
    const vec3 v = {x, y, z};
    if (w->job->order == HONE_SKIN_ORDER_FILE)
        write3(file_places(&b, stream->data, stream->stride), v);
    else if (stream->stride == 3 * sizeof(float))
        v_store3((float *)stream->data + 3 * ((size_t)index * LANES + at), x, y, z);
    else
        write3(lane_places(&b, stream), v);
}

static __attribute__((noinline)) void put_4(const work *w, uint32_t index, uint32_t at, const hone_stream *stream,
                                            vec x, vec y, vec z, vec u)
{
    const block b = {.w = w, .index = index, .at = at};
    const vec3 v = {x, y, z};
    if (w->job->order == HONE_SKIN_ORDER_FILE)
        write4(file_places(&b, stream->data, stream->stride), v, u);
    else
        write4(lane_places(&b, stream), v, u);
}

static __attribute__((noinline)) void put_6(const work *w, uint32_t index, uint32_t at, const hone_stream *stream,
                                            vec x, vec y, vec z, vec nx, vec ny, vec nz)
{
    const block b = {.w = w, .index = index, .at = at};
    const vec3 v = {x, y, z}, n = {nx, ny, nz};
    if (w->job->order == HONE_SKIN_ORDER_FILE)
        write6(file_places(&b, stream->data, stream->stride), v, n);
    else
        write6(lane_places(&b, stream), v, n);
}

/* Writes to dense output. */
INLINE void put_dense(const block *b, float *out, vec3 v, int how)
{
    if (how == FILED)
        write3(file_places(b, out, 3 * sizeof *out), v);
    else
        v_store3(out + 3 * ((size_t)b->index * LANES + b->at), v.x, v.y, v.z);
}

/* Writes positions and normals to the streams that the job has. */
INLINE void put_both(const block *b, vec3 position, vec3 normal, int how)
{
    const work *w = b->w;
    const hone_skin_job *job = w->job;
    if (how < POSITIONS) {
        put_dense(b, w->positions_out, position, how);
        put_dense(b, w->normals_out, normal, how);
    } else if (w->joined) {
        put_6(w, b->index, b->at, &job->positions, position.x, position.y, position.z, normal.x, normal.y, normal.z);
    } else {
        if (job->positions.data)
            put_3(w, b->index, b->at, &job->positions, position.x, position.y, position.z);
        if (job->normals.data)
            put_3(w, b->index, b->at, &job->normals, normal.x, normal.y, normal.z);
    }
}

INLINE void put_position(const block *b, vec3 p)
{
    if (b->w->job->positions.data)
        put_3(b->w, b->index, b->at, &b->w->job->positions, p.x, p.y, p.z);
}

/* Makes a tangent perpendicular to the normal, or the rest tangent if nothing is left of it, and writes it. */
INLINE void put_tangent(const block *b, vec3 t, vec3 normal)
{
    const hone_skin_frame4 *rest = &b->w->skin->tangents[b->index];
    t = v3_scale_add(v_sub(v_set(0), v3_dot(t, normal)), normal, t);
    t = v3_normalise_or(t, v3_load(rest, b->at));
    put_4(b->w, b->index, b->at, &b->w->job->tangents, t.x, t.y, t.z, v_load(rest->c[3] + b->at));
}

/* Normalises normals; a normal of length 0 becomes the rest normal. If `how` is not ANY, slots are rigid and weights
 * are in 0..1 with sum 1, so no length is far above 1. */
INLINE vec3 unit_normal(const block *b, vec3 normal, int how)
{
    vec square = v3_dot(normal, normal), scale = reciprocal_sqrt(square);
    mask good = v_less(v_set(1e-24f), square);
    if (how == ANY)
        good = m_and(good, v_less(square, v_set(INFINITY)));
    normal = (vec3){v_mul(normal.x, scale), v_mul(normal.y, scale), v_mul(normal.z, scale)};
    return m_all(good) ? normal : repair_normal(b->w->original, b->index, b->at, good, normal);
}

/* Normalises a unit normal that one rigid slot has transformed. Its squared length is within 3e-4 of 1
 * (hone_palette_build). There the first term of the series for 1 / sqrt has an error below 4e-8. */
INLINE vec3 unit_rigid_normal(vec3 normal)
{
    vec scale = v_fnma(v_set(0.5f), v3_dot(normal, normal), v_set(1.5f));
    return (vec3){v_mul(normal.x, scale), v_mul(normal.y, scale), v_mul(normal.z, scale)};
}

#endif
