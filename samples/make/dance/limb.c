#include "samples/make/dance/limb.h"

/* The part of v perpendicular to the unit vector `axis`, with unit length. */
static vec3 off_axis(vec3 v, vec3 axis)
{
    return unit(along(v, axis, -dot(v, axis)));
}

limb_pose limb_solve(const limb_rest *rest, vec3 root, vec3 goal, vec3 pole)
{
    vec3 upper0 = sub(rest->middle, rest->root), lower0 = sub(rest->end, rest->middle);
    float a = length(upper0), b = length(lower0);
    vec3 reach = sub(goal, root), axis = unit(reach);
    float far = clamp(length(reach), fabsf(a - b) + 0.05f, (a + b) * 0.998f);
    float at = (a * a - b * b + far * far) / (2 * far), height = sqrtf(fmaxf(a * a - at * at, 0));
    vec3 bend = off_axis(pole, axis);
    vec3 middle = along(scale(axis, at), bend, height);
    vec3 upper = unit(middle), lower = unit(sub(scale(axis, far), middle));
    upper0 = unit(upper0), lower0 = unit(lower0);
    vec3 hinge0 = unit(cross(off_axis(rest->pole, upper0), upper0)), hinge = unit(cross(bend, axis));
    limb_pose pose;
    pose.upper = quat_between_frames(upper0, hinge0, upper, hinge);
    pose.lower = quat_between(lower0, quat_rotate(quat_inverse(pose.upper), lower));
    return pose;
}
