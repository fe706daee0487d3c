/* The limits of an IK link: bounds on the Euler angles of its total turn. */
#ifndef HONE_SRC_RIG_IK_LIMITS_H
#define HONE_SRC_RIG_IK_LIMITS_H

#include <hone/math.h>

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

#endif
