/* Forward kinematics and limits of joints in double precision: the definitions of docs/ik.md. */
#ifndef HONE_TESTS_SUPPORT_REFERENCE_JOINT_H
#define HONE_TESTS_SUPPORT_REFERENCE_JOINT_H

#include "support/support.h"
#include <hone/ik.h>

typedef struct reference_place {
    double position[3], rotation[4]; /* model space */
} reference_place;

/* local: the offset in the parent's axes, the rotation and, after it, the correction. parent: NULL: model space. */
reference_place reference_joint_place(const reference_place *parent, const float offset[3], const float rotation[4],
                                      const float correction[4]);

void reference_joint_point(const reference_place *place, const float offset[3], double out[3]);

hone_affine reference_joint_matrix(const reference_place *place);

double reference_distance(const double a[3], const float b[3]);

/* By how many radians a rotation followed by a correction is outside of a limit; 0 or less: it is inside. */
double reference_limit_excess(const hone_limit *limit, const float rotation[4], const float correction[4]);

/* A random rotation inside the part `amount` of a limit. */
void reference_limit_random(test_random *random, const hone_limit *limit, float amount, float out[4]);

#endif
