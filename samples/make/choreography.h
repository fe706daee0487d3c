/* What is danced, as tables: poses of the upper body, steps of the feet, looks of the face, all in beats.
 *
 * Coordinates are the model's at rest: hands live in the chest's space, feet in the world's. "Own" coordinates have x
 * outwards on either side. Angles in degrees; positive y turns her to her right, positive z tips her to her right.
 */
#ifndef HONE_SAMPLES_CHOREOGRAPHY_H
#define HONE_SAMPLES_CHOREOGRAPHY_H

#include "tracks.h"

typedef enum fingers { FINGERS_SOFT, FINGERS_OPEN, FINGERS_FIST, FINGERS_POINT, FINGERS_PEACE } fingers;

typedef struct arm_shape {
    vec3 goal;   /* of the wrist, own */
    vec3 pole;   /* where the elbow points, own */
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
    ease how; /* from the row before */
    arm_name left, right;
    vec3 centre;            /* translation */
    vec3 hips, spine, head; /* turns; the spine's is shared by both its bones */
} pose_row;
extern const pose_row pose_rows[];
extern const size_t pose_row_count;

typedef struct step_row {
    float beat;
    vec3 at;    /* of the ball of the foot, own; y off the ground */
    float yaw;  /* toes outwards */
    float heel; /* raised */
    float arc;  /* how high the way there leads */
} step_row;
extern const step_row left_steps[], right_steps[];
extern const size_t left_step_count, right_step_count;

typedef struct look_row {
    const char *morph;
    float beat, weight;
} look_row;
extern const look_row look_rows[];
extern const size_t look_row_count;

/* Her turn about the middle: a pirouette. Degrees at a beat. */
float spin_at(float beat);
/* The beat's own bounce: how far the body has sunk. */
float bounce_at(float beat);
/* Height of a jump. */
float jump_at(float beat);

#endif
