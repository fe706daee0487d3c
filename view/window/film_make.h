/* The making of a film, and its progress. */
#ifndef HONE_VIEW_WINDOW_FILM_MAKE_H
#define HONE_VIEW_WINDOW_FILM_MAKE_H

#include "viewer.h"

void film_make(viewer *v, const char *path, const film_options *options);

#endif
