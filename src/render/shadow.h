/* Which parts cast shadows and which receive them, and how casters are drawn. */
#ifndef HONE_SRC_RENDER_SHADOW_H
#define HONE_SRC_RENDER_SHADOW_H

#include "render/pass.h"

/* Parts that cast into the map, and parts that look it up. */
bool hone_part_casts(const hone_part *part, const hone_material_state *state);
bool hone_part_receives(const hone_part *part);

/* Draws the casting parts of a figure into the map. */
void hone_shadow_cast(const hone_figure *figure, const hone_material_state *states, const hone_shadow_space *space);

/* Draws parts with the flag by a matrix of the shadow's own, in one colour; all of them, or the sides that are seen
 * from there. */
void hone_shadow_draw_parts(const hone_figure *figure, const hone_material_state *states, uint8_t flag, bool all_sides,
                            const float clip_from_world[16], const float colour[4]);

#endif
