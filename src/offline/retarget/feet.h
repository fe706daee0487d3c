/* Feet that stay: contacts with the floor are found in the source's motion, and held in the target's. */
#ifndef HONE_SRC_OFFLINE_RETARGET_FEET_H
#define HONE_SRC_OFFLINE_RETARGET_FEET_H

#include "offline/retarget/footprint.h"
#include "offline/retarget/retarget.h"

/* The points of a sole. */
enum { FEET_HEEL, FEET_BALL, FEET_POINTS };

/* Frames over which a correction fades in and out. */
enum { FEET_FADE = 6 };

/* Thresholds in the source's unit and in frames. */
typedef struct feet_limits {
    float slow, fast; /* units per frame: a contact has frames slower than `slow`, and none faster than `fast` */
    float step;       /* the same for the way from one of its frames to the next */
    float low, high;  /* the same for heights above the level of the point */
    float drift;      /* how far the ends of a contact may be from its middle */
    float rise;       /* the same for its height */
    float creep;      /* the radius in which a point stays during a contact */
} feet_limits;

/* All arrays have an element for each frame. */
typedef struct feet_side {
    float (*points[FEET_POINTS])[3]; /* of the source, common space; heights above the floor */
    float levels[FEET_POINTS];       /* height of each point when it is on the floor */
    float *grounds;                  /* height of the step that the foot stands on above the floor; 0: none */
    uint8_t *on;                     /* bit FEET_HEEL, bit FEET_BALL: the point is in contact */
    uint8_t *held;                   /* 1: the target's foot is held */
    float (*offsets)[3];             /* corrections of the target's ankle */
} feet_side;

/* How far the points in contact slide, in units of the target. */
typedef struct feet_measure {
    float last[2][FEET_POINTS][3];
    double distance;
    uint64_t steps;
    float depth; /* how deep a foot is in the floor at most */
} feet_measure;

typedef struct feet_context {
    retarget_context *r;
    uint32_t count;
    feet_limits limits;
    feet_side sides[2];
    retarget_footprint prints[2]; /* of the target */
    feet_measure after;
    float (*offsets)[3]; /* [count] one correction at a time */
    /* x and z of the path of the floor from one frame to the next, common space of the source. */
    float treadmill[2];
    float *scratch; /* [2 * count] */
} feet_context;

/* Returns the length of the way that a point goes per frame, in the neighbourhood of a frame. */
float hone_feet_speed(const float (*points)[3], uint32_t count, uint32_t at);

/* Finds the height of the floor, and those of the four points above it. All heights become relative to the floor. */
void hone_feet_find_floor(feet_context *f);
/* Returns the noise of the points: a standard deviation. */
float hone_feet_noise(feet_context *f);
/* Computes the points of the source's soles. */
void hone_feet_find_points(feet_context *f);
/* A walk or run on the spot goes over a floor that moves. Finds how: sets f->treadmill and the report; returns whether
 * it moves. */
bool hone_feet_find_treadmill(feet_context *f);
/* Lets the source walk on instead, over a floor that stands still; and takes that back from the target. */
void hone_feet_leave_treadmill(feet_context *f);
void hone_feet_enter_treadmill(feet_context *f);
/* Moves a point at a frame from the treadmill to the floor that stands still. scale: units to one of the source. */
void hone_feet_move_off(const feet_context *f, uint32_t frame, float scale, float at[3]);
/* Finds steps and boxes on which the feet stand. */
void hone_feet_find_steps(feet_context *f);
/* Finds when a point of a foot is in contact, and sets its bit of `on` there. */
void hone_feet_find_contacts(const feet_limits *limits, feet_side *side, int point, uint32_t count);
/* Rotate the source's feet so that they are level on the floor: before points are found, for a rest pose in mid-stride,
 * and after contacts are found, for one with slightly tilted feet. */
void hone_feet_level(feet_context *f);
void hone_feet_straighten(feet_context *f);

/* Holds the rotations of feet and toes, then the positions of the ankles, then corrects the hips. */
void hone_feet_hold_turns(feet_context *f);
void hone_feet_hold_ankles(feet_context *f);
void hone_feet_correct_hips(feet_context *f);
/* Lifts toes and feet out of the floor. */
void hone_feet_lift(feet_context *f);
/* Returns the height above the floor of the lowest point of the target's foot. ankle: of the target. */
float hone_feet_lowest(const feet_context *f, const retarget_pose *pose, int side, const float ankle[3]);

/* Continues values that are known at some frames over the others, without jumps of the values or of their slopes: to
 * zero within FEET_FADE frames, or to the next known values. */
void hone_feet_fade(const uint8_t *known, uint32_t count, float (*values)[3]);

/* Rotation vectors and quaternions. */
void hone_feet_log(const float turn[4], float out[3]);
void hone_feet_exp(const float vector[3], float out[4]);
/* Returns the angle between up and a rotation's up. */
float hone_feet_tilt(const float turn[4]);

#endif
