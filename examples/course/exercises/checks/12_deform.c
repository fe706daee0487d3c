#include "check.h"

/* The chapter's formula, with a slerp of its own. */
static void want(const sdef *v, const rigid b[2], double out[3])
{
    double w0 = v->weight, w1 = 1 - w0, q[4], d = check_dot(b[0].q, b[1].q, 4), sign = d < 0 ? -1 : 1;
    double angle = acos(fmin(1, fabs(d))), sine = sin(angle);
    for (int i = 0; i < 4; i++)
        q[i] = sine < 1e-9 ? b[0].q[i] : (sin(w0 * angle) * b[0].q[i] + sign * sin(w1 * angle) * b[1].q[i]) / sine;
    double c0[3], c1[3], from_c[3], turned[3], carried[2][3];
    for (int i = 0; i < 3; i++) {
        double rw = w0 * v->r0[i] + w1 * v->r1[i];
        c0[i] = (v->c[i] + v->c[i] + v->r0[i] - rw) / 2, c1[i] = (v->c[i] + v->c[i] + v->r1[i] - rw) / 2;
        from_c[i] = v->position[i] - v->c[i];
    }
    check_rotate(q, from_c, turned);
    check_apply(&b[0], c0, carried[0]), check_apply(&b[1], c1, carried[1]);
    for (int i = 0; i < 3; i++) out[i] = turned[i] + w0 * carried[0][i] + w1 * carried[1][i];
}

int main(void)
{
    const rigid still = {{0, 0, 0, 1}, {0, 0, 0}};
    for (int i = 0; i < 100; i++) {
        sdef v = {.weight = (check_random() + 1) / 2};
        for (int k = 0; k < 3; k++)
            v.position[k] = check_random(), v.c[k] = check_random(), v.r0[k] = check_random(), v.r1[k] = check_random();
        rigid bones[2] = {i == 0 ? still : check_random_rigid(), i == 0 ? still : check_random_rigid()};
        double expected[3], got[3] = {0, 0, 0};
        want(&v, bones, expected);
        deform(&v, bones, got);
        check_near_3(i == 0 ? words("in the rest pose, where it must stay", "初期姿勢の点 (動かないはず)")
                            : words("between two turned bones", "回った2本のボーンの間の点"),
                     got, expected, 1e-6);
    }
    return check_end();
}
