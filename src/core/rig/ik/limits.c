#include "core/rig/ik/limits.h"
#include "base/euler.h"
#include "base/trigonometry.h"

static const double quarter = HONE_PI / 2;
/* limit of the middle angle; beyond it the other two angles are not unique */
static const float steepest = 88 * (float)HONE_PI / 180;

/* ---- angles -------------------------------------------------------------------------------------------------- */

/* Maps an angle of -pi..pi to -2..2 on a diamond instead of a circle: in the order of the angles, but without an arc
 * tangent. */
static float angle_place(float sine, float cosine)
{
    float sum = fabsf(sine) + fabsf(cosine);
    float along = sum > 0 ? sine / sum : 0;
    return cosine >= 0 ? along : sine >= 0 ? 2 - along : -2 - along;
}

/* The same for a bound, which may be any angle. */
static float bound_place(double angle)
{
    if (fabs(angle) < HONE_PI)
        return angle_place((float)hone_sin(angle), (float)hone_cos(angle));
    return angle < 0 ? -3.0f : 3.0f;
}

/* ---- preparation ----------------------------------------------------------------------------------------------- */

static hone_euler choose_order(const float lower[3], const float upper[3])
{
    if (-quarter < lower[0] && upper[0] < quarter)
        return HONE_EULER_YXZ;
    return -quarter < lower[1] && upper[1] < quarter ? HONE_EULER_ZYX : HONE_EULER_XZY;
}

hone_limits hone_limits_make(const float lower[3], const float upper[3])
{
    hone_limits out = {.order = choose_order(lower, upper), .axis = HONE_NONE};
    int free_count = 0;
    for (int k = 0; k < 3; k++) {
        out.lower[k] = lower[k], out.upper[k] = upper[k];
        if (lower[k] != 0 || upper[k] != 0) {
            free_count++;
            out.axis = k;
        }
    }
    out.locked = free_count == 0;
    if (free_count != 1)
        out.axis = HONE_NONE;
    if (out.axis != HONE_NONE) {
        out.lower_place = bound_place(lower[out.axis]);
        out.upper_place = bound_place(upper[out.axis]);
    }
    return out;
}

/* ---- application ----------------------------------------------------------------------------------------------- */

static float limit_angle(float angle, float lower, float upper, bool reflect)
{
    if (angle < lower) {
        float reflected = 2 * lower - angle;
        return reflect && reflected <= upper ? reflected : lower;
    }
    if (angle > upper) {
        float reflected = 2 * upper - angle;
        return reflect && reflected >= lower ? reflected : upper;
    }
    return angle;
}

/* The rotation about one axis by the angle whose sine and cosine are given, both scaled by any positive factor. */
static void turn_about(int axis, float sine, float cosine, float out[4])
{
    float length = sqrtf(sine * sine + cosine * cosine);
    float half_sine = cosine >= 0 ? sine : copysignf(length - cosine, sine);
    float half_cosine = cosine >= 0 ? length + cosine : fabsf(sine);
    float square = half_sine * half_sine + half_cosine * half_cosine;
    out[0] = out[1] = out[2] = 0;
    if (!(square > 0)) {
        out[3] = 1;
        return;
    }
    float scale = 1 / sqrtf(square);
    out[axis] = half_sine * scale;
    out[3] = half_cosine * scale;
}

/* Limits on a single axis, as knees have: the other two angles become 0, and no trigonometry is needed while the
 * angle is within its bounds. */
static void limit_single(const hone_limits *limits, bool reflect, float rotation[4])
{
    static const float steepest_sine = 0.99939083f, steepest_cosine = 0.03489950f;
    hone_euler_terms terms = hone_euler_find_terms(limits->order, rotation);
    float sine, cosine;
    int k = limits->axis;
    if (k == hone_euler_axes[limits->order][1]) {
        bool steep = fabsf(terms.sine) > steepest_sine;
        sine = steep ? copysignf(steepest_sine, terms.sine) : terms.sine;
        cosine = steep ? steepest_cosine : sqrtf(1 - sine * sine);
    } else {
        const float *term = k == hone_euler_axes[limits->order][0] ? terms.first : terms.last;
        sine = term[0], cosine = term[1];
    }
    float place = angle_place(sine, cosine);
    if (place < limits->lower_place || place > limits->upper_place) {
        float angle = limit_angle(hone_atan2f(sine, cosine), limits->lower[k], limits->upper[k], reflect);
        hone_sin_cosf(angle, &sine, &cosine);
    }
    turn_about(k, sine, cosine, rotation);
}

void hone_limits_apply(const hone_limits *limits, bool reflect, float rotation[4])
{
    if (limits->axis != HONE_NONE) {
        limit_single(limits, reflect, rotation);
        return;
    }
    float angles[3] = {0};
    hone_euler_from_quat(limits->order, rotation, angles);
    float *middle = &angles[hone_euler_axes[limits->order][1]];
    bool changed = fabsf(*middle) > steepest;
    if (changed)
        *middle = copysignf(steepest, *middle);
    for (int k = 0; k < 3; k++) {
        float angle = limit_angle(angles[k], limits->lower[k], limits->upper[k], reflect);
        changed |= angle != angles[k];
        angles[k] = angle;
    }
    if (changed)
        hone_quat_from_euler(limits->order, angles, rotation);
}
