/* Files chosen and dropped. */
#ifndef HONE_VIEW_WINDOW_FILES_H
#define HONE_VIEW_WINDOW_FILES_H

#include "view/window/viewer.h"

void files_save_pose_then(viewer *v); /* saves the pose, then calls v->after_save; not if that fails */
/* Where a file dialog begins: beside the chosen character's file, or the last one that was opened. */
void files_begin_in_folder(const viewer *v, GtkFileChooser *dialog);
/* A name for a file that is saved, after the chosen character's: "miku-0120.vpd"; g_free it. frame negative: without.
 */
char *files_name_for(const viewer *v, double frame, const char *ending);
void files_accept_drops(viewer *v, GtkWidget *widget);

#endif
