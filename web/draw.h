/* A picture that is being described. */
#ifndef HONE_WEB_DRAW_H
#define HONE_WEB_DRAW_H

#include <hone/render.h>

enum { WEB_MAX_ITEMS = 256 };

typedef struct web_picture {
    hone_draw_desc desc; /* its pointers are to what follows */
    hone_light light;
    hone_self_shadow self_shadow;
    hone_ground_shadow ground_shadow;
    hone_draw_item items[WEB_MAX_ITEMS];
    hone_instance places[WEB_MAX_ITEMS];
    float edge_colours[WEB_MAX_ITEMS][3];
} web_picture;

#endif
