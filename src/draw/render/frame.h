/* Functions that all ways of drawing a frame share: pictures (frame.c) and data (data/data.c). */
#ifndef HONE_SRC_RENDER_FRAME_H
#define HONE_SRC_RENDER_FRAME_H

#include "draw/render/gl/gl_state.h"

/* Draws a range of instances of an item, whose pose is on the GPU. */
typedef bool hone_draw_fn(const hone_draw_uniforms *uniforms, const hone_draw_entry *entry,
                          const hone_draw_range *range, hone_error *error);

/* Skins the vertices of the items that are read more than once. Call before the other passes. data: of a picture of
 * data. A framebuffer must be bound. */
bool hone_draw_skin(const hone_draw_uniforms *uniforms, bool data, hone_error *error);

/* Calls `fn` for all items of the list, in order. */
bool hone_draw_all(const hone_draw_uniforms *uniforms, hone_draw_fn *fn, hone_error *error);

/* Returns whether a picture can be drawn. Errors: ARGUMENT, MEMORY. */
bool hone_draw_check(const hone_renderer *renderer, const hone_draw_desc *desc, hone_error *error);

/* Forgets which item each model has on the GPU: after each picture. */
void hone_draw_end(const hone_renderer *renderer);

/* Returns whether the driver has drawn everything. Errors: DEVICE. */
bool hone_draw_check_device(hone_error *error);

#endif
