/* Saves the viewer's settings in XDG_CONFIG_HOME/hone/view.ini: its window, its switches, recent files. */
#ifndef HONE_VIEW_WINDOW_SETTINGS_H
#define HONE_VIEW_WINDOW_SETTINGS_H

#include "view/window/stage.h"

void settings_read(viewer_stage *s); /* view settings, window size, recent files; missing values are unchanged */
void settings_write(viewer_stage *s);
void settings_remember(viewer_shell *w, const char *path); /* adds a recent file */
void settings_fill_recent(viewer_shell *w);

#endif
