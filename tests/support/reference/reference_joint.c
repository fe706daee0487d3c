#include "support/reference/reference_joint.h"
#include <string.h>

static void multiply(const double a[4], const double b[4], double out[4])
{
    double x = a[3] * b[0] + a[0] * b[3] + a[1] * b[2] - a[2] * b[1];
    double y = a[3] * b[1] - a[0] * b[2] + a[1] * b[3] + a[2] * b[0];
    double z = a[3] * b[2] + a[0] * b[1] - a[1] * b[0] + a[2] * b[3];
    double w = a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2];
    out[0] = x, out[1] = y, out[2] = z, out[3] = w;
}

static void from_float(const float q[4], double out[4])
{
    for (int i = 0; i < 4; i++) out[i] = (double)q[i];
}

static void rotate(const double q[4], const double v[3], double out[3])
{
    double p[4] = {v[0], v[1], v[2], 0}, back[4] = {-q[0], -q[1], -q[2], q[3]}, r[4];
    multiply(q, p, r);
    multiply(r, back, r);
    memcpy(out, r, 3 * sizeof *out);
}

static void normalise(double q[4])
{
    double size = sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    for (int i = 0; i < 4; i++) q[i] /= size;
}

void reference_joint_point(const reference_place *place, const float offset[3], double out[3])
{
    double v[3] = {(double)offset[0], (double)offset[1], (double)offset[2]};
    rotate(place->rotation, v, out);
    for (int i = 0; i < 3; i++) out[i] += place->position[i];
}

reference_place reference_joint_place(const reference_place *parent, const float offset[3], const float rotation[4],
                                      const float correction[4])
{
    static const reference_place top = {{0, 0, 0}, {0, 0, 0, 1}};
    reference_place out;
    double q[4], c[4];
    parent = parent ? parent : &top;
    reference_joint_point(parent, offset, out.position);
    from_float(rotation, q), from_float(correction, c);
    multiply(parent->rotation, q, out.rotation);
    multiply(out.rotation, c, out.rotation);
    normalise(out.rotation);
    return out;
}

hone_affine reference_joint_matrix(const reference_place *place)
{
    float q[4], t[3];
    for (int i = 0; i < 4; i++) q[i] = (float)place->rotation[i];
    for (int i = 0; i < 3; i++) t[i] = (float)place->position[i];
    return hone_affine_from_rotation(q, t);
}

double reference_distance(const double a[3], const float b[3])
{
    double sum = 0;
    for (int i = 0; i < 3; i++) sum += (a[i] - (double)b[i]) * (a[i] - (double)b[i]);
    return sqrt(sum);
}

double reference_limit_excess(const hone_limit *limit, const float rotation[4], const float correction[4])
{
    double rest[4], q[4], c[4], d[4], axis[3], turned[3];
    from_float(limit->rest, rest), from_float(rotation, q), from_float(correction, c);
    for (int i = 0; i < 3; i++) rest[i] = -rest[i], axis[i] = (double)limit->axis[i];
    multiply(rest, q, d);
    multiply(d, c, d);
    normalise(d);
    rotate(d, axis, turned);
    double cosine = axis[0] * turned[0] + axis[1] * turned[1] + axis[2] * turned[2];
    double sine = axis[0] * d[0] + axis[1] * d[1] + axis[2] * d[2], twist = 2 * atan2(sine, d[3]);
    twist -= twist > HONE_PI ? 2 * HONE_PI : twist < -HONE_PI ? -2 * HONE_PI : 0;
    double swing = acos(fmax(-1, fmin(1, cosine)));
    double beyond = fmax((double)limit->min_angle - twist, twist - (double)limit->max_angle);
    return fmax(beyond, swing - (limit->kind == HONE_LIMIT_BALL ? (double)limit->max_swing : 0));
}

static void turn(const float axis[3], float angle, float out[4])
{
    hone_vec3_scale(axis, sinf(0.5f * angle), out);
    out[3] = cosf(0.5f * angle);
}

void reference_limit_random(test_random *random, const hone_limit *limit, float amount, float out[4])
{
    float way[3], swing[4], twist[4];
    for (int i = 0; i < 3; i++) way[i] = test_random_float(random, -1, 1);
    hone_vec3_cross(limit->axis, way, way);
    float part = test_random_float(random, 0, amount),
          angle = test_random_float(random, limit->min_angle, limit->max_angle);
    if (!hone_vec3_normalise(way, way) || limit->kind != HONE_LIMIT_BALL)
        part = 0;
    turn(way, part * limit->max_swing, swing);
    turn(limit->axis, amount * angle, twist);
    hone_quat_multiply(swing, twist, swing);
    hone_quat_multiply(limit->rest, swing, out);
}
