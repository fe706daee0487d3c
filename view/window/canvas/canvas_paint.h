/* Painting weights in the picture. */
#ifndef HONE_VIEW_WINDOW_CANVAS_CANVAS_PAINT_H
#define HONE_VIEW_WINDOW_CANVAS_CANVAS_PAINT_H

#include "view/window/viewer.h"

/* pointer: in the picture; modifiers: ORBIT_CTRL swaps adding and subtracting, ORBIT_SHIFT smooths. */
bool canvas_paint_begin(viewer *v, const float pointer[2], unsigned modifiers); /* false: nothing to paint there */
void canvas_paint_move(viewer *v, const float pointer[2]);
void canvas_paint_end(viewer *v);
bool canvas_paint_cancel(viewer *v); /* weights are as before; false: nothing is being painted */
void canvas_paint_hover(viewer *v, const float pointer[2]);
void canvas_paint_collect(viewer *v); /* adds the brush's circle to the overlays */

/* The painter of the active character, which is made when it is first needed. NULL: no character, or out of memory,
 * which is shown. */
painter *canvas_painter(viewer *v);

#endif
