/* Chapter 10: two transforms of a quaternion and a translation as one, without a matrix. */
#include "exercise.h"

static void multiply(const double a[4], const double b[4], double out[4])
{
    out[0] = a[3] * b[0] + a[0] * b[3] + a[1] * b[2] - a[2] * b[1];
    out[1] = a[3] * b[1] + a[1] * b[3] + a[2] * b[0] - a[0] * b[2];
    out[2] = a[3] * b[2] + a[2] * b[3] + a[0] * b[1] - a[1] * b[0];
    out[3] = a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2];
}

rigid compose(const rigid *b, const rigid *a)
{
    rigid out;
    multiply(b->q, a->q, out.q);
    double t[4] = {a->t[0], a->t[1], a->t[2], 0}, back[4] = {-b->q[0], -b->q[1], -b->q[2], b->q[3]}, half[4], turned[4];
    multiply(b->q, t, half);
    multiply(half, back, turned);
    for (int i = 0; i < 3; i++) out.t[i] = turned[i] + b->t[i];
    return out;
}
