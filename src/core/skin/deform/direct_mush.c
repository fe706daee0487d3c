/* Direct delta mush, variant 1: what delta mush finds by smoothing in each pose follows from moments that are smoothed
 * once, at rest. Formulas: docs/skinning.md. */
#include "core/skin/deform/mush_pose.h"
#include "core/skin/linear_vertex.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOMENTS = 10, X = 6, ONE = 9 }; /* xx, xy, xz, yy, yz, zz, x, y, z, 1 */
static const double SPHERE = 0.01;     /* variance that each node has of its own, as a part of all at rest */

/* The moments of one slot at one node, about the origin: the sum of b w m over the nodes around. */
typedef struct entry {
    int32_t slot;
    double m[MOMENTS];
} entry;

typedef struct entries {
    size_t *begin; /* [node_count + 1] */
    entry *list;   /* by slot at each node */
} entries;

/* ---- smoothing the moments ------------------------------------------------------------------------------------- */

static int compare_slots(const void *left, const void *right)
{
    const hone_influence *a = left, *b = right;
    return (a->slot > b->slot) - (a->slot < b->slot);
}

static bool begin_moments(const hone_mesh *mesh, const hone_mush_mesh *nodes, hone_arena *scratch, entries *out)
{
    hone_influence *in = hone_arena_array(scratch, hone_most_influences(mesh), sizeof *in);
    out->begin = hone_arena_array(scratch, (size_t)nodes->node_count + 1, sizeof *out->begin);
    out->list = hone_arena_array(scratch, (size_t)mesh->influence_count + 1, sizeof *out->list);
    if (hone_arena_failed(scratch))
        return false;
    for (uint32_t n = 0; n < nodes->node_count; n++) {
        double sum, x[4] = {0, 0, 0, 1};
        const uint32_t v = nodes->vertex_of[n], count = hone_linear_influences(mesh, v, NULL, in, &sum);
        qsort(in, count, sizeof *in, compare_slots);
        for (int i = 0; i < 3; i++) x[i] = (double)mesh->positions[v][i];
        out->begin[n + 1] = out->begin[n];
        for (uint32_t k = 0; k < count; k++) {
            entry *e = &out->list[out->begin[n + 1]++];
            e->slot = in[k].slot;
            for (int i = 0, at = 0; i < 3; i++)
                for (int j = i; j < 3; j++) e->m[at++] = (double)in[k].weight * x[i] * x[j];
            for (int i = 0; i < 4; i++) e->m[X + i] = (double)in[k].weight * x[i];
        }
    }
    return true;
}

/* Adds `share` times the entries of a node to the list of `count`, by slot. Returns the new count. */
static uint32_t add_entries(const entries *from, uint32_t node, double share, entry *list, uint32_t count)
{
    uint32_t at = 0;
    for (size_t i = from->begin[node]; i < from->begin[node + 1]; i++) {
        const entry *e = &from->list[i];
        while (at < count && list[at].slot < e->slot) at++;
        if (at == count || list[at].slot != e->slot) {
            memmove(list + at + 1, list + at, (count - at) * sizeof *list);
            list[at] = (entry){.slot = e->slot};
            count++;
        }
        for (int k = 0; k < MOMENTS; k++) list[at].m[k] += share * e->m[k];
    }
    return count;
}

static uint32_t smooth_node(const hone_mush_mesh *mesh, double lambda, const entries *from, uint32_t node, entry *out)
{
    const uint32_t first = mesh->begin[node], around = mesh->begin[node + 1] - first;
    uint32_t count = add_entries(from, node, around ? 1 - lambda : 1, out, 0);
    for (uint32_t i = first; i < first + around; i++)
        count = add_entries(from, mesh->neighbours[i], lambda / around, out, count);
    return count;
}

/* One step of smoothing. room: [slot_count + 1]. Frees nothing: the arenas are those of two steps by turns. */
static bool smooth_step(const hone_mush_mesh *mesh, double lambda, const entries *from, entry *room, hone_arena *memory,
                        entries *to)
{
    to->begin = hone_arena_array(memory, (size_t)mesh->node_count + 1, sizeof *to->begin);
    if (!to->begin)
        return false;
    for (uint32_t n = 0; n < mesh->node_count; n++)
        to->begin[n + 1] = to->begin[n] + smooth_node(mesh, lambda, from, n, room);
    to->list = hone_arena_array(memory, to->begin[mesh->node_count] + 1, sizeof *to->list);
    for (uint32_t n = 0; to->list && n < mesh->node_count; n++) {
        const uint32_t count = smooth_node(mesh, lambda, from, n, room);
        memcpy(to->list + to->begin[n], room, count * sizeof *room);
    }
    return to->list != NULL;
}

