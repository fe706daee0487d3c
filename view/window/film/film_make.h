/* Records a film and shows its progress. */
#ifndef HONE_VIEW_WINDOW_FILM_FILM_MAKE_H
#define HONE_VIEW_WINDOW_FILM_FILM_MAKE_H

#include "view/window/viewer.h"

GtkWidget *film_row_create(viewer *v); /* the progress row of the window; visible while a film is recorded */
void film_make(viewer_film *f, const char *path, const film_options *options);

#endif
