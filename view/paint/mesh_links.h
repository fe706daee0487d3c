/* Which vertices are connected by edges of triangles. Vertices at one place at rest count as one point, since seams of
 * textures and normals repeat them. */
#ifndef HONE_VIEW_PAINT_MESH_LINKS_H
#define HONE_VIEW_PAINT_MESH_LINKS_H

#include <hone/model.h>

typedef struct mesh_links {
    uint32_t vertex_count;
    uint32_t *point; /* [vertex_count] the first vertex at the same place */
    uint32_t *begin; /* [vertex_count + 1] point p is linked with links[begin[p]] to links[begin[p + 1] - 1] */
    uint32_t *links; /* points; the same one may occur twice */
} mesh_links;

bool mesh_links_make(const hone_mesh *mesh, mesh_links *out, hone_error *error); /* errors: MEMORY */
void mesh_links_release(mesh_links *l);

#endif
