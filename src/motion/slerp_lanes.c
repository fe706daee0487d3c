#include "motion/slerp_lanes.h"
#include <hone/math.h>

#define FOUR(x)                                                                                                        \
    {                                                                                                                  \
        x, x, x, x                                                                                                     \
    }
const simd4 hone_slerp_constants[10] = {
    FOUR(-1.98111127e-4f), FOUR(2.60893253e-6f), FOUR(2.47693042e-5f),  FOUR(2.61938138e-7f), FOUR(-1.66666605e-1f),
    FOUR(8.33308817e-3f),  FOUR(4.16666558e-2f), FOUR(-1.38885692e-3f), FOUR(0.5f),           FOUR(1.0f)};

/* The angles of points (x, y), both at least 0, with a relative error below 3e-9. The polynomial is that of the arc
 * tangent from 0 to 1. */
static inline simd2 angle_of(simd2 x, simd2 y)
{
    simd2_bits flat = y < x;
    simd2 t = simd2_pick(flat, y, x) / simd2_pick(flat, x, y), u = t * t, uu = u * u, uuuu = uu * uu;
    simd2 low = (simd2_set(0.9999999978792806) - u * simd2_set(0.33333287692484415)) +
                uu * (simd2_set(0.19998374524586543) - u * simd2_set(0.1426305061313167));
    simd2 high = (simd2_set(0.10947793474560766) - u * simd2_set(0.08394000931364368)) +
                 uu * (simd2_set(0.05783578340655326) - u * simd2_set(0.03108561187272956));
    simd2 end = simd2_set(0.010877026281318487) - u * simd2_set(0.0017873220393649625);
    simd2 arc = t * (low + uuuu * (high + uuuu * end));
    return simd2_pick(flat, arc, simd2_set(HONE_PI / 2) - arc);
}

static inline simd2 dot(const simd2 a[4], const simd2 b[4])
{
    return (a[0] * b[0] + a[1] * b[1]) + (a[2] * b[2] + a[3] * b[3]);
}

/* Plans two lanes. a, b: the rotations. across: out: not valid where the angle is 0. Returns the angles. */
static inline simd2 plan(const simd2 a[4], const simd2 b[4], simd2 across[4])
{
    simd2 aa = dot(a, a), ab = dot(a, b), part = ab / aa;
    for (int i = 0; i < 4; i++) across[i] = b[i] - part * a[i]; /* the part of b that is perpendicular to a */
    simd2 square = dot(across, across), length = simd2_sqrt(square);
    simd2 scale = simd2_pick(ab < 0, simd2_set(-1), simd2_set(1)) / length;
    for (int i = 0; i < 4; i++) across[i] *= scale;
    simd2 angle = angle_of(simd2_abs(ab),
                           length * (simd2_set(0.5) + simd2_set(0.5) * aa)); /* the root of aa, which is nearly 1 */
    return simd2_pick(square > simd2_set(1e-20), angle, simd2_set(0));       /* below: equal up to rounding */
}

/* Widens lanes 0 and 1, or 2 and 3, of four vectors. */
static inline void widen(const simd4 v[4], int lane, simd2 out[4])
{
    for (int i = 0; i < 4; i++) out[i] = (simd2){v[i][lane], v[i][lane + 1]};
}

static inline simd4 narrow(simd2 low, simd2 high)
{
    return (simd4){(float)low[0], (float)low[1], (float)high[0], (float)high[1]};
}

void hone_slerp_lanes_plan(hone_slerp_lanes *lanes)
{
    simd4 first[4], second[4], across[4];
    simd2 a[4], b[4], low[4], high[4];
    for (int i = 0; i < 4; i++) first[i] = simd4_load(lanes->first[i]);
    for (int i = 0; i < 4; i++) second[i] = simd4_load(lanes->second[i]);
    simd4_transpose(first);
    simd4_transpose(second);
    widen(first, 0, a);
    widen(second, 0, b);
    simd2 low_angle = plan(a, b, low);
    widen(first, 2, a);
    widen(second, 2, b);
    simd2 high_angle = plan(a, b, high);
    simd2_store(lanes->angle, low_angle);
    simd2_store(lanes->angle + 2, high_angle);
    simd4_bits moves = narrow(low_angle, high_angle) > 0;
    for (int i = 0; i < 4; i++) across[i] = simd4_pick(moves, narrow(low[i], high[i]), simd4_set(-0.0f));
    simd4_transpose(across);
    for (int i = 0; i < 4; i++) simd4_store(lanes->across[i], across[i]);
}
