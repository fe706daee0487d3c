/* The SIMD kernels of direct delta mush, written once for every vector width, as those of skinning. scalar.c defines
 * what each step computes. */
#ifndef HONE_SRC_SKIN_DEFORM_KERNELS_LANES_H
#define HONE_SRC_SKIN_DEFORM_KERNELS_LANES_H

#include "core/skin/deform/kernels/kernel.h"
#include "core/skin/kernels/lanes/output.h"

enum { MOST_SLOTS = 64 }; /* that lanes share; the scalar definition does blocks with more */

/* A block of sixteen lanes: where its numbers are, with LANES elements per component. */
typedef struct direct_block {
    const hone_direct_work *work;
    const hone_direct_moments *moments;
    const uint32_t *slots;
    const float *positions, *normals, *tangents; /* at rest; NULL: not wanted */
    const float *centres, *pivot;
    const uint32_t *places;
    bool plain;  /* positions and normals are floats, and nothing else is wanted: they are stored at once */
    uint32_t at; /* the first of the WIDTH lanes in work */
} direct_block;

/* The matrices of a block whose lanes share their slots: the last one, and the differences of the others to it, with
 * the fourth column at the pivot. Row by row. */
typedef struct direct_basis {
    float m[MOST_SLOTS][12];
} direct_basis;

static inline vec3 v3_load(const float *c, uint32_t at)
{
    return (vec3){v_load(c + at), v_load(c + LANES + at), v_load(c + 2 * LANES + at)};
}

INLINE vec3 v3_subtract(vec3 a, vec3 b)
{
    return (vec3){v_sub(a.x, b.x), v_sub(a.y, b.y), v_sub(a.z, b.z)};
}

HONE_NEVER_INLINE void basis_of(const direct_block *b, uint32_t count, direct_basis *out)
{
    const hone_affine *palette = b->work->job->palette->affine, *last = &palette[b->slots[count - 1]];
    memcpy(out->m[0], last->m, sizeof out->m[0]);
    for (uint32_t i = 0; i + 1 < count; i++)
        for (int r = 0; r < 3; r++) {
            float *d = out->m[i + 1] + 4 * r;
            for (int c = 0; c < 4; c++) d[c] = palette[b->slots[i]].m[r][c] - last->m[r][c];
            d[3] += d[0] * b->pivot[0] + d[1] * b->pivot[1] + d[2] * b->pivot[2];
        }
}

/* ---- T, q and R ------------------------------------------------------------------------------------------------ */

/* Three rows: columns 0 to 2 are T, column 3 is q. */
typedef struct direct_sum {
    vec m[3][4];
} direct_sum;

/* Begins with the last slot's matrix. */
INLINE direct_sum begin_sum(const vec m[12], vec3 p)
{
    direct_sum s;
    for (int r = 0; r < 3; r++) {
        const vec *row = m + 4 * r;
        for (int c = 0; c < 3; c++) s.m[r][c] = row[c];
        s.m[r][3] = v_fma(row[0], p.x, v_fma(row[1], p.y, v_fma(row[2], p.z, row[3])));
    }
    return s;
}

INLINE void add_moments(const hone_direct_moments *moments, uint32_t at, const vec d[12], direct_sum *s)
{
    for (int c = 0; c < 4; c++) {
        vec x[4];
        for (int k = 0; k < 4; k++) x[k] = v_load(moments->m[k][c] + at);
        for (int r = 0; r < 3; r++) {
            const vec *row = d + 4 * r;
            vec sum = v_fma(row[3], x[3], s->m[r][c]);
            sum = v_fma(row[2], x[2], sum);
            sum = v_fma(row[1], x[1], sum);
            s->m[r][c] = v_fma(row[0], x[0], sum);
        }
    }
}

INLINE vec3 v3_cross(vec3 a, vec3 b)
{
    return (vec3){v_fnma(a.z, b.y, v_mul(a.y, b.z)), v_fnma(a.x, b.z, v_mul(a.z, b.x)),
                  v_fnma(a.y, b.x, v_mul(a.x, b.y))};
}

/* Finds the rows of R. */
INLINE void turn_of(const direct_sum *s, vec3 out[3])
{
    vec3 t[3];
    for (int r = 0; r < 3; r++) t[r] = (vec3){s->m[r][0], s->m[r][1], s->m[r][2]};
    for (int r = 0; r < 3; r++) out[r] = v3_cross(t[(r + 1) % 3], t[(r + 2) % 3]);
    const vec square = v_add(v3_dot(out[0], out[0]), v_add(v3_dot(out[1], out[1]), v3_dot(out[2], out[2])));
    const mask longer = v_less(v_set(3), square);
    if (m_all(v_less(square, v_set(3.0001f))))
        return;
    const vec scale = v_pick(longer, v_sqrt(v_divide(v_set(3), square)), v_set(1));
    for (int r = 0; r < 3; r++) out[r] = (vec3){v_mul(out[r].x, scale), v_mul(out[r].y, scale), v_mul(out[r].z, scale)};
}

INLINE vec3 turned(const vec3 rows[3], vec3 v)
{
    return (vec3){v3_dot(rows[0], v), v3_dot(rows[1], v), v3_dot(rows[2], v)};
}

