/* What the look-at of an avatar makes of a gaze: angles of its eyes, or weights of expressions. */
#ifndef HONE_SRC_MODEL_LOOK_AT_H
#define HONE_SRC_MODEL_LOOK_AT_H

#include <hone/avatar.h>

/* A gaze, in degrees: yaw to the avatar's left, pitch downwards. */
typedef struct hone_look_angles {
    float yaw, pitch;
} hone_look_angles;

/* The expressions that show a gaze: up, down, left, right. */
enum { HONE_LOOK_EXPRESSIONS = 4 };
extern const char *const hone_look_expressions[HONE_LOOK_EXPRESSIONS];

/* Vectors and rotations are in the axes of a head that looks along +z, with +x to its left. */
hone_look_angles hone_look_angles_of(const float direction[3]);

/* Computes the rotation of an eye, or the weights of the four expressions. */
void hone_look_at_turn(const hone_look_at *look, bool right, hone_look_angles to, float out[4]);
void hone_look_at_weights(const hone_look_at *look, hone_look_angles to, float out[HONE_LOOK_EXPRESSIONS]);
/* Returns the gaze that the weights of the four expressions show: the inverse, where ranges ascend. */
hone_look_angles hone_look_at_angles(const hone_look_at *look, const float weights[HONE_LOOK_EXPRESSIONS]);

/* Returns whether no eye has to turn farther than its range. */
bool hone_look_at_reaches(const hone_look_at *look, hone_look_angles to);

#endif
