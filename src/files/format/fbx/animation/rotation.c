#include "files/format/fbx/animation/rotation.h"
#include "base/trigonometry.h"
#include <math.h>

/* The cosine of half the angle between two rotations, and 1 or -1, by which b is nearer to a. */
typedef struct arc {
    double cosine, sign;
} arc;

static arc arc_between(const double a[4], const double b[4])
{
    double cosine = 0;
    for (int i = 0; i < 4; i++) cosine += a[i] * b[i];
    double sign = cosine < 0 ? -1 : 1;
    return (arc){cosine * sign, sign};
}

/* Closer than that, and in the middle, linear interpolation is as good. */
static bool is_far(const arc *between)
{
    return between->cosine < 0.999999;
}

static void mix(const double a[4], const double b[4], double from, double to, double out[4])
{
    double square = 0;
    for (int i = 0; i < 4; i++) {
        out[i] = from * a[i] + to * b[i];
        square += out[i] * out[i];
    }
    double scale = square > 0 ? 1 / sqrt(square) : 0;
    for (int i = 0; i < 4; i++) out[i] *= scale;
}

void hone_fbx_quat_slerp(const double a[4], const double b[4], double t, double out[4])
{
    const arc between = arc_between(a, b);
    double from = 1 - t, to = t;
    if (is_far(&between) && t != 0.5) {
        double angle = hone_acos(between.cosine), sine = hone_sin(angle);
        from = hone_sin(from * angle) / sine, to = hone_sin(to * angle) / sine;
    }
    mix(a, b, from, between.sign * to, out);
}

void hone_fbx_quat_slerp_quarters(const double a[4], const double b[4], double first[4], double last[4])
{
    const arc between = arc_between(a, b);
    double much = 0.75, little = 0.25;
    if (is_far(&between)) {
        double angle = hone_acos(between.cosine), sines[4], cosines[4];
        hone_sin_cos4((const double[4]){angle, 0.75 * angle, 0.25 * angle, 0}, sines, cosines);
        much = sines[1] / sines[0], little = sines[2] / sines[0];
    }
    mix(a, b, much, between.sign * little, first);
    mix(a, b, little, between.sign * much, last);
}

/* The matrix is R_k R_j R_i, where the angles turn about i first. `sign` is that of the permutation. */
void hone_fbx_angles_from_quat(uint8_t order, const double q[4], double out[3])
{
    static const uint8_t axes[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 2, 0}, {1, 0, 2}, {2, 0, 1}, {2, 1, 0}};
    const uint8_t *axis = axes[order < 6 ? order : 0];
    int i = axis[0], j = axis[1], k = axis[2];
    double sign = (j - i + 3) % 3 == 1 ? 1 : -1, degrees = 180 / HONE_PI;
    fbx_trs trs = {.rotation = {q[0], q[1], q[2], q[3]}, .scale = {1, 1, 1}};
    fbx_matrix matrix;
    hone_fbx_matrix_from_trs(&trs, &matrix);
    const double(*m)[4] = (const double(*)[4])matrix.m;
    double sine = -sign * m[k][i];
    out[j] = degrees * hone_asin(sine > 1 ? 1 : sine < -1 ? -1 : sine);
    if (fabs(sine) < 1 - 1e-12) {
        out[i] = degrees * hone_atan2(sign * m[k][j], m[k][k]);
        out[k] = degrees * hone_atan2(sign * m[j][i], m[i][i]);
    } else { /* the first and the last axis are one */
        out[i] = degrees * hone_atan2(-sign * m[j][k], m[j][j]);
        out[k] = 0;
    }
}
