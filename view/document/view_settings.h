/* All display settings of the viewer that do not belong to the document. All are numbers, so that one table of actions
 * can refer to them, menus can show them and the settings file can store them. */
#ifndef HONE_VIEW_DOCUMENT_VIEW_SETTINGS_H
#define HONE_VIEW_DOCUMENT_VIEW_SETTINGS_H

enum { VIEW_COLOURS_MATERIALS, VIEW_COLOURS_WEIGHT, VIEW_COLOURS_INFLUENCES, VIEW_COLOURS_DEFORM };
enum { VIEW_LANGUAGE_SYSTEM, VIEW_LANGUAGE_ENGLISH, VIEW_LANGUAGE_JAPANESE };

typedef struct view_settings {
    int keys;        /* orbit_preset */
    int camera_keys; /* use the motion's camera, if there is one */
    int bones, bone_axes, bone_style, all_bones, points, chains, limits, bodies, joints, normals, wireframe;
    int colours;      /* VIEW_COLOURS_* */
    int method;       /* hone_skin_method */
    int gpu_skin;     /* hone_gpu_skin */
    int kernel;       /* 0: automatic; else 1 + index of hone_skin_kernel_name */
    int threads;      /* of skinning on the CPU; 0: one for each processor */
    int side_by_side; /* linear | dual quaternion */
    int physics;      /* character_physics */
    int ik;           /* chains are solved */
    int grid, edges, shadows;
    int first_person; /* what characters see of themselves */
    int turntable;    /* the camera turns slowly */
    int gaze;         /* characters look at the mouse */
    int paint;        /* weights are painted; off when the viewer starts */
    int brush;        /* brush_mode */
    int brush_through, brush_mirror;
    int frame_times; /* show frame times on the picture */
    int panel;       /* show the side pane */
    int loop;
    int gizmo, axes; /* gizmo_mode, gizmo_axes */
    int handles;     /* show the gizmo */
    int muted;
    int watch;             /* files that change on disk are read again */
    int quality;           /* is lowered while motions play slowly */
    int backdrop;          /* 0 dark, 1 light */
    int dopesheet, curves; /* show the dopesheet, and in it the curve editor */
    int numbers;           /* show transforms in the list of bones */
    int language;          /* VIEW_LANGUAGE_* */
} view_settings;

#define VIEW_SETTINGS_DEFAULT                                                                                          \
    (view_settings)                                                                                                    \
    {                                                                                                                  \
        .camera_keys = 1, .limits = 1, .gpu_skin = 3, .physics = 2, .ik = 1, .grid = 1, .edges = 1, .shadows = 1,      \
        .panel = 1, .loop = 1, .handles = 1, .curves = 1, .numbers = 1, .watch = 1, .quality = 1                       \
    }

#endif
