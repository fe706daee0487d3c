/* Unsaved work: written every minute, and offered after the program ended without being closed. */
#ifndef HONE_VIEW_WINDOW_FILES_RECOVER_H
#define HONE_VIEW_WINDOW_FILES_RECOVER_H

#include "view/window/viewer.h"

void recover_begin(viewer *v); /* also asks about work that other processes have left, unless --fresh is given */
void recover_write(viewer *v); /* at once; returns when it is on disk */
void recover_end(viewer *v);   /* the window closes, and nothing is to be recovered */

#endif
