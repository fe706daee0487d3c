/* Two-bone IK and aim in double precision, by angles: slow, and nothing but the definitions of docs/ik.md. */
#ifndef HONE_TESTS_SUPPORT_REFERENCE_AIM_H
#define HONE_TESTS_SUPPORT_REFERENCE_AIM_H

#include <hone/ik.h>

typedef struct reference_limb {
    double start[4], middle[4]; /* corrections */
    double opening;             /* angle of the middle afterwards: 0 folded, pi straight */
    bool reached;
} reference_limb;

reference_limb reference_two_bone(const hone_two_bone_job *job);
bool reference_aim(const hone_aim_job *job, double correction[4]);

/* The length of the difference of two rotations, as quaternions of either sign. */
double reference_quat_difference(const double a[4], const float b[4]);

#endif
