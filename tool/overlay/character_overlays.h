/* The overlays that `--show` draws over characters, collected for each picture. */
#ifndef HONE_TOOL_OVERLAY_CHARACTER_OVERLAYS_H
#define HONE_TOOL_OVERLAY_CHARACTER_OVERLAYS_H

#include "tool/options/show_options.h"
#include "tool/overlay/overlay.h"

#include <hone/actor.h>

enum { CHARACTER_OVERLAYS = 4 };

typedef struct character_overlays { /* all zero: empty */
    overlay points, bodies, bones, faces;
    float (*positions)[3]; /* [position_count]: room for the skinned vertices of one character */
    uint32_t position_count;
} character_overlays;

/* Before the next picture. */
void character_overlays_clear(character_overlays *c);
void character_overlays_release(character_overlays *c);

/* Adds what `show` asks for of an actor, in the state of its last update. width, height: of the picture; `scale` of its
 * pixels are one pixel of the marks. Errors: MEMORY; what hone_actor_skin reports. */
typedef struct character_overlays_desc {
    hone_actor *actor;
    const show_values *show;
    uint32_t marked; /* 1 + the bone that is selected; 0: none */
    const hone_camera *camera;
    uint32_t width, height;
    float scale;
    const hone_affine *place; /* of the actor in the world; NULL: where its model is */
    hone_skin_method method;
} character_overlays_desc;
bool character_overlays_add(character_overlays *c, const character_overlays_desc *desc, hone_error *error);

/* The overlays for hone_draw_desc, valid until the next change. */
void character_overlays_get(const character_overlays *c, float scale, hone_overlay out[CHARACTER_OVERLAYS]);

#endif
