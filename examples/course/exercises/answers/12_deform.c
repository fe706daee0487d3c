/* Chapter 12: SDEF. Carry the centre by both bones, and turn the vertex about it by a mean of their turns. */
#include "exercise.h"

#include <math.h>

static void rotate(const double q[4], const double p[3], double out[3])
{
    /* p + 2 q x (q x p + w p) */
    double a[3] = {q[1] * p[2] - q[2] * p[1] + q[3] * p[0], q[2] * p[0] - q[0] * p[2] + q[3] * p[1],
                   q[0] * p[1] - q[1] * p[0] + q[3] * p[2]};
    out[0] = p[0] + 2 * (q[1] * a[2] - q[2] * a[1]);
    out[1] = p[1] + 2 * (q[2] * a[0] - q[0] * a[2]);
    out[2] = p[2] + 2 * (q[0] * a[1] - q[1] * a[0]);
}

static void slerp(const double a[4], const double b[4], double t, double out[4])
{
    double dot = a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3], sign = dot < 0 ? -1 : 1;
    double angle = acos(fmin(fabs(dot), 1)), sine = sin(angle);
    for (int i = 0; i < 4; i++)
        out[i] = sine < 1e-9 ? a[i] : (sin((1 - t) * angle) * a[i] + sign * sin(t * angle) * b[i]) / sine;
}

void deform(const sdef *v, const rigid bones[2], double out[3])
{
    double w[2] = {v->weight, 1 - v->weight}, q[4], c[2][3], from_centre[3], carried[2][3];
    for (int i = 0; i < 3; i++) {
        double rw = w[0] * v->r0[i] + w[1] * v->r1[i];
        c[0][i] = (v->c[i] + (v->c[i] + v->r0[i] - rw)) / 2;
        c[1][i] = (v->c[i] + (v->c[i] + v->r1[i] - rw)) / 2;
        from_centre[i] = v->position[i] - v->c[i];
    }
    slerp(bones[0].q, bones[1].q, w[1], q);
    rotate(q, from_centre, out);
    for (int b = 0; b < 2; b++) {
        rotate(bones[b].q, c[b], carried[b]);
        for (int i = 0; i < 3; i++) out[i] += w[b] * (carried[b][i] + bones[b].t[i]);
    }
}
