/* Which parts cast shadows and which receive them, and how casters are drawn. */
#ifndef HONE_SRC_RENDER_SHADOW_SHADOW_H
#define HONE_SRC_RENDER_SHADOW_SHADOW_H

#include "render/gl/state.h"

bool hone_submesh_casts(const hone_draw_item *item, uint32_t part);
bool hone_submesh_receives(const hone_draw_item *item, uint32_t part);

typedef struct hone_shadow_casters {
    uint8_t flag;   /* of the materials that cast */
    bool all_sides; /* else those that are seen from there */
    float clip_from_world[16], colour[4];
} hone_shadow_casters;

/* Draws the parts of a batch that cast by a matrix of the shadow's own. */
void hone_shadow_casters_draw(const hone_shadow_casters *casters, const hone_draw_item *item,
                              const hone_draw_uniforms *shot, const hone_draw_range *batch);

#endif
