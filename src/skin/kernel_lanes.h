/* The kernels' text, once for every width: it is compiled by each kernel_….c after the lanes_….h that says what a
 * vector is. A block of sixteen lanes is worked on WIDTH lanes at a time. What each step computes is in
 * kernel_scalar.c; here are only the ways to do it side by side. */
#include "skin/kernel.h"
#include "skin/pack.h"
#include <math.h>
#include <string.h>

#define INLINE static inline __attribute__((always_inline))

typedef struct vec3 {
    vec x, y, z;
} vec3;

typedef struct quat {
    vec x, y, z, w;
} quat;

/* ---- vectors --------------------------------------------------------------------------------------------------- */

/* frame: hone_skin_frame3, or the first three of a hone_skin_frame4 */
INLINE vec3 v3_load(const void *frame, uint32_t at)
{
    const float *c = frame;
    return (vec3){v_load(c + at), v_load(c + LANES + at), v_load(c + 2 * LANES + at)};
}

INLINE vec3 v3_add(vec3 a, vec3 b)
{
    return (vec3){v_add(a.x, b.x), v_add(a.y, b.y), v_add(a.z, b.z)};
}

INLINE vec3 v3_scale_add(vec s, vec3 a, vec3 b) /* s a + b */
{
    return (vec3){v_fma(s, a.x, b.x), v_fma(s, a.y, b.y), v_fma(s, a.z, b.z)};
}

INLINE vec3 v3_pick(mask m, vec3 yes, vec3 no)
{
    return (vec3){v_pick(m, yes.x, no.x), v_pick(m, yes.y, no.y), v_pick(m, yes.z, no.z)};
}

INLINE vec v3_dot(vec3 a, vec3 b)
{
    return v_fma(a.x, b.x, v_fma(a.y, b.y, v_mul(a.z, b.z)));
}

INLINE vec3 v3_cross_add(vec3 a, vec3 b, vec3 c) /* a x b + c */
{
    return (vec3){v_fnma(a.z, b.y, v_fma(a.y, b.z, c.x)), v_fnma(a.x, b.z, v_fma(a.z, b.x, c.y)),
                  v_fnma(a.y, b.x, v_fma(a.x, b.y, c.z))};
}

INLINE vec reciprocal_sqrt(vec a)
{
    int steps;
    vec half = v_mul(v_set(0.5f), a), y = v_rsqrt_estimate(a, &steps);
    for (int i = 0; i < steps; i++) y = v_mul(y, v_fnma(v_mul(half, y), y, v_set(1.5f)));
    return y;
}

/* As hone_normalise3; `otherwise` where there is no direction. */
INLINE vec3 v3_normalise_or(vec3 a, vec3 otherwise)
{
    vec square = v3_dot(a, a), scale = reciprocal_sqrt(square);
    mask good = m_and(v_less(v_set(1e-24f), square), v_less(square, v_set(INFINITY)));
    vec3 unit = {v_mul(a.x, scale), v_mul(a.y, scale), v_mul(a.z, scale)};
    return m_all(good) ? unit : v3_pick(good, unit, otherwise);
}

INLINE vec q_dot(quat a, quat b)
{
    return v_fma(a.x, b.x, v_fma(a.y, b.y, v_fma(a.z, b.z, v_mul(a.w, b.w))));
}

/* v + 2 r x (r x v + w v) */
INLINE vec3 q_rotate(quat q, vec3 v)
{
    vec3 r = {q.x, q.y, q.z}, zero = {v_set(0), v_set(0), v_set(0)};
    vec3 t = v3_cross_add(r, v, (vec3){v_mul(q.w, v.x), v_mul(q.w, v.y), v_mul(q.w, v.z)});
    return v3_scale_add(v_set(2), v3_cross_add(r, t, zero), v);
}

/* ---- what a block is worked on with ------------------------------------------------------------------------------ */

typedef struct work {
    const hone_skin *skin;
    const hone_skin_job *job;
    const hone_skin_group *group;
    const hone_skin_frame3 *positions, *normals; /* at rest; NULL: packed */
    const hone_palette *palette;
    bool wants_normals, wants_tangents;
} work;

