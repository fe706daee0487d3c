/* Which materials have an edge (outline), and how wide it is: for pictures and data, by the rules of MMD and of MToon.
 */
#ifndef HONE_SRC_RENDER_EDGE_H
#define HONE_SRC_RENDER_EDGE_H

#include "draw/render/gl/gl_state.h"

bool hone_item_has_edge(const hone_draw_entry *entry, uint32_t submesh); /* that is visible */

/* Sets the width of a submesh's edge, or of none, so that surfaces stay where they are. The program must be current. */
void hone_edge_set_width(const hone_program *program, const hone_draw_uniforms *uniforms, const hone_draw_entry *entry,
                         uint32_t submesh);
void hone_edge_set_none(const hone_program *program);

#endif
