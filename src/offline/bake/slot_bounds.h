/* Upper bounds of the error of each slot's vertices, several slots at once. */
#ifndef HONE_SRC_OFFLINE_BAKE_SLOT_BOUNDS_H
#define HONE_SRC_OFFLINE_BAKE_SLOT_BOUNDS_H

#include "base/lanes/vectors.h"
#define HONE_LANES HONE_FEWEST_LANES
#include "base/lanes/lanes_affine.h"
#include "base/memory/arena.h"
#include <hone/model.h>

enum { BOUND_LANES = HONE_LANES };

/* Covers all rounding errors of a bound, relative to its largest terms, so that no vertex is beyond it. */
#define BOUND_ROUNDING 4e-6f

/* The box around the vertices of a slot at rest, in mesh space. */
typedef struct hone_slot_box {
    float low[3], high[3];
    float roam; /* largest distance that morphs can move these vertices */
} hone_slot_box;

/* Slots that carry vertices. A lane without a slot has `slots` at the slot count and `bones` at HONE_NONE. */
typedef struct hone_slot_block {
    lanes_affine bone_from_mesh;
    lanes centre[3], radius, reach, roam; /* of the box: half of its diagonal; the largest coordinate */
    uint32_t slots[BOUND_LANES];
    int32_t bones[BOUND_LANES];
} hone_slot_block;

typedef struct hone_slot_bounds {
    uint32_t block_count;
    hone_slot_block *blocks; /* [block_count] slots ascend */
} hone_slot_bounds;

/* slot_begin: [slot_count + 1] a slot without vertices has the same number as the next. Returns false if out of
 * memory. */
bool hone_slot_bounds_make(const hone_mesh *mesh, const uint32_t *slot_begin, const hone_slot_box *boxes,
                           hone_arena *memory, hone_slot_bounds *out);

/* Computes the difference of a slot's two palette matrices, given the bones in model space: keyed minus truth. */
void hone_slot_subtract(const hone_slot *slot, const hone_affine *truth, const hone_affine *keyed, hone_affine *out);

/* Returns a smaller bound than hone_slot_bounds_measure does, which takes longer. A difference of affine maps is
 * largest at a corner of the box. */
float hone_slot_corner_bound(const hone_slot_box *box, const hone_affine *apart, float weight);

/* For all slots that carry vertices computes this difference, and a length that no vertex of the slot can be moved
 * beyond by it. weight: the largest absolute morph weight. apart: [slot_count + 1]. most: [block_count * BOUND_LANES].
 * A length that is not finite is NaN or infinite. */
void hone_slot_bounds_measure(const hone_slot_bounds *bounds, const hone_slot *slots, const hone_affine *truth,
                              const hone_affine *keyed, float weight, hone_affine *apart, float *most);

#endif
