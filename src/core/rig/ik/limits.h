/* Joint limits: bounds on the Euler angles of an IK link's rotation. */
#ifndef HONE_SRC_RIG_IK_LIMITS_H
#define HONE_SRC_RIG_IK_LIMITS_H

#include <hone/math.h>

typedef struct hone_limits {
    float lower[3], upper[3]; /* radians */
    hone_euler order;         /* order in which the middle angle stays below 90 degrees, if the bounds allow one */
    int axis;                 /* the only axis that is not locked at 0; HONE_NONE: none or several */
    bool locked;              /* all axes are locked at 0 */
    float lower_place, upper_place; /* for `axis`: the bounds, mapped by angle_place */
} hone_limits;

hone_limits hone_limits_make(const float lower[3], const float upper[3]);

/* Brings the Euler angles of a unit quaternion within the bounds. An angle beyond a bound is set to the bound; with
 * `reflect` it is mirrored at the bound, if the result is within. Angles within the bounds stay as they are. */
void hone_limits_apply(const hone_limits *limits, bool reflect, float rotation[4]);

#endif
