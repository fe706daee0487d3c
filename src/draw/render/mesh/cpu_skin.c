#include "draw/render/mesh/cpu_skin.h"
#include "base/error.h"
#include "draw/render/timer.h"

static bool make_room(hone_cpu_mesh *out, const hone_mesh *mesh, const hone_skin *skin, const hone_allocator *allocator)
{
    const uint32_t *lanes = hone_skin_lanes(skin);
    *out = (hone_cpu_mesh){.allocator = *allocator, .lane_count = hone_skin_lane_count(skin)};
    out->order = hone_allocate(allocator, out->lane_count, sizeof *out->order);
    out->skinned = hone_allocate(allocator, out->lane_count, 2 * sizeof *out->skinned);
    if (!out->order || !out->skinned)
        return false;
    /* padding lanes: vertex 0, never drawn */
    for (uint32_t v = 0; v < mesh->vertex_count; v++) out->order[lanes[v]] = v;
    return true;
}

/* Creates the vertex buffers; if they exist, only writes the indices. */
static bool make_vertices(hone_cpu_mesh *out, const hone_vertex_buffers_desc *vertices, const uint32_t *lanes,
                          hone_error *error)
{
    const hone_mesh *mesh = vertices->mesh;
    uint32_t *indices = hone_allocate(vertices->allocator, mesh->index_count, sizeof *indices);
    if (!indices && mesh->index_count > 0)
        return hone_fail_memory(error);
    for (uint32_t i = 0; i < mesh->index_count; i++) indices[i] = lanes[mesh->indices[i]];
    hone_vertex_buffers_desc desc = *vertices;
    desc.order = out->order;
    desc.count = out->lane_count;
    desc.indices = indices;
    desc.index_count = mesh->index_count;
    bool ok = out->vertices.array ? hone_vertex_buffers_set_indices(&out->vertices, &desc, error)
                                  : hone_vertex_buffers_create(&out->vertices, &desc, error);
    hone_deallocate(vertices->allocator, indices, mesh->index_count, sizeof *indices);
    return ok;
}

bool hone_cpu_mesh_prepare(hone_cpu_mesh *out, const hone_vertex_buffers_desc *vertices, const hone_skin *skin,
                           hone_error *error)
{
    if (out->vertices.array && hone_vertex_buffers_differ(&out->vertices, vertices))
        return make_vertices(out, vertices, hone_skin_lanes(skin), error);
    if (out->vertices.array)
        return true;
    bool ok = make_room(out, vertices->mesh, skin, vertices->allocator) || hone_fail_memory(error);
    ok = ok && make_vertices(out, vertices, hone_skin_lanes(skin), error);
    if (!ok)
        hone_cpu_mesh_destroy(out);
    return ok;
}

void hone_cpu_mesh_destroy(hone_cpu_mesh *mesh)
{
    hone_vertex_buffers_destroy(&mesh->vertices);
    hone_deallocate(&mesh->allocator, mesh->order, mesh->lane_count, sizeof *mesh->order);
    hone_deallocate(&mesh->allocator, mesh->skinned, mesh->lane_count, 2 * sizeof *mesh->skinned);
    *mesh = (hone_cpu_mesh){0};
}

bool hone_cpu_mesh_skin(hone_cpu_mesh *mesh, hone_actor *actor, const hone_skin_out *how, hone_render_stats *stats,
                        hone_error *error)
{
    double begin = hone_timer();
    size_t count = mesh->lane_count, element = sizeof *mesh->skinned;
    hone_skin_out out = *how;
    out.order = HONE_SKIN_ORDER_LANES;
    out.positions = (hone_stream){mesh->skinned, count, element};
    if (mesh->vertices.mesh->normals)
        out.normals = (hone_stream){mesh->skinned + count, count, element};
    if (!hone_actor_skin(actor, &out, error))
        return false;
    stats->skin += hone_timer() - begin;
    stats->vertex_bytes += 2 * count * element;
    hone_vertex_buffers_fill(&mesh->vertices, (const float(*)[3])mesh->skinned);
    return true;
}
