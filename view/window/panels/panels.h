/* The side pane: bones, morphs, weights, the contents of the scene, and the numbers of what is clicked. */
#ifndef HONE_VIEW_WINDOW_PANELS_PANELS_H
#define HONE_VIEW_WINDOW_PANELS_PANELS_H

#include "tool/edit/readout.h"
#include "view/window/stage.h"

typedef struct dopesheet dopesheet; /* dopesheet/dopesheet_internal.h */

typedef struct timeline {
    GtkWidget *box, *play, *scale, *frame, *speed, *length, *mute, *volume, *back, *forward, *begin;
    GtkAdjustment *adjustment;
    bool updating_widgets; /* the slider is being set by code, not by the user */
} timeline;

/* The widgets around the picture: the side pane, the time line, the dopesheet. */
typedef struct viewer_panels {
    viewer_stage *stage;
    timeline timeline;
    dopesheet *dopesheet; /* belongs to its widget */
    GtkWidget *pane, *stack;
    struct {
        GtkWidget *hint, *vertex, *material, *body, *findings;
    } inspect;
    struct {
        GtkWidget *list, *search, *facts, *name, *reset;
        GtkWidget *parts, *part_numbers[READOUT_PARTS][6];
        GtkWidget *numbers[6], *place[3]; /* rotation X Y Z, translation X Y Z */
        double shown[6];                  /* the displayed numbers */
        GSList *rows;                     /* bone_row */
        GtkSingleSelection *selection;
    } bones;
    struct {
        GtkWidget *box, *search;
        GtkWidget **scales; /* [count] */
        uint32_t count;
    } morphs;
    struct {
        GtkWidget *bone, *lock, *count, *strength, *radius;
    } weights;
    struct {
        GtkWidget *box, *chains, *materials, *place_numbers[7], *physics_mode, *camera_numbers[ORBIT_NUMBERS];
        uint32_t shown_attach; /* the character that the active one is attached to, as shown, */
        int32_t shown_bone;    /* and its bone */
    } scene;
    struct {
        GPtrArray *controls;  /* widgets, of the settings */
        char *shown_backdrop; /* the file that they are for; NULL: none */
        bool shown_film;      /* it is a film */
    } surroundings;
    uint32_t shown_changes, shown_active; /* of the document, when the lists were made */
    hone_humanoid roles;                  /* of the bones of the active character: panel_names.c */
    uint32_t roles_of, roles_changes;     /* its id, and document.changes, when they were found */
    GtkWidget *no_bone;                   /* what the list says if a search finds nothing */
    bool made, updating_widgets;
} viewer_panels;

GtkWidget *panels_create(viewer_panels *p);
void panels_remake(viewer_panels *p);      /* other files are open, or another character is active */
void panels_follow(viewer_panels *p);      /* a few times a second: updates what moves */
void panels_select_bone(viewer_panels *p); /* the selected bone has changed */
void panels_search(viewer_panels *p);      /* focuses the search entry for bones */

void panels_show_warnings(viewer_panels *p); /* updates the list of warnings, and the mark on its page */
void panels_open_warnings(viewer_panels *p); /* shows the list */

void panels_open_weights(viewer_panels *p); /* shows the page for painting */
void panels_show(viewer_panels *p);         /* shows or hides the pane, as the setting requires */

/* panel_bones.c, panel_bone.c, panel_bone_parts.c, panel_morphs.c, panel_weights.c, panel_camera.c, panel_inspect.c,
 * panel_scene.c */
GtkWidget *bones_create(viewer_panels *p);
void bones_remake(viewer_panels *p);
void bones_follow(viewer_panels *p);
void bones_select(viewer_panels *p);
void bones_show_numbers(viewer_panels *p);
GtkWidget *bone_create(viewer_panels *p);
void bone_follow(viewer_panels *p);
GtkWidget *bone_parts_create(viewer_panels *p);
void bone_parts_follow(viewer_panels *p);
GtkWidget *morphs_create(viewer_panels *p);
void morphs_remake(viewer_panels *p);
void morphs_follow(viewer_panels *p);
GtkWidget *camera_numbers_create(viewer_panels *p);
void camera_numbers_follow(viewer_panels *p);
GtkWidget *weights_create(viewer_panels *p);
void weights_follow(viewer_panels *p);
GtkWidget *inspect_create(viewer_panels *p);
void inspect_remake(viewer_panels *p);
void inspect_follow(viewer_panels *p);
void inspect_forget(viewer_panels *p);      /* nothing is clicked any more */
GtkWidget *attach_create(viewer_panels *p); /* of the active character */
void attach_follow(viewer_panels *p);
GtkWidget *surroundings_create(viewer_panels *p); /* panel_surroundings.c */
void surroundings_follow(viewer_panels *p);
GtkWidget *scene_create(viewer_panels *p);
void scene_remake(viewer_panels *p);
void scene_follow(viewer_panels *p);

/* "Japanese English", with the second dimmed; free it. Markup. */
/* The English name of a bone of the active character: that of its file, else its role ("rightUpperArm"), else the
 * standard one. Valid until the next call; never NULL. */
const char *panels_english_of_bone(viewer_panels *p, uint32_t bone);
const char *panels_english_of_morph(const hone_morph *morph); /* the same for a morph: the standard one */
/* Whether a bone has the sought text in its names, its role, or in the names that MMD has for that role. */
bool panels_bone_matches(viewer_panels *p, uint32_t bone, const char *sought);
bool panels_morph_matches(const hone_morph *morph, const char *sought); /* also the names of other rigs for it */
char *panels_names(const char *name, const char *english);
bool panels_matches(const char *name, const char *english, const char *sought); /* sought: as typed; "" matches all */
void panels_clear(GtkWidget *box);
GtkWidget *panels_heading(const char *text);
void panels_keep_space(GtkWidget *widget); /* Space plays even while it has the focus */
void panels_keep_undo(GtkWidget *spin);    /* Ctrl+Z and Ctrl+Y in this number undo in the viewer, not in the text */
void panels_show_number(GtkWidget *spin, double value); /* keeps the text, unless its last digit would change */
void panels_hide_buttons(GtkWidget *spin); /* where there is no room: the wheel and the arrow keys change it, too */
void panels_name(GtkWidget *widget, const char *name); /* for screen readers */

#endif
