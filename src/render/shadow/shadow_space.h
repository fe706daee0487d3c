/* Where the map of shadows lies. */
#ifndef HONE_SRC_RENDER_SHADOW_SHADOW_SPACE_H
#define HONE_SRC_RENDER_SHADOW_SHADOW_SPACE_H

#include <hone/render.h>

/* For one picture. */
typedef struct hone_shadow_space {
    float clip_from_world[16]; /* column-major */
    float strength[2];         /* shade a difference of depth makes: at the map's middle, more at its upper border */
} hone_shadow_space;

/* MMD's map: it looks along the light, with more of its texels near the eye than far from
 * it; of that, the part in which `bounds`, of all that casts or receives, are in view. aspect = width / height.
 * False: nothing of them is. Source: docs/rendering.md. */
bool hone_shadow_space_make(const hone_self_shadow *how, const hone_camera *camera, double aspect,
                            const float to_light[3], const hone_bounds *bounds, hone_shadow_space *out);

#endif