/* ---- a node ---------------------------------------------------------------------------------------------------- */

/* Drops the slots whose weight is below `least`, but never all, and scales the others to the sum 1. */
static uint32_t drop_light(entry *list, uint32_t count, double least)
{
    double most = 0, sum = 0;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; i++) most = fmax(most, list[i].m[ONE]);
    for (uint32_t i = 0; i < count; i++)
        if (list[i].m[ONE] >= fmin(least, most))
            list[kept++] = list[i], sum += list[kept - 1].m[ONE];
    for (uint32_t i = 0; i < kept; i++)
        for (int k = 0; k < MOMENTS; k++) list[i].m[k] /= sum;
    return kept;
}

/* Makes the moments those about the centre, p, which it finds; gives each node a variance of its own, and scales all so
 * that the trace of their sum is 1. all: that sum, M0. Returns what they were divided by. */
static double centre_moments(entry *list, uint32_t count, double p[3], double all[6])
{
    double trace = 0;
    for (int i = 0; i < 3; i++) p[i] = 0;
    for (uint32_t k = 0; k < count; k++)
        for (int i = 0; i < 3; i++) p[i] += list[k].m[X + i];
    for (int k = 0; k < 6; k++) all[k] = 0;
    for (uint32_t k = 0; k < count; k++) {
        double *m = list[k].m, *x = m + X;
        for (int i = 0, at = 0; i < 3; i++)
            for (int j = i; j < 3; j++, at++) {
                m[at] -= x[i] * p[j] + p[i] * x[j] - m[ONE] * p[i] * p[j];
                all[at] += m[at];
            }
        for (int i = 0; i < 3; i++) x[i] -= m[ONE] * p[i];
    }
    trace = all[0] + all[3] + all[5];
    const double own = trace > 0 ? SPHERE * trace : 1, scale = 1 / (fmax(trace, 0) + 3 * own);
    for (int k = 0; k < 6; k++) all[k] = scale * (all[k] + (k == 0 || k == 3 || k == 5 ? own : 0));
    for (uint32_t k = 0; k < count; k++) {
        double *m = list[k].m;
        m[0] += m[ONE] * own, m[3] += m[ONE] * own, m[5] += m[ONE] * own;
        for (int i = 0; i < ONE; i++) m[i] *= scale;
    }
    return 1 / scale;
}

static double determinant(const double m[6])
{
    return m[0] * (m[3] * m[5] - m[4] * m[4]) - m[1] * (m[1] * m[5] - m[4] * m[2]) + m[2] * (m[1] * m[4] - m[3] * m[2]);
}

/* ---- blocks ---------------------------------------------------------------------------------------------------- */

enum { KEY_SLOTS = 6 };

/* A node and its first slots, by which nodes are sorted, so that those of a block share their slots. */
typedef struct order_key {
    int32_t slots[KEY_SLOTS];
    uint32_t node;
} order_key;

static int compare_keys(const void *left, const void *right)
{
    const order_key *a = left, *b = right;
    for (int i = 0; i < KEY_SLOTS; i++)
        if (a->slots[i] != b->slots[i])
            return a->slots[i] < b->slots[i] ? -1 : 1;
    return (a->node > b->node) - (a->node < b->node);
}

typedef struct block_context {
    hone_direct_mush *mush;
    const hone_mush_desc *desc;
    entries all;
    uint32_t *counts; /* [node_count] entries of each node that are kept */
    order_key *order; /* [node_count] */
    uint32_t *at;     /* [slot_count] 1 + the place of a slot in the block */
    double *variance; /* [node_count] by which the moments were divided */
    double (*centres)[3], (*sums)[6];
} block_context;

