/* Access to a block of sixteen lanes, WIDTH lanes at a time: rest data, weights and results. */
#ifndef HONE_SRC_SKIN_KERNELS_LANES_BLOCK_H
#define HONE_SRC_SKIN_KERNELS_LANES_BLOCK_H

#include "core/skin/kernels/lanes/output.h"

/* The loops. All but ANY are for implicit weights and rigid slots, and compute the same bits. The first four, for the
 * usual jobs, store dense positions and normals as they go. The others leave the results of a block to output.write.
 * Only PACKED reads packed data; the others read floats (see run_unpacked). ANY is for all other groups. */
enum {
    DENSE,     /* from floats, in the order of lanes */
    PACKED,    /* from packed rest data, in the order of lanes */
    FILED,     /* from floats, in the file's order */
    STREAMED,  /* as DENSE, with stores that go around the caches */
    POSITIONS, /* positions alone */
    NORMALS,   /* positions and normals */
    TANGENTS,  /* positions, normals and tangents */
    TURNED,    /* about centres of rotation: positions, and normals if the job wants them, in any order */
    ANY
};

/* The data that all blocks of a range share. Arrays begin with block `begin`. Each loop over blocks makes a local copy,
 * so that the compiler knows that no store changes it. */
typedef struct work {
    const struct work *original;
    const hone_skin *skin;
    const hone_skin_job *job;
    const hone_skin_group *group;
    uint32_t begin;
    const hone_skin_frame3 *positions, *normals; /* at rest; NULL: packed */
    const hone_skin_frame4 *tangents;
    const hone_skin_packed *packed;
    const hone_skin_sdef *sdefs;
    const hone_skin_frame3 *centres;
    const uint32_t *slots;
    const float *weights; /* NULL: packed */
    const uint16_t *packed_weights;
    float *positions_out, *normals_out, *tangents_out; /* dense streams; NULL: others */
    const uint32_t *vertices;                          /* of all lanes, in the file's order */
    const output *output;
    const hone_palette *palette;
    const hone_affine *affine;
    const hone_dual_quaternion *duals;
    int how;
    bool rigid, wants_normals, wants_tangents;
    bool dense;        /* every stream that the job has is */
    bool direct;       /* dense and in the order of lanes */
    bool unit_at_rest; /* the rest normals; those of a packed skin are not */
    bool orthonormal;  /* rest normals and tangents (hone_skin.orthonormal) */
} work;

typedef void loop_fn(const work *w, uint32_t begin, uint32_t end);

/* A function for each loop, so that the compiler chooses the registers of one without regard to the others. */
#define LOOP(name, usual, how)                                                                                         \
    HONE_NEVER_INLINE bool name(const work *w, uint32_t begin, uint32_t end)                                           \
    {                                                                                                                  \
        return usual(w, begin, end, how);                                                                              \
    }

/* Returns the loop over groups whose rotations are blended. kind: HONE_SKIN_BY_DUALS or HONE_SKIN_BY_CENTRES. */
loop_fn *TURNING(uint8_t kind);

/* The current block. Arrays are those of the block, with LANES elements per component. */
typedef struct block {
    const work *w;
    uint32_t index;        /* number of the block */
    uint32_t at;           /* first of the WIDTH lanes in work */
    const uint32_t *slots; /* one per influence; if mixed, LANES per influence */
    const float *weights;  /* of stored influences; NULL: packed */
    const uint16_t *packed_weights;
    const float *positions, *normals, *tangents;
    const hone_skin_packed *packed;
} block;

/* frame: hone_skin_frame3, or the first three of a hone_skin_frame4 */
INLINE vec3 v3_load(const void *frame, uint32_t at)
{
    const float *c = frame;
    return (vec3){v_load(c + at), v_load(c + LANES + at), v_load(c + 2 * LANES + at)};
}

INLINE void v3_store(float *frame, uint32_t at, vec3 v)
{
    v_store(frame + at, v.x), v_store(frame + LANES + at, v.y), v_store(frame + 2 * LANES + at, v.z);
}

