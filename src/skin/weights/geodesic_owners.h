/* Which segments a node of a mesh belongs to, and where on an edge that changes. */
#ifndef HONE_SRC_SKIN_WEIGHTS_GEODESIC_OWNERS_H
#define HONE_SRC_SKIN_WEIGHTS_GEODESIC_OWNERS_H

#include "skin/weights/mesh_graph.h"
#include <hone/skin.h>

enum { HONE_OWNERS = 8 };

typedef struct hone_owner {
    int32_t segment; /* HONE_NONE behind the last one */
    float distance;
} hone_owner;

/* A point on an edge whose two ends belong to different segments, where both are equally near. */
typedef struct hone_border {
    float first_way, second_way;           /* from the point to the ends */
    float first_distance, second_distance; /* from the segment of each end to the point */
} hone_border;

/* Finds the segments of a node: the nearest one first, and behind it those that are as near. A segment that the surface
 * turns its face to, as a thigh's bone to the palm beside it, counts as up to twice as far. kinds: the node's, as
 * hone_weights_desc.vertex_kinds. Returns how many were found, 1 or more. */
uint32_t hone_geodesic_owners(const hone_weights_desc *rule, const mesh_graph *graph, uint32_t node, uint8_t kinds,
                              hone_owner out[HONE_OWNERS]);

/* Finds the border on the edge between two nodes, of which each belongs to its own segment. False if a segment is
 * nearer to the other one's node than that node's own segment is. */
bool hone_geodesic_border(const hone_weights_desc *rule, const mesh_graph *graph, uint32_t first, int32_t first_owner,
                          uint32_t second, int32_t second_owner, hone_border *out);

#endif
