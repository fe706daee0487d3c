/* Oriented boxes of the vertices of each slot. */
#include "base/finite.h"
#include "core/bounds/measure.h"
#include "core/skin/nearest_rotation.h"
#include <hone/math.h>

uint32_t *hone_bounds_part_place(hone_bounds_context *c, uint32_t kind, int32_t slot)
{
    uint32_t slots = c->out->slot_count;
    return &c->part_of[(size_t)kind * (slots + 1) + (slot == HONE_NONE ? slots : (uint32_t)slot)];
}

static void count_part(hone_bounds_context *c, uint32_t kind, int32_t slot, const float point[3], float reach)
{
    uint32_t *place = hone_bounds_part_place(c, kind, slot);
    (void)point, (void)reach;
    if (!*place)
        *place = ++c->out->part_count;
}

static void add_moments(hone_bounds_context *c, uint32_t kind, int32_t slot, const float point[3], float reach)
{
    uint32_t index = *hone_bounds_part_place(c, kind, slot) - 1;
    bounds_moments *m = &c->moments[index];
    bounds_part *part = &c->out->parts[index];
    part->kind = kind, part->slot = slot;
    part->reach = fmaxf(part->reach, reach);
    c->out->finite &= isfinite(reach) && hone_floats_are_finite(point, 3);
    c->out->kinds |= 1u << kind;
    m->count++;
    for (int i = 0; i < 3; i++) {
        m->sum[i] += (double)point[i];
        for (int k = 0; k < 3; k++) m->products[i][k] += (double)point[i] * (double)point[k];
    }
}

/* The axes of the mesh, and those along which the points spread most and least. */
static void find_frames(bounds_moments *m)
{
    double covariance[4][4] = {{0}}, axes[4][4];
    for (int i = 0; i < 3; i++) {
        m->sum[i] /= m->count;
        m->frames[0][i][i] = 1;
    }
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++) covariance[i][k] = m->products[i][k] / m->count - m->sum[i] * m->sum[k];
    hone_diagonalise(covariance, axes);
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++) m->frames[1][i][k] = axes[k][i];
}

static void add_extents(hone_bounds_context *c, uint32_t kind, int32_t slot, const float point[3], float reach)
{
    bounds_moments *m = &c->moments[*hone_bounds_part_place(c, kind, slot) - 1];
    (void)reach;
    for (int f = 0; f < 2; f++)
        for (int i = 0; i < 3; i++) {
            double at = 0;
            for (int k = 0; k < 3; k++) at += m->frames[f][i][k] * ((double)point[k] - m->sum[k]);
            m->low[f][i] = fmin(m->low[f][i], at);
            m->high[f][i] = fmax(m->high[f][i], at);
        }
}

/* Takes the axes whose box has the shorter edges: in any direction, a box is wide by the sum of its edges' parts. */
static void finish_part(const bounds_moments *m, uint32_t lane, bounds_block *out)
{
    double edges[2] = {0, 0}, centre[3] = {m->sum[0], m->sum[1], m->sum[2]};
    for (int f = 0; f < 2; f++)
        for (int i = 0; i < 3; i++) edges[f] += m->high[f][i] - m->low[f][i];
    int f = edges[1] < edges[0];
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++) {
            out->axes[i][k][lane] = (float)(m->frames[f][i][k] * (m->high[f][i] - m->low[f][i]) / 2);
            centre[k] += m->frames[f][i][k] * (m->high[f][i] + m->low[f][i]) / 2;
        }
    for (int k = 0; k < 3; k++) {
        out->centre[k][lane] = (float)centre[k];
        out->most[k][lane] = fabsf(out->centre[k][lane]);
        for (int i = 0; i < 3; i++) out->most[k][lane] += fabsf(out->axes[i][k][lane]);
    }
}

/* Fills the blocks of a kind. */
static void fill_blocks(hone_bounds_context *c, uint32_t kind)
{
    hone_skin_bounds *out = c->out;
    uint32_t lane = 4, last = 0;
    for (uint32_t i = 0; i < out->part_count; i++) {
        if (out->parts[i].kind != kind)
            continue;
        if (lane == 4)
            out->blocks[out->block_count++].kind = kind, lane = 0;
        finish_part(&c->moments[i], lane, &out->blocks[out->block_count - 1]);
        out->blocks[out->block_count - 1].parts[lane++] = last = i;
    }
    for (; lane < 4; lane++) {
        finish_part(&c->moments[last], lane, &out->blocks[out->block_count - 1]);
        out->blocks[out->block_count - 1].parts[lane] = last;
    }
}

bool hone_bounds_make_parts(hone_bounds_context *c)
{
    hone_skin_bounds *out = c->out;
    c->part_of = hone_arena_array(c->scratch, BOUNDS_KINDS * ((size_t)out->slot_count + 1), sizeof *c->part_of);
    if (!c->part_of)
        return false;
    hone_bounds_visit_vertices(c, count_part);
    out->parts = hone_arena_array(out->memory, out->part_count, sizeof *out->parts);
    out->blocks = hone_arena_array(out->memory, out->part_count / 4 + BOUNDS_KINDS, sizeof *out->blocks);
    c->moments = hone_arena_array(c->scratch, out->part_count, sizeof *c->moments);
    if (hone_arena_failed(out->memory) || hone_arena_failed(c->scratch))
        return false;
    hone_bounds_visit_vertices(c, add_moments);
    if (!out->finite)
        return true;
    for (uint32_t i = 0; i < out->part_count; i++) find_frames(&c->moments[i]);
    hone_bounds_visit_vertices(c, add_extents);
    for (uint32_t kind = 0; kind < BOUNDS_KINDS; kind++) fill_blocks(c, kind);
    return true;
}
