/* How far a joint of a running model is open: measured from the bodies only, independent of the library's own
 * measure. */
#ifndef HONE_TESTS_SUPPORT_REFERENCE_JOINT_GAP_H
#define HONE_TESTS_SUPPORT_REFERENCE_JOINT_GAP_H

#include <hone/physics.h>

/* The distance in units by which B's anchor is beyond the joint's linear limits, along the axes of its frame on A. 0 if
 * a body is left out. For joints of six degrees of freedom. */
double joint_gap(const hone_physics *physics, const hone_model *model, uint32_t joint);

#endif
