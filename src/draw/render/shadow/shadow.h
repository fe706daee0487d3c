/* Decides which submeshes cast and receive shadows, and draws the casters. */
#ifndef HONE_SRC_RENDER_SHADOW_SHADOW_H
#define HONE_SRC_RENDER_SHADOW_SHADOW_H

#include "draw/render/gl/gl_state.h"

bool hone_submesh_casts(const hone_draw_entry *entry, uint32_t submesh);
bool hone_submesh_receives(const hone_draw_entry *entry, uint32_t submesh);

typedef struct hone_shadow_casters {
    uint8_t flag;   /* material flag of the casters */
    bool all_sides; /* draw back faces too */
    float clip_from_world[16], colour[4];
} hone_shadow_casters;

/* Draws the submeshes of a range of instances that cast shadows, with the shadow's own matrix. */
void hone_shadow_casters_draw(const hone_shadow_casters *casters, const hone_draw_entry *entry,
                              const hone_draw_uniforms *uniforms, const hone_draw_range *range);

#endif
