#include "support/reference/reference_aim.h"
#include <string.h>

/* ---- vectors ------------------------------------------------------------------------------------------------- */

static double dot(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void cross(const double a[3], const double b[3], double out[3])
{
    double x = a[1] * b[2] - a[2] * b[1], y = a[2] * b[0] - a[0] * b[2], z = a[0] * b[1] - a[1] * b[0];
    out[0] = x, out[1] = y, out[2] = z;
}

static double normalise(double v[3])
{
    double length = sqrt(dot(v, v));
    for (int i = 0; i < 3; i++) v[i] /= length;
    return length;
}

static void multiply(const double a[4], const double b[4], double out[4])
{
    double v[3];
    cross(a, b, v);
    for (int i = 0; i < 3; i++) v[i] += a[3] * b[i] + b[3] * a[i];
    double w = a[3] * b[3] - dot(a, b);
    memcpy(out, v, sizeof v);
    out[3] = w;
}

static void turn(const double axis[3], double angle, double out[4])
{
    for (int i = 0; i < 3; i++) out[i] = axis[i] * sin(angle / 2);
    out[3] = cos(angle / 2);
}

static void rotate(const double q[4], const double v[3], double out[3])
{
    double p[4] = {v[0], v[1], v[2], 0}, back[4] = {-q[0], -q[1], -q[2], q[3]}, r[4];
    multiply(q, p, r);
    multiply(r, back, r);
    memcpy(out, r, 3 * sizeof *out);
}

/* Removes the component along a unit axis. */
static void flatten(const double axis[3], double v[3])
{
    double along = dot(axis, v);
    for (int i = 0; i < 3; i++) v[i] -= along * axis[i];
}

/* The angle from a to b about a unit axis, both seen along it. */
static double angle_about(const double axis[3], const double a[3], const double b[3])
{
    double from[3], to[3], side[3];
    memcpy(from, a, sizeof from), memcpy(to, b, sizeof to);
    flatten(axis, from), flatten(axis, to);
    cross(from, to, side);
    return atan2(dot(side, axis), dot(from, to));
}

static void swing(const double from[3], const double to[3], double out[4])
{
    double a[3], b[3], axis[3];
    memcpy(a, from, sizeof a), memcpy(b, to, sizeof b);
    normalise(a), normalise(b);
    cross(a, b, axis);
    double sine = normalise(axis);
    if (sine > 0)
        turn(axis, atan2(sine, dot(a, b)), out);
    else
        out[0] = out[1] = out[2] = 0, out[3] = 1;
}

/* ---- spaces ---------------------------------------------------------------------------------------------------- */

static double determinant(double m[3][3])
{
    double area[3];
    cross(m[1], m[2], area);
    return dot(m[0], area);
}

static void linear(const hone_affine *m, double out[3][3])
{
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++) out[r][c] = (double)m->m[r][c];
}

/* Solves m x = v by Cramer's rule. */
static void solve(const hone_affine *matrix, const double v[3], double out[3])
{
    double m[3][3], whole;
    linear(matrix, m);
    whole = determinant(m);
    for (int c = 0; c < 3; c++) {
        double with[3][3];
        memcpy(with, m, sizeof with);
        for (int r = 0; r < 3; r++) with[r][c] = v[r];
        out[c] = determinant(with) / whole;
    }
}

static void local_point(const hone_affine *bone, const float p[3], double out[3])
{
    double way[3];
    for (int i = 0; i < 3; i++) way[i] = (double)p[i] - (double)bone->m[i][3];
    solve(bone, way, out);
}

static void local_origin(const hone_affine *bone, const hone_affine *of, double out[3])
{
    float origin[3];
    hone_affine_origin(of, origin);
    local_point(bone, origin, out);
}

static void to_double(const float v[3], double out[3])
{
    for (int i = 0; i < 3; i++) out[i] = (double)v[i];
}

static void local_hinge(const hone_two_bone_job *job, double out[3])
{
    double m[3][3], s[3][3], axis[3], h[3];
    linear(job->middle, m), linear(job->start, s);
    to_double(job->hinge, h);
    for (int r = 0; r < 3; r++) axis[r] = dot(m[r], h);
    solve(job->start, axis, out);
    normalise(out);
    if (determinant(m) * determinant(s) < 0)
        for (int i = 0; i < 3; i++) out[i] = -out[i];
}

/* Applies a part of a correction, with w >= 0. */
static void weigh(double q[4], double weight)
{
    double sign = q[3] < 0 ? -1 : 1, square = 0;
    for (int i = 0; i < 4; i++) q[i] = sign * q[i] * weight + (i == 3 ? 1 - weight : 0);
    for (int i = 0; i < 4; i++) square += q[i] * q[i];
    for (int i = 0; i < 4; i++) q[i] /= sqrt(square);
}

