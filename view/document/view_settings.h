/* All display settings of the viewer that do not belong to the document. All are numbers, so that one table of actions
 * can refer to them, menus can show them and the settings file can store them. */
#ifndef HONE_VIEW_DOCUMENT_VIEW_SETTINGS_H
#define HONE_VIEW_DOCUMENT_VIEW_SETTINGS_H

enum { LOOK_COLOURS_MATERIALS, LOOK_COLOURS_WEIGHT, LOOK_COLOURS_INFLUENCES, LOOK_COLOURS_DEFORM };
enum { LOOK_LANGUAGE_SYSTEM, LOOK_LANGUAGE_ENGLISH, LOOK_LANGUAGE_JAPANESE };

typedef struct look {
    int keys;        /* orbit_preset */
    int camera_keys; /* use the motion's camera, if there is one */
    int bones, bone_style, all_bones, chains, limits, bodies, joints, normals, wireframe;
    int colours;      /* LOOK_COLOURS_* */
    int method;       /* hone_skin_method */
    int way;          /* hone_gpu_skin */
    int kernel;       /* 0: automatic; else 1 + index of hone_skin_kernel_name */
    int threads;      /* of skinning on the CPU; 0: one for each processor */
    int side_by_side; /* linear | dual quaternion */
    int physics;      /* character_physics */
    int ik;           /* chains are solved */
    int grid, edges, shadows;
    int figures; /* show frame times on the picture */
    int panel;   /* show the side pane */
    int loop;
    int gizmo, axes; /* gizmo_mode, gizmo_axes */
    int handles;     /* show the gizmo */
    int muted;
    int backdrop; /* 0 dark, 1 light */
    int numbers;  /* show transforms in the list of bones */
    int language; /* LOOK_LANGUAGE_* */
} look;

#define LOOK_DEFAULT                                                                                                   \
    (look)                                                                                                             \
    {                                                                                                                  \
        .camera_keys = 1, .limits = 1, .way = 3, .physics = 2, .ik = 1, .grid = 1, .edges = 1, .shadows = 1,           \
        .figures = 1, .panel = 1, .loop = 1, .handles = 1, .numbers = 1                                                \
    }

#endif
