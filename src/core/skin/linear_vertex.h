/* A vertex's influences in the form that plain linear blend skinning needs: positive weights of sum 1, nothing else. */
#ifndef HONE_SRC_SKIN_LINEAR_VERTEX_H
#define HONE_SRC_SKIN_LINEAR_VERTEX_H

#include <hone/model.h>

/* Copies the vertex's influences without zero weights. Merges influences of the same slot (at the place of the first
 * one), sorts them heaviest first and scales them to sum 1. slots: [slot_count] maps each slot to the lowest slot
 * that counts as the same; NULL: all differ. out: room for as many influences as the vertex has. *sum: the sum of
 * the weights before scaling. Returns the number of influences; 0: nothing moves the vertex. */
uint32_t hone_linear_influences(const hone_mesh *mesh, uint32_t vertex, const uint32_t *slots, hone_influence *out,
                                double *sum);

/* Returns the largest number of influences of a vertex, at least 1. */
uint32_t hone_most_influences(const hone_mesh *mesh);

#endif
