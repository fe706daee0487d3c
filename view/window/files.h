/* Files chosen in dialogs, and dropped files. */
#ifndef HONE_VIEW_WINDOW_FILES_H
#define HONE_VIEW_WINDOW_FILES_H

#include "view/window/viewer.h"

void files_save_pose_then(viewer *v);  /* saves the pose, then calls v->after_save, unless that fails */
void files_save_model_then(viewer *v); /* the same for the model with its painted weights */
/* Sets the first folder of a file dialog: that of the active character, or of the last opened file. */
void files_begin_in_folder(const viewer *v, GtkFileChooser *dialog);
/* A name for a new file, from the active character's: "miku-0120.vpd"; release with g_free. frame negative: without a
 * frame. */
char *files_name_for(const viewer *v, double frame, const char *ending);
void files_accept_drops(viewer *v, GtkWidget *widget);

#endif
