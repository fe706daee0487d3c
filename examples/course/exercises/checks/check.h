/* Counts what is right, and says where the first wrong number is. */
#ifndef HONE_COURSE_CHECK_H
#define HONE_COURSE_CHECK_H

#include "../../words.h"
#include "exercise.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static unsigned check_count, check_wrong;
static double check_worst;

/* A number of the reader, and what it should be. */
static inline void check_near(const char *what, double got, double want, double tolerance)
{
    double off = fabs(got - want);
    check_count++;
    if (off <= tolerance) {
        check_worst = off > check_worst ? off : check_worst;
        return;
    }
    if (check_wrong++ == 0)
        printf(words("wrong: %s is %.6g, and should be %.6g\n", "誤り: %sは%.6gですが、正しくは%.6gです\n"), what, got,
               want);
}

static inline void check_near_3(const char *what, const double got[3], const double want[3], double tolerance)
{
    char text[160];
    for (int i = 0; i < 3; i++) {
        snprintf(text, sizeof text, words("%s, %c", "%s、%c"), what, "xyz"[i]);
        check_near(text, got[i], want[i], tolerance);
    }
}

/* The exit status of the check. */
static inline int check_end(void)
{
    if (check_wrong > 0)
        printf(words("%u of %u numbers are wrong\n", "%u個の数が違います (全部で%u個)\n"), check_wrong, check_count);
    else
        printf(words("right: all %u numbers, within %.1e\n", "正解: %u個の数すべて (誤差は%.1e以下)\n"), check_count,
               check_worst);
    return check_wrong > 0;
}

/* The next number of a sequence that looks random, from -1 to 1; the same each time. */
static inline double check_random(void)
{
    static uint32_t state = 1;
    state = state * 1664525u + 1013904223u;
    return (state >> 8) / 8388608.0 - 1;
}

static inline double check_dot(const double *a, const double *b, int count)
{
    double sum = 0;
    for (int i = 0; i < count; i++) sum += a[i] * b[i];
    return sum;
}

static inline void check_rotate(const double q[4], const double p[3], double out[3])
{
    double x = q[0], y = q[1], z = q[2], w = q[3];
    const double m[3][3] = {{1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)},
                            {2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)},
                            {2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)}};
    for (int i = 0; i < 3; i++) out[i] = check_dot(m[i], p, 3);
}

static inline rigid check_random_rigid(void)
{
    rigid r;
    for (int i = 0; i < 4; i++) r.q[i] = check_random();
    double length = sqrt(check_dot(r.q, r.q, 4));
    for (int i = 0; i < 4; i++) r.q[i] /= length;
    for (int i = 0; i < 3; i++) r.t[i] = 5 * check_random();
    return r;
}

static inline void check_apply(const rigid *r, const double p[3], double out[3])
{
    check_rotate(r->q, p, out);
    for (int i = 0; i < 3; i++) out[i] += r->t[i];
}

static inline matrix check_matrix(const rigid *r)
{
    matrix out;
    for (int column = 0; column < 3; column++) {
        double axis[3] = {column == 0, column == 1, column == 2}, turned[3];
        check_rotate(r->q, axis, turned);
        for (int row = 0; row < 3; row++) out.m[row][column] = turned[row], out.m[row][3] = r->t[row];
    }
    return out;
}

#endif
