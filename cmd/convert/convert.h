/* Shared by the parts of `hone convert`: its options, inputs and results. */
#ifndef HONE_CMD_CONVERT_CONVERT_H
#define HONE_CMD_CONVERT_CONVERT_H

#include "base/json/json_writer.h"
#include "cmd/convert/vrm_options.h"
#include "tool/options/film_options.h"
#include "tool/options/number_options.h"
#include "tool/options/options.h"
#include "tool/output/output_set.h"
#include "tool/play/actors.h"

#include <hone/bake.h>
#include <hone/correctives.h>
#include <hone/io.h>
#include <hone/retarget.h>
#include <hone/spring_fit.h>

enum { CONVERT_LINEAR, CONVERT_CORRECTIVE };

enum {
    CONVERT_GLB,
    CONVERT_GLTF,
    CONVERT_VRM,
    CONVERT_PMX,
    CONVERT_VMD,
    CONVERT_VPD,
    CONVERT_BVH,
    CONVERT_VRMA,
    CONVERT_HCLIP,
    CONVERT_KTX2
};

typedef struct convert_values {
    scene scene; /* must be first: playback_options fill its `play` in, or a scene file all of it */
    const char *output;
    int format;        /* for "-": 1 + CONVERT_*; 0: not given */
    bool exact;        /* a tolerance of 0 was given */
    float tolerance;   /* metres; 0: not given */
    int materials;     /* hone_gltf_surface */
    int deform;        /* CONVERT_LINEAR or CONVERT_CORRECTIVE */
    float bound;       /* for corrective shapes, in metres; 0: not given */
    uint32_t shapes;   /* maximum; 0: not given */
    number_list frame; /* for a pose */
    film_rate rate;    /* frames a second of a BVH or a VRM animation */
    float scale;       /* metres in one unit of .x and glTF; 0: 1 */
    bool pack;         /* compressed glTF */
    bool json;
    const char *model;        /* of several; NULL: not given */
    placement_options places; /* of models */
    vrm_values vrm;
} convert_values;

extern const option convert_options[];
extern const char *const convert_endings[]; /* [CONVERT_*], without dots */

/* CONVERT_*: by --format, or by the ending of the output, which is a known one. */
int convert_target(const convert_values *v);

typedef struct conversion {
    const convert_values *values;
    const inputs *in;
    int target;             /* CONVERT_* */
    const input *model;     /* NULL: only motions */
    uint32_t number;        /* of the model, from 1 */
    actor_list *actor_list; /* all models with the motions that play on them */
    uint32_t last_frame;
    bool moves;                            /* there is a motion to play */
    const hone_motion *camera;             /* the last motion with camera keys; NULL: none */
    double unit;                           /* metres in one unit of the model */
    double float_step;                     /* the distance of two floats that are places in the model, at most */
    struct convert_trajectory *trajectory; /* where the model is; NULL: no model */
    bool placed, place_moves;              /* it is not at its own place; not always at the same */
    bool resized, translucent;             /* its place changes its size; its opacity is between 0 and 1 */
    hone_bake_report bake;
    hone_corrective_report corrective;
    uint32_t shapes; /* number of shapes made */
    bool corrected;  /* they were requested */
    hone_gltf_report gltf;
    hone_to_vrm_report vrm;
    hone_spring_fit_report springs; /* of VRM; all zero: no bodies became springs */
    hone_retarget_report turned;    /* for a VRM animation */
    bool baked;
    uint64_t bytes;
    output_set *outputs;
    report *report;
} conversion;

/* The actor of the model. */
hone_actor *convert_actor(const conversion *c);

/* Whether each model gets a file of its own: {model} in the name of OUT. */
bool convert_names_models(const char *output);
/* The name of the file of a model, from malloc; NULL: out of memory. */
char *convert_name_of(const char *output, uint32_t number);

/* Finds where the model is at each time. Call convert_release_trajectory in any case. */
int convert_find_trajectory(conversion *c);
void convert_release_trajectory(conversion *c);

/* Whether keys of root bones take the model to its place: in a VMD, and in a BVH of a model of MMD. */
bool convert_places_roots(const conversion *c);
/* A hone_actor_path; user: conversion.trajectory. */
void convert_follow_trajectory(void *user, double frame, hone_rigid_transform *world);
/* Warns of what a format other than glTF cannot contain of the place. */
void convert_warn_of_place(conversion *c, const char *format);
/* Warns of a camera that is lost, because the format has none, or none beside a model's motion. */
void convert_warn_of_camera(conversion *c);

/* For glTF: where the model is at frame 0. False: where its file has it. */
bool convert_place(const conversion *c, hone_transform *place);
/* For glTF: the keys of the place. NULL: failed, and the error is reported. */
hone_motion *convert_bake_place(conversion *c, int *status);

/* Returns conversion.float_step of a model. */
double convert_float_step(const hone_model *model);

/* All are in the model's unit. */
double convert_asked_tolerance(const conversion *c); /* --tolerance */
double convert_least_tolerance(const conversion *c); /* of a packed glTF: less than floats can hold; 0: any */
float convert_tolerance(const conversion *c);        /* of the keys; of a packed glTF a part of --tolerance */
float convert_pack_tolerance(const conversion *c);   /* of rounding: the rest */
float convert_bound(const conversion *c);            /* for corrective shapes */

/* Whether keys may be on whole frames only. Then the tolerance applies to the values at whole frames. */
bool convert_keys_are_whole(const conversion *c);

/* Bakes the motion to plain keys. NULL: failed, and the error is reported. */
hone_motion *convert_bake(conversion *c, hone_bake_player player, const hone_model *mmd_model, int *status);

/* Prints the summary, or adds it to the array of --json. */
void convert_write_summary(const conversion *c, hone_json *json);

/* Writes the bytes, or reports the error if nothing was made. */
int convert_write(conversion *c, bool made, hone_bytes *bytes, const hone_error *error);

/* How many items of a kind the format cannot contain. */
typedef struct convert_count {
    uint32_t count;
    const char *what; /* a plural noun */
} convert_count;

/* Warns, for example, "FORMAT cannot contain IK chains (7) and bodies (45): CONSEQUENCE". No warning if all counts
 * are 0. */
void convert_warn_of_lost(conversion *c, const char *format, const convert_count *counts, uint32_t count,
                          const char *what_becomes);

/* What a VRM has and lacks, as a line and as JSON. */
void convert_print_vrm_report(const conversion *c);
void convert_write_vrm_report(const conversion *c, hone_json *json);

/* What moves in a VRM animation. */
void convert_print_vrma_report(const conversion *c);
void convert_write_vrma_report(const conversion *c, hone_json *json);

/* Convert to one format each. */
int convert_to_gltf(conversion *c);
int convert_to_vrm(conversion *c);
int convert_to_pmx(conversion *c);
int convert_to_vmd(conversion *c);
int convert_to_vpd(conversion *c);
int convert_to_bvh(conversion *c);
int convert_to_vrma(conversion *c);
int convert_motion_to_vrma(conversion *c, const input *motion);

#endif
