/* Draws the bones of models without a mesh, as solid bodies. */
#ifndef HONE_TOOL_OVERLAY_OVERLAY_SKELETON_H
#define HONE_TOOL_OVERLAY_OVERLAY_SKELETON_H

#include "tool/overlay/overlay.h"

#include <hone/actor.h>

/* Whether a model is drawn so: it has bones and no mesh. MMD hides helpers without a mesh beside other models: `among`
 * says whether any other model has a mesh. */
bool overlay_skeleton_wanted(const hone_model *model, bool among);

/* Draws each bone of such models, from joint to joint and to its tail, as opaque triangles that hide what is behind
 * them. items: [count] what the picture shows, with the actors in the state of their last update. light: by which the
 * bones are shaded; NULL: HONE_LIGHT_DEFAULT. */
void overlay_skeletons(const hone_draw_item *items, uint32_t count, const hone_light *light, overlay *triangles);

#endif
