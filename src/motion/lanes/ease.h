/* Solves easing curves, several at once. The arithmetic is that of hone_curve_evaluate. */
#ifndef HONE_SRC_MOTION_LANES_EASE_H
#define HONE_SRC_MOTION_LANES_EASE_H

#include "motion/curve.h"
#include "motion/eases.h"
#include "motion/lanes/doubles.h"

static inline void ease_group(const hone_ease_lanes *group, int at, double frame, double *values)
{
    doubles a = doubles_load(group->xa + at), b = doubles_load(group->xb + at), c = doubles_load(group->xc + at);
    doubles s = (doubles_set(frame) - doubles_load(group->begin + at)) * doubles_load(group->per_length + at);
    doubles t = s, target = 127 * s, a3 = 3 * a, b2 = 2 * b;
    for (int step = 0; step < HONE_CURVE_STEPS; step++) {
        doubles part = a3 * t, miss = ((a * t + b) * t + c) * t - target;
        doubles slope = (part + b2) * t + c;
        t -= miss * slope / (slope * slope - miss * (part + b));
    }
    a = doubles_load(group->ya + at), b = doubles_load(group->yb + at), c = doubles_load(group->yc + at);
    doubles_store(values + at, ((a * t + b) * t + c) * t * doubles_set(HONE_CURVE_UNIT));
}

static void ease_groups(const hone_ease_lanes *groups, uint32_t count, double frame, double *values)
{
    for (uint32_t g = 0; g < count; g++)
        for (int at = 0; at < HONE_EASE_LANES; at += DOUBLES)
            ease_group(&groups[g], at, frame, values + g * HONE_EASE_LANES);
}

#endif
