/* A vertex as players know it that blend matrices by weights of sum 1 and nothing else. */
#ifndef HONE_SRC_SKIN_LINEAR_VERTEX_H
#define HONE_SRC_SKIN_LINEAR_VERTEX_H

#include <hone/model.h>

/* The vertex's influences without zeros, those of one slot merged (in the order of their first), heaviest first,
 * brought to sum 1. slots: [slot_count] which slots count as one, by the lowest of them; NULL: none do. out: as many as
 * the vertex has. Returns how many; 0: nothing carries it. *sum: of the weights as they were. */
uint32_t hone_linear_influences(const hone_mesh *mesh, uint32_t vertex, const uint32_t *slots, hone_influence *out,
                                double *sum);

/* The most of a vertex, at least 1. */
uint32_t hone_most_influences(const hone_mesh *mesh);

#endif
