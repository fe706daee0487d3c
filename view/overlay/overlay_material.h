/* Highlights a material in the picture. */
#ifndef HONE_VIEW_OVERLAY_OVERLAY_MATERIAL_H
#define HONE_VIEW_OVERLAY_OVERLAY_MATERIAL_H

#include "tool/overlay/overlay.h"

#include <hone/actor.h>

/* Adds the triangles of one material. positions: [vertex_count] of the actor's model, skinned, model space. material:
 * an index; out of range: adds nothing. */
void overlay_material(hone_actor *actor, const float (*positions)[3], uint32_t material, overlay *triangles);

#endif
