/* Access to a block of sixteen lanes, WIDTH lanes at a time: rest data, weights and results. */
#ifndef HONE_SRC_SKIN_KERNELS_LANES_BLOCK_H
#define HONE_SRC_SKIN_KERNELS_LANES_BLOCK_H

#include "skin/kernels/lanes/output.h"

/* The loops. All but ANY are for implicit weights and rigid slots, and compute the same bits. The first two, for the
 * usual jobs, store dense positions and normals in the order of lanes as they go. The others leave the results of a
 * block to write_results, and read rest data as floats: packed data is unpacked before. ANY is for all other groups. */
enum {
    DENSE,     /* from floats */
    PACKED,    /* from packed rest data */
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
    const hone_skin_group *group;
    const hone_skin_frame3 *positions, *normals; /* at rest; NULL: packed */
    const hone_skin_packed *packed;
    const uint32_t *slots;              /* of the group */
    const float *weights;               /* of the group; NULL: packed */
    const uint16_t *packed_weights;     /* of the group */
    float *positions_out, *normals_out; /* for DENSE and PACKED */
    const output *output;               /* for the others */
    const hone_palette *palette;
    const hone_affine *affine;
    const hone_dual_quaternion *duals;
    bool rigid, wants_normals, wants_tangents;
} work;

/* The current block. */
typedef struct block {
    const work *w;
    uint32_t index;                   /* number of the block */
    uint32_t at;                      /* first of the WIDTH lanes in work */
    const uint32_t *slots;            /* slots of the block: one per influence; if mixed, LANES per influence */
    const float *weights;             /* weights of the block: LANES per stored influence; NULL: packed */
    const uint16_t *packed_weights;   /* the same, packed */
    const float *positions, *normals; /* rest data of the block: LANES per component; unless PACKED */
} block;

enum { MOST_USUAL = 4 }; /* most influences of the loops other than ANY */

/* The rest data and weights of a packed block as floats. */
typedef struct unpacked {
    _Alignas(64) float positions[3][LANES];
    float normals[3][LANES], weights[MOST_USUAL - 1][LANES];
} unpacked;

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

/* Unpacks the data of a block that is not stored as floats. weights: of the block; NULL: they are floats. */
static __attribute__((noinline)) void unpack(const work *w, uint32_t index, const uint16_t *weights, size_t stored,
                                             unpacked *out)
{
    const hone_skin_packed *packed = &w->packed[index];
    for (uint32_t at = 0; at < LANES; at += WIDTH) {
        if (!w->positions)
            v3_store(out->positions[0], at, packed_position(w->skin, packed, at));
        if (!w->normals && w->wants_normals)
            v3_store(out->normals[0], at, packed_normal(packed, at));
        for (size_t i = 0; weights && i < stored; i++)
            v_store(out->weights[i] + at, packed_weight(weights + i * LANES, at));
    }
}

/* Sets the pointers to floats for the loops after PACKED. */
INLINE void find_floats(const work *w, size_t stored, int how, unpacked *room, block *b)
{
    const uint32_t index = b->index;
    const bool unpacks_weights = !w->weights && how != ANY;
    unpack(w, index, unpacks_weights ? b->packed_weights : NULL, stored, room);
    b->positions = w->positions ? w->positions[index].c[0] : room->positions[0];
    b->normals = w->normals ? w->normals[index].c[0] : room->normals[0];
    if (unpacks_weights)
        b->weights = room->weights[0];
}

/* room: for the loops after PACKED */
INLINE block block_of(const work *w, uint32_t index, uint32_t influences, bool mixed, int how, unpacked *room)
{
    size_t in_group = index - w->group->begin, stored = how == ANY ? w->group->stored : influences - 1;
    block b = {.w = w, .index = index, .slots = w->slots + in_group * influences * (mixed ? LANES : 1)};
    if (how == DENSE || (how > PACKED && w->weights))
        b.weights = w->weights + in_group * stored * LANES;
    else
        b.packed_weights = w->packed_weights + in_group * stored * LANES;
    if (how > PACKED && w->packed)
        find_floats(w, stored, how, room, &b);
    else if (how != PACKED)
        b.positions = w->positions[index].c[0], b.normals = how == DENSE || w->normals ? w->normals[index].c[0] : NULL;
    return b;
}

INLINE vec3 rest_position(const block *b, int how)
{
    if (how == PACKED)
        return packed_position(b->w->skin, &b->w->packed[b->index], b->at);
    return v3_load(b->positions, b->at);
}

/* Loads the rest normal. In a packed skin it is not of unit length; it is normalised later. */
INLINE vec3 rest_normal(const block *b, int how)
{
    if (how == PACKED)
        return packed_normal(&b->w->packed[b->index], b->at);
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
        f.tangent = v3_load(&b->w->skin->tangents[b->index], b->at);
    return f;
}

/* Replaces normals of length 0 by the rest normals. Rarely called. It is not inlined, so that the caller can keep
 * its values in registers. */
static __attribute__((noinline, cold)) vec3 repair_normal(const work *w, uint32_t index, uint32_t at, mask good,
                                                          vec3 normal)
{
    vec3 rest;
    if (w->normals)
        rest = v3_load(&w->normals[index], at);
    else
        rest = packed_normal(&w->packed[index], at), rest = v3_normalise_or(rest, rest);
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

/* Prefetches for DENSE and PACKED, which do not call write_results. */
INLINE void prepare_to_write(const work *w, uint32_t index, int how)
{
    if (how > PACKED)
        return;
    prepare_stream((const char *)w->positions_out, 3 * sizeof(float), index);
    prepare_stream((const char *)w->normals_out, 3 * sizeof(float), index);
}

INLINE void put_position(const block *b, vec3 p, results *out)
{
    v3_store(out->c[AT_POSITION], b->at, p);
}

INLINE void put_both(const block *b, vec3 position, vec3 normal, int how, results *out)
{
    if (how <= PACKED) {
        const size_t first = 3 * ((size_t)b->index * LANES + b->at);
        v_store3(b->w->positions_out + first, position.x, position.y, position.z);
        v_store3(b->w->normals_out + first, normal.x, normal.y, normal.z);
    } else {
        v3_store(out->c[AT_POSITION], b->at, position);
        v3_store(out->c[AT_NORMAL], b->at, normal);
    }
}

/* Makes a tangent perpendicular to the normal, or the rest tangent if nothing is left of it. */
INLINE void put_tangent(const block *b, vec3 t, vec3 normal, results *out)
{
    const hone_skin_frame4 *rest = &b->w->skin->tangents[b->index];
    t = v3_scale_add(v_sub(v_set(0), v3_dot(t, normal)), normal, t);
    t = v3_normalise_or(t, v3_load(rest, b->at));
    v3_store(out->c[AT_TANGENT], b->at, t);
    v_store(out->c[AT_TANGENT + 3] + b->at, v_load(rest->c[3] + b->at));
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
