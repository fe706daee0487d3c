/* What keeps a bone that physics moves near the bone that it hangs on, for those who must not follow it anywhere. */
#ifndef HONE_SRC_ACTOR_TETHER_H
#define HONE_SRC_ACTOR_TETHER_H

#include "base/arena.h"
#include <hone/model.h>

typedef struct hone_tether {
    /* The nearest bone above that follows the animation. HONE_NONE: this bone itself follows it. */
    int32_t anchor;
    /* No bone above follows the animation: `anchor` is the highest of them, where it is at rest. */
    bool at_rest;
    /* From the anchor to this bone, along the bones between them at rest; model space. */
    float length;
} hone_tether;

/* Finds the tether of each bone. Physics moves the bones of dynamic bodies, and those below them. scratch: for what is
 * not kept. out: [bone_count]. Returns false if out of memory. Cost: three passes over the bones. */
bool hone_tethers_find(const hone_model_data *model, hone_arena *scratch, hone_tether *out);

/* Brings a point that is moved by `bone` back to within the bone's tether and `reach`, and a tenth more. bones:
 * [bone_count] model space, as they are posed. reach: of the point at rest, from the bone. point: model space. */
void hone_tether_hold(const hone_tether *tether, const hone_skeleton *skeleton, const hone_affine *bones, float reach,
                      float point[3]);

#endif