INLINE vec3 packed_position(const hone_skin *skin, const hone_skin_packed *packed, uint32_t at)
{
    vec v[3];
    for (int c = 0; c < 3; c++)
        v[c] = v_fma(v_from_u16(packed->position[c] + at), v_set(skin->packed_step[c]), v_set(skin->packed_origin[c]));
    return (vec3){v[0], v[1], v[2]};
}

/* The result is not of unit length; it is normalised later. */
INLINE vec3 packed_normal(const hone_skin_packed *packed, uint32_t at)
{
    vec step = v_set(1.0f / 32767), zero = v_set(0);
    vec x = v_mul(v_from_i16(packed->normal[0] + at), step), y = v_mul(v_from_i16(packed->normal[1] + at), step);
    vec z = v_sub(v_sub(v_set(1), v_abs(x)), v_abs(y));
    vec fold = v_pick(v_less(z, zero), v_sub(zero, z), zero);
    return (vec3){v_sub(x, v_flip(v_less(x, zero), fold)), v_sub(y, v_flip(v_less(y, zero), fold)), z};
}

INLINE vec packed_weight(const uint16_t *weights, uint32_t at)
{
    return v_mul(v_from_u16(weights + at), v_set(1.0f / 65535));
}

INLINE block block_of(const work *w, uint32_t index, uint32_t influences, bool mixed, int how)
{
    const size_t i = index - w->begin, stored = how == ANY ? w->group->stored : influences - 1;
    block b = {.w = w, .index = index, .slots = w->slots + i * influences * (mixed ? LANES : 1)};
    if (how == PACKED || (how == ANY && !w->weights))
        b.packed_weights = w->packed_weights + i * stored * LANES;
    else
        b.weights = w->weights + i * stored * LANES;
    if (how == PACKED)
        b.packed = &w->packed[i];
    else
        b.positions = w->positions[i].c[0];
    if (how != PACKED && how != POSITIONS && ((how != ANY && how != TURNED) || w->wants_normals))
        b.normals = w->normals[i].c[0];
    if (how == TANGENTS || (how == ANY && w->wants_tangents))
        b.tangents = w->tangents[i].c[0];
    return b;
}

INLINE vec3 rest_position(const block *b, int how)
{
    if (how == PACKED)
        return packed_position(b->w->skin, b->packed, b->at);
    return v3_load(b->positions, b->at);
}

/* Loads the rest normal. In a packed skin it is not of unit length; it is normalised later. */
INLINE vec3 rest_normal(const block *b, int how)
{
    if (how == PACKED)
        return packed_normal(b->packed, b->at);
    return v3_load(b->normals, b->at);
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
        f.tangent = v3_load(b->tangents, b->at);
    return f;
}

/* Replaces normals of length 0 by the rest normals. Rarely called. It is not inlined, so that the caller can keep
 * its values in registers. */
static __attribute__((noinline, cold)) vec3 repair_normal(const work *w, uint32_t index, uint32_t at, mask good,
                                                          vec3 normal)
{
    const size_t i = index - w->begin;
    vec3 rest = w->normals ? v3_load(&w->normals[i], at) : packed_normal(&w->packed[i], at);
    if (!w->unit_at_rest)
        rest = v3_normalise_or(rest, rest);
    return v3_pick(good, normal, rest);
}

