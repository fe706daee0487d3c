/* What the viewer remembers: its window, its switches, files of late. In XDG_CONFIG_HOME/hone/view.ini. */
#ifndef HONE_VIEW_WINDOW_SETTINGS_H
#define HONE_VIEW_WINDOW_SETTINGS_H

#include "view/window/viewer.h"

void settings_read(viewer *v); /* look, the window's size, files of late; what is not there stays */
void settings_write(viewer *v);
void settings_remember(viewer *v, const char *path); /* a file of late */
void settings_fill_recent(viewer *v);

#endif