static bool prepare_nodes(block_context *c, hone_arena *scratch)
{
    const size_t count = (size_t)c->mush->mesh.node_count + 1;
    c->counts = hone_arena_array(scratch, count, sizeof *c->counts);
    c->order = hone_arena_array(scratch, count, sizeof *c->order);
    c->at = hone_arena_array(scratch, (size_t)c->desc->mesh->slot_count + 1, sizeof *c->at);
    c->variance = hone_arena_array(scratch, count, sizeof *c->variance);
    c->centres = hone_arena_array(scratch, count, sizeof *c->centres);
    c->sums = hone_arena_array(scratch, count, sizeof *c->sums);
    if (hone_arena_failed(scratch))
        return false;
    for (uint32_t n = 0; n < c->mush->mesh.node_count; n++) {
        entry *list = c->all.list + c->all.begin[n];
        const uint32_t kept =
            drop_light(list, (uint32_t)(c->all.begin[n + 1] - c->all.begin[n]), (double)c->desc->least);
        c->counts[n] = kept;
        c->variance[n] = centre_moments(list, kept, c->centres[n], c->sums[n]);
        c->order[n].node = n;
        for (uint32_t k = 0; k < KEY_SLOTS; k++) c->order[n].slots[k] = k < kept ? list[k].slot : INT32_MAX;
    }
    qsort(c->order, c->mush->mesh.node_count, sizeof *c->order, compare_keys);
    return true;
}

/* Lists the slots of the block's nodes, and notes the place of each in c->at. out: NULL: only counts. */
static uint32_t list_slots(const block_context *c, uint32_t begin, uint32_t end, uint32_t *out)
{
    uint32_t count = 0;
    for (uint32_t i = begin; i < end; i++) {
        const uint32_t node = c->order[i].node;
        const entry *list = c->all.list + c->all.begin[node];
        for (uint32_t k = 0; k < c->counts[node]; k++) {
            if (c->at[list[k].slot])
                continue;
            c->at[list[k].slot] = ++count;
            if (out)
                out[count - 1] = (uint32_t)list[k].slot;
        }
    }
    return count;
}

static void forget_slots(const block_context *c, uint32_t begin, uint32_t end)
{
    for (uint32_t i = begin; i < end; i++) {
        const uint32_t node = c->order[i].node;
        const entry *list = c->all.list + c->all.begin[node];
        for (uint32_t k = 0; k < c->counts[node]; k++) c->at[list[k].slot] = 0;
    }
}

static void fill_lane(const block_context *c, hone_direct_block *b, uint32_t lane, uint32_t node)
{
    const entry *list = c->all.list + c->all.begin[node];
    const double det = determinant(c->sums[node]);
    b->nodes[lane] = node;
    b->spread[lane] = (float)c->variance[node];
    for (int i = 0; i < 3; i++) b->centre[i][lane] = (float)c->centres[node][i];
    for (int i = 0; i < 6; i++) b->inverse[i][lane] = (float)(c->sums[node][i] / det);
    for (uint32_t k = 0; k < c->counts[node]; k++) {
        hone_direct_moments *m = &c->mush->moments[b->first + c->at[list[k].slot] - 1];
        m->weight[lane] = (float)list[k].m[ONE];
        for (int i = 0; i < 3; i++) m->first[i][lane] = (float)list[k].m[X + i];
        for (int i = 0; i < 6; i++) m->second[i][lane] = (float)list[k].m[i];
    }
}

static bool make_blocks(block_context *c)
{
    hone_direct_mush *mush = c->mush;
    const uint32_t nodes = mush->mesh.node_count;
    uint32_t slots = 0;
    mush->block_count = (nodes + HONE_MUSH_LANES - 1) / HONE_MUSH_LANES;
    mush->blocks = hone_arena_array(mush->memory, (size_t)mush->block_count + 1, sizeof *mush->blocks);
    for (int pass = 0; mush->blocks && pass < 2; pass++, slots = pass == 1 ? 0 : slots) {
        if (pass == 1) {
            mush->moments = hone_arena_array(mush->memory, (size_t)mush->blocks[0].first + 1, sizeof *mush->moments);
            mush->slots = hone_arena_array(mush->memory, (size_t)mush->blocks[0].first + 1, sizeof *mush->slots);
            if (hone_arena_failed(mush->memory))
                return false;
        }
        for (uint32_t b = 0; b < mush->block_count; b++) {
            const uint32_t begin = b * HONE_MUSH_LANES, left = nodes - begin;
            const uint32_t used = left < HONE_MUSH_LANES ? left : HONE_MUSH_LANES;
            hone_direct_block *block = &mush->blocks[b];
            const uint32_t count = list_slots(c, begin, begin + used, pass ? mush->slots + slots : NULL);
            if (pass) {
                *block = (hone_direct_block){.used = used, .first = slots, .count = count};
                for (uint32_t lane = 0; lane < HONE_MUSH_LANES; lane++)
                    fill_lane(c, block, lane, c->order[begin + (lane < used ? lane : used - 1)].node);
            }
            forget_slots(c, begin, begin + used);
            slots += count;
        }
        if (!pass && mush->block_count)
            mush->blocks[0].first = slots; /* the size, until the second pass */
    }
    mush->bytes = mush->block_count * sizeof *mush->blocks + slots * (sizeof *mush->moments + sizeof *mush->slots);
    return mush->blocks != NULL;
}

