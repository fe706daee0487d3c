/* Limits how far a simulated bone can be from the animated bone it is attached to, for cameras and culling that must
 * not follow it anywhere. */
#ifndef HONE_SRC_ACTOR_TETHER_H
#define HONE_SRC_ACTOR_TETHER_H

#include "base/memory/arena.h"
#include <hone/model.h>

typedef struct hone_tether {
    /* The nearest ancestor that follows the animation. HONE_NONE: this bone itself follows it. */
    int32_t anchor;
    /* No ancestor follows the animation: `anchor` is the root at its rest position. */
    bool at_rest;
    /* Length from the anchor to this bone along the bones between them at rest; model space. */
    float length;
} hone_tether;

/* Finds the tether of each bone. Physics moves the bones of dynamic bodies and their descendants. out: [bone_count].
 * False: out of memory. Cost: three passes over the bones. */
bool hone_tethers_find(const hone_model_data *model, hone_arena *scratch, hone_tether *out);

/* Moves a point on the bone back within the tether's length plus `reach`, and ten per cent more. bones: [bone_count]
 * posed, model space. reach: distance of the point from the bone at rest. point: model space. */
void hone_tether_hold(const hone_tether *tether, const hone_skeleton *skeleton, const hone_affine *bones, float reach,
                      float point[3]);

#endif
