/* Files chosen in dialogs, and dropped files. */
#ifndef HONE_VIEW_WINDOW_FILES_FILES_H
#define HONE_VIEW_WINDOW_FILES_FILES_H

#include "view/window/viewer.h"

/* Opens files beside what is open. A scene or a project takes the place of what is open, after a question if something
 * is unsaved, unless `add`. */
void files_open(viewer *v, const char *const *paths, uint32_t count, bool add);

/* Each saves something of the active character, or the scene: under the name that it was saved with, or it asks. Then
 * it calls v->after_save, unless that fails or the user cancels. */
void files_save_pose_then(viewer *v); /* always asks */
void files_save_model_then(viewer *v);
void files_save_motion_then(viewer *v);
void files_save_camera_motion_then(viewer *v);
void files_save_scene_then(viewer *v);

/* Sets the first folder of a file dialog: that of a file (NULL: of the active character, or of the last opened
 * file). */
void files_begin_in_folder(const viewer_stage *s, const char *file, GtkFileChooser *dialog);
/* The name of a new file: that of a file (NULL: of the active character) with another ending, "miku.vmd"; release with
 * g_free. tail: is put before the ending; frame negative: without a frame. */
char *files_name_for(const viewer_stage *s, const char *file, const char *tail, double frame, const char *ending);
/* Asks for a path, beginning with the suggested name in the folder of a file (as above), and calls `save` with it,
 * unless the user cancels. With HONE_VIEW_SAVE it does not ask. */
typedef void files_save_fn(viewer *v, const char *path);
void files_ask_where(viewer *v, const char *title, const char *file, const char *name, files_save_fn *save);
/* Calls v->after_save, once, if the file was saved; otherwise nothing more is saved. */
void files_end_saving(viewer *v, bool saved);
/* Removes what programs that were killed while they wrote have left in the folder of a file. */
void files_clean_beside(const char *path);
void files_show_saved(viewer_stage *s, bool ok, const char *path, const hone_error *error);
void files_choose_backdrop(viewer_stage *s);                /* the picture or film behind the scene */
void files_set_backdrop(viewer_stage *s, const char *path); /* NULL: none */
void files_accept_drops(viewer *v, GtkWidget *widget);

#endif