/* One block's part of it. */
typedef struct block {
    const work *w;
    uint32_t index;        /* of the block */
    uint32_t at;           /* the first of the WIDTH lanes at hand */
    const uint32_t *slots; /* of the block: one an influence, or LANES */
    const float *weights;  /* of the block: LANES an influence stored; NULL: packed */
    const uint16_t *packed_weights;
} block;

INLINE block block_of(const work *w, uint32_t index, uint32_t influences, bool mixed)
{
    const hone_skin_group *g = w->group;
    size_t in_group = index - g->begin;
    block b = {.w = w, .index = index, .slots = w->skin->slots + g->slots + in_group * influences * (mixed ? LANES : 1)};
    size_t weight = g->weights + in_group * g->stored * LANES;
    if (w->skin->packed && g->implicit)
        b.packed_weights = w->skin->packed_weights + weight;
    else
        b.weights = w->skin->weights + weight;
    return b;
}

INLINE vec3 rest_position(const block *b)
{
    const hone_skin *skin = b->w->skin;
    if (b->w->positions)
        return v3_load(&b->w->positions[b->index], b->at);
    const hone_skin_packed *packed = &skin->packed[b->index];
    vec v[3];
    for (int c = 0; c < 3; c++)
        v[c] = v_fma(v_from_u16(packed->position[c] + b->at), v_set(skin->packed_step[c]),
                     v_set(skin->packed_origin[c]));
    return (vec3){v[0], v[1], v[2]};
}

/* Of a packed skin not of unit length, which does not matter to what is normalised in the end. */
INLINE vec3 rest_normal(const block *b)
{
    if (b->w->normals)
        return v3_load(&b->w->normals[b->index], b->at);
    const hone_skin_packed *packed = &b->w->skin->packed[b->index];
    vec step = v_set(1.0f / 32767), zero = v_set(0);
    vec x = v_mul(v_from_i16(packed->normal[0] + b->at), step), y = v_mul(v_from_i16(packed->normal[1] + b->at), step);
    vec z = v_sub(v_sub(v_set(1), v_abs(x)), v_abs(y));
    vec fold = v_pick(v_less(z, zero), v_sub(zero, z), zero);
    return (vec3){v_sub(x, v_flip(v_less(x, zero), fold)), v_sub(y, v_flip(v_less(y, zero), fold)), z};
}

INLINE vec3 unit_rest_normal(const block *b)
{
    vec3 normal = rest_normal(b);
    return b->w->normals ? normal : v3_normalise_or(normal, normal);
}

INLINE vec stored_weight(const block *b, uint32_t i)
{
    if (b->weights)
        return v_load(b->weights + i * LANES + b->at);
    return v_mul(v_from_u16(b->packed_weights + i * LANES + b->at), v_set(1.0f / 65535));
}

/* What the stored ones leave. */
INLINE vec last_weight(const block *b, uint32_t influences)
{
    vec last = v_set(1);
    for (uint32_t i = 0; i + 1 < influences; i++) last = v_sub(last, stored_weight(b, i));
    return last;
}

/* last: of an implicit group */
INLINE vec weight_of(const block *b, uint32_t i, vec last)
{
    return i < b->w->group->stored ? stored_weight(b, i) : last;
}

/* ---- out --------------------------------------------------------------------------------------------------------- */

/* Lane by lane: the file's order, or a stride. */
static void scatter(const block *b, const hone_stream *stream, const float *values, size_t components)
{
    const hone_skin *skin = b->w->skin;
    size_t first = (size_t)b->index * LANES + b->at;
    uint32_t used = skin->used[b->index];
    for (uint32_t l = 0; l < WIDTH && b->at + l < used; l++) {
        size_t place = b->w->job->order == HONE_SKIN_ORDER_FILE ? skin->vertices[first + l] : first + l;
        memcpy((char *)stream->data + place * stream->stride, values + l * components, components * sizeof(float));
    }
}

