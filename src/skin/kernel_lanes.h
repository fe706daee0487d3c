/* The kernels' text, once for every width: it is compiled by each kernel_….c after the lanes_….h that says what a
 * vector is. A block of sixteen lanes is worked on WIDTH lanes at a time. What each step computes is in
 * kernel_scalar.c; here are only the ways to do it side by side. */
#include "base/math.h"
#include "skin/kernel.h"
#include "skin/pack.h"
#include <math.h>
#include <string.h>

#define INLINE static inline __attribute__((always_inline))

/* An element of what is in memory is spread over a vector as it is loaded; of what is in a register only by a shuffle,
 * which compilers prefer and processors do not. */
#define LEAVE_IN_MEMORY(array) __asm__("" : "+m"(array))

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
    vec half = v_mul(v_set(0.5f), a), y = v_rsqrt_estimate(a);
    for (int i = 0; i < ESTIMATE_STEPS; i++) y = v_mul(y, v_fnma(v_mul(half, y), y, v_set(1.5f)));
    return y;
}

INLINE vec reciprocal(vec a)
{
    vec y = v_reciprocal_estimate(a);
    for (int i = 0; i < ESTIMATE_STEPS; i++) y = v_mul(y, v_fnma(a, y, v_set(2)));
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

/* ---- how a loop is compiled ------------------------------------------------------------------------------------ */

/* The usual jobs have loops of their own, in which nothing is asked twice: positions and normals, no tangents, every
 * slot rigid, a dense place for each. ANY is all others. */
enum {
    DENSE = 0,  /* in the order of lanes */
    FILED = 1,  /* in the file's order */
    PACKED = 2, /* from packed rest data, in the order of lanes */
    ANY = 3
};

/* ---- what a block is worked on with ------------------------------------------------------------------------------ */

/* A loop over blocks has a copy of its own, which no store can change for all that the compiler knows. */
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
    float *positions_out, *normals_out; /* of DENSE, FILED, PACKED */
    const hone_palette *palette;
    const hone_affine *affine;
    const hone_dual_quaternion *duals;
    bool rigid, wants_normals, wants_tangents;
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

/* Of a packed skin not of unit length, which does not matter to what is normalised in the end. */
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

/* Puts rest normals in the place of those that came out as nothing. Seldom called, and not inlined: what it is called
 * with stays in registers elsewhere. */
static __attribute__((noinline, cold)) vec3 mend_normal(const work *w, uint32_t index, uint32_t at, mask good,
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

/* What the stored ones leave. */
INLINE vec last_weight(const block *b, uint32_t influences, int how)
{
    vec last = v_set(1);
    for (uint32_t i = 0; i + 1 < influences; i++) last = v_sub(last, stored_weight(b, i, how));
    return last;
}

/* last: of an implicit group, which all but ANY's are */
INLINE vec weight_of(const block *b, uint32_t i, uint32_t influences, vec last, int how)
{
    bool stored = how == ANY ? i < b->w->group->stored : i + 1 < influences;
    return stored ? stored_weight(b, i, how) : last;
}

/* ---- out --------------------------------------------------------------------------------------------------------- */

/* Lane by lane: the file's order, or a stride. */
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

/* Dense, in the file's order. */
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

/* What came out as nothing stays as at rest. `how` other than ANY: rigid slots, weights of 0..1 and sum 1, so that no
 * length is far above 1. */
INLINE vec3 put_normal(const block *b, vec3 normal, int how)
{
    vec square = v3_dot(normal, normal), scale = reciprocal_sqrt(square);
    mask good = v_less(v_set(1e-24f), square);
    if (how == ANY)
        good = m_and(good, v_less(square, v_set(INFINITY)));
    normal = (vec3){v_mul(normal.x, scale), v_mul(normal.y, scale), v_mul(normal.z, scale)};
    if (!m_all(good))
        normal = mend_normal(b->w->original, b->index, b->at, good, normal);
    put3(b, &b->w->job->normals, b->w->normals_out, normal, how);
    return normal;
}

/* Of a unit normal by one rigid slot: its square is within 3e-4 of 1 (hone_palette_build), where the first term of the
 * series for 1 / sqrt is within 4e-8. */
INLINE void put_rigid_normal(const block *b, vec3 normal, int how)
{
    vec scale = v_fnma(v_set(0.5f), v3_dot(normal, normal), v_set(1.5f));
    put3(b, &b->w->job->normals, b->w->normals_out,
         (vec3){v_mul(normal.x, scale), v_mul(normal.y, scale), v_mul(normal.z, scale)}, how);
}

/* ---- linear ------------------------------------------------------------------------------------------------------ */

/* The blended matrices of a block whose lanes share their slots: sum of w_i M_i. */
INLINE void shared_matrices(const block *b, const hone_affine *palette, vec m[12])
{
    uint32_t influences = b->w->group->influences;
    vec last = last_weight(b, influences, ANY);
    for (int e = 0; e < 12; e++) {
        m[e] = v_set(0);
        for (uint32_t i = 0; i < influences; i++)
            m[e] = v_fma(weight_of(b, i, influences, last, ANY), v_set(palette[b->slots[i]].m[e / 4][e % 4]), m[e]);
    }
}

/* The same by the last matrix and how the others differ from it: M_n + sum of w_i (M_i - M_n), which saves the last
 * product. What a block needs is made once for all its lanes. */
typedef struct shared_basis {
    const hone_affine *last;
    float difference[3][16]; /* of M_i, row by row */
} shared_basis;

INLINE void shared_basis_of(const block *b, const hone_affine *palette, uint32_t influences, shared_basis *basis)
{
    basis->last = &palette[b->slots[influences - 1]];
    for (uint32_t i = 0; i + 1 < influences; i++)
        v_subtract_matrix(&palette[b->slots[i]], basis->last, basis->difference[i]);
    LEAVE_IN_MEMORY(basis->difference);
}

INLINE vec blend_element(const shared_basis *basis, const vec *weights, uint32_t influences, int r, int c)
{
    vec sum = v_set(basis->last->m[r][c]);
    for (uint32_t i = 0; i + 1 < influences; i++) sum = v_fma(weights[i], v_set(basis->difference[i][4 * r + c]), sum);
    return sum;
}

/* Row r of the blended matrix times a point and a direction. A row at a time, so that few registers do. */
INLINE void blend_row(const shared_basis *basis, const vec *weights, uint32_t influences, int r, vec3 p, vec3 d,
                      vec *point, vec *direction)
{
    vec x = blend_element(basis, weights, influences, r, 0), y = blend_element(basis, weights, influences, r, 1);
    vec z = blend_element(basis, weights, influences, r, 2), t = blend_element(basis, weights, influences, r, 3);
    *point = v_fma(x, p.x, v_fma(y, p.y, v_fma(z, p.z, t)));
    *direction = v_fma(x, d.x, v_fma(y, d.y, v_mul(z, d.z)));
}

/* Asks for the lines that a later block's results go to: what is written is first read, and so early that nobody waits.
 * What is read comes early enough by itself. */
INLINE void prepare_to_write(const work *w, uint32_t index, int how)
{
    enum { AHEAD = 4, BLOCK = 3 * LANES, LINE = 64 / sizeof(float) };
    size_t first = ((size_t)index + AHEAD) * BLOCK;
    for (size_t at = first; how != FILED && at < first + BLOCK; at += LINE) {
        __builtin_prefetch(w->positions_out + at, 1);
        __builtin_prefetch(w->normals_out + at, 1);
    }
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

/* Of a palette that is not rigid throughout: whether one of the block's slots is not. So it is the tuple that decides
 * the way of its normals, wherever its vertices lie. */
INLINE bool is_scaled(const block *b, uint32_t slots)
{
    const uint8_t *marks = b->w->palette->scaled;
    bool scaled = !marks;
    for (uint32_t i = 0; marks && i < slots; i++) scaled |= marks[b->slots[i]] != 0;
    return scaled;
}

INLINE void put_linear(const block *b, vec3 position, vec3 normal, uint32_t influences, int how)
{
    put3(b, &b->w->job->positions, b->w->positions_out, position, how);
    if (influences == 1 && how < PACKED)
        put_rigid_normal(b, normal, how);
    else
        put_normal(b, normal, how);
}

/* cofactors: the same as m where every slot is rigid */
INLINE void put_linear_any(const block *b, const vec m[12], const vec cofactors[12])
{
    put3(b, &b->w->job->positions, b->w->positions_out, point(m, rest_position(b, ANY)), ANY);
    if (!b->w->wants_normals)
        return;
    vec3 normal = put_normal(b, direction(cofactors, rest_normal(b, ANY)), ANY);
    if (b->w->wants_tangents)
        put_tangent(b, direction(m, v3_load(&b->w->skin->tangents[b->index], b->at)), normal);
}

static void linear_shared_any(const work *w, uint32_t begin, uint32_t end)
{
    uint32_t influences = w->group->influences;
    for (uint32_t index = begin; index < end; index++) {
        block b = block_of(w, index, influences, false, ANY);
        bool scaled = w->wants_normals && !w->palette->rigid && is_scaled(&b, influences);
        for (b.at = 0; b.at < LANES; b.at += WIDTH) {
            vec m[12], cofactors[12];
            shared_matrices(&b, w->palette->affine, m);
            shared_matrices(&b, scaled ? w->palette->cofactor : w->palette->affine, cofactors);
            put_linear_any(&b, m, cofactors);
        }
    }
}

INLINE void linear_shared(const work *original, uint32_t begin, uint32_t end, uint32_t influences, int how)
{
    const work copy = *original, *w = &copy;
    shared_basis basis;
    const uint32_t *before = NULL;
    for (uint32_t index = begin; index < end; index++) {
        block b = block_of(w, index, influences, false, how);
        prepare_to_write(w, index, how);
        if (!w->rigid && is_scaled(&b, influences)) {
            linear_shared_any(original, index, index + 1);
            continue;
        }
        if (!before || memcmp(b.slots, before, influences * sizeof *before) != 0)
            shared_basis_of(&b, w->affine, influences, &basis);
        before = b.slots;
        for (b.at = 0; b.at < LANES; b.at += WIDTH) {
            vec weights[3];
            vec3 rest = rest_position(&b, how), rest_n = rest_normal(&b, how), position, normal;
            for (uint32_t i = 0; i + 1 < influences; i++) weights[i] = stored_weight(&b, i, how);
            blend_row(&basis, weights, influences, 0, rest, rest_n, &position.x, &normal.x);
            blend_row(&basis, weights, influences, 1, rest, rest_n, &position.y, &normal.y);
            blend_row(&basis, weights, influences, 2, rest, rest_n, &position.z, &normal.z);
            put_linear(&b, position, normal, influences, how);
        }
    }
}

enum { MOST_OWN = 32 }; /* influences of lanes with slots of their own; beyond that the reference serves */

/* The weights of a block, the last one too, LANES an influence. */
INLINE void all_weights(block *b, uint32_t influences, float room[MOST_OWN * LANES], int how)
{
    for (b->at = 0; b->at < LANES; b->at += WIDTH) {
        vec last = last_weight(b, influences, how);
        for (uint32_t i = 0; i < influences; i++)
            v_store(room + i * LANES + b->at, weight_of(b, i, influences, last, how));
    }
}

/* Blended matrices of lanes with slots of their own. */
INLINE void own_matrices(const block *b, const hone_affine *palette, uint32_t influences, const float *weights,
                         vec m[12])
{
    enum { NUMBERS = sizeof *palette / sizeof(float) };
    v_matrices((const float *)palette, NUMBERS, b->slots + b->at, weights + b->at, influences, m);
}

static void linear_mixed_any(const work *w, uint32_t begin, uint32_t end)
{
    float weights[MOST_OWN * LANES];
    uint32_t influences = w->group->influences;
    const hone_affine *normals = w->palette->rigid ? w->palette->affine : w->palette->cofactor;
    for (uint32_t index = begin; index < end; index++) {
        block b = block_of(w, index, influences, true, ANY);
        all_weights(&b, influences, weights, ANY);
        for (b.at = 0; b.at < LANES; b.at += WIDTH) {
            vec m[12], cofactors[12];
            own_matrices(&b, w->palette->affine, influences, weights, m);
            own_matrices(&b, w->wants_normals ? normals : w->palette->affine, influences, weights, cofactors);
            put_linear_any(&b, m, cofactors);
        }
    }
}

enum { PADDED = 16, MOST_PADDED = 512 }; /* floats a matrix; matrices */

/* Copies the palette so that no matrix lies across two lines of the cache; false if that does not pay. */
INLINE bool pad_palette(const hone_palette *palette, uint32_t blocks, float (*padded)[PADDED])
{
    if (palette->slot_count > MOST_PADDED || palette->slot_count > 4 * blocks)
        return false;
    for (uint32_t s = 0; s < palette->slot_count; s++) {
        memcpy(padded[s], &palette->affine[s], sizeof palette->affine[s]);
        for (int i = sizeof palette->affine[s] / sizeof(float); i < PADDED; i++) padded[s][i] = 0;
    }
    return true;
}

INLINE void linear_mixed(const work *original, uint32_t begin, uint32_t end, uint32_t influences, int how)
{
    const work copy = *original, *w = &copy;
    _Alignas(64) float padded[MOST_PADDED][PADDED];
    float weights[MOST_OWN * LANES];
    const bool is_padded = influences > 1 && pad_palette(w->palette, end - begin, padded);
    for (uint32_t index = begin; index < end; index++) {
        block b = block_of(w, index, influences, true, how);
        prepare_to_write(w, index, how);
        all_weights(&b, influences, weights, how);
        for (b.at = 0; b.at < LANES; b.at += WIDTH) {
            vec m[12];
            if (is_padded)
                v_matrices(padded[0], PADDED, b.slots + b.at, weights + b.at, influences, m);
            else
                own_matrices(&b, w->affine, influences, weights, m);
            put_linear(&b, point(m, rest_position(&b, how)), direction(m, rest_normal(&b, how)), influences, how);
        }
    }
}

/* ---- rotations -----------------------------------------------------------------------------------------------------
 */

/* The real part of the dual quaternion of influence i of each lane (first 0), or the dual one (first 4). */
INLINE quat dual_part(const block *b, uint32_t i, bool mixed, int first)
{
    enum { NUMBERS = sizeof(hone_dual_quaternion) / sizeof(float) };
    const float *palette = (const float *)b->w->duals + first;
    vec c[4];
    if (mixed) {
        v_load4(palette, b->slots + i * LANES + b->at, NUMBERS, c);
        return (quat){c[0], c[1], c[2], c[3]};
    }
    palette += (size_t)b->slots[i] * NUMBERS;
    return (quat){v_set(palette[0]), v_set(palette[1]), v_set(palette[2]), v_set(palette[3])};
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

INLINE void put_turned(const block *b, quat q, vec3 position, int how)
{
    put3(b, &b->w->job->positions, b->w->positions_out, position, how);
    if (how == ANY && !b->w->wants_normals)
        return;
    vec3 normal = put_normal(b, q_rotate(q, rest_normal(b, how)), how);
    if (how == ANY && b->w->wants_tangents)
        put_tangent(b, q_rotate(q, v3_load(&b->w->skin->tangents[b->index], b->at)), normal);
}

/* By a dual quaternion of any length L: with s = 2 / L^2 and real = (r, w), dual = (d, e)
 *     p' = p + s (r x (r x p + w p + d) + w d - e r),   n' = n + s (r x (r x n + w n)) */
INLINE void put_moved(const block *b, quat real, quat dual, vec s, int how)
{
    vec3 r = {real.x, real.y, real.z}, d = {dual.x, dual.y, dual.z}, zero = {v_set(0), v_set(0), v_set(0)};
    vec3 p = rest_position(b, how);
    vec3 straight = {v_fnma(dual.w, r.x, v_mul(real.w, d.x)), v_fnma(dual.w, r.y, v_mul(real.w, d.y)),
                     v_fnma(dual.w, r.z, v_mul(real.w, d.z))};
    vec3 turned = v3_cross_add(r, v3_scale_add(real.w, p, v3_cross_add(r, p, d)), straight);
    put3(b, &b->w->job->positions, b->w->positions_out, v3_scale_add(s, turned, p), how);
    if (how == ANY && !b->w->wants_normals)
        return;
    vec3 n = rest_normal(b, how);
    turned = v3_cross_add(r, v3_scale_add(real.w, n, v3_cross_add(r, n, zero)), zero);
    n = v3_scale_add(s, turned, n);
    if (how == DENSE || how == FILED)
        put3(b, &b->w->job->normals, b->w->normals_out, n, how); /* of unit length as at rest */
    else
        n = put_normal(b, n, how);
    if (how != ANY || !b->w->wants_tangents)
        return;
    vec3 t = v3_load(&b->w->skin->tangents[b->index], b->at);
    turned = v3_cross_add(r, v3_scale_add(real.w, t, v3_cross_add(r, t, zero)), zero);
    put_tangent(b, v3_scale_add(s, turned, t), n);
}

/* Any influences: the hemisphere is that of each lane's own heaviest. */
INLINE void duals_block(block *b, uint32_t influences, bool mixed, int how)
{
    vec last = last_weight(b, influences, how), zero = v_set(0);
    vec heaviest = weight_of(b, 0, influences, last, how);
    quat pivot = dual_part(b, 0, mixed, 0), pivot_dual = dual_part(b, 0, mixed, 4);
    quat real = {zero, zero, zero, zero}, dual = real;
    for (uint32_t i = 1; i < influences; i++) {
        vec weight = weight_of(b, i, influences, last, how);
        mask heavier = v_less(heaviest, weight);
        heaviest = v_pick(heavier, weight, heaviest);
        pivot = q_pick(heavier, dual_part(b, i, mixed, 0), pivot);
        pivot_dual = q_pick(heavier, dual_part(b, i, mixed, 4), pivot_dual);
    }
    for (uint32_t i = 0; i < influences; i++) {
        quat part = dual_part(b, i, mixed, 0);
        vec weight = weight_of(b, i, influences, last, how);
        weight = v_flip(v_less(q_dot(pivot, part), zero), weight);
        real = q_scale_add(weight, part, real);
        dual = q_scale_add(weight, dual_part(b, i, mixed, 4), dual);
    }
    vec square = q_dot(real, real);
    mask good = v_less(v_set(1e-12f), square);
    if (!m_all(good)) { /* weights that cancel: there is no mean */
        real = q_pick(good, real, pivot), dual = q_pick(good, dual, pivot_dual);
        square = q_dot(real, real);
    }
    put_moved(b, real, dual, v_mul(v_set(2), reciprocal(square)), how);
}

static void duals_any(const work *w, uint32_t begin, uint32_t end)
{
    uint32_t influences = w->group->influences;
    bool mixed = w->group->mixed;
    for (uint32_t index = begin; index < end; index++) {
        block b = block_of(w, index, influences, mixed, ANY);
        for (b.at = 0; b.at < LANES; b.at += WIDTH) duals_block(&b, influences, mixed, ANY);
    }
}

/* What a block whose lanes share their slots needs: the last dual quaternion, and how the others differ from it once
 * all are on one hemisphere. */
typedef struct duals_basis {
    float last[8], difference[3][8];
} duals_basis;

/* False: signs depend on which is a lane's heaviest. */
INLINE bool duals_basis_of(const block *b, uint32_t influences, duals_basis *basis)
{
    const hone_dual_quaternion *palette = b->w->duals, *last = &palette[b->slots[influences - 1]];
    bool one_way = true;
    float aligned[4][8];
    memcpy(basis->last, last, sizeof basis->last);
    for (uint32_t i = 0; i + 1 < influences; i++) {
        const hone_dual_quaternion *dual = &palette[b->slots[i]];
        float with_last = hone_dot4(dual->real, last->real), sign = with_last < 0 ? -1.0f : 1.0f;
        one_way &= influences == 2 || with_last != 0;
        for (int c = 0; c < 4; c++) aligned[i][c] = sign * dual->real[c], aligned[i][4 + c] = sign * dual->dual[c];
        for (uint32_t j = 0; j < i; j++) one_way &= hone_dot4(aligned[i], aligned[j]) > 0;
        for (int c = 0; c < 8; c++) basis->difference[i][c] = aligned[i][c] - basis->last[c];
    }
    LEAVE_IN_MEMORY(basis->difference);
    return one_way;
}

INLINE vec blend_duals(const duals_basis *basis, const vec *weights, uint32_t influences, int component)
{
    vec sum = v_set(basis->last[component]);
    for (uint32_t i = 0; i + 1 < influences; i++) sum = v_fma(weights[i], v_set(basis->difference[i][component]), sum);
    return sum;
}

INLINE void duals_shared(const work *original, uint32_t begin, uint32_t end, uint32_t influences, int how)
{
    const work copy = *original, *w = &copy;
    for (uint32_t index = begin; index < end; index++) {
        block b = block_of(w, index, influences, false, how);
        duals_basis basis;
        prepare_to_write(w, index, how);
        if (!duals_basis_of(&b, influences, &basis)) {
            duals_any(original, index, index + 1);
            continue;
        }
        for (b.at = 0; b.at < LANES; b.at += WIDTH) {
            vec weights[3], c[8];
            for (uint32_t i = 0; i + 1 < influences; i++) weights[i] = stored_weight(&b, i, how);
            for (int k = 0; k < 8; k++) c[k] = blend_duals(&basis, weights, influences, k);
            quat real = {c[0], c[1], c[2], c[3]}, dual = {c[4], c[5], c[6], c[7]};
            vec two = v_set(2); /* on one hemisphere no sum of four is shorter than 1/2 */
            put_moved(&b, real, dual, influences == 1 ? two : v_mul(two, reciprocal(q_dot(real, real))), how);
        }
    }
}

/* ---- SDEF ----------------------------------------------------------------------------------------------------------
 */

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

INLINE void sdef_block(block *b, const hone_skin_sdef *sdef, const float *weights, bool mixed, int how)
{
    vec w0 = stored_weight(b, 0, how), w1 = v_sub(v_set(1), w0);
    quat q = slerp(dual_part(b, 0, mixed, 0), dual_part(b, 1, mixed, 0), w1);
    vec3 rest = rest_position(b, how), c = v3_load(&sdef->c, b->at);
    vec3 from_c = {v_sub(rest.x, c.x), v_sub(rest.y, c.y), v_sub(rest.z, c.z)};
    vec3 position = q_rotate(q, from_c);
    for (uint32_t k = 0; k < 2; k++) {
        block one = *b;
        vec m[12];
        one.slots += mixed ? k * LANES : k;
        if (mixed)
            own_matrices(&one, b->w->affine, 1, weights, m);
        else
            for (int e = 0; e < 12; e++) m[e] = v_set(b->w->affine[*one.slots].m[e / 4][e % 4]);
        position = v3_scale_add(k ? w1 : w0, point(m, v3_load(&sdef->centres[k], b->at)), position);
    }
    put_turned(b, q, position, how);
}

INLINE void sdef(const work *original, uint32_t begin, uint32_t end, bool mixed, int how)
{
    const work copy = *original, *w = &copy;
    float ones[LANES];
    for (int l = 0; l < LANES; l++) ones[l] = 1;
    for (uint32_t index = begin; index < end; index++) {
        block b = block_of(w, index, 2, mixed, how);
        const hone_skin_sdef *points = &w->skin->sdefs[w->group->sdefs + index - w->group->begin];
        for (b.at = 0; b.at < LANES; b.at += WIDTH) sdef_block(&b, points, ones, mixed, how);
    }
}

/* ---- groups --------------------------------------------------------------------------------------------------------
 */

/* One flat loop for each of the usual numbers of influences. */
INLINE bool linear_usual(const work *w, uint32_t begin, uint32_t end, int how)
{
    bool mixed = w->group->mixed;
    switch (w->group->influences) {
    case 1:
        mixed ? linear_mixed(w, begin, end, 1, how) : linear_shared(w, begin, end, 1, how);
        return true;
    case 2:
        mixed ? linear_mixed(w, begin, end, 2, how) : linear_shared(w, begin, end, 2, how);
        return true;
    case 3:
        mixed ? linear_mixed(w, begin, end, 3, how) : linear_shared(w, begin, end, 3, how);
        return true;
    case 4:
        mixed ? linear_mixed(w, begin, end, 4, how) : linear_shared(w, begin, end, 4, how);
        return true;
    default:
        return false;
    }
}

static void linear_group(const work *w, uint32_t begin, uint32_t end, int how)
{
    if (w->group->mixed && !w->rigid)
        how = ANY;
    if (how == DENSE && linear_usual(w, begin, end, DENSE))
        return;
    if (how == FILED && linear_usual(w, begin, end, FILED))
        return;
    if (how == PACKED && linear_usual(w, begin, end, PACKED))
        return;
    w->group->mixed ? linear_mixed_any(w, begin, end) : linear_shared_any(w, begin, end);
}

INLINE bool duals_usual(const work *w, uint32_t begin, uint32_t end, int how)
{
    switch (w->group->influences) {
    case 1:
        duals_shared(w, begin, end, 1, how);
        return true;
    case 2:
        duals_shared(w, begin, end, 2, how);
        return true;
    case 3:
        duals_shared(w, begin, end, 3, how);
        return true;
    case 4:
        duals_shared(w, begin, end, 4, how);
        return true;
    default:
        return false;
    }
}

static void duals_group(const work *w, uint32_t begin, uint32_t end, int how)
{
    if (how == DENSE && !w->group->mixed && duals_usual(w, begin, end, DENSE))
        return;
    if (how == FILED && !w->group->mixed && duals_usual(w, begin, end, FILED))
        return;
    duals_any(w, begin, end);
}

static void sdef_group(const work *w, uint32_t begin, uint32_t end, int how)
{
    if (how == DENSE && !w->group->mixed)
        sdef(w, begin, end, false, DENSE);
    else
        sdef(w, begin, end, w->group->mixed, ANY);
}

/* The loop that a job can have for a group. */
static int how_to_run(const work *w)
{
    const hone_skin_job *job = w->job;
    const size_t dense = 3 * sizeof(float);
    if (w->wants_tangents || !w->group->implicit || !job->positions.data || job->positions.stride != dense ||
        !job->normals.data || job->normals.stride != dense)
        return ANY;
    bool packed = w->skin->packed != NULL, lanes = job->order == HONE_SKIN_ORDER_LANES;
    if (packed)
        return lanes && !w->positions && !w->normals ? PACKED : ANY;
    return lanes ? DENSE : FILED;
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
    const bool packs_weights = hone_skin_packs_weights(skin, group);
    work w = {
        .skin = skin,
        .job = job,
        .group = group,
        .positions = rest ? rest->positions : skin->positions,
        .normals = rest && rest->normals ? rest->normals : skin->normals,
        .packed = skin->packed,
        .slots = skin->slots + group->slots,
        .weights = packs_weights ? NULL : skin->weights + group->weights,
        .packed_weights = packs_weights ? skin->packed_weights + group->weights : NULL,
        .positions_out = job->positions.data,
        .normals_out = job->normals.data,
        .palette = job->palette,
        .affine = job->palette->affine,
        .duals = job->palette->duals,
        .rigid = job->palette->rigid,
        .wants_normals = job->normals.data || job->tangents.data,
        .wants_tangents = job->tangents.data != NULL,
    };
    w.original = &w;
    if (is_for_reference(group, kind))
        hone_skin_run_group_scalar(skin, job, group, begin, end);
    else if (kind == HONE_SKIN_BY_LINEAR)
        linear_group(&w, begin, end, how_to_run(&w));
    else if (kind == HONE_SKIN_BY_DUALS)
        duals_group(&w, begin, end, how_to_run(&w));
    else
        sdef_group(&w, begin, end, how_to_run(&w));
}