static void find_reach(const block_context *c)
{
    const hone_mesh *mesh = c->desc->mesh;
    for (uint32_t n = 0; n < c->mush->mesh.node_count; n++) {
        double square = 0;
        for (int i = 0; i < 3; i++) {
            const double d = (double)mesh->positions[c->mush->mesh.vertex_of[n]][i] - c->centres[n][i];
            square += d * d;
        }
        c->mush->reach = fmaxf(c->mush->reach, (float)sqrt(3 * square));
    }
}

/* Smooths the moments. The arenas of two steps take turns. */
static bool smooth_moments(block_context *c, hone_arena *scratch, hone_arena **steps)
{
    const hone_mush_desc *desc = c->desc;
    entry *room = hone_arena_array(scratch, (size_t)desc->mesh->slot_count + 1, sizeof *room);
    bool ok = room && begin_moments(desc->mesh, &c->mush->mesh, scratch, &c->all);
    for (uint32_t i = 0; ok && i < desc->iterations; i++) {
        entries next;
        hone_arena *fresh = hone_arena_create(desc->allocator, 0, NULL);
        ok = fresh && smooth_step(&c->mush->mesh, (double)desc->lambda, &c->all, room, fresh, &next);
        if (*steps)
            hone_arena_destroy(*steps);
        *steps = fresh;
        c->all = ok ? next : c->all;
    }
    return ok;
}

hone_direct_mush *hone_direct_mush_make(const hone_mush_desc *desc, const hone_allocator *allocator,
                                        hone_arena *scratch)
{
    hone_arena *memory = hone_arena_create(allocator, 0, NULL), *steps = NULL;
    hone_direct_mush *mush = memory ? hone_arena_array(memory, 1, sizeof *mush) : NULL;
    block_context c = {.mush = mush, .desc = desc};
    if (mush)
        *mush = (hone_direct_mush){.memory = memory};
    const bool ok = mush && hone_mush_mesh_make(desc->mesh, memory, scratch, &mush->mesh) &&
                    smooth_moments(&c, scratch, &steps) && prepare_nodes(&c, scratch) && make_blocks(&c);
    if (ok)
        find_reach(&c);
    if (steps)
        hone_arena_destroy(steps);
    if (!ok && memory)
        hone_arena_destroy(memory);
    return ok ? mush : NULL;
}

/* ---- in a pose ------------------------------------------------------------------------------------------------- */

/* Sums of a block, sixteen lanes side by side. */
typedef struct sums {
    float s[3][3][HONE_MUSH_LANES], q[3][HONE_MUSH_LANES], a[3][HONE_MUSH_LANES];
} sums;

#define EACH_LANE for (int l = 0; l < HONE_MUSH_LANES; l++)

