/* Blends of rigid transforms that the course compares (chapter 11). */
#ifndef COURSE_BLENDS_H
#define COURSE_BLENDS_H

#include <hone/math.h>
#include <stdbool.h>

/* The mistake: a mean of the quaternions, a mean of the translations. Without `signs`, two quaternions of which one is
 * the negative of what it should be cancel each other. */
void blend_apart(const hone_rigid_transform *const *transforms, const float *weights, int count, bool signs,
                 const float p[3], float out[3]);

#endif
