/* Lines and triangles over the picture, collected for each frame.
 *
 * A buffer grows as needed and is reused: nothing is allocated once it is large enough. Positions are in world space.
 * If memory runs out, it accepts no more and sets `full`. */
#ifndef HONE_TOOL_OVERLAY_OVERLAY_H
#define HONE_TOOL_OVERLAY_OVERLAY_H

#include <hone/render.h>

typedef struct overlay_colour {
    uint8_t rgba[4]; /* not premultiplied */
} overlay_colour;

typedef struct overlay { /* all zero: empty */
    hone_overlay_vertex *vertices;
    uint32_t count, capacity;
    bool full;
} overlay;

void overlay_clear(overlay *o);   /* before the next picture */
void overlay_release(overlay *o); /* and zeroes it */

/* For hone_draw_desc.overlays; valid until the next change. width: of lines, in pixels. */
hone_overlay overlay_lines(const overlay *o, float width, bool on_top);
hone_overlay overlay_triangles(const overlay *o, bool on_top);

void overlay_line(overlay *o, const float a[3], const float b[3], overlay_colour colour);
void overlay_triangle(overlay *o, const float a[3], const float b[3], const float c[3], overlay_colour colour);
/* Adds an arc around `centre` from angle `from` to `to` in radians; 0 is the tip of x, a right angle the tip of y,
 * which are radii at right angles. A circle is from 0 to 2 pi. */
void overlay_arc(overlay *o, const float centre[3], const float x[3], const float y[3], float from, float to,
                 overlay_colour colour);
/* Moves the vertices from `first` on. */
void overlay_move(overlay *o, uint32_t first, const hone_affine *by);
overlay_colour overlay_faded(overlay_colour colour, float alpha); /* multiplies its alpha by 0..1 */

#endif
