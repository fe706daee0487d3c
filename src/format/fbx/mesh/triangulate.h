/* Cuts polygons into triangles: quads along the better diagonal, larger ones by clipping ears. */
#ifndef HONE_SRC_FORMAT_FBX_MESH_TRIANGULATE_H
#define HONE_SRC_FORMAT_FBX_MESH_TRIANGULATE_H

#include "format/fbx/mesh/mesh.h"

/* Memory for polygons of more than four corners. */
typedef struct fbx_triangulator {
    float (*flat)[2];          /* [corners] in the plane of the polygon */
    uint32_t *before, *behind; /* [corners] neighbours that are not clipped */
    uint8_t *reflex;           /* [corners] whether the inner angle is 180 degrees or more */
    struct fbx_reflex {
        float x;
        uint32_t corner;
    } * sorted; /* [corners] the reflex corners of the whole polygon by x */
    uint32_t sorted_count;
    uint64_t work; /* how many corners may still be compared with ears */
} fbx_triangulator;

/* Allocates for polygons of at most `largest` corners, of a mesh of `corners`. */
bool hone_fbx_triangulator_make(fbx_reader *reader, uint32_t largest, uint64_t corners, fbx_triangulator *out);

/* Writes count - 2 triangles as places in the polygon, 0 to count - 1, with the winding of the polygon. points: all
 * control points; polygon: [count] which of them its corners are; count: at least 3. */
void hone_fbx_triangulate(fbx_triangulator *memory, const float *points, const uint32_t *polygon, uint32_t count,
                          uint32_t *out);

#endif