double reference_quat_difference(const double a[4], const float b[4])
{
    double minus = 0, plus = 0;
    for (int i = 0; i < 4; i++) {
        minus += (a[i] - (double)b[i]) * (a[i] - (double)b[i]);
        plus += (a[i] + (double)b[i]) * (a[i] + (double)b[i]);
    }
    return sqrt(fmin(minus, plus));
}

/* ---- jobs ------------------------------------------------------------------------------------------------------ */

static double soften(double distance, double reach, double softness)
{
    double begin = reach * (1 - softness), part = reach - begin;
    return part <= 0 || distance <= begin ? distance : begin + part * (1 - pow(1 + (distance - begin) / part / 4, -4));
}

/* Turns q further about the goal's direction until `axis`, rotated by q, is perpendicular to goal and pole. */
static void align(const double goal[3], const double pole[3], const double axis[3], double q[4])
{
    double normal[3], now[3], further[4], about[3];
    cross(goal, pole, normal);
    if (!(dot(normal, normal) > 0) || !(dot(axis, axis) > 0))
        return;
    memcpy(about, goal, sizeof about);
    normalise(about);
    rotate(q, axis, now);
    turn(about, angle_about(about, now, normal), further);
    multiply(further, q, q);
}

static void twist(const double goal[3], double angle, double q[4])
{
    double about[3], further[4];
    memcpy(about, goal, sizeof about);
    normalise(about);
    turn(about, angle, further);
    multiply(further, q, q);
}

reference_limb reference_two_bone(const hone_two_bone_job *job)
{
    reference_limb out;
    double upper[3], end[3], lower[3], goal[3], pole[3], model_pole[3], hinge[3], back[3], bend[4], own[3];
    local_origin(job->start, job->middle, upper);
    local_origin(job->start, job->end, end);
    local_point(job->start, job->goal, goal);
    to_double(job->pole, model_pole);
    solve(job->start, model_pole, pole);
    local_hinge(job, hinge);
    for (int i = 0; i < 3; i++) lower[i] = end[i] - upper[i], back[i] = -upper[i];
    double across = 1, along = dot(hinge, back) * dot(hinge, lower), squares = dot(upper, upper) + dot(lower, lower);
    double flat[2][3];
    memcpy(flat[0], back, sizeof back), memcpy(flat[1], lower, sizeof lower);
    for (int i = 0; i < 2; i++) {
        flatten(hinge, flat[i]);
        across *= sqrt(dot(flat[i], flat[i]));
    }
    double distance = sqrt(dot(goal, goal)), reach = sqrt(squares - 2 * along + 2 * across);
    double wanted = soften(distance, reach, fmin(1, (double)job->softness));
    double cosine = ((squares - wanted * wanted) / 2 - along) / across;
    out.reached = fabs(cosine) <= 1 && wanted == distance && job->weight >= 1;
    out.opening = acos(fmax(-1, fmin(1, cosine)));
    double angle = out.opening - angle_about(hinge, back, lower);
    turn(hinge, angle, bend);
    rotate(bend, lower, lower);
    for (int i = 0; i < 3; i++) end[i] = upper[i] + lower[i];
    to_double(job->hinge, own);
    turn(own, angle, out.middle);
    swing(end, goal, out.start);
    align(goal, pole, hinge, out.start);
    twist(goal, (double)job->twist, out.start);
    weigh(out.start, (double)job->weight), weigh(out.middle, (double)job->weight);
    return out;
}

bool reference_aim(const hone_aim_job *job, double correction[4])
{
    double target[3], aimed[3], offset[3], forward[3], up[3], pole[3], side[3], from[3];
    local_point(job->bone, job->target, target);
    to_double(job->offset, offset), to_double(job->forward, forward);
    to_double(job->up, up), to_double(job->pole, side);
    solve(job->bone, side, pole);
    double along = dot(offset, forward), root = along * along - dot(offset, offset) + dot(target, target);
    double ahead = sqrt(fmax(0, root)) - along;
    for (int i = 0; i < 3; i++) from[i] = offset[i] + ahead * forward[i];
    swing(from, target, correction);
    double angle = 2 * acos(fmin(1, correction[3]));
    bool clamped = job->max_angle > 0 && angle > (double)job->max_angle;
    memcpy(aimed, target, sizeof aimed);
    if (clamped) {
        double axis[3];
        memcpy(axis, correction, sizeof axis);
        normalise(axis);
        turn(axis, (double)job->max_angle, correction);
        rotate(correction, from, aimed);
    }
    cross(forward, up, side);
    align(aimed, pole, side, correction);
    twist(aimed, (double)job->twist, correction);
    weigh(correction, (double)job->weight);
    return root >= 0 && ahead >= 0 && !clamped && job->weight >= 1;
}
