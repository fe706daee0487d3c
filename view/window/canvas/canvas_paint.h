/* Painting weights in the picture. */
#ifndef HONE_VIEW_WINDOW_CANVAS_CANVAS_PAINT_H
#define HONE_VIEW_WINDOW_CANVAS_CANVAS_PAINT_H

#include "view/window/stage.h"

/* pointer: in the picture; modifiers: ORBIT_CTRL swaps adding and subtracting, ORBIT_SHIFT smooths. */
bool canvas_paint_begin(viewer_stage *s, const float pointer[2],
                        unsigned modifiers); /* false: nothing to paint there */
void canvas_paint_move(viewer_stage *s, const float pointer[2]);
void canvas_paint_end(viewer_stage *s);
bool canvas_paint_cancel(viewer_stage *s); /* weights are as before; false: nothing is being painted */
void canvas_paint_hover(viewer_stage *s, const float pointer[2]);
void canvas_paint_collect(viewer_stage *s); /* adds the brush's circle to the overlays */

/* The painter of the active character, which is made when it is first needed. NULL: no character, or out of memory,
 * which is shown. */
painter *canvas_painter(viewer_stage *s);

#endif
