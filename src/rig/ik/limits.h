/* The limits of an IK link: bounds on the Euler angles of its total turn. */
#ifndef HONE_SRC_RIG_IK_LIMITS_H
#define HONE_SRC_RIG_IK_LIMITS_H

#include <hone/base.h>

/* R = product of the axes' turns in the order of the name, columns. */
typedef enum hone_euler { HONE_EULER_YXZ, HONE_EULER_ZYX, HONE_EULER_XZY } hone_euler;

typedef struct hone_limits {
    float lower[3], upper[3]; /* radians */
    hone_euler order;         /* in which the middle angle stays away from a quarter turn, if the bounds allow one */
    int axis;                 /* the only one that is not held at 0; HONE_NONE: none or several */
    bool locked;              /* all are held at 0 */
    float lower_place, upper_place; /* of `axis`: where the bounds lie on the diamond of hone_angle_place */
} hone_limits;

hone_limits hone_limits_make(const float lower[3], const float upper[3]);

/* Brings the angles of a unit quaternion within the bounds: an angle beyond one goes to it, or with `reflect` as far to
 * its other side if that lies within. What lies within stays as it is. */
void hone_limits_apply(const hone_limits *limits, bool reflect, float rotation[4]);

void hone_euler_from_quat(hone_euler order, const float rotation[4], float angles[3]);
void hone_quat_from_euler(hone_euler order, const float angles[3], float out[4]);

#endif
