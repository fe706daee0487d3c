/* The side pane: bones, morphs, and what is in the scene. */
#ifndef HONE_VIEW_WINDOW_PANELS_PANELS_H
#define HONE_VIEW_WINDOW_PANELS_PANELS_H

#include "view/window/viewer.h"

GtkWidget *panels_create(viewer *v);
void panels_remake(viewer *v);      /* other files are open, or another character is active */
void panels_follow(viewer *v);      /* a few times a second: what moves */
void panels_select_bone(viewer *v); /* v->bone has changed */
void panels_search(viewer *v);      /* to the search entry for bones */

void panels_show_warnings(viewer *v); /* there are others: in the list, and a mark on its page */
void panels_open_warnings(viewer *v); /* to the list */

void panels_show(viewer *v); /* the pane, or not, as look has it */

/* panel_bones.c, panel_bone.c, panel_morphs.c, panel_scene.c */
GtkWidget *bones_create(viewer *v);
void bones_remake(viewer *v);
void bones_follow(viewer *v);
void bones_select(viewer *v);
void bones_show_numbers(viewer *v);
GtkWidget *bone_create(viewer *v);
void bone_follow(viewer *v);
GtkWidget *morphs_create(viewer *v);
void morphs_remake(viewer *v);
void morphs_follow(viewer *v);
GtkWidget *scene_create(viewer *v);
void scene_remake(viewer *v);
void scene_follow(viewer *v);

/* "Japanese  English", with the second dimmed; free it. Markup. */
char *panels_names(const char *name, const char *english);
bool panels_matches(const char *name, const char *english, const char *sought); /* sought: as typed; "" matches all */
void panels_clear(GtkWidget *box);
GtkWidget *panels_heading(const char *text);
void panels_keep_space(GtkWidget *widget); /* Space plays while the focus is in it */
void panels_keep_undo(GtkWidget *spin);    /* Ctrl+Z and Ctrl+Y in this number are the viewer's, not the text's */
void panels_name(GtkWidget *widget, const char *name); /* for those who hear the window */

#endif
