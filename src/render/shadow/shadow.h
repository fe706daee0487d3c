/* Which parts cast shadows and which receive them, and how casters are drawn. */
#ifndef HONE_SRC_RENDER_SHADOW_SHADOW_H
#define HONE_SRC_RENDER_SHADOW_SHADOW_H

#include "render/gl/state.h"

bool hone_part_casts(const hone_placement *placement, uint32_t part);
bool hone_part_receives(const hone_placement *placement, uint32_t part);

typedef struct hone_casters {
    uint8_t flag;   /* of the materials that cast */
    bool all_sides; /* else those that are seen from there */
    float clip_from_world[16], colour[4];
} hone_casters;

/* Draws the parts of a batch that cast by a matrix of the shadow's own. */
void hone_casters_draw(const hone_casters *casters, const hone_placement *placement, const hone_shot *shot,
                       const hone_batch *batch);

#endif
