/* What the demo's dancer stands on: a soft shadow on the ground, drawn as a model of one bone and one square. */
#ifndef HONE_CMD_FLOOR_H
#define HONE_CMD_FLOOR_H

#include <hone/render.h>

typedef struct floor_shadow {
    hone_model *model;
    hone_placement placement;
} floor_shadow;

/* Release in any case. */
bool floor_make(hone_renderer *renderer, floor_shadow *out, hone_error *error);
void floor_release(floor_shadow *floor);

/* Puts the shadow under somebody: between the named bones, those that are there. */
void floor_follow(floor_shadow *floor, const hone_actor *actor, const char *const *bones, uint32_t bone_count);

#endif
