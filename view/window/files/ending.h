/* Ends the program when the system asks for it: SIGINT, SIGTERM and SIGHUP (Ctrl-C, kill, the end of a session). The
 * unsaved work is written first, and a film that is being made leaves nothing. The status is 128 + the signal. */
#ifndef HONE_VIEW_WINDOW_FILES_ENDING_H
#define HONE_VIEW_WINDOW_FILES_ENDING_H

#include "view/window/viewer.h"

/* From now on signals end the program, at first at once: nothing is open. */
void ending_watch(viewer *v);

/* Between both, such as while a file is read, the main loop does not run. The first one writes the unsaved work, so
 * that a signal can end the program at once. They nest. */
void ending_work_begins(viewer *v);
void ending_work_ends(void);

#endif
