/* A square that shows easing curves, and lets the mouse and the arrow keys move the control points of one of them. */
#ifndef HONE_VIEW_WINDOW_DOPESHEET_CURVE_BOX_H
#define HONE_VIEW_WINDOW_DOPESHEET_CURVE_BOX_H

#include <gtk/gtk.h>
#include <hone/motion.h>

enum { CURVE_BOX_CURVES = 6 };

typedef enum curve_drag { CURVE_DRAG_STEP, CURVE_DRAG_END, CURVE_DRAG_CANCEL } curve_drag;

/* A control point of the front curve moves. STEP: during a drag; END: after it, or at once for a key; CANCEL: the drag
 * was broken off, and the curve is as before it. */
typedef void curve_box_moved(hone_curve curve, curve_drag drag, gpointer user);

GtkWidget *curve_box_create(curve_box_moved *moved, gpointer user);

/* Shows `count` curves, of which `front` can be moved and is drawn last. mixed: the selected keys have several curves.
 * A drag that is going on keeps its curve. count 0: nothing can be moved. */
void curve_box_set(GtkWidget *box, const hone_curve *curves, uint32_t count, uint32_t front, bool mixed);

/* The easing at time s of the keys that are shown, as a vertical line; below 0: none. */
void curve_box_set_time(GtkWidget *box, double s);

/* The colour of a curve, by its index: red, green, blue for x, y, z, … */
GdkRGBA curve_box_colour(uint32_t index);

#endif
