/* Reads a compiled skin vertex by vertex, in the form that a vertex shader needs. */
#include "base/error.h"
#include "core/skin/quantise.h"
#include <math.h>

static const hone_skin_group *group_of(const hone_skin *skin, uint32_t block)
{
    uint32_t low = 0, high = skin->group_count - 1;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (block < skin->groups[middle].end)
            high = middle;
        else
            low = middle + 1;
    }
    return &skin->groups[low];
}

static uint32_t public_kind(const hone_skin_group *group)
{
    static const uint32_t kinds[HONE_SKIN_BY_COUNT] = {
        [HONE_SKIN_BY_LINEAR] = HONE_SKIN_KIND_LINEAR,
        [HONE_SKIN_BY_SDEF] = HONE_SKIN_KIND_SDEF,
        [HONE_SKIN_BY_DUALS] = HONE_SKIN_KIND_DUAL_QUATERNION,
    };
    return group->influences ? kinds[group->kind] : (uint32_t)HONE_SKIN_KIND_STILL;
}

static float read_weight(const hone_skin *skin, const hone_skin_group *group, size_t at)
{
    return hone_skin_packs_weights(skin, group) ? hone_unpack_weight(skin->packed_weights[at]) : skin->weights[at];
}

/* A lane of a block that several slot sets share has weight 0 for the slots it does not use. An implicit last weight
 * is 1 minus the others, so its zero is only zero up to rounding. */
static void read_influences(const hone_skin *skin, const hone_skin_group *group, size_t block, uint32_t lane,
                            hone_skin_vertex *out)
{
    const uint32_t most = HONE_SKIN_SHADER_MAX_INFLUENCES, step = group->mixed ? LANES : 1;
    size_t slot = group->slots + block * group->influences * step + (group->mixed ? lane : 0);
    size_t at = group->weights + block * group->stored * LANES + lane;
    float left = 1;
    for (uint32_t i = 0; i < group->influences; i++, slot += step, at += LANES) {
        bool stored = i < group->stored;
        float weight = stored ? read_weight(skin, group, at) : left;
        left -= weight;
        if (!group->mixed && group->kind != HONE_SKIN_BY_SDEF &&
            (stored ? weight == 0 : fabsf(weight) <= 1e-6f && out->influences > 0))
            continue;
        if (out->influences < most)
            out->slots[out->influences] = *(skin->slots + slot), out->weights[out->influences] = weight;
        out->influences++;
    }
}

static void read_sdef(const hone_skin_sdef *sdef, uint32_t lane, hone_skin_vertex *out)
{
    for (int i = 0; i < 3; i++) {
        out->c[i] = sdef->c.c[i][lane];
        out->c0[i] = sdef->centres[0].c[i][lane];
        out->c1[i] = sdef->centres[1].c[i][lane];
    }
}

hone_skin_vertex hone_skin_vertex_at(const hone_skin *skin, uint32_t vertex)
{
    HONE_ASSERT(vertex < skin->vertex_count);
    uint32_t at = skin->lanes[vertex], block = at / LANES, lane = at % LANES;
    const hone_skin_group *group = group_of(skin, block);
    hone_skin_vertex out = {.kind = public_kind(group)};
    read_influences(skin, group, block - group->begin, lane, &out);
    if (group->kind == HONE_SKIN_BY_SDEF)
        read_sdef(&skin->sdefs[group->sdefs + block - group->begin], lane, &out);
    const hone_skin_frame3 *centres = hone_skin_centres(skin);
    for (int i = 0; centres && i < 3; i++) out.centre[i] = centres[block].c[i][lane];
    return out;
}

uint32_t hone_skin_max_influences(const hone_skin *skin)
{
    return skin->most_influences;
}
