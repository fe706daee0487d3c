/* Reads open files again when they change on disk, while the setting says so. */
#ifndef HONE_VIEW_WINDOW_FILES_WATCH_H
#define HONE_VIEW_WINDOW_FILES_WATCH_H

#include "view/window/stage.h"

void watch_begin(viewer_stage *s);
void watch_end(viewer_stage *s);

#endif