/* Adds one slot: S += A (second) + (A p + t - base) first^T, q += weight (A p + t), a += A first. */
static void add_slot(const hone_direct_block *b, const hone_direct_moments *m, const hone_affine *matrix,
                     const float base[3][HONE_MUSH_LANES], sums *out)
{
    for (int r = 0; r < 3; r++) {
        const float x = matrix->m[r][0], y = matrix->m[r][1], z = matrix->m[r][2], t = matrix->m[r][3];
        float moved[HONE_MUSH_LANES];
        EACH_LANE moved[l] = x * b->centre[0][l] + y * b->centre[1][l] + z * b->centre[2][l] + t;
        EACH_LANE out->q[r][l] += m->weight[l] * moved[l];
        EACH_LANE out->a[r][l] += x * m->first[0][l] + y * m->first[1][l] + z * m->first[2][l];
        EACH_LANE moved[l] -= base[r][l];
        EACH_LANE out->s[r][0][l] +=
            x * m->second[0][l] + y * m->second[1][l] + z * m->second[2][l] + moved[l] * m->first[0][l];
        EACH_LANE out->s[r][1][l] +=
            x * m->second[1][l] + y * m->second[3][l] + z * m->second[4][l] + moved[l] * m->first[1][l];
        EACH_LANE out->s[r][2][l] +=
            x * m->second[2][l] + y * m->second[4][l] + z * m->second[5][l] + moved[l] * m->first[2][l];
    }
}

/* R = cof(S) M0 / det M0, and no longer than a rotation. */
static void find_turns(const hone_direct_block *b, const sums *s, float turn[3][3][HONE_MUSH_LANES])
{
    static const int at[3][3] = {{0, 1, 2}, {1, 3, 4}, {2, 4, 5}};
    float square[HONE_MUSH_LANES] = {0};
    for (int r = 0; r < 3; r++) {
        const int i = (r + 1) % 3, j = (r + 2) % 3;
        float cof[3][HONE_MUSH_LANES];
        for (int c = 0; c < 3; c++) {
            const int k = (c + 1) % 3, m = (c + 2) % 3;
            EACH_LANE cof[c][l] = s->s[i][k][l] * s->s[j][m][l] - s->s[i][m][l] * s->s[j][k][l];
        }
        for (int c = 0; c < 3; c++) {
            const float *x = b->inverse[at[0][c]], *y = b->inverse[at[1][c]], *z = b->inverse[at[2][c]];
            EACH_LANE turn[r][c][l] = cof[0][l] * x[l] + cof[1][l] * y[l] + cof[2][l] * z[l];
            EACH_LANE square[l] += turn[r][c][l] * turn[r][c][l];
        }
    }
    EACH_LANE square[l] = square[l] > 3 ? sqrtf(3 / square[l]) : 1;
    for (int e = 0; e < 9; e++) EACH_LANE turn[e / 3][e % 3][l] *= square[l];
}

typedef struct pose_context {
    const hone_direct_mush *mush;
    const hone_palette *palette;
    hone_mush_pose *poses;
} pose_context;

static void pose_block(const pose_context *c, const hone_direct_block *b)
{
    const hone_direct_mush *mush = c->mush;
    float base[3][HONE_MUSH_LANES] = {{0}}, turn[3][3][HONE_MUSH_LANES];
    sums s = {0};
    for (int r = 0; r < 3 && b->count; r++) {
        const float *row = c->palette->affine[mush->slots[b->first]].m[r];
        EACH_LANE base[r][l] = row[0] * b->centre[0][l] + row[1] * b->centre[1][l] + row[2] * b->centre[2][l] + row[3];
    }
    for (uint32_t k = b->first; k < b->first + b->count; k++)
        add_slot(b, &mush->moments[k], &c->palette->affine[mush->slots[k]], (const float(*)[HONE_MUSH_LANES])base, &s);
    find_turns(b, &s, turn);
    for (uint32_t l = 0; l < b->used; l++) {
        hone_mush_pose *out = &c->poses[b->nodes[l]];
        for (int r = 0; r < 3; r++) {
            for (int k = 0; k < 3; k++) out->turn[r][k] = b->count ? turn[r][k][l] : (float)(r == k);
            out->from[r] = b->centre[r][l];
            out->to[r] = b->count ? s.q[r][l] + b->spread[l] * s.a[r][l] : b->centre[r][l];
        }
    }
}

static void pose_blocks(void *user, uint32_t begin, uint32_t end)
{
    const pose_context *c = user;
    for (uint32_t b = begin; b < end; b++) pose_block(c, &c->mush->blocks[b]);
}

void hone_direct_mush_pose(hone_workers *workers, const hone_direct_mush *mush, const hone_palette *palette,
                           hone_mush_pose *out)
{
    pose_context c = {mush, palette, out};
    hone_workers_run(workers, pose_blocks, &c, mush->block_count, 8);
}
