/* A picture of a scene, as the renderer draws it: the same for the command, the window and its films. */
#ifndef HONE_TOOL_PICTURE_PICTURE_H
#define HONE_TOOL_PICTURE_PICTURE_H

#include "tool/options/look_options.h"

#include <hone/motion.h>

/* What changes with time. */
typedef struct picture_keys {
    const hone_motion *camera, *light, *shadow; /* NULL: no keys */
    hone_curve_mode curve;                      /* of the camera's keys */
    float fov;                                  /* degrees, in place of that of the camera's keys; 0: theirs */
} picture_keys;

typedef struct picture_desc {
    hone_draw_desc desc; /* points to what follows: do not copy it */
    hone_light light;
    hone_self_shadow self_shadow;
    hone_ground_shadow ground_shadow;
} picture_desc;

/* Describes the picture at a frame, without items, overlays and backdrop. look->draw: what the renderer gets as it is,
 * size and camera among it. A camera of keys does not follow bones yet. */
void picture_describe(const look_values *look, const picture_keys *keys, double frame, picture_desc *out);

/* The colour behind everything: as it is asked for, else white. */
void picture_background(const look_values *look, float rgba[4]);

/* The shadow on the ground: as it is asked for, else MMD's. */
hone_ground_shadow picture_ground_shadow(const look_values *look);

#endif
