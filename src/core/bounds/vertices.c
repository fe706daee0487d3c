/* Visits the vertices of the mesh that is measured. */
#include "core/bounds/measure.h"
#include "core/skin/compiled.h"
#include <hone/math.h>

const float *hone_bounds_position(const hone_bounds_context *c, uint32_t vertex)
{
    const hone_stream *stream = &c->desc->mesh->positions;
    return (const float *)(const void *)((const char *)stream->data + vertex * stream->stride);
}

/* The cleaned influences of a vertex. */
const hone_influence *hone_bounds_influences(const hone_bounds_context *c, uint32_t vertex, uint32_t *count)
{
    *count = c->sets.begin[vertex + 1] - c->sets.begin[vertex];
    return c->sets.influences + c->sets.begin[vertex];
}

uint32_t hone_bounds_heaviest(const hone_influence *in, uint32_t count)
{
    uint32_t heaviest = 0;
    for (uint32_t i = 1; i < count; i++)
        if (in[i].weight > in[heaviest].weight)
            heaviest = i;
    return heaviest;
}

static void visit_sdef(hone_bounds_context *c, uint32_t vertex, const hone_influence *in, hone_bounds_point_fn *fn)
{
    const hone_skin_desc *mesh = c->desc->mesh;
    const hone_sdef *points = &mesh->sdefs[c->sdefs[vertex]];
    float centres[2][3];
    hone_sdef_centres(points, mesh->influences[mesh->influence_begin[vertex]].slot, in, centres);
    float reach = hone_vec3_distance(points->c, hone_bounds_position(c, vertex));
    for (int k = 0; k < 2; k++) fn(c, BOUNDS_SDEF_CENTRES, in[k].slot, centres[k], reach);
}

void hone_bounds_visit_vertices(hone_bounds_context *c, hone_bounds_point_fn *fn)
{
    for (uint32_t v = 0; v < c->desc->mesh->vertex_count; v++) {
        uint32_t count;
        const hone_influence *in = hone_bounds_influences(c, v, &count);
        if (count == 0)
            fn(c, BOUNDS_LINEAR, HONE_NONE, hone_bounds_position(c, v), 0);
        for (uint32_t i = 0; i < count; i++) fn(c, c->kinds[v], in[i].slot, hone_bounds_position(c, v), 0);
        if (c->kinds[v] == BOUNDS_SDEF)
            visit_sdef(c, v, in, fn);
    }
}
