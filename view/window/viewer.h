/* The window and all of its state, in four parts. One viewer for each process. */
#ifndef HONE_VIEW_WINDOW_VIEWER_H
#define HONE_VIEW_WINDOW_VIEWER_H

#include "tool/options/view_options.h"
#include "tool/overlay/overlay.h"
#include "tool/overlay/weight_colours.h"
#include "tool/picture/backdrop.h"
#include "view/camera/orbit.h"
#include "view/document/document.h"
#include "view/document/document_watch.h"
#include "view/document/view_settings.h"
#include "view/edit/gizmo.h"
#include "view/edit/pick.h"
#include "view/edit/readout.h"
#include "view/overlay/frame_timing.h"
#include "view/overlay/quality.h"
#include "view/record/record.h"
#include "view/sound/clock.h"
#include "view/sound/sound.h"
#include "view/text.h"
#include "view/window/film/film.h"
#include "view/window/language.h"

#include <gtk/gtk.h>

typedef struct viewer viewer;
typedef struct dopesheet dopesheet; /* dopesheet/dopesheet_internal.h */

/* The GPU model of an open character; characters with the same model share it. */
typedef struct canvas_model {
    const hone_model *model;
    hone_gpu_model *gpu_model;
    uint32_t textures;            /* of the document model, when they were read */
    const hone_actor *skinned_of; /* the actor of these vertices */
    float (*positions)[3], (*normals)[3];
    uint8_t (*colours)[4];
    int colours_kind, colours_bone; /* what `colours` show */
} canvas_model;

typedef struct canvas_backdrop { /* what is shown of document.scene.look.backdrop */
    char *path;
    backdrop shown;
    bool good;  /* it can be shown; otherwise that was said */
    bool stale; /* the file changed */
} canvas_backdrop;

typedef struct canvas {
    GtkWidget *overlay, *area, *frame_times, *chip, *legend, *empty;
    hone_renderer *renderer; /* NULL: not realised, or failed */
    canvas_model *list;      /* [count], parallel to the document's models */
    uint32_t count;
    hone_draw_item *items;    /* [count] */
    hone_instance *instances; /* [count] */
    overlay lines, triangles, top_lines, top_triangles, points;
    double pointer[2], press[2];
    guint button; /* held; 0: none */
    orbit_binding binding;
    bool dragging; /* the gizmo is being dragged */
    bool moved;    /* since the button was pressed */
    gizmo gizmo;   /* as last drawn */
    bool gizmo_on;
    gizmo_handle hover;
    gizmo_drag drag;
    pick hovered;
    hone_camera camera; /* as last drawn */
    quality quality;
    orbit from, to; /* of a camera flight */
    double flight;  /* 0..1; 1: arrived */
    uint64_t pictures;
    canvas_backdrop backdrop;
} canvas;

typedef struct timeline {
    GtkWidget *box, *play, *scale, *frame, *speed, *length, *mute, *volume, *back, *forward, *begin;
    GtkAdjustment *adjustment;
    bool updating_widgets; /* the slider is being set by code, not by the user */
} timeline;

typedef struct painting {
    bool stroke;     /* the button is held */
    brush_mode mode; /* of the stroke */
    float last[2];   /* the pointer at its last touch */
    bool hovers;     /* the pointer is over the surface */
    float at[3];     /* there, in the character's own world */
    uint32_t vertex; /* nearest to it */
    int strength;    /* percent */
    int radius;      /* hundredths of MMD's unit */
    int colours;     /* the colours before painting began */
} painting;

typedef struct scene_look { /* of document.scene: scene_look.h */
    bool shown;             /* a scene was opened */
    bool background;        /* its background is shown */
    bool camera;            /* it has a camera of its own: `begun` is its orbit */
    orbit begun;
    hone_camera placed; /* that camera to the last bit, unless the scene has its numbers */
    bool placing;       /* it is placed once more when `frame` is shown and physics has caught up */
    double frame;
} scene_look;

typedef struct inspected { /* what was clicked last; HONE_NONE: nothing */
    uint32_t character;    /* an id; 0: none */
    int32_t vertex, material, body;
} inspected;

typedef enum surroundings_control { /* of the surroundings; the first four are numbers of the backdrop */
                                    SURROUNDINGS_X,
                                    SURROUNDINGS_Y,
                                    SURROUNDINGS_SCALE,
                                    SURROUNDINGS_DELAY,
                                    SURROUNDINGS_FIT,
                                    SURROUNDINGS_LOOP,
                                    SURROUNDINGS_COLOUR, /* of the shadow, as all from here on */
                                    SURROUNDINGS_STRENGTH,
                                    SURROUNDINGS_RESET,
                                    SURROUNDINGS_CONTROLS
} surroundings_control;