INLINE vec stored_weight(const block *b, uint32_t i, int how)
{
    if (how == PACKED || (how == ANY && !b->weights))
        return packed_weight(b->packed_weights + i * LANES, b->at);
    return v_load(b->weights + i * LANES + b->at);
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

/* ---- results --------------------------------------------------------------------------------------------------- */

/* Returns whether the loop stores its results as it goes. Otherwise it calls output.write after each block. */
INLINE bool is_direct(const work *w, int how)
{
    return how <= STREAMED || ((how == POSITIONS || how == TANGENTS || how == TURNED) && w->direct);
}

/* Prefetches for loops that store as they go. */
INLINE void prepare_to_write(const work *w, uint32_t index, int how)
{
    if (how == FILED)
        prepare_window(w->output, index);
    if (how == FILED || how == STREAMED || !is_direct(w, how))
        return;
    prepare_dense(w->positions_out, 3, index);
    if (how != POSITIONS && (how != TURNED || w->wants_normals))
        prepare_dense(w->normals_out, 3, index);
    if (how == TANGENTS)
        prepare_dense(w->tangents_out, 4, index);
}

INLINE void put_3(const block *b, vec3 v, int how, float *dense, float *result)
{
    if (how == STREAMED)
        v_stream3(dense + 3 * ((size_t)b->index * LANES + b->at), v.x, v.y, v.z);
    else if (is_direct(b->w, how))
        v_store3(dense + 3 * ((size_t)b->index * LANES + b->at), v.x, v.y, v.z);
    else
        v3_store(result, b->at, v);
}

INLINE void put_position(const block *b, vec3 p, int how, results *out)
{
    put_3(b, p, how, b->w->positions_out, out->c[AT_POSITION]);
}

/* Stores dense positions and normals in the file's order. Padding lanes repeat the last vertex, so all lanes can be
 * stored. */
INLINE void put_filed(const block *b, vec3 position, vec3 normal)
{
    enum { DENSE_STRIDE = 3 * sizeof(float) };
    const work *w = b->w;
    const uint32_t *vertices = w->vertices + (size_t)b->index * LANES + b->at;
    char *positions = (char *)w->positions_out, *normals = (char *)w->normals_out;
    row3 p[WIDTH], n[WIDTH];
    v_rows3(position.x, position.y, position.z, p);
    v_rows3(normal.x, normal.y, normal.z, n);
    for (int l = 0; l < WIDTH; l++) {
        const size_t place = (size_t)vertices[l] * DENSE_STRIDE;
        store_row3(positions + place, p[l], l);
        store_row3(normals + place, n[l], l);
    }
}

INLINE void put_both(const block *b, vec3 position, vec3 normal, int how, results *out)
{
    if (how == FILED) {
        put_filed(b, position, normal);
        return;
    }
    put_3(b, position, how, b->w->positions_out, out->c[AT_POSITION]);
    put_3(b, normal, how, b->w->normals_out, out->c[AT_NORMAL]);
}

/* Replaces tangents of which nothing is left by the rest tangents. Rarely called, as repair_normal. */
static __attribute__((noinline, cold)) vec3 repair_tangent(mask good, vec3 tangent, const float *rest, uint32_t at)
{
    return v3_pick(good, tangent, v3_load(rest, at));
}

/* Makes a tangent perpendicular to the normal, and of unit length. */
INLINE vec3 unit_tangent(vec3 t, vec3 normal, const float *rest, uint32_t at)
{
    vec along = v3_dot(t, normal);
    t = (vec3){v_fnma(along, normal.x, t.x), v_fnma(along, normal.y, t.y), v_fnma(along, normal.z, t.z)};
    vec square = v3_dot(t, t), scale = v_reciprocal_sqrt(square);
    mask good = m_and(v_less(v_set(1e-24f), square), v_less(square, v_set(INFINITY)));
    t = (vec3){v_mul(t.x, scale), v_mul(t.y, scale), v_mul(t.z, scale)};
    return m_all(good) ? t : repair_tangent(good, t, rest, at);
}

/* Puts a tangent that needs no more work. */
INLINE void put_finished_tangent(const block *b, vec3 t, results *out)
{
    vec sign = v_load(b->tangents + 3 * LANES + b->at);
    if (b->w->direct) {
        v_store4(b->w->tangents_out + 4 * ((size_t)b->index * LANES + b->at), t.x, t.y, t.z, sign);
        return;
    }
    v3_store(out->c[AT_TANGENT], b->at, t);
    v_store(out->c[AT_TANGENT + 3] + b->at, sign);
}

/* Puts a tangent. TANGENTS leaves the rest of the work to finish_tangents. */
INLINE void put_tangent(const block *b, vec3 t, vec3 normal, int how, results *out)
{
    if (how == TANGENTS && b->w->direct)
        v3_store(out->c[AT_NORMAL], b->at, normal);
    if (how == ANY) {
        t = unit_tangent(t, normal, b->tangents, b->at);
        v_store(out->c[AT_TANGENT + 3] + b->at, v_load(b->tangents + 3 * LANES + b->at));
    }
    v3_store(out->c[AT_TANGENT], b->at, t);
}

/* Normalises normals; a normal of length 0 becomes the rest normal. If `how` is not ANY, slots are rigid and weights
 * are in 0..1 with sum 1, so no length is far above 1. */
INLINE vec3 unit_normal(const block *b, vec3 normal, int how)
{
    vec square = v3_dot(normal, normal), scale = v_reciprocal_sqrt(square);
    mask good = v_less(v_set(1e-24f), square);
    if (how == ANY)
        good = m_and(good, v_less(square, v_set(INFINITY)));
    normal = (vec3){v_mul(normal.x, scale), v_mul(normal.y, scale), v_mul(normal.z, scale)};
    return m_all(good) ? normal : repair_normal(b->w->original, b->index, b->at, good, normal);
}

/* ---- the end of a block ---------------------------------------------------------------------------------------- */

/* The results of two blocks. A block is completed after the loop has computed the next one: the processor works on that
 * while it waits for the square roots and the stores of this one. */
typedef struct two_blocks {
    results rooms[2];
    results *now;    /* of the block that the loop computes */
    results *before; /* of a block that is not completed, if `waits` */
    uint32_t index;  /* the number of that block */
    bool waits;
    bool has_tangents; /* no tangents are left to do */
} two_blocks;

/* Begins without a block that waits. Leaves the results uninitialised. */
INLINE void begin_blocks(two_blocks *b)
{
    b->now = &b->rooms[0];
    b->before = &b->rooms[1];
    b->waits = false;
}

INLINE void finish_tangents(const work *w, uint32_t index, results *r)
{
    const float *rest = w->tangents[index - w->begin].c[0];
    float *out = w->direct ? w->tangents_out + 4 * (size_t)index * LANES : NULL;
    for (uint32_t at = 0; at < LANES; at += WIDTH) {
        vec3 t = unit_tangent(v3_load(r->c[AT_TANGENT], at), v3_load(r->c[AT_NORMAL], at), rest, at);
        vec sign = v_load(rest + 3 * LANES + at);
        if (w->direct) {
            v_store4(out + 4 * at, t.x, t.y, t.z, sign);
        } else {
            v3_store(r->c[AT_TANGENT], at, t);
            v_store(r->c[AT_TANGENT + 3] + at, sign);
        }
    }
}

/* Completes the block that waits, if there is one. */
INLINE void complete_waiting(two_blocks *b, const work *w, int how)
{
    if (!b->waits)
        return;
    if (how == TANGENTS && !b->has_tangents)
        finish_tangents(w, b->index, b->before);
    if (!is_direct(w, how))
        w->output->write(w->output, b->index, b->before);
    b->waits = false;
}

HONE_NEVER_INLINE void complete_tangents(const work *w, uint32_t index, results *r, bool has_tangents)
{
    if (!has_tangents)
        finish_tangents(w, index, r);
    if (!w->direct)
        w->output->write(w->output, index, r);
}

/* Completes the last block of a loop. Tangents are a call then, because a second copy of that code in each loop would
 * only be large. */
INLINE void complete_block(two_blocks *b, const work *w, int how)
{
    if (how != TANGENTS)
        complete_waiting(b, w, how);
    else if (b->waits)
        complete_tangents(w->original, b->index, b->before, b->has_tangents);
}

/* Lets a block wait, after the block before has been completed; or writes it, where that is faster. has_tangents: they
 * were put by put_finished_tangent. */
INLINE void finish_block_with(two_blocks *b, const work *w, uint32_t index, int how, bool has_tangents)
{
    results *now = b->now;
    if ((how != TANGENTS || has_tangents) && (is_direct(w, how) || !WRITES_LATE)) {
        if (!is_direct(w, how))
            w->output->write(w->output, index, now);
        return;
    }
    complete_waiting(b, w, how);
    b->now = b->before;
    b->before = now;
    b->index = index;
    b->waits = true;
    b->has_tangents = has_tangents;
}

INLINE void finish_block(two_blocks *b, const work *w, uint32_t index, int how)
{
    finish_block_with(b, w, index, how, false);
}

#endif
