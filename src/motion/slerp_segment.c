#include "motion/slerp_segment.h"

#include <math.h>

double hone_slerp_segment_plan(const float a[4], const float b[4], float across[4])
{
    double aa = 0, bb = 0, ab = 0, r[4], rr = 0;
    for (int i = 0; i < 4; i++) {
        aa += (double)a[i] * a[i];
        bb += (double)b[i] * b[i];
        ab += (double)a[i] * b[i];
    }
    double cosine = ab / sqrt(aa * bb), sign = cosine < 0 ? -1 : 1;
    for (int i = 0; i < 4; i++) {
        r[i] = sign * b[i] / sqrt(bb) - sign * cosine * a[i] / sqrt(aa);
        rr += r[i] * r[i];
    }
    if (!(rr > 1e-20)) /* equal up to rounding */
        return 0;
    for (int i = 0; i < 4; i++) across[i] = (float)(r[i] / sqrt(rr));
    return atan2(sqrt(rr), sign * cosine);
}
