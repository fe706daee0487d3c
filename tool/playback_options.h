/* How characters are played: the options that pose and render share. */
#ifndef HONE_TOOL_PLAYBACK_OPTIONS_H
#define HONE_TOOL_PLAYBACK_OPTIONS_H

#include "tool/options.h"

#include <hone/motion.h>
#include <hone/physics.h>
#include <hone/rig.h>
#include <hone/skin.h>

enum { PLAY_IK_ON, PLAY_IK_OFF };

enum { PLAY_RETARGET_AUTO, PLAY_RETARGET_ON, PLAY_RETARGET_OFF };
enum { PLAY_HANDS_TURN, PLAY_HANDS_REACH };

/* What --rig chooses; zero is the default. */
typedef struct playback_rig {
    hone_curve_mode curve;
    hone_fixed_axis fixed_axis;
    hone_rig_options options;
} playback_rig;

enum { PLAY_PHYSICS_UNSAID, PLAY_PHYSICS_OFF, PLAY_PHYSICS_ON };

/* What the physics options choose. */
typedef struct playback_physics {
    int said; /* PLAY_PHYSICS_* */
    uint32_t rate;
    bool gravity_said;
    float gravity[3], wind[3];
    int floor;  /* 1: on */
    int solver; /* hone_physics_solver */
} playback_physics;

typedef struct playback_values { /* the first member of a subcommand's structure */
    bool strict, quiet;
    int ik;               /* PLAY_IK_* */
    int method;           /* hone_skin_method */
    const char *kernel;   /* NULL: auto */
    const char *clip;     /* of the motions in a .x or glTF; NULL: not given */
    const char *motion;   /* a file that is a motion, whatever it holds; NULL: not given */
    int retarget;         /* PLAY_RETARGET_* */
    int hands;            /* PLAY_HANDS_* of what is retargeted */
    const char *made_for; /* the model that motions were made for; NULL: not given */
    uint32_t threads;     /* 0: one a processor */
    playback_rig rig;
    bool allow_outside;
    playback_physics physics;
} playback_values;

extern const option playback_options[];

/* The option of those subcommands whose inputs_load takes a motion. */
#define PLAY_MOTION_OPTION                                                                                             \
    {                                                                                                                  \
        .name = "--motion", .value = "FILE",                                                                           \
        .help = "a motion, also if it is a .x or glTF with a mesh, which would be\n"                                   \
                "a model; plays on every model, below the others",                                                     \
        .field = offsetof(playback_values, motion), .read = option_read_text, .wants = "a file"                        \
    }

/* Whether bodies move: as said, else `by_default` where physics is built in. */
bool play_simulates(const playback_values *v, bool by_default);
hone_physics_options play_physics_options(const playback_values *v);

/* Whether this CPU has the kernel; if not, says so. */
int play_check_kernel(const playback_values *v, report *r);

#endif