INLINE void put3(const block *b, const hone_stream *stream, vec3 v)
{
    float lanes[3 * WIDTH];
    if (!stream->data)
        return;
    if (b->w->job->order == HONE_SKIN_ORDER_LANES && stream->stride == 3 * sizeof(float)) {
        v_store3((float *)stream->data + 3 * ((size_t)b->index * LANES + b->at), v.x, v.y, v.z);
        return;
    }
    v_store3(lanes, v.x, v.y, v.z);
    scatter(b, stream, lanes, 3);
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

INLINE vec3 put_normal(const block *b, vec3 normal)
{
    vec square = v3_dot(normal, normal), scale = reciprocal_sqrt(square);
    mask good = m_and(v_less(v_set(1e-24f), square), v_less(square, v_set(INFINITY)));
    normal = (vec3){v_mul(normal.x, scale), v_mul(normal.y, scale), v_mul(normal.z, scale)};
    if (!m_all(good))
        normal = v3_pick(good, normal, unit_rest_normal(b));
    put3(b, &b->w->job->normals, normal);
    return normal;
}

/* ---- linear -------------------------------------------------------------------------------------------------------- */

/* Element e of the blended matrix of a block whose lanes share their slots. */
INLINE vec shared_element(const block *b, const hone_affine *palette, uint32_t influences, vec last, int e)
{
    vec first = v_set(palette[b->slots[0]].m[e / 4][e % 4]);
    if (influences == 1 && b->w->group->implicit)
        return first;
    vec sum = v_mul(weight_of(b, 0, last), first);
    for (uint32_t i = 1; i < influences; i++)
        sum = v_fma(weight_of(b, i, last), v_set(palette[b->slots[i]].m[e / 4][e % 4]), sum);
    return sum;
}

INLINE void shared_matrices(const block *b, const hone_affine *palette, uint32_t influences, vec last, vec m[12])
{
    for (int e = 0; e < 12; e++) m[e] = shared_element(b, palette, influences, last, e);
}

/* Of lanes with slots of their own. */
INLINE void own_matrices(const block *b, const hone_affine *palette, uint32_t influences, const float *weights,
                         vec m[12])
{
    v_matrices(palette, b->slots + b->at, weights + b->at, influences, m);
}

INLINE vec3 point(const vec m[12], vec3 p)
{
    return (vec3){v_fma(m[0], p.x, v_fma(m[1], p.y, v_fma(m[2], p.z, m[3]))),
                  v_fma(m[4], p.x, v_fma(m[5], p.y, v_fma(m[6], p.z, m[7]))),
                  v_fma(m[8], p.x, v_fma(m[9], p.y, v_fma(m[10], p.z, m[11])))};
}

INLINE vec3 direction(const vec m[12], vec3 d)
{
    return (vec3){v_fma(m[0], d.x, v_fma(m[1], d.y, v_mul(m[2], d.z))),
                  v_fma(m[4], d.x, v_fma(m[5], d.y, v_mul(m[6], d.z))),
                  v_fma(m[8], d.x, v_fma(m[9], d.y, v_mul(m[10], d.z)))};
}

/* Whether a slot of the block's is not rigid: a tuple's normals go one way, wherever its vertices lie. */
INLINE bool is_scaled(const block *b, uint32_t slots)
{
    const hone_palette *palette = b->w->palette;
    bool scaled = !palette->rigid;
    if (scaled && palette->scaled) {
        scaled = false;
        for (uint32_t i = 0; i < slots; i++) scaled |= palette->scaled[b->slots[i]] != 0;
    }
    return scaled;
}

/* m: of the palette's affine matrices, cofactors: of its cofactor matrices, perhaps the same */
INLINE void put_linear(const block *b, const vec m[12], const vec cofactors[12])
{
    put3(b, &b->w->job->positions, point(m, rest_position(b)));
    if (!b->w->wants_normals)
        return;
    vec3 normal = put_normal(b, direction(cofactors, rest_normal(b)));
    if (b->w->wants_tangents)
        put_tangent(b, direction(m, v3_load(&b->w->skin->tangents[b->index], b->at)), normal);
}

INLINE void linear_shared(const work *w, uint32_t begin, uint32_t end, uint32_t influences)
{
    for (uint32_t index = begin; index < end; index++) {
        block b = block_of(w, index, influences, false);
        bool scaled = w->wants_normals && is_scaled(&b, influences);
        for (b.at = 0; b.at < LANES; b.at += WIDTH) {
            vec m[12], last = last_weight(&b, influences);
            shared_matrices(&b, w->palette->affine, influences, last, m);
            if (scaled) {
                vec cofactors[12];
                shared_matrices(&b, w->palette->cofactor, influences, last, cofactors);
                put_linear(&b, m, cofactors);
            } else {
                put_linear(&b, m, m);
            }
        }
    }
}

/* The weights of a block, the last one too, LANES an influence: the stored ones where that is all of them. */
INLINE const float *all_weights(block *b, uint32_t influences, float *room)
{
    if (b->weights && !b->w->group->implicit)
        return b->weights;
    for (b->at = 0; b->at < LANES; b->at += WIDTH) {
        vec last = last_weight(b, influences);
        for (uint32_t i = 0; i < influences; i++) v_store(room + i * LANES + b->at, weight_of(b, i, last));
    }
    return room;
}

enum { MOST_OWN = 32 }; /* influences of lanes with slots of their own; beyond that the reference serves */

INLINE void linear_mixed(const work *w, uint32_t begin, uint32_t end, uint32_t influences)
{
    float room[MOST_OWN * LANES];
    bool scaled = w->wants_normals && !w->palette->rigid;
    for (uint32_t index = begin; index < end; index++) {
        block b = block_of(w, index, influences, true);
        const float *weights = all_weights(&b, influences, room);
        for (b.at = 0; b.at < LANES; b.at += WIDTH) {
            vec m[12];
            own_matrices(&b, w->palette->affine, influences, weights, m);
            if (scaled) {
                vec cofactors[12];
                own_matrices(&b, w->palette->cofactor, influences, weights, cofactors);
                put_linear(&b, m, cofactors);
            } else {
                put_linear(&b, m, m);
            }
        }
    }
}

/* ---- rotations ----------------------------------------------------------------------------------------------------- */

/* Number `component` of the dual quaternion (real, then dual) of influence i of each lane. */
INLINE vec dual_component(const block *b, uint32_t i, bool mixed, int component)
{
    const float *palette = b->w->palette->duals[0].real;
    enum { NUMBERS = sizeof(hone_dual_quaternion) / sizeof(float) };
    if (mixed)
        return v_gather(palette + component, b->slots + i * LANES + b->at, NUMBERS);
    return v_set(palette[(size_t)b->slots[i] * NUMBERS + (size_t)component]);
}

INLINE quat dual_part(const block *b, uint32_t i, bool mixed, int first)
{
    return (quat){dual_component(b, i, mixed, first), dual_component(b, i, mixed, first + 1),
                  dual_component(b, i, mixed, first + 2), dual_component(b, i, mixed, first + 3)};
}

INLINE quat q_scale(vec s, quat a)
{
    return (quat){v_mul(s, a.x), v_mul(s, a.y), v_mul(s, a.z), v_mul(s, a.w)};
}

INLINE quat q_scale_add(vec s, quat a, quat b) /* s a + b */
{
    return (quat){v_fma(s, a.x, b.x), v_fma(s, a.y, b.y), v_fma(s, a.z, b.z), v_fma(s, a.w, b.w)};
}

INLINE quat q_pick(mask m, quat yes, quat no)
{
    return (quat){v_pick(m, yes.x, no.x), v_pick(m, yes.y, no.y), v_pick(m, yes.z, no.z), v_pick(m, yes.w, no.w)};
}

INLINE void put_turned(const block *b, quat q, vec3 position)
{
    put3(b, &b->w->job->positions, position);
    if (!b->w->wants_normals)
        return;
    vec3 normal = put_normal(b, q_rotate(q, rest_normal(b)));
    if (b->w->wants_tangents)
        put_tangent(b, q_rotate(q, v3_load(&b->w->skin->tangents[b->index], b->at)), normal);
}

INLINE void duals_block(block *b, uint32_t influences, bool mixed)
{
    vec last = last_weight(b, influences), weight = weight_of(b, 0, last), zero = v_set(0);
    quat pivot = dual_part(b, 0, mixed, 0), pivot_dual = dual_part(b, 0, mixed, 4);
    quat real = q_scale(weight, pivot), dual = q_scale(weight, pivot_dual);
    for (uint32_t i = 1; i < influences; i++) {
        quat other = dual_part(b, i, mixed, 0);
        weight = weight_of(b, i, last);
        weight = v_flip(v_less(q_dot(pivot, other), zero), weight);
        real = q_scale_add(weight, other, real);
        dual = q_scale_add(weight, dual_part(b, i, mixed, 4), dual);
    }
    vec square = q_dot(real, real), scale = reciprocal_sqrt(square);
    mask good = v_less(v_set(1e-12f), square);
    real = q_scale(scale, real), dual = q_scale(scale, dual);
    if (!m_all(good))
        real = q_pick(good, real, pivot), dual = q_pick(good, dual, pivot_dual);
    /* 2 (w d - e r + r x d), onto the rotated position */
    vec two = v_set(2);
    vec3 r = {real.x, real.y, real.z}, d = {dual.x, dual.y, dual.z};
    vec3 t = {v_fnma(dual.w, r.x, v_mul(real.w, d.x)), v_fnma(dual.w, r.y, v_mul(real.w, d.y)),
              v_fnma(dual.w, r.z, v_mul(real.w, d.z))};
    t = v3_cross_add(r, d, t);
    put_turned(b, real, v3_scale_add(two, t, q_rotate(real, rest_position(b))));
}

INLINE void duals(const work *w, uint32_t begin, uint32_t end, uint32_t influences, bool mixed)
{
    for (uint32_t index = begin; index < end; index++) {
        block b = block_of(w, index, influences, mixed);
        for (b.at = 0; b.at < LANES; b.at += WIDTH) duals_block(&b, influences, mixed);
    }
}

/* ---- SDEF ---------------------------------------------------------------------------------------------------------- */

/* Of 0..1, within 3e-8 rad (Abramowitz and Stegun 4.4.46). */
INLINE vec arc_cosine(vec x)
{
    static const float series[] = {-0.0012624911f, 0.0066700901f, -0.0170881256f, 0.0308918810f,
                                   -0.0501743046f, 0.0889789874f, -0.2145988016f, 1.5707963050f};
    vec sum = v_set(series[0]);
    for (int i = 1; i < 8; i++) sum = v_fma(sum, x, v_set(series[i]));
    return v_mul(v_sqrt(v_sub(v_set(1), x)), sum);
}

/* Of 0..pi/2, within 1e-7: the series to x^11. */
INLINE vec sine(vec x)
{
    vec square = v_mul(x, x), sum = v_set(-1.0f / 39916800);
    static const float series[] = {1.0f / 362880, -1.0f / 5040, 1.0f / 120, -1.0f / 6, 1};
    for (int i = 0; i < 5; i++) sum = v_fma(sum, square, v_set(series[i]));
    return v_mul(sum, x);
}

/* slerp(q0, q1, t), 0 <= t <= 1, on one hemisphere. Only the direction counts: its length is made one in the end, so
 * that neither sin(angle) is divided by nor the straight way between close ones treated apart. */
INLINE quat slerp(quat q0, quat q1, vec t)
{
    vec d = q_dot(q0, q1), one = v_set(1);
    mask other_side = v_less(d, v_set(0)), close = v_less(v_set(0.9995f), v_abs(d));
    d = v_abs(d);
    d = v_pick(v_less(one, d), one, d);
    vec angle = arc_cosine(d), s = v_sub(one, t);
    vec w0 = v_pick(close, s, sine(v_mul(s, angle))), w1 = v_pick(close, t, sine(v_mul(t, angle)));
    quat q = q_scale_add(w0, q0, q_scale(v_flip(other_side, w1), q1));
    return q_scale(reciprocal_sqrt(q_dot(q, q)), q);
}

INLINE void sdef_block(block *b, const hone_skin_sdef *sdef, const float *weights, bool mixed)
{
    vec w0 = stored_weight(b, 0), w1 = v_sub(v_set(1), w0);
    quat q = slerp(dual_part(b, 0, mixed, 0), dual_part(b, 1, mixed, 0), w1);
    vec3 rest = rest_position(b), c = v3_load(&sdef->c, b->at);
    vec3 from_c = {v_sub(rest.x, c.x), v_sub(rest.y, c.y), v_sub(rest.z, c.z)};
    vec3 position = q_rotate(q, from_c);
    for (uint32_t k = 0; k < 2; k++) {
        block one = *b;
        vec m[12];
        one.slots += mixed ? k * LANES : k;
        if (mixed)
            own_matrices(&one, b->w->palette->affine, 1, weights, m);
        else
            for (int e = 0; e < 12; e++) m[e] = v_set(b->w->palette->affine[*one.slots].m[e / 4][e % 4]);
        position = v3_scale_add(k ? w1 : w0, point(m, v3_load(&sdef->centres[k], b->at)), position);
    }
    put_turned(b, q, position);
}

INLINE void sdef(const work *w, uint32_t begin, uint32_t end, bool mixed)
{
    float ones[LANES];
    for (int l = 0; l < LANES; l++) ones[l] = 1;
    for (uint32_t index = begin; index < end; index++) {
        block b = block_of(w, index, 2, mixed);
        const hone_skin_sdef *points = &w->skin->sdefs[w->group->sdefs + index - w->group->begin];
        for (b.at = 0; b.at < LANES; b.at += WIDTH) sdef_block(&b, points, ones, mixed);
    }
}

/* ---- groups -------------------------------------------------------------------------------------------------------- */

static void linear_group(const work *w, uint32_t begin, uint32_t end)
{
    uint32_t influences = w->group->influences;
    bool mixed = w->group->mixed;
    switch (influences) { /* one flat loop for the usual numbers, and one for all others */
    case 1:
        mixed ? linear_mixed(w, begin, end, 1) : linear_shared(w, begin, end, 1);
        break;
    case 2:
        mixed ? linear_mixed(w, begin, end, 2) : linear_shared(w, begin, end, 2);
        break;
    case 3:
        mixed ? linear_mixed(w, begin, end, 3) : linear_shared(w, begin, end, 3);
        break;
    case 4:
        mixed ? linear_mixed(w, begin, end, 4) : linear_shared(w, begin, end, 4);
        break;
    default:
        mixed ? linear_mixed(w, begin, end, influences) : linear_shared(w, begin, end, influences);
    }
}

static void duals_group(const work *w, uint32_t begin, uint32_t end)
{
    uint32_t influences = w->group->influences;
    if (w->group->mixed)
        duals(w, begin, end, influences, true);
    else if (influences == 1)
        duals(w, begin, end, 1, false);
    else if (influences == 2)
        duals(w, begin, end, 2, false);
    else
        duals(w, begin, end, influences, false);
}

/* What is too rare to be worked on side by side. */
static bool is_for_reference(const hone_skin_group *group, uint8_t kind)
{
    return group->influences == 0 || (group->mixed && group->influences > MOST_OWN) ||
           (kind == HONE_SKIN_BY_SDEF && !group->implicit);
}

static void run_group(const hone_skin *skin, const hone_skin_job *job, const hone_skin_group *group, uint32_t begin,
                      uint32_t end)
{
    uint8_t kind = hone_skin_kind(group, job->method);
    const hone_skin_rest *rest = job->rest;
    const work w = {
        .skin = skin,
        .job = job,
        .group = group,
        .positions = rest ? rest->positions : skin->positions,
        .normals = rest && rest->normals ? rest->normals : skin->normals,
        .palette = job->palette,
        .wants_normals = job->normals.data || job->tangents.data,
        .wants_tangents = job->tangents.data != NULL,
    };
    if (is_for_reference(group, kind))
        hone_skin_run_group_scalar(skin, job, group, begin, end);
    else if (kind == HONE_SKIN_BY_LINEAR)
        linear_group(&w, begin, end);
    else if (kind == HONE_SKIN_BY_DUALS)
        duals_group(&w, begin, end);
    else if (group->mixed)
        sdef(&w, begin, end, true);
    else
        sdef(&w, begin, end, false);
}
