/* The shadow map: a depth map seen from the light. A context must be current in all functions. */
#ifndef HONE_SRC_RENDER_SHADOW_SHADOW_MAP_H
#define HONE_SRC_RENDER_SHADOW_SHADOW_MAP_H

#include "draw/render/gl/functions.h"
#include <hone/base.h>

/* Width and height in texels: if the caller gives none, and at most. */
enum { HONE_SHADOW_SIDE = 2048, HONE_SHADOW_SIDE_MAX = 8192 };

typedef struct hone_shadow_map {
    GLuint texture, framebuffer; /* 0: not created yet */
    GLsizei side;                /* width and height in texels */
} hone_shadow_map;

/* Does nothing if the map has this size already. Errors: DEVICE. */
bool hone_shadow_map_prepare(hone_shadow_map *map, GLsizei side, hone_error *error);
void hone_shadow_map_destroy(hone_shadow_map *map);
void hone_shadow_map_begin(const hone_shadow_map *map); /* binds it for drawing and clears it */

#endif
