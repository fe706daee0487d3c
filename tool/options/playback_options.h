/* The options for playing characters, shared by several subcommands. */
#ifndef HONE_TOOL_OPTIONS_PLAYBACK_OPTIONS_H
#define HONE_TOOL_OPTIONS_PLAYBACK_OPTIONS_H

#include "tool/options/number_options.h"

#include <hone/motion.h>
#include <hone/physics.h>
#include <hone/rig.h>
#include <hone/skin.h>

enum { PLAYBACK_IK_ON, PLAYBACK_IK_OFF };

enum { PLAYBACK_RETARGET_AUTO, PLAYBACK_RETARGET_ON, PLAYBACK_RETARGET_OFF };
enum { PLAYBACK_HANDS_TURN, PLAYBACK_HANDS_REACH };

/* How the feet of retargeted motions stay. */
typedef struct playback_feet {
    int kind;            /* hone_retarget_feet */
    float speed, height; /* as in hone_retarget_desc */
    given_number floor;  /* as there */
} playback_feet;

enum { PLAYBACK_PHYSICS_DEFAULT, PLAYBACK_PHYSICS_OFF, PLAYBACK_PHYSICS_ON };

/* The values of the physics options. */
typedef struct playback_physics {
    int mode; /* PLAYBACK_PHYSICS_* */
    uint32_t rate;
    given_vector gravity;
    float wind[3];
    hone_physics_gravity *gravity_keys; /* [gravity_key_count] ascending by frame, in place of `gravity`; NULL: none */
    uint32_t gravity_key_count;
    int floor;  /* 1: on */
    int solver; /* hone_physics_solver */
} playback_physics;

/* What characters look at with their eyes. */
typedef struct playback_gaze {
    bool given;
    bool camera;    /* the camera, in place of the point */
    float point[3]; /* world */
} playback_gaze;

typedef struct playback_values { /* the first member of a subcommand's structure */
    bool strict, quiet;
    int ik;               /* PLAYBACK_IK_* */
    int method;           /* hone_skin_method */
    const char *centres;  /* a file, the centres of rotation of the first model; NULL: not given */
    const char *kernel;   /* NULL: auto */
    const char *clip;     /* number or name of the clip in .x and glTF motions; NULL: not given */
    const char *motion;   /* a file to read as a motion, even if it has a mesh; NULL: not given */
    int retarget;         /* PLAYBACK_RETARGET_* */
    int hands;            /* PLAYBACK_HANDS_*, for retargeted motions */
    playback_feet feet;   /* for retargeted motions */
    const char *made_for; /* a file, the model that motions were made for; NULL: not given */
    const char *map;      /* a file, roles of bones for retargeting; NULL: not given */
    double motion_unit;   /* of a BVH, in metres; 0: guessed */
    uint32_t threads;     /* 0: one for each processor */
    hone_mmd_rules rules; /* of --rig */
    bool allow_outside;
    playback_physics physics;
    playback_gaze gaze;
} playback_values;

extern const option playback_options[];

/* The --motion option, for the subcommands that pass it to inputs_load. */
#define PLAYBACK_MOTION_OPTION                                                                                         \
    {                                                                                                                  \
        .name = "--motion", .value = "FILE",                                                                           \
        .help = "a file to read as a motion, even a .x or glTF with a mesh; it plays\n"                                \
                "on every model, below the other motions",                                                             \
        .field = offsetof(playback_values, motion), .read = option_read_text, .expected = "a file",                    \
        .endings = ENDINGS_MODELS " " ENDINGS_MOTIONS                                                                  \
    }

/* Whether bodies move: as the user said, else `by_default`. */
bool playback_simulates(const playback_values *v, bool by_default);
hone_physics_options playback_physics_options(const playback_values *v);

/* Checks that this CPU supports the chosen kernel, and reports an error if not. */
int playback_check_kernel(const playback_values *v, report *r);

#endif
