/* The arithmetic of weight painting, for one vertex. All functions keep what is locked, and leave weights that add up
 * to 1 if a bone that is not locked can take what is missing. */
#ifndef HONE_TOOL_EDIT_VERTEX_WEIGHTS_H
#define HONE_TOOL_EDIT_VERTEX_WEIGHTS_H

#include <hone/model.h>

enum { VERTEX_WEIGHTS_MOST = 8 };

/* The influences of a vertex: no slot twice, no weight of 0; zeros after the last, so that memcmp compares values.
 * count 0: as in the model. */
typedef struct vertex_weights {
    uint32_t count;
    int32_t slots[VERTEX_WEIGHTS_MOST];
    float weights[VERTEX_WEIGHTS_MOST];
} vertex_weights;

/* The limits of a change. */
typedef struct vertex_weights_rules {
    const bool *locked; /* [slot_count] weights of these slots stay; NULL: none */
    uint32_t most;      /* influences of a vertex, at most VERTEX_WEIGHTS_MOST; the weakest are dropped */
} vertex_weights_rules;

bool vertex_weights_equal(const vertex_weights *a, const vertex_weights *b); /* in any order, within 1e-6 */
float vertex_weights_of(const vertex_weights *w, int32_t slot);              /* 0: no influence */
void vertex_weights_include(vertex_weights *w, int32_t slot, float weight);  /* adds up repeated slots; without rules */

/* Raises the weight of a slot by `amount`; the others shrink in proportion. */
void vertex_weights_add(vertex_weights *w, int32_t slot, float amount, const vertex_weights_rules *rules);
/* Lowers the weight of a slot by `amount`; the others grow in proportion. If there are no others that may grow, `heir`
 * gets it; HONE_NONE: then nothing changes. */
void vertex_weights_subtract(vertex_weights *w, int32_t slot, float amount, int32_t heir,
                             const vertex_weights_rules *rules);
/* Goes the part `amount` of the way, 0..1, to other weights, which add up to 1. */
void vertex_weights_blend(vertex_weights *w, const hone_influence *to, uint32_t count, float amount,
                          const vertex_weights_rules *rules);
/* Makes the weights add up to 1. */
void vertex_weights_normalise(vertex_weights *w, const vertex_weights_rules *rules);

#endif
