/* Files chosen in dialogs, and dropped files. */
#ifndef HONE_VIEW_WINDOW_FILES_H
#define HONE_VIEW_WINDOW_FILES_H

#include "view/window/viewer.h"

void files_save_pose_then(viewer *v);          /* saves the pose, then calls v->after_save, unless that fails */
void files_save_model_then(viewer *v);         /* the same for the model with its painted weights */
void files_save_motion_then(viewer *v);        /* the same for the keys of the active character */
void files_save_camera_motion_then(viewer *v); /* the same for those of camera, light and self-shadow */
void files_save_scene_then(viewer *v);         /* the same for the scene */
/* Sets the first folder of a file dialog: that of the active character, or of the last opened file. */
void files_begin_in_folder(const viewer *v, GtkFileChooser *dialog);
/* A name for a new file, from the active character's: "miku-0120.vpd"; release with g_free. frame negative: without a
 * frame. */
char *files_name_for(const viewer *v, double frame, const char *ending);
/* Asks for a path below the suggested name, and calls `save` with it, unless the user cancels. With HONE_VIEW_SAVE it
 * does not ask. */
typedef void files_save(viewer *v, const char *path);
void files_ask_where(viewer *v, const char *title, const char *name, files_save *save);
/* Removes what programs that were killed while they wrote have left in the folder of a file. */
void files_clean_beside(const char *path);
void files_show_saved(viewer *v, bool ok, const char *path, const hone_error *error);
void files_go_on(viewer *v);                          /* calls v->after_save, once */
void files_choose_backdrop(viewer *v);                /* the picture or film behind the scene */
void files_set_backdrop(viewer *v, const char *path); /* NULL: none */
void files_accept_drops(viewer *v, GtkWidget *widget);

#endif
