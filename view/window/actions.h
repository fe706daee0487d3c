/* Everything that can be done, in one table: actions, keys, menus, the help sheet and settings are made from it. */
#ifndef HONE_VIEW_WINDOW_ACTIONS_H
#define HONE_VIEW_WINDOW_ACTIONS_H

#include "viewer.h"

typedef enum action_kind { ACTION_CALL, ACTION_TOGGLE, ACTION_CHOICE } action_kind;
typedef enum action_group {
    ACTION_FILE,
    ACTION_PLAY,
    ACTION_CAMERA,
    ACTION_OVERLAYS,
    ACTION_SKINNING,
    ACTION_PHYSICS,
    ACTION_BENDING,
    ACTION_WINDOW,
    ACTION_GROUPS
} action_group;

typedef struct action {
    action_group group;
    const char *name, *label;
    const char *keys; /* separated by spaces, as GTK writes them; NULL: none */
    action_kind kind;
    void (*call)(viewer *v);    /* when it is activated; of toggles and choices after the change; NULL: a new picture */
    size_t offset;              /* of the int in look */
    int value;                  /* of a choice */
    bool kept;                  /* remembered */
    const char *preset_keys[3]; /* beside `keys`, by look.keys; NULL: none */
} action;

const action *actions_at(uint32_t index); /* NULL past the end */
const char *actions_group_name(action_group group);

void actions_add(viewer *v);      /* to the window: v->actions, keys */
void actions_set_keys(viewer *v); /* those of the preset */
void actions_refresh(viewer *v);  /* what can be done now */
GMenu *actions_menu(action_group group);
void actions_set(viewer *v, const action *a, int value); /* of a toggle or choice, as if the user had */

void help_show(viewer *v);
void files_choose(viewer *v);
void files_save_pose(viewer *v);
void files_save_picture(viewer *v);
void film_ask(viewer *v);

#endif