/* ---- results --------------------------------------------------------------------------------------------------- */

INLINE void put3(float *frame, uint32_t at, vec3 v)
{
    v_store(frame + at, v.x), v_store(frame + LANES + at, v.y), v_store(frame + 2 * LANES + at, v.z);
}

/* Stores WIDTH vectors of three floats in their places. Padding lanes repeat the last vertex, so all can be stored. */
INLINE void store_rows(const direct_block *b, const hone_stream *stream, vec3 v)
{
    const uint32_t *places = b->places + b->at;
    char *data = stream->data;
    row3 rows[WIDTH];
    v_rows3(v.x, v.y, v.z, rows);
    for (int l = 0; l < WIDTH; l++) store_row3(data + places[l] * stream->stride, rows[l], l);
}

/* rigid: rows are those of a rotation. */
INLINE void put_turned(const direct_block *b, const vec3 rows[3], vec3 from, vec3 to, bool rigid, results *out)
{
    const vec3 p = v3_subtract(v3_load(b->positions, b->at), from);
    const vec3 position = v3_add(turned(rows, p), to);
    if (b->plain)
        store_rows(b, &b->work->job->positions, position);
    else
        put3(out->c[AT_POSITION], b->at, position);
    if (!b->normals)
        return;
    const vec3 rest = v3_load(b->normals, b->at), turn = turned(rows, rest);
    const vec3 normal = rigid ? unit_rigid_normal(turn) : v3_normalise_or(turn, rest);
    if (b->plain) {
        store_rows(b, &b->work->job->normals, normal);
        return;
    }
    put3(out->c[AT_NORMAL], b->at, normal);
    if (!b->tangents)
        return;
    const vec3 own = v3_load(b->tangents, b->at);
    vec3 t = turned(rows, own);
    const vec along = v3_dot(t, normal);
    t = (vec3){v_fnma(along, normal.x, t.x), v_fnma(along, normal.y, t.y), v_fnma(along, normal.z, t.z)};
    put3(out->c[AT_TANGENT], b->at, v3_normalise_or(t, own));
    v_store(out->c[AT_TANGENT + 3] + b->at, v_load(b->tangents + 3 * LANES + b->at));
}

INLINE void put_sum(const direct_block *b, const direct_sum *s, results *out)
{
    vec3 rows[3];
    turn_of(s, rows);
    put_turned(b, rows, v3_load(b->centres, b->at), (vec3){s->m[0][3], s->m[1][3], s->m[2][3]}, false, out);
}

/* ---- blocks ---------------------------------------------------------------------------------------------------- */

/* Sums one row for `vectors` vectors of lanes: a number of a matrix that is copied to all lanes is used for each. */
INLINE void sum_row(const direct_block *b, const direct_basis *basis, uint32_t count, int r, int vectors, direct_sum *s)
{
    vec d[4];
    for (int c = 0; c < 4; c++) d[c] = v_set(basis->m[0][4 * r + c]);
    for (int k = 0; k < vectors; k++) {
        const vec3 p = v3_load(b->centres, b->at + (uint32_t)k * WIDTH);
        for (int c = 0; c < 3; c++) s[k].m[r][c] = d[c];
        s[k].m[r][3] = v_fma(d[0], p.x, v_fma(d[1], p.y, v_fma(d[2], p.z, d[3])));
    }
    for (uint32_t i = 0; i + 1 < count; i++) {
        for (int c = 0; c < 4; c++) d[c] = v_set(basis->m[i + 1][4 * r + c]);
        for (int k = 0; k < vectors; k++)
            for (int c = 0; c < 4; c++)
                for (int j = 3; j >= 0; j--)
                    s[k].m[r][c] =
                        v_fma(d[j], v_load(b->moments[i].m[j][c] + b->at + (uint32_t)k * WIDTH), s[k].m[r][c]);
    }
}

/* The same with all rows of one vector: for vectors of which there are registers enough. */
INLINE void sum_rows(const direct_block *b, const direct_basis *basis, uint32_t count, direct_sum *s)
{
    vec m[12];
    for (int e = 0; e < 12; e++) m[e] = v_set(basis->m[0][e]);
    *s = begin_sum(m, v3_load(b->centres, b->at));
    for (uint32_t i = 0; i + 1 < count; i++) {
        for (int e = 0; e < 12; e++) m[e] = v_set(basis->m[i + 1][e]);
        add_moments(&b->moments[i], b->at, m, s);
    }
}

INLINE void shared_block(direct_block *b, direct_basis *basis, uint32_t count, results *out)
{
    enum { VECTORS = WIDTH < 16 ? 2 : 1 };
    for (b->at = 0; b->at < LANES;) {
        direct_sum s[VECTORS];
        LEAVE_IN_MEMORY(basis->m);
        if (VECTORS == 1)
            sum_rows(b, basis, count, s);
        for (int r = 0; r < 3 && VECTORS > 1; r++) sum_row(b, basis, count, r, VECTORS, s);
        for (int k = 0; k < VECTORS; k++, b->at += WIDTH) put_sum(b, &s[k], out);
    }
}

