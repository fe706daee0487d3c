/* What a vertex shader needs of a compiled skin, vertex by vertex. */
#include "base/error.h"
#include "skin/pack.h"

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

static void read_influences(const hone_skin *skin, const hone_skin_group *group, size_t block, uint32_t lane,
                            hone_skin_vertex *out)
{
    uint32_t most = HONE_SKIN_SHADER_INFLUENCES, step = group->mixed ? LANES : 1;
    uint32_t count = group->influences < most ? group->influences : most;
    size_t slot = group->slots + block * group->influences * step + (group->mixed ? lane : 0);
    size_t weight = group->weights + block * group->stored * LANES + lane;
    float last = 1;
    for (uint32_t i = 0; i < count; i++) {
        out->slots[i] = skin->slots[slot + (size_t)i * step];
        if (i < group->stored) {
            size_t at = weight + (size_t)i * LANES;
            bool packed = hone_skin_packs_weights(skin, group);
            out->weights[i] = packed ? hone_unpack_weight(skin->packed_weights[at]) : skin->weights[at];
            last -= out->weights[i];
        } else {
            out->weights[i] = last;
        }
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
    hone_skin_vertex out = {.kind = public_kind(group), .influences = group->influences};
    read_influences(skin, group, block - group->begin, lane, &out);
    if (group->kind == HONE_SKIN_BY_SDEF)
        read_sdef(&skin->sdefs[group->sdefs + block - group->begin], lane, &out);
    return out;
}

uint32_t hone_skin_most_influences(const hone_skin *skin)
{
    uint32_t most = 0;
    for (uint32_t g = 0; g < skin->group_count; g++)
        most = skin->groups[g].influences > most ? skin->groups[g].influences : most;
    return most;
}
