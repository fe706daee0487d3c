/* A picture that is being described. */
#ifndef HONE_WEB_DRAW_H
#define HONE_WEB_DRAW_H

#include "tool/options/compare_options.h"

#include <hone/render.h>

enum { WEB_MAX_ITEMS = 256 };

typedef struct web_overlays web_overlays;

typedef struct web_picture {
    hone_draw_desc desc; /* its pointers are to what follows */
    hone_light light;
    hone_ambient_light ambient_light;
    hone_self_shadow self_shadow;
    hone_ground_shadow ground_shadow;
    hone_draw_item items[WEB_MAX_ITEMS];
    hone_instance places[WEB_MAX_ITEMS];
    float edge_colours[WEB_MAX_ITEMS][3];
    compare_values compare; /* skinning methods side by side, each in a panel as wide as desc.width */
    web_overlays *overlays; /* overlay.c; NULL: none were drawn yet */
} web_picture;

#endif
