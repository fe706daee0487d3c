/* What is open, and how it is shown. */
#ifndef HONE_VIEW_WINDOW_STAGE_H
#define HONE_VIEW_WINDOW_STAGE_H

#include "tool/edit/gizmo.h"
#include "tool/edit/pick.h"
#include "tool/overlay/overlay.h"
#include "tool/overlay/weight_colours.h"
#include "tool/picture/backdrop.h"
#include "view/camera/orbit.h"
#include "view/document/document.h"
#include "view/document/document_watch.h"
#include "view/document/view_settings.h"
#include "view/overlay/frame_timing.h"
#include "view/overlay/quality.h"
#include "view/sound/clock.h"
#include "view/sound/sound.h"
#include "view/window/shell.h"

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

typedef struct paint_tool {
    bool stroke;     /* the button is held */
    brush_mode mode; /* of the stroke */
    float last[2];   /* the pointer at its last touch */
    bool hovers;     /* the pointer is over the surface */
    float at[3];     /* there, in the character's own world */
    uint32_t vertex; /* nearest to it */
    int strength;    /* percent */
    int radius;      /* hundredths of MMD's unit */
    int colours;     /* the colours before painting began */
} paint_tool;

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
    paint_tool painting;
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

void viewer_redraw(viewer_stage *s);
void viewer_opened(viewer_stage *s); /* the document's files have changed */
void viewer_edited(viewer_stage *s); /* an edit has changed */
void viewer_select_bone(viewer_stage *s, int32_t bone);
void viewer_inspected(viewer_stage *s);                    /* something else was clicked */
void viewer_close_character(viewer_stage *s, uint32_t id); /* asks first if something would be lost */
void viewer_tick(viewer_stage *s, double now);             /* after each frame; now: microseconds */
character *viewer_active(const viewer_stage *s);           /* NULL: none */
bool viewer_has_time(const viewer_stage *s);               /* something open moves with time */
void viewer_hold_time(viewer_stage *s); /* pauses motions while a bone is bent. Without motions time goes on */
double viewer_now(void);                /* seconds, for the clock */

#endif
