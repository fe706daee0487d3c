/* The making of a film, and its progress. */
#ifndef HONE_VIEW_WINDOW_FILM_FILM_MAKE_H
#define HONE_VIEW_WINDOW_FILM_FILM_MAKE_H

#include "view/window/viewer.h"

GtkWidget *film_row_create(viewer *v); /* the progress, in the window; there while a film is being made */
void film_make(viewer *v, const char *path, const film_options *options);

#endif
