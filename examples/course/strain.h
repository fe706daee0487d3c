/* What skinning does to a mesh. */
#ifndef COURSE_STRAIN_H
#define COURSE_STRAIN_H

#include <hone/model.h>

/* Now over at rest. */
typedef struct strain {
    double volume, shortest, longest; /* of the mesh, and of its edges */
} strain;

/* now: [vertex_count] where the vertices are. */
strain strain_of(const hone_mesh *mesh, const float (*now)[3]);

#endif
