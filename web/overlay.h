/* What is drawn over the characters of a picture, and the handles of a bone. */
#ifndef HONE_WEB_OVERLAY_H
#define HONE_WEB_OVERLAY_H

#include "tool/edit/gizmo.h"
#include "tool/overlay/character_overlays.h"
#include "web/draw.h"

/* Colours of a model's vertices by their weights on a bone, which stay until another bone is shown. */
typedef struct web_colours {
    const hone_model *model; /* retained; NULL: none */
    int32_t bone;
    uint8_t (*rgba)[4]; /* [vertex_count] */
} web_colours;

enum { WEB_OVERLAYS = CHARACTER_OVERLAYS + 3 };

struct web_overlays {
    character_overlays shown;
    overlay skeletons, lines, triangles; /* lines and triangles of the handles */
    hone_overlay list[WEB_OVERLAYS];
    web_colours colours[WEB_MAX_ITEMS];
    float scale; /* pixels of the picture for one of the marks */
    /* The handles of a bone of an item. */
    bool on, dragging;
    uint32_t item;
    gizmo gizmo;
    gizmo_handle hover;
    gizmo_drag drag;
    float (*positions)[3]; /* [position_count]: room for the skinned vertices of one character */
    uint32_t position_count;
};

void web_overlays_destroy(web_overlays *o);

/* How points of an item, where its model has them, are seen in the picture. */
camera_projection web_projection(const web_picture *p, uint32_t item);

#endif
