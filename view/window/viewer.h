/* The window and all of its state, in four parts. One viewer for each process. */
#ifndef HONE_VIEW_WINDOW_VIEWER_H
#define HONE_VIEW_WINDOW_VIEWER_H

#include "view/window/film/film.h"
#include "view/window/panels/panels.h"

typedef struct viewer viewer;

/* A part knows those before it, and a function takes the part that it uses. */
struct viewer {
    viewer_shell shell;
    viewer_stage stage;
    viewer_panels panels;
    viewer_film film;
    uint32_t warned;                               /* of document.noted: how many were shown */
    unsigned changes;                              /* document_changes, as the title shows them */
    double updated_at, state_written_at;           /* microseconds: of the last panel update, state file */
    struct recover *recover;                       /* recover.h; NULL: the window is not there */
    bool leaving;                                  /* the window closes even if something is lost */
    void (*after_save)(viewer *v, uint32_t value); /* called when something is saved; NULL: nothing */
    struct saving {                                /* save.c: several things, one after the other */
        uint32_t only;                             /* the id of the character; 0: all */
        int kind;                                  /* what was saved last, of the character `id` */
        uint32_t id, value;
        void (*then)(viewer *v, uint32_t value); /* NULL: nothing */
    } saving;
    GPtrArray *opening; /* paths that a question is about; NULL: none */
};

void viewer_begin(viewer *v); /* makes the parts know each other */

/* Opens files beside what is open; a scene's look, camera and rules count from then on. */
void viewer_open(viewer *v, const char *const *paths, uint32_t count);
typedef enum viewer_opening {
    VIEWER_OPENS,
    VIEWER_REPLACES, /* in place of what is open: a step of the history */
    VIEWER_ADDS      /* models and motions of scenes in addition to what is open: a step of the history */
} viewer_opening;
void viewer_open_as(viewer *v, const char *const *paths, uint32_t count, viewer_opening how);
void viewer_let_document_take(viewer *v); /* what the window shows, for steps of the history */
void viewer_open_built_in(viewer_stage *s);
/* Shows the scene that the document has just opened. path: where Save scene saves it; NULL: it asks. title: the file
 * that the title names; NULL: the models. */
void viewer_show_scene(viewer_stage *s, const char *path, const char *title);
void viewer_show_title(viewer_stage *s);
/* Activates the character of this edit; NULL: changes nothing. */
void viewer_choose_edited(viewer_stage *s, const edit *e);
void viewer_apply_rules(viewer_stage *s);

#endif
