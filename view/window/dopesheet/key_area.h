/* The widget in which the dopesheet draws keys. What rarely changes is kept as a render node, so that the line of the
 * current frame can move without drawing the keys again. */
#ifndef HONE_VIEW_WINDOW_DOPESHEET_KEY_AREA_H
#define HONE_VIEW_WINDOW_DOPESHEET_KEY_AREA_H

#include <gtk/gtk.h>

/* Draws everything that stays while the frame changes. */
typedef void key_area_draw(GtkWidget *area, cairo_t *cairo, int width, int height, gpointer user);
/* Appends what moves. */
typedef void key_area_snapshot(GtkWidget *area, GtkSnapshot *snapshot, int width, int height, gpointer user);

GtkWidget *key_area_create(key_area_draw *draw, key_area_snapshot *snapshot, gpointer user);
void key_area_redraw(GtkWidget *area); /* the keys, too; gtk_widget_queue_draw draws only what moves */

#endif
