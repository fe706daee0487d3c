/* The map of depths that the light sees. A context is current in all of these. */
#ifndef HONE_SRC_RENDER_SHADOW_SHADOW_MAP_H
#define HONE_SRC_RENDER_SHADOW_SHADOW_MAP_H

#include <epoxy/gl.h>
#include <hone/base.h>

enum { HONE_SHADOW_SIDE = 2048 }; /* texels */

typedef struct hone_shadow_map {
    GLuint texture, framebuffer; /* 0: not made yet */
} hone_shadow_map;

bool hone_shadow_map_prepare(hone_shadow_map *map, hone_error *error); /* once is enough. Errors: DEVICE */
void hone_shadow_map_destroy(hone_shadow_map *map);
void hone_shadow_map_begin(const hone_shadow_map *map); /* binds it for drawing, cleared */

#endif
