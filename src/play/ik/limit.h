/* Limits of joints, prepared for a solver. Angles are tangents of half angles, so a rotation that is within its limits
 * costs no trigonometry. */
#ifndef HONE_SRC_IK_LIMIT_H
#define HONE_SRC_IK_LIMIT_H

#include <hone/ik.h>

typedef struct hone_limit_range {
    hone_limit_kind kind;
    float axis[3];
    float rest[4];     /* the rotation in the middle of the range of angles about the axis */
    float swing;       /* BALL: tangent of half the most angle */
    float least, most; /* tangents of half the angles from the middle */
} hone_limit_range;

/* A rotation of a joint as a twist about its axis, then a swing of the axis. */
typedef struct hone_joint_parts {
    float twist[2]; /* cosine, at least 0, and sine of half the angle */
    float swing[4]; /* unit quaternion whose axis is perpendicular to the joint's; its cosine is at least 0 */
} hone_joint_parts;

hone_joint_parts hone_limit_parts(const hone_limit_range *range, const float rotation[4]);

/* The rotation of the parts: rest * swing * twist. */
void hone_limit_rotation(const hone_limit_range *range, const hone_joint_parts *parts, float out[4]);

/* Prepares a limit, and widens it so that `rotation` is within it. limit: NULL: none. */
hone_limit_range hone_limit_prepare(const hone_limit *limit, const float rotation[4]);

/* Turns a rotation back into the range; one that is within keeps its bits. */
void hone_limit_hold(const hone_limit_range *range, float rotation[4]);

/* A hinge: the rotation within the range that turns the direction v as near to the direction `to` as it can. */
void hone_limit_hinge(const hone_limit_range *range, const float v[3], const float to[3], float rotation[4]);

/* above⁻¹ * rotation. */
void hone_rotation_between(const float above[4], const float rotation[4], float out[4]);

#endif