/* A block of one slot that is rigid: what moves it is R already. */
static void rigid_block(direct_block *b, results *out)
{
    const hone_affine *m = &b->work->job->palette->affine[b->slots[0]];
    const vec zero = v_set(0);
    for (b->at = 0; b->at < LANES; b->at += WIDTH) {
        vec3 rows[3];
        for (int r = 0; r < 3; r++) rows[r] = (vec3){v_set(m->m[r][0]), v_set(m->m[r][1]), v_set(m->m[r][2])};
        put_turned(b, rows, (vec3){zero, zero, zero}, (vec3){v_set(m->m[0][3]), v_set(m->m[1][3]), v_set(m->m[2][3])},
                   true, out);
    }
}

/* The matrices of lanes with slots of their own. */
INLINE void own_matrices(const direct_block *b, uint32_t influence, vec m[12])
{
    enum { NUMBERS = sizeof(hone_affine) / sizeof(float) };
    float ones[LANES];
    for (int l = 0; l < LANES; l++) ones[l] = 1;
    v_matrices((const float *)b->work->job->palette->affine, NUMBERS, b->slots + influence * LANES + b->at,
               ones + b->at, 1, m);
}

static void mixed_block(direct_block *b, uint32_t count, results *out)
{
    for (b->at = 0; b->at < LANES; b->at += WIDTH) {
        vec last[12], m[12];
        own_matrices(b, count - 1, last);
        direct_sum s = begin_sum(last, v3_load(b->centres, b->at));
        for (uint32_t i = 0; i + 1 < count; i++) {
            own_matrices(b, i, m);
            for (int e = 0; e < 12; e++) m[e] = v_sub(m[e], last[e]);
            for (int r = 0; r < 3; r++)
                for (int c = 0; c < 3; c++) m[4 * r + 3] = v_fma(m[4 * r + c], v_set(b->pivot[c]), m[4 * r + 3]);
            add_moments(&b->moments[i], b->at, m, &s);
        }
        put_sum(b, &s, out);
    }
}

static bool is_rigid(const hone_palette *palette, uint32_t slot)
{
    return palette->rigid || (palette->scaled && !palette->scaled[slot]);
}

static bool stores_at_once(const hone_skin_job *job)
{
    const bool floats = job->formats.positions == HONE_SKIN_FLOAT32 && job->formats.normals == HONE_SKIN_FLOAT32;
    return floats && job->positions.data && job->normals.data && !job->tangents.data;
}

static direct_block block_of(const hone_direct_work *work, const hone_skin_group *group, uint32_t index,
                             hone_skin_frame3 rest[2])
{
    const hone_skin *skin = work->mush->skin;
    const hone_skin_job *job = work->job;
    const bool wants_normals = job->normals.data || job->tangents.data;
    const bool copies = hone_direct_rest(work, index, rest);
    return (direct_block){
        .work = work,
        .moments = hone_direct_moments_of(work->mush, group, index),
        .slots = hone_direct_slots_of(work->mush, group, index),
        .positions = copies ? rest[0].c[0] : skin->positions[index].c[0],
        .normals = !wants_normals ? NULL
                   : copies       ? rest[1].c[0]
                                  : skin->normals[index].c[0],
        .tangents = job->tangents.data ? skin->tangents[index].c[0] : NULL,
        .centres = work->mush->centres[index].c[0],
        .pivot = work->mush->pivots[index],
        .places = work->places + (size_t)index * LANES,
        .plain = stores_at_once(job),
    };
}

static void run_group(const hone_direct_work *work, const hone_skin_group *group, const output *out, uint32_t begin,
                      uint32_t end)
{
    const uint32_t count = group->influences;
    direct_basis basis;
    results room;
    if (count == 1 && work->linear) {
        work->linear->run(&work->linear_skin, &work->linear_job, begin, end);
        return;
    }
    if (count == 0 || (count > MOST_SLOTS && !group->mixed)) {
        hone_direct_run_scalar(work, group, begin, end);
        return;
    }
    for (uint32_t index = begin; index < end; index++) {
        hone_skin_frame3 rest[2];
        direct_block b = block_of(work, group, index, rest);
        if (!group->mixed && (index == begin || !work->mush->repeats[index]))
            basis_of(&b, count, &basis);
        if (group->mixed)
            mixed_block(&b, count, &room);
        else if (count == 1 && is_rigid(work->job->palette, b.slots[0]))
            rigid_block(&b, &room);
        else if (count == 2)
            shared_block(&b, &basis, 2, &room);
        else
            shared_block(&b, &basis, count, &room);
        if (!b.plain)
            out->write(out, index, &room);
    }
}

static void run_blocks(const hone_direct_work *work, uint32_t begin, uint32_t end)
{
    const hone_skin *skin = work->mush->skin;
    const output out = output_of(work->job, work->places, skin->block_count);
    for (uint32_t g = 0; g < skin->group_count; g++) {
        uint32_t from = begin, to = end;
        if (hone_skin_clip_to_group(&skin->groups[g], &from, &to))
            run_group(work, &skin->groups[g], &out, from, to);
    }
    finish_streams();
}

#endif
