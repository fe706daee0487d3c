#include "core/rig/constraint/constraint_turn.h"
#include <hone/math.h>
#include <math.h>
#include <stdbool.h>

/* ---- roll and rotation ------------------------------------------------------------------------------------------ */

/* out = a^-1 b a */
static void turn_into(const float a[4], const float b[4], float out[4])
{
    float back[4];
    hone_quat_conjugate(a, back);
    hone_quat_multiply(back, b, out);
    hone_quat_multiply(out, a, out);
}

/* The twist of a rotation about an axis: what is left after the smallest rotation that moves the axis as it does. */
static void twist_about(const float q[4], int axis, float out[4])
{
    float twist[4] = {0, 0, 0, q[3]};
    twist[axis] = q[axis];
    hone_quat_identity(out);
    if (q[axis] != 0 || q[3] != 0)
        hone_quat_normalise(twist, out);
}

void hone_constraint_roll(const hone_constraint_turn *turn, int axis, float out[4])
{
    float back[4], delta[4], twist[4];
    hone_quat_conjugate(turn->source_rest, back);
    hone_quat_multiply(turn->source, back, delta); /* in the axes of the parent */
    turn_into(turn->rest, delta, delta);
    twist_about(delta, axis, twist);
    hone_quat_multiply(turn->rest, twist, out);
}

void hone_constraint_rotation(const hone_constraint_turn *turn, float out[4])
{
    float back[4], delta[4];
    hone_quat_conjugate(turn->source_rest, back);
    hone_quat_multiply(back, turn->source, delta);
    hone_quat_multiply(turn->rest, delta, out);
}

/* ---- aim -------------------------------------------------------------------------------------------------------- */

typedef struct vector {
    double x, y, z;
} vector;

static vector vector_of(const float v[3])
{
    return (vector){(double)v[0], (double)v[1], (double)v[2]};
}

static double dot(vector a, vector b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static vector cross(vector a, vector b)
{
    return (vector){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

static vector half_turn_axis(vector from)
{
    static const vector x = {1, 0, 0}, z = {0, 0, 1};
    return cross(from, fabs(from.x) > fabs(from.z) ? z : x);
}

/* The smallest rotation that turns `from` to `to`; vectors of any length but 0. In double precision, because near half
 * a turn the real part is a small difference of large numbers. */
static void rotation_between(const float from[3], const float to[3], float out[4])
{
    vector a = vector_of(from), b = vector_of(to), axis = cross(a, b);
    double lengths = sqrt(dot(a, a) * dot(b, b)), real = lengths + dot(a, b);
    if (real < 1e-14 * lengths) {
        axis = half_turn_axis(a);
        real = 0;
    }
    double length = sqrt(dot(axis, axis) + real * real);
    out[0] = (float)(axis.x / length), out[1] = (float)(axis.y / length), out[2] = (float)(axis.z / length);
    out[3] = (float)(real / length);
}

void hone_constraint_aim(const float rest[4], const float parent[4], int axis, const float direction[3], float out[4])
{
    float from[3] = {0, 0, 0}, to[3], model_from_rest[4], turn[4];
    hone_quat_copy(rest, out);
    if (!hone_vec3_normalise(direction, to))
        return;
    from[axis % 3] = axis < 3 ? 1.0f : -1.0f;
    hone_quat_multiply(parent, rest, model_from_rest);
    hone_quat_rotate(model_from_rest, from, from);
    rotation_between(from, to, turn);
    turn_into(parent, turn, turn);
    hone_quat_multiply(turn, rest, out);
}
