/* The space of the shadow map (MMD's self-shadow). */
#ifndef HONE_SRC_RENDER_SHADOW_SHADOW_SPACE_H
#define HONE_SRC_RENDER_SHADOW_SHADOW_SPACE_H

#include <hone/render.h>

/* The values for one picture. */
typedef struct hone_shadow_space {
    float clip_from_world[16]; /* column-major */
    /* shadow per difference of depth: in the middle of the map, and how much more at its upper edge */
    float strength[2];
    double part;       /* of the picture's longer side that the casters and receivers take: 0 to 1 */
    double least_side; /* texels across with which no surface shades itself that is turned to the light by a third */
} hone_shadow_space;

/* Computes MMD's self-shadow space: it looks along the light and has more texels near the eye than far from it. It
 * is cut to the part in which `bounds`, the box of all casters and receivers, is in view. aspect = width / height.
 * Returns false if nothing of them is in view. Source: docs/rendering.md. */
bool hone_shadow_space_make(const hone_self_shadow *how, const hone_camera *camera, double aspect,
                            const float to_light[3], const hone_bounds *bounds, hone_shadow_space *out);

#endif
