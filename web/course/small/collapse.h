/* Makes a mesh coarser: vertices move onto neighbours where the surface changes least (quadric error metrics). */
#ifndef HONE_WEB_COURSE_COLLAPSE_H
#define HONE_WEB_COURSE_COLLAPSE_H

#include <stdint.h>

typedef struct coarse_mesh {
    uint32_t vertex_count, index_count;
    const float (*positions)[3]; /* [vertex_count] */
    /* How differently two vertices are skinned: 0: in the same way; 1: by other bones. */
    double (*difference)(const void *user, uint32_t a, uint32_t b);
    const void *user;
    uint32_t *indices; /* [index_count] triangles; -> those of the vertices that stay */
    uint32_t *labels;  /* [index_count / 3] of the caller, which stay with their triangles */
} coarse_mesh;

/* Lets `fewer` vertices go, or as many as can. Returns how many went; UINT32_MAX: no memory. */
uint32_t collapse(coarse_mesh *mesh, uint32_t fewer);

#endif
