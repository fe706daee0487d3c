/* Vertices that the CPU skins and sends for every picture. */
#ifndef HONE_SRC_RENDER_MESH_CPU_SKIN_H
#define HONE_SRC_RENDER_MESH_CPU_SKIN_H

#include "draw/render/mesh/vertex_buffers.h"
#include <hone/render.h>

typedef struct hone_cpu_mesh {
    hone_allocator allocator;
    hone_vertex_buffers vertices; /* in lane order of the compiled skin */
    uint32_t lane_count;
    uint32_t *order;     /* [lane_count] the vertex of each lane */
    float (*skinned)[3]; /* [2 * lane_count] positions, then normals */
} hone_cpu_mesh;

/* Creates the mesh; does nothing if it exists. vertices: needs mesh, second_uvs, allocator. A context must be
 * current. Errors: MEMORY, DEVICE. */
bool hone_cpu_mesh_prepare(hone_cpu_mesh *out, const hone_vertex_buffers_desc *vertices, const hone_skin *skin,
                           hone_error *error);
void hone_cpu_mesh_destroy(hone_cpu_mesh *mesh);

/* Skins the vertices and sends them; adds the time and the number of bytes to the stats. palette NULL: the actor's.
 * Errors: as hone_actor_skin. */
bool hone_cpu_mesh_skin(hone_cpu_mesh *mesh, hone_actor *actor, const hone_skin_out *how, hone_render_stats *stats,
                        hone_error *error);

#endif
