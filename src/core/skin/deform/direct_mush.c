/* Direct delta mush, variant 1: what delta mush finds by smoothing in each pose follows from moments that are smoothed
 * once, at rest. Formulas: docs/skinning.md. */
#include "core/skin/deform/moments.h"
#include "core/skin/deform/mush.h"
#include <math.h>
#include <string.h>

typedef struct direct_context {
    hone_direct_mush *mush;
    const hone_mush_desc *desc;
    hone_mush_mesh nodes;
    hone_moments all;
} direct_context;

/* ---- the skin of the smoothed weights -------------------------------------------------------------------------- */

/* Lists the smoothed weights of each vertex. */
static bool list_weights(const direct_context *c, hone_arena *scratch, uint32_t **begin, hone_influence **influences)
{
    const uint32_t vertices = c->nodes.vertex_count;
    size_t count = 0;
    for (uint32_t v = 0; v < vertices; v++) count += c->all.counts[c->nodes.node_of[v]];
    *begin = hone_arena_array(scratch, (size_t)vertices + 1, sizeof **begin);
    *influences = count < UINT32_MAX ? hone_arena_array(scratch, count + 1, sizeof **influences) : NULL;
    if (!*influences || hone_arena_failed(scratch))
        return false;
    hone_influence *next = *influences;
    for (uint32_t v = 0; v < vertices; v++) {
        const uint32_t node = c->nodes.node_of[v];
        const hone_moment *list = c->all.list + c->all.begin[node];
        for (uint32_t k = 0; k < c->all.counts[node]; k++)
            *next++ = (hone_influence){list[k].slot, (float)list[k].m[HONE_MOMENT_WEIGHT]};
        (*begin)[v + 1] = (uint32_t)(next - *influences);
    }
    return true;
}

static bool compile(const direct_context *c, hone_arena *scratch)
{
    const hone_mesh *mesh = c->desc->mesh;
    uint32_t *begin;
    hone_influence *influences;
    if (!list_weights(c, scratch, &begin, &influences))
        return false;
    const hone_skin_desc desc = {
        .vertex_count = mesh->vertex_count,
        .slot_count = mesh->slot_count,
        .positions = {(void *)mesh->positions, mesh->vertex_count, sizeof *mesh->positions},
        .normals = {(void *)mesh->normals, mesh->vertex_count, sizeof *mesh->normals},
        .tangents = {(void *)mesh->tangents, mesh->vertex_count, sizeof *mesh->tangents},
        .influence_begin = begin,
        .influences = influences,
        .allocator = c->desc->allocator,
    };
    return (c->mush->skin = hone_skin_compile(&desc, NULL)) != NULL;
}

/* ---- moments of blocks ----------------------------------------------------------------------------------------- */

/* Inverse of M0, which is symmetric: xx, xy, xz, yy, yz, zz. */
static void invert(const double m[6], double out[3][3])
{
    const double full[3][3] = {{m[0], m[1], m[2]}, {m[1], m[3], m[4]}, {m[2], m[4], m[5]}};
    double det = 0;
    for (int r = 0; r < 3; r++)
        for (int k = 0; k < 3; k++) {
            const int r1 = (r + 1) % 3, r2 = (r + 2) % 3, k1 = (k + 1) % 3, k2 = (k + 2) % 3;
            out[r][k] = full[r1][k1] * full[r2][k2] - full[r1][k2] * full[r2][k1];
        }
    for (int k = 0; k < 3; k++) det += full[0][k] * out[0][k];
    for (int e = 0; e < 9; e++) out[e / 3][e % 3] /= det;
}

/* The numbers of one slot at one node: second moments and first ones, times the inverse of M0, then about the pivot;
 * first moments and weight. */
static void moments_of(const direct_context *c, uint32_t node, const hone_moment *slot, const float pivot[3],
                       double out[4][4])
{
    static const int at[3][3] = {{0, 1, 2}, {1, 3, 4}, {2, 4, 5}};
    const double *first = slot->m + HONE_MOMENT_FIRST, weight = slot->m[HONE_MOMENT_WEIGHT];
    double inverse[3][3], arm[3];
    invert(c->all.sums[node], inverse);
    for (int i = 0; i < 3; i++) arm[i] = c->all.centres[node][i] - (double)pivot[i];
    for (int k = 0; k < 3; k++) {
        out[3][k] = 0;
        for (int i = 0; i < 3; i++) out[3][k] += first[i] * inverse[i][k];
        for (int r = 0; r < 3; r++) {
            out[r][k] = arm[r] * out[3][k];
            for (int i = 0; i < 3; i++) out[r][k] += slot->m[at[r][i]] * inverse[i][k];
        }
    }
    for (int r = 0; r < 3; r++) out[r][3] = c->all.variance[node] * first[r] + weight * arm[r];
    out[3][3] = weight;
}

static const hone_moment *find(const direct_context *c, uint32_t node, uint32_t slot)
{
    const hone_moment *list = c->all.list + c->all.begin[node];
    for (uint32_t k = 0; k < c->all.counts[node]; k++)
        if ((uint32_t)list[k].slot == slot)
            return &list[k];
    return NULL;
}

