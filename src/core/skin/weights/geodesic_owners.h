/* Finds which segments a node of a mesh belongs to, and where on an edge the owner changes. */
#ifndef HONE_SRC_SKIN_WEIGHTS_GEODESIC_OWNERS_H
#define HONE_SRC_SKIN_WEIGHTS_GEODESIC_OWNERS_H

#include "core/skin/weights/mesh_graph.h"
#include <hone/skin.h>

enum { HONE_OWNERS = 8 };

typedef struct hone_owner {
    int32_t segment; /* HONE_NONE after the last one */
    float distance;
} hone_owner;

/* A point on an edge between nodes of different segments, where both segments are equally near. */
typedef struct hone_border {
    float first_way, second_way;           /* from the point to the two ends */
    float first_distance, second_distance; /* from each end's segment to the point */
} hone_border;

/* Finds the segments that own a node: the nearest one first, then those that are as near. If the surface faces a
 * segment, it counts as up to twice as far; so the palm beside a thigh does not get the thigh's bone. kinds: the
 * kinds allowed for the node, as in hone_weights_desc.vertex_kinds. Returns how many were found, at least 1. */
uint32_t hone_geodesic_owners(const hone_weights_desc *rule, const mesh_graph *graph, uint32_t node, uint8_t kinds,
                              hone_owner out[HONE_OWNERS]);

/* Finds the border on the edge between two nodes that belong to different segments. Returns false if the other
 * node's segment is nearer to a node than that node's own segment. */
bool hone_geodesic_border(const hone_weights_desc *rule, const mesh_graph *graph, uint32_t first, int32_t first_owner,
                          uint32_t second, int32_t second_owner, hone_border *out);

#endif
