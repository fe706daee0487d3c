/* One table of everything that the user can do. Actions, keys, menus, the help window and the settings are made from
 * it. */
#ifndef HONE_VIEW_WINDOW_ACTIONS_ACTIONS_H
#define HONE_VIEW_WINDOW_ACTIONS_ACTIONS_H

#include "view/window/viewer.h"

typedef enum action_kind { ACTION_CALL, ACTION_TOGGLE, ACTION_CHOICE } action_kind;
typedef enum action_group {
    ACTION_FILE,
    ACTION_PLAY,
    ACTION_CAMERA,
    ACTION_OVERLAYS,
    ACTION_SKINNING,
    ACTION_PHYSICS,
    ACTION_BENDING,
    ACTION_KEYS,
    ACTION_PAINTING,
    ACTION_WINDOW,
    ACTION_GROUPS
} action_group;

/* The part of the viewer that a function takes. */
typedef enum action_part {
    ACTION_OF_VIEWER,
    ACTION_OF_SHELL,
    ACTION_OF_STAGE,
    ACTION_OF_PANELS,
    ACTION_OF_FILM
} action_part;

typedef struct action_call {
    action_part part;
    void (*function)(void); /* (that part, int value); NULL: none */
} action_call;

typedef struct action {
    action_group group;
    const char *name;
    const char *label; /* in English; NULL: a kernel's name, by value */
    const char *keys;  /* separated by spaces, in GTK's notation; NULL: none */
    action_kind kind;
    /* Called on activation; for toggles and choices after the change. NULL: only draws a new picture. */
    action_call call;
    int value;                  /* for a call: its argument; for a choice: the new value of the setting */
    size_t offset;              /* of the int of a toggle or choice in the view settings */
    const char *preset_keys[3]; /* in addition to `keys`, by the key preset; NULL: none */
    bool in_dopesheet;          /* its keys hold only while the dopesheet has the focus */
    const char *in_scene; /* the key of the setting that scenes have of it, "picture.edges"; NULL: they have none */
} action;

/* action_table.c */
const action *actions_at(uint32_t index); /* NULL past the end */
const char *actions_group_name(action_group group);
const char *actions_section_name(const action *a); /* the subject of a choice; NULL: not a choice */
bool actions_section_is_nested(const action *a);   /* it is a submenu */
const char *actions_label(const action *a);        /* both in the user's language */
bool actions_offers(const action *a);              /* false for a kernel that this CPU lacks */

/* actions.c */
void actions_add(viewer *v);                        /* to the window: its actions and keys */
void actions_set_keys(viewer_stage *s);             /* of the preset */
void actions_add_dopesheet_keys(GtkWidget *widget); /* of those that are in_dopesheet */
void actions_refresh(viewer_stage *s);              /* enables the actions that are possible now */
GMenu *actions_menu(action_group group);
bool actions_keeps(const action *a);                             /* a toggle or choice, whose value is saved */
int actions_get(const view_settings *settings, const action *a); /* its value */
void actions_set(viewer_stage *s, const action *a, int value);   /* and does what follows from it */
void actions_set_named(viewer_stage *s, const char *name, int value);

void help_show(viewer_stage *s, int unused);
void files_choose(viewer *v, int add);
void files_save(viewer *v, int unused);
void files_save_pose(viewer *v, int unused);
void files_save_picture(viewer *v, int unused);
void files_save_model(viewer *v, int unused);
void files_save_scene(viewer *v, int unused);
void files_save_scene_as(viewer *v, int unused);
void files_save_motion(viewer *v, int unused);
void files_save_camera_motion(viewer *v, int unused);
void film_ask(viewer_film *f, int unused);

#endif