static void fill_lane(const direct_context *c, const hone_skin_group *group, uint32_t block, uint32_t lane)
{
    const hone_direct_mush *mush = c->mush;
    const uint32_t extra = group->influences ? group->influences - 1 : 0, step = group->mixed ? LANES : 1;
    const uint32_t node = c->nodes.node_of[mush->skin->vertices[block * LANES + lane]];
    const size_t in_group = block - group->begin;
    const uint32_t *slots =
        mush->skin->slots + group->slots + in_group * group->influences * step + (group->mixed ? lane : 0);
    hone_direct_moments *moments = mush->moments + mush->first[group - mush->skin->groups] + in_group * extra;
    for (int i = 0; i < 3; i++) mush->centres[block].c[i][lane] = (float)c->all.centres[node][i];
    for (uint32_t i = 0; i < extra; i++) {
        const hone_moment *slot = find(c, node, slots[i * step]);
        double m[4][4] = {{0}};
        if (slot)
            moments_of(c, node, slot, mush->pivots[block], m);
        for (int e = 0; e < 16; e++) moments[i].m[e / 4][e % 4][lane] = (float)m[e / 4][e % 4];
    }
}

/* Chooses the pivot of a block: the middle of its centres. Blocks that share their slots with the one before share its
 * pivot, so that their matrices are computed once. */
static void place_pivot(const direct_context *c, const hone_skin_group *group, uint32_t block)
{
    const hone_skin *skin = c->mush->skin;
    const uint32_t *slots = skin->slots + group->slots + (size_t)(block - group->begin) * group->influences;
    if (block > group->begin && !group->mixed &&
        memcmp(slots, slots - group->influences, group->influences * sizeof *slots) == 0) {
        memcpy(c->mush->pivots[block], c->mush->pivots[block - 1], sizeof *c->mush->pivots);
        c->mush->repeats[block] = true;
        return;
    }
    for (int i = 0; i < 3; i++) {
        double sum = 0;
        for (uint32_t lane = 0; lane < LANES; lane++)
            sum += c->all.centres[c->nodes.node_of[skin->vertices[block * LANES + lane]]][i];
        c->mush->pivots[block][i] = (float)(sum / LANES);
    }
}

static bool make_blocks(const direct_context *c, const hone_skin *of)
{
    hone_direct_mush *mush = c->mush;
    const hone_skin *skin = mush->skin;
    size_t count = 0;
    mush->lanes = hone_arena_array(mush->memory, (size_t)skin->block_count * LANES + 1, sizeof *mush->lanes);
    mush->centres = hone_arena_aligned(mush->memory, (size_t)skin->block_count + 1, sizeof *mush->centres);
    mush->pivots = hone_arena_array(mush->memory, (size_t)skin->block_count + 1, sizeof *mush->pivots);
    mush->repeats = hone_arena_array(mush->memory, (size_t)skin->block_count + 1, sizeof *mush->repeats);
    mush->first = hone_arena_array(mush->memory, (size_t)skin->group_count + 1, sizeof *mush->first);
    for (uint32_t g = 0; mush->first && g < skin->group_count; g++) {
        const hone_skin_group *group = &skin->groups[g];
        mush->first[g] = count;
        count += (size_t)(group->end - group->begin) * (group->influences ? group->influences - 1 : 0);
    }
    mush->moments = hone_arena_aligned(mush->memory, count + 1, sizeof *mush->moments);
    if (hone_arena_failed(mush->memory))
        return false;
    mush->bytes = count * sizeof *mush->moments + skin->block_count * (sizeof *mush->centres + sizeof *mush->pivots);
    for (uint32_t i = 0; i < skin->block_count * LANES; i++) mush->lanes[i] = of->lanes[skin->vertices[i]];
    for (uint32_t g = 0; g < skin->group_count; g++)
        for (uint32_t b = skin->groups[g].begin; b < skin->groups[g].end; b++) {
            place_pivot(c, &skin->groups[g], b);
            for (uint32_t lane = 0; lane < LANES; lane++) fill_lane(c, &skin->groups[g], b, lane);
        }
    return true;
}

static void find_reach(const direct_context *c)
{
    const hone_mesh *mesh = c->desc->mesh;
    for (uint32_t n = 0; n < c->nodes.node_count; n++) {
        double square = 0;
        for (int i = 0; i < 3; i++) {
            const double d = (double)mesh->positions[c->nodes.vertex_of[n]][i] - c->all.centres[n][i];
            square += d * d;
        }
        c->mush->reach = fmaxf(c->mush->reach, (float)sqrt(3 * square));
    }
}

hone_direct_mush *hone_direct_mush_make(const hone_skin *skin, const hone_mush_desc *desc, hone_arena *scratch)
{
    hone_arena *memory = hone_arena_create(desc->allocator, 0, NULL), *steps = NULL;
    hone_direct_mush *mush = memory ? hone_arena_array(memory, 1, sizeof *mush) : NULL;
    direct_context c = {.mush = mush, .desc = desc};
    if (mush)
        *mush = (hone_direct_mush){.memory = memory, .run = hone_direct_mush_run};
    const bool ok = mush && hone_mush_mesh_make(desc->mesh, scratch, scratch, &c.nodes) &&
                    hone_moments_make(&c.nodes, desc, scratch, &steps, &c.all) && compile(&c, scratch) &&
                    make_blocks(&c, skin);
    if (ok)
        find_reach(&c);
    if (steps)
        hone_arena_destroy(steps);
    if (!ok && mush)
        hone_skin_release(mush->skin);
    if (!ok && memory)
        hone_arena_destroy(memory);
    return ok ? mush : NULL;
}
