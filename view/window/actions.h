/* Everything that can be done, in one table: actions, keys, menus, the help sheet and settings are made from it. */
#ifndef HONE_VIEW_WINDOW_ACTIONS_H
#define HONE_VIEW_WINDOW_ACTIONS_H

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
    ACTION_WINDOW,
    ACTION_GROUPS
} action_group;

typedef struct action {
    action_group group;
    const char *name;
    const char *label; /* in English; NULL: a kernel's name, by value */
    const char *keys;  /* separated by spaces, as GTK writes them; NULL: none */
    action_kind kind;
    /* When it is activated; of toggles and choices after the change. NULL: a new picture is all. */
    void (*call)(viewer *v, int value);
    int value;                  /* of a call: handed on; of a choice: what look becomes */
    size_t offset;              /* of a toggle's or choice's int in look */
    const char *preset_keys[3]; /* beside `keys`, by look.keys; NULL: none */
} action;

/* action_table.c */
const action *actions_at(uint32_t index); /* NULL past the end */
const char *actions_group_name(action_group group);
const char *actions_section_name(const action *a); /* what a choice is about; NULL: no choice */
bool actions_section_is_nested(const action *a);   /* a menu in the menu */
const char *actions_label(const action *a);        /* both in the user's language */
bool actions_offers(const action *a);              /* not a kernel that this CPU lacks */

/* actions.c */
void actions_add(viewer *v);      /* to the window: v->actions, keys */
void actions_set_keys(viewer *v); /* those of the preset */
void actions_refresh(viewer *v);  /* what can be done now */
GMenu *actions_menu(action_group group);
bool actions_keeps(const action *a);               /* a toggle or choice: it has a value, which is remembered */
int actions_get(const viewer *v, const action *a); /* its value */

void help_show(viewer *v, int unused);
void files_choose(viewer *v, int unused);
void files_save_pose(viewer *v, int unused);
void files_save_picture(viewer *v, int unused);
void film_ask(viewer *v, int unused);

#endif
