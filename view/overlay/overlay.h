/* Lines and triangles over the picture, collected anew for each.
 *
 * A buffer grows as needed and keeps what it has: nothing is allocated once it has grown. Positions are the world's.
 * Out of memory it takes no more, and says so by `full`.
 */
#ifndef HONE_VIEW_OVERLAY_OVERLAY_H
#define HONE_VIEW_OVERLAY_OVERLAY_H

#include <hone/render.h>

typedef struct overlay_colour {
    uint8_t rgba[4]; /* not premultiplied */
} overlay_colour;

typedef struct overlay { /* all zero: an empty one */
    hone_overlay_vertex *vertices;
    uint32_t count, capacity;
    bool full;
} overlay;

void overlay_clear(overlay *o);   /* before the next picture */
void overlay_release(overlay *o); /* and zeroes it */

/* For hone_draw_desc.overlays; valid until the next change. width: pixels, of lines. */
hone_overlay overlay_lines(const overlay *o, float width, bool on_top);
hone_overlay overlay_triangles(const overlay *o, bool on_top);

void overlay_line(overlay *o, const float a[3], const float b[3], overlay_colour colour);
void overlay_triangle(overlay *o, const float a[3], const float b[3], const float c[3], overlay_colour colour);
/* An arc about `centre` from the tip of x to that of y (which are radii at right angles), by angles in radians; of a
 * circle from 0 to 2 pi. */
void overlay_arc(overlay *o, const float centre[3], const float x[3], const float y[3], float from, float to,
                 overlay_colour colour);
overlay_colour overlay_faded(overlay_colour colour, float alpha); /* alpha 0..1 times its own */

#endif
