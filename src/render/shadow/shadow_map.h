/* The shadow map: a depth map seen from the light. A context must be current in all functions. */
#ifndef HONE_SRC_RENDER_SHADOW_SHADOW_MAP_H
#define HONE_SRC_RENDER_SHADOW_SHADOW_MAP_H

#include "render/gl/functions.h"
#include <hone/base.h>

enum { HONE_SHADOW_SIDE = 2048 }; /* width and height in texels */

typedef struct hone_shadow_map {
    GLuint texture, framebuffer; /* 0: not created yet */
} hone_shadow_map;

/* does nothing if called before; errors: DEVICE */
bool hone_shadow_map_prepare(hone_shadow_map *map, hone_error *error);
void hone_shadow_map_destroy(hone_shadow_map *map);
void hone_shadow_map_begin(const hone_shadow_map *map); /* binds it for drawing and clears it */

#endif
