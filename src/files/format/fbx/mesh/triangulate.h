/* Cuts polygons into triangles: quads along the better diagonal, larger ones by clipping ears. */
#ifndef HONE_SRC_FORMAT_FBX_MESH_TRIANGULATE_H
#define HONE_SRC_FORMAT_FBX_MESH_TRIANGULATE_H

#include "files/format/fbx/mesh/mesh.h"

/* Memory for polygons of more than four corners. Corners with an inner angle of 180 degrees or more are reflex; they
 * are in the cells of a grid over the plane of the polygon, since only they can be in an ear. */
typedef struct fbx_triangulator {
    float (*flat)[2];          /* [corners] in the plane of the polygon */
    uint32_t *before, *behind; /* [corners] neighbours that are not clipped */
    uint8_t *state;            /* [corners] whether a corner is reflex, waits, is clipped */
    uint32_t *queue;           /* [corners] corners that wait to be tested, a ring */
    uint32_t *cells;         /* [corners + 1] where the reflex corners of each cell begin; those of a row are in turn */
    float *reflex[2];        /* [corners + 3] the reflex corners by cell; NaN once a corner is not reflex any more */
    uint32_t *place;         /* [corners] of a reflex corner: where it is in `reflex` */
    uint16_t (*cell)[2];     /* [corners] which cell each corner is in */
    uint32_t side;           /* cells across and down */
    float low[2], scale[2];  /* a point is in cell (point - low) * scale */
    uint32_t first, waiting; /* of the queue */
    uint64_t work;           /* how many rows of cells and corners may still be visited */
} fbx_triangulator;

/* Allocates for polygons of at most `largest` corners, of a mesh of `corners`. */
bool hone_fbx_triangulator_make(fbx_reader *reader, uint32_t largest, uint64_t corners, fbx_triangulator *out);

/* Writes count - 2 triangles as places in the polygon, 0 to count - 1, with the winding of the polygon. points: all
 * control points; polygon: [count] which of them its corners are; count: at least 3. */
void hone_fbx_triangulate(fbx_triangulator *memory, const float *points, const uint32_t *polygon, uint32_t count,
                          uint32_t *out);

#endif