/* The window itself: its menus and messages, and what the program was started with. */
typedef struct viewer_shell {
    GtkApplication *application;
    GtkWidget *window;
    struct {
        GtkWidget *bar, *text;
        char *said; /* shown in the bar; NULL: none */
    } error;
    struct {
        GtkWidget *box, *text, *show;
        guint timer;
    } toast;
    struct {
        GtkWidget *paned, *menus, *main_menu, *undo_buttons, *recent_button; /* what narrow windows fold */
        GtkWidget *split;                                                    /* the picture above the dopesheet */
        bool folded;                                                         /* the menus are in the main menu */
        bool narrow;                                                         /* too narrow for the side pane */
        int fitted_width;  /* the window width for which it is folded */
        bool pane_small;   /* the side pane has less than its width */
        int width, height; /* of the window when it opens */
    } layout;
    language language;
    GMenu *recent_menu;
    char *recent[10];
    GActionMap *actions;
    GtkEventController *keys; /* of the preset */
    GtkWidget *asking;        /* the open question; NULL: none */
    view_values options;
    const char *const *files;
    uint32_t file_count;
    report *report;
    int status;
} viewer_shell;

/* What the viewer does when something happens to what is shown. */
typedef struct viewer_events {
    void (*opened)(void *user);
    void (*edited)(void *user);
    void (*select_bone)(void *user, int32_t bone);
    void (*inspected)(void *user);
    void (*close_character)(void *user, uint32_t id);
    void (*tick)(void *user, double now);
    void *user;
} viewer_events;

/* What is open, and how it is shown. */
typedef struct viewer_stage {
    viewer_shell *shell;
    viewer_events events;
    document document;
    canvas canvas;
    play_clock clock;
    struct {
        sound *opened; /* NULL: none */
        char *path;    /* of `opened` */
        int volume;    /* percent of the slider */
    } sound;
    view_settings settings;
    frame_timing frame_timing;
    orbit orbit;
    inspected inspected;
    int32_t bone;         /* the selected bone of the active character; HONE_NONE */
    int32_t lit_material; /* the material whose row the pointer is on; HONE_NONE */
    painting painting;
    scene_look scene_look;
    struct {
        uint32_t shown;      /* of document.scenes_opened */
        char *path;          /* where Save scene saves; NULL: it asks */
        char *title;         /* the project that was opened; NULL: none, or `path` is its name */
        uint64_t saved_view; /* a digest of what the saved scene shows; 0: of the next picture */
        bool view_changed;   /* the window shows something else */
    } scene;
    bool dirty;      /* a new picture is needed */
    bool recording;  /* a film is being made */
    uint32_t framed; /* the number of characters when the camera was last placed */
    double shown_at; /* microseconds: of the last picture */
    document_watch watch;
    guint watch_timer;
} viewer_stage;

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
        GtkWidget *controls[SURROUNDINGS_CONTROLS]; /* NULL: not needed */
        char *shown_backdrop;                       /* the file that they are for; NULL: none */
        bool shown_film;                            /* it is a film */
    } surroundings;
    uint32_t shown_changes, shown_active; /* of the document, when the lists were made */
    hone_humanoid roles;                  /* of the bones of the active character: panel_names.c */
    uint32_t roles_of, roles_changes;     /* its id, and document.changes, when they were found */
    GtkWidget *no_bone;                   /* what the list says if a search finds nothing */
    bool made, updating_widgets;
} viewer_panels;

typedef struct viewer_film {
    viewer_stage *stage;
    GtkWidget *row, *bar, *text;
    record *record; /* being recorded; NULL: none */
    double begun;   /* seconds, as viewer_now() */
    film_options options;
} viewer_film;

/* A part knows those above it in this file, and a function takes the part that it uses. */
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

/* viewer.c: functions that all parts call */
void viewer_redraw(viewer_stage *s);
void viewer_say(viewer_shell *w, const char *format, ...) G_GNUC_PRINTF(2, 3);  /* in the bar, in red */
void viewer_note(viewer_shell *w, const char *format, ...) G_GNUC_PRINTF(2, 3); /* for a short time */
void viewer_warn(viewer_stage *s);                                              /* shows the number of warnings */
void viewer_end_note(viewer_shell *w);                                          /* removes the note at once */
void viewer_hush(viewer_shell *w);
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
void viewer_opened(viewer_stage *s);                       /* the document's files have changed */
void viewer_inspected(viewer_stage *s);                    /* something else was clicked */
void viewer_close_character(viewer_stage *s, uint32_t id); /* asks first if something would be lost */
void viewer_show_title(viewer_stage *s);
void viewer_select_bone(viewer_stage *s, int32_t bone);
/* Activates the character of this edit; NULL: changes nothing. */
void viewer_choose_edited(viewer_stage *s, const edit *e);
void viewer_edited(viewer_stage *s); /* an edit has changed */
void viewer_apply_rules(viewer_stage *s);
character *viewer_active(const viewer_stage *s); /* NULL: none */
void viewer_tick(viewer_stage *s, double now);   /* after each frame; now: microseconds */
bool viewer_has_time(const viewer_stage *s);     /* something open moves with time */
void viewer_hold_time(viewer_stage *s);          /* pauses motions while a bone is bent. Without motions time goes on */
double viewer_now(void);                         /* seconds, for the clock */

#endif
