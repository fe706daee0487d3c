#include "core/skin/deform/moments.h"
#include "core/skin/linear_vertex.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double SPHERE = 0.01;   /* variance that each node has of its own, as a part of all at rest */
static const double NOTHING = 1e-12; /* what roundings leave of the moments of a node that is alone */

/* ---- smoothing the moments ------------------------------------------------------------------------------------- */

static int compare_slots(const void *left, const void *right)
{
    const hone_influence *a = left, *b = right;
    return (a->slot > b->slot) - (a->slot < b->slot);
}

static bool begin_moments(const hone_mesh *mesh, const hone_mush_mesh *nodes, hone_arena *scratch, hone_moments *out)
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
            hone_moment *e = &out->list[out->begin[n + 1]++];
            e->slot = in[k].slot;
            for (int i = 0, at = 0; i < 3; i++)
                for (int j = i; j < 3; j++) e->m[at++] = (double)in[k].weight * x[i] * x[j];
            for (int i = 0; i < 4; i++) e->m[HONE_MOMENT_FIRST + i] = (double)in[k].weight * x[i];
        }
    }
    return true;
}

/* Adds `share` times the moments of a node to the list of `count`, by slot. Returns the new count. */
static uint32_t add_moments(const hone_moments *from, uint32_t node, double share, hone_moment *list, uint32_t count)
{
    uint32_t at = 0;
    for (size_t i = from->begin[node]; i < from->begin[node + 1]; i++) {
        const hone_moment *e = &from->list[i];
        while (at < count && list[at].slot < e->slot) at++;
        if (at == count || list[at].slot != e->slot) {
            memmove(list + at + 1, list + at, (count - at) * sizeof *list);
            list[at] = (hone_moment){.slot = e->slot};
            count++;
        }
        for (int k = 0; k < HONE_MOMENTS; k++) list[at].m[k] += share * e->m[k];
    }
    return count;
}

static uint32_t smooth_node(const hone_mush_mesh *mesh, double lambda, const hone_moments *from, uint32_t node,
                            hone_moment *out)
{
    const uint32_t first = mesh->begin[node], around = hone_mush_around(mesh, node);
    uint32_t count = add_moments(from, node, around ? 1 - lambda : 1, out, 0);
    for (uint32_t i = first; i < first + around; i++)
        count = add_moments(from, mesh->neighbours[i], lambda / around, out, count);
    return count;
}

/* One step of smoothing. room: [slot_count + 1]. Frees nothing: the arenas are those of two steps by turns. */
static bool smooth_step(const hone_mush_mesh *mesh, double lambda, const hone_moments *from, hone_moment *room,
                        hone_arena *memory, hone_moments *to)
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
static uint32_t drop_light(hone_moment *list, uint32_t count, double least)
{
    double most = 0, sum = 0;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; i++) most = fmax(most, list[i].m[HONE_MOMENT_WEIGHT]);
    for (uint32_t i = 0; i < count; i++)
        if (list[i].m[HONE_MOMENT_WEIGHT] >= fmin(least, most))
            list[kept++] = list[i], sum += list[kept - 1].m[HONE_MOMENT_WEIGHT];
    for (uint32_t i = 0; i < kept; i++)
        for (int k = 0; k < HONE_MOMENTS; k++) list[i].m[k] /= sum;
    return kept;
}

/* Makes the moments those about the centre, p, which it finds; gives each node a variance of its own, and scales all so
 * that the trace of their sum is 1. all: that sum, M0. Returns what they were divided by. */
static double centre_moments(hone_moment *list, uint32_t count, double p[3], double all[6])
{
    double trace = 0, before = 0;
    for (int i = 0; i < 3; i++) p[i] = 0;
    for (uint32_t k = 0; k < count; k++)
        for (int i = 0; i < 3; i++) p[i] += list[k].m[HONE_MOMENT_FIRST + i];
    for (int k = 0; k < 6; k++) all[k] = 0;
    for (uint32_t k = 0; k < count; k++) {
        double *m = list[k].m, *x = m + HONE_MOMENT_FIRST;
        before += m[0] + m[3] + m[5];
        for (int i = 0, at = 0; i < 3; i++)
            for (int j = i; j < 3; j++, at++) {
                m[at] -= x[i] * p[j] + p[i] * x[j] - m[HONE_MOMENT_WEIGHT] * p[i] * p[j];
                all[at] += m[at];
            }
        for (int i = 0; i < 3; i++) x[i] -= m[HONE_MOMENT_WEIGHT] * p[i];
    }
    trace = all[0] + all[3] + all[5];
    const double own = trace > NOTHING * before ? SPHERE * trace : 1, scale = 1 / (fmax(trace, 0) + 3 * own);
    for (int k = 0; k < 6; k++) all[k] = scale * (all[k] + (k == 0 || k == 3 || k == 5 ? own : 0));
    for (uint32_t k = 0; k < count; k++) {
        double *m = list[k].m;
        m[0] += m[HONE_MOMENT_WEIGHT] * own, m[3] += m[HONE_MOMENT_WEIGHT] * own, m[5] += m[HONE_MOMENT_WEIGHT] * own;
        for (int i = 0; i < HONE_MOMENT_WEIGHT; i++) m[i] *= scale;
    }
    return 1 / scale;
}

/* ---- all nodes ------------------------------------------------------------------------------------------------- */

/* Smooths the moments. The arenas of two steps take turns. */
static bool smooth_moments(const hone_mush_mesh *nodes, const hone_mush_desc *desc, hone_arena *scratch,
                           hone_arena **steps, hone_moments *all)
{
    hone_moment *room = hone_arena_array(scratch, (size_t)desc->mesh->slot_count + 1, sizeof *room);
    bool ok = room && begin_moments(desc->mesh, nodes, scratch, all);
    for (uint32_t i = 0; ok && i < desc->iterations; i++) {
        hone_moments next;
        hone_arena *fresh = hone_arena_create(desc->allocator, 0, NULL);
        ok = fresh && smooth_step(nodes, (double)desc->lambda, all, room, fresh, &next);
        if (*steps)
            hone_arena_destroy(*steps);
        *steps = fresh;
        *all = ok ? next : *all;
    }
    return ok;
}

bool hone_moments_make(const hone_mush_mesh *nodes, const hone_mush_desc *desc, hone_arena *scratch, hone_arena **steps,
                       hone_moments *out)
{
    const size_t count = (size_t)nodes->node_count + 1;
    if (!smooth_moments(nodes, desc, scratch, steps, out))
        return false;
    out->counts = hone_arena_array(scratch, count, sizeof *out->counts);
    out->variance = hone_arena_array(scratch, count, sizeof *out->variance);
    out->centres = hone_arena_array(scratch, count, sizeof *out->centres);
    out->sums = hone_arena_array(scratch, count, sizeof *out->sums);
    if (hone_arena_failed(scratch))
        return false;
    for (uint32_t n = 0; n < nodes->node_count; n++) {
        hone_moment *list = out->list + out->begin[n];
        out->counts[n] = drop_light(list, (uint32_t)(out->begin[n + 1] - out->begin[n]), (double)desc->least);
        out->variance[n] = centre_moments(list, out->counts[n], out->centres[n], out->sums[n]);
    }
    return true;
}
