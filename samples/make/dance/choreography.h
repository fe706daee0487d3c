/* The dance as tables: poses of the upper body, steps of the feet, expressions of the face, all in beats.
 *
 * Coordinates are those of the model at rest: hands are in the chest's space, feet in world space. In "own" coordinates
 * x points outwards on either side. Angles are in degrees; a positive y turns her to her right, a positive z tilts her
 * to her right. */
#ifndef HONE_SAMPLES_MAKE_DANCE_CHOREOGRAPHY_H
#define HONE_SAMPLES_MAKE_DANCE_CHOREOGRAPHY_H

#include "samples/make/dance/tracks.h"

typedef enum fingers { FINGERS_SOFT, FINGERS_OPEN, FINGERS_FIST, FINGERS_POINT, FINGERS_PEACE } fingers;

typedef struct arm_shape {
    vec3 goal;   /* position of the wrist, own coordinates */
    vec3 pole;   /* the direction of the elbow, own coordinates */
    float twist; /* of the forearm */
    vec3 wrist;
    fingers fingers;
} arm_shape;

typedef enum arm_name {
    ARM_READY,
    ARM_OUT,
    ARM_IN,
    ARM_CLAP_NEAR,
    ARM_CLAP_FAR,
    ARM_CLAP,
    ARM_HIP,
    ARM_WAVE_OUT,
    ARM_WAVE_IN,
    ARM_CHEST,
    ARM_POINT,
    ARM_FRONT,
    ARM_SIDE,
    ARM_HUG,
    ARM_WIND,
    ARM_BACK,
    ARM_UP,
    ARM_HEART,
    ARM_PEACE,
    ARM_COUNT
} arm_name;
extern const arm_shape arm_shapes[ARM_COUNT];

typedef struct pose_row {
    float beat;
    ease how; /* the curve from the row before */
    arm_name left, right;
    vec3 centre;            /* translation */
    vec3 hips, spine, head; /* rotations; that of the spine is shared by its two bones */
} pose_row;
extern const pose_row pose_rows[];
extern const size_t pose_row_count;

typedef struct step_row {
    float beat;
    vec3 at;    /* position of the ball of the foot, own coordinates; y above the ground */
    float yaw;  /* toes outwards */
    float heel; /* raised angle */
    float arc;  /* height of the path to this place */
} step_row;
extern const step_row left_steps[], right_steps[];
extern const size_t left_step_count, right_step_count;

typedef struct look_row {
    const char *morph;
    float beat, weight;
} look_row;
extern const look_row look_rows[];
extern const size_t look_row_count;

/* Her rotation about the vertical axis during a pirouette, in degrees. */
float spin_at(float beat);
/* How far the body has sunk: a bounce on each beat. */
float bounce_at(float beat);
/* The height of a jump. */
float jump_at(float beat);

#endif
