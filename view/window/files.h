/* Files chosen and dropped. */
#ifndef HONE_VIEW_WINDOW_FILES_H
#define HONE_VIEW_WINDOW_FILES_H

#include "viewer.h"

void files_accept_drops(viewer *v, GtkWidget *widget);

#endif
