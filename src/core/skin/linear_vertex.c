#include "core/skin/linear_vertex.h"
#include <math.h>

uint32_t hone_most_influences(const hone_mesh *mesh)
{
    uint32_t most = 1;
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        uint32_t count = mesh->influence_begin[v + 1] - mesh->influence_begin[v];
        most = count > most ? count : most;
    }
    return most;
}

/* Moves influence `at` to its place by weight. Equal weights keep their order. */
static void settle(hone_influence *influences, uint32_t at)
{
    hone_influence moved = influences[at];
    for (; at > 0 && influences[at - 1].weight < moved.weight; at--) influences[at] = influences[at - 1];
    influences[at] = moved;
}

uint32_t hone_linear_influences(const hone_mesh *mesh, uint32_t vertex, const uint32_t *slots, hone_influence *out,
                                double *sum)
{
    uint32_t count = 0;
    *sum = 0;
    for (uint32_t i = mesh->influence_begin[vertex]; i < mesh->influence_begin[vertex + 1]; i++) {
        hone_influence in = mesh->influences[i];
        if (!(in.weight > 0 && in.weight < INFINITY) || in.slot == HONE_NONE)
            continue;
        if (slots)
            in.slot = (int32_t)slots[in.slot];
        *sum += (double)in.weight;
        uint32_t at = 0;
        while (at < count && out[at].slot != in.slot) at++;
        if (at < count)
            out[at].weight += in.weight;
        else
            out[count++] = in;
    }
    for (uint32_t i = 0; i < count; i++) out[i].weight = (float)((double)out[i].weight / *sum);
    for (uint32_t i = 1; i < count; i++) settle(out, i);
    return count;
}
