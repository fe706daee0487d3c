#include "play/spring/limit.h"
#include "base/double_affine.h"
#include "base/trigonometry.h"

/* A direction is singular if it is within about 1e-10 radians of the one that the draft names. */
static const double near = 1e-10;
static const double pi = 3.14159265358979323846;

static double within(double angle, double most)
{
    return angle > most ? most : angle > 0 ? angle : 0; /* NaN becomes 0 */
}

hone_limit hone_limit_make(const hone_spring_limit *limit, const double axis[3])
{
    const double own[4] = {(double)limit->rotation[0], (double)limit->rotation[1], (double)limit->rotation[2],
                           (double)limit->rotation[3]};
    double from_y[4] = {axis[2], 0, -axis[0], axis[1] + 1};
    hone_limit out = {.kind = limit->kind, .angles = {within((double)limit->angles[0], pi)}};
    out.angles[1] = within((double)limit->angles[1], pi / 2);
    for (int i = 0; i < 2; i++) {
        out.sines[i] = out.angles[i] < pi ? hone_sin(out.angles[i]) : 0;
        out.cosines[i] = hone_cos(out.angles[i]);
    }
    if (!(axis[1] > -1 + 1e-14)) { /* half a turn about x */
        from_y[0] = 1;
        from_y[1] = from_y[2] = from_y[3] = 0;
    }
    hone_normalise4(from_y);
    hone_multiply4(from_y, own, out.rotation);
    hone_normalise4(out.rotation);
    return out;
}

static bool apply_cone(const hone_limit *limit, double d[3])
{
    if (!(d[1] < limit->cosines[0]))
        return false;
    double aside = sqrt(d[0] * d[0] + d[2] * d[2]);
    if (aside < near) {
        d[0] = 0;
        d[2] = limit->sines[0];
    } else {
        d[0] *= limit->sines[0] / aside;
        d[2] *= limit->sines[0] / aside;
    }
    d[1] = limit->cosines[0];
    return true;
}

static bool apply_hinge(const hone_limit *limit, double d[3])
{
    double length = sqrt(d[1] * d[1] + d[2] * d[2]);
    d[0] = 0;
    if (length < near) {
        d[1] = 1;
        d[2] = 0;
        return true;
    }
    d[1] /= length;
    d[2] /= length;
    if (d[1] < limit->cosines[0]) {
        d[1] = limit->cosines[0];
        d[2] = d[2] < -near ? -limit->sines[0] : limit->sines[0];
    }
    return true;
}

/* The pitch of a direction; pi and not -pi where both are the same. */
static double pitch_of(const double d[3])
{
    if (sqrt(d[1] * d[1] + d[2] * d[2]) < near)
        return 0;
    return d[1] < 0 && fabs(d[2]) < near ? pi : hone_atan2(d[2], d[1]);
}

static bool apply_spherical(const hone_limit *limit, double d[3])
{
    double pitch = pitch_of(d), yaw = hone_asin(d[0] < -1 ? -1 : d[0] > 1 ? 1 : d[0]);
    bool pitched = fabs(pitch) > limit->angles[0], yawed = fabs(yaw) > limit->angles[1];
    if (!pitched && !yawed)
        return false;
    double side = pitch < 0 ? -1 : 1, sine = yaw < 0 ? -limit->sines[1] : limit->sines[1];
    double pitch_sine = pitched ? side * limit->sines[0] : hone_sin(pitch);
    double pitch_cosine = pitched ? limit->cosines[0] : hone_cos(pitch);
    double yaw_cosine = yawed ? limit->cosines[1] : hone_cos(yaw);
    d[0] = yawed ? sine : d[0];
    d[1] = yaw_cosine * pitch_cosine;
    d[2] = yaw_cosine * pitch_sine;
    return true;
}

bool hone_limit_apply(const hone_limit *limit, double direction[3])
{
    switch (limit->kind) {
    case HONE_SPRING_LIMIT_CONE:
        return apply_cone(limit, direction);
    case HONE_SPRING_LIMIT_HINGE:
        return apply_hinge(limit, direction);
    case HONE_SPRING_LIMIT_SPHERICAL:
        return apply_spherical(limit, direction);
    default:
        return false;
    }
}
