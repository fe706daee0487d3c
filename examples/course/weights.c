/* Chapters 4 and 5: weights by distance. Two bones lie along x: left from -2 to 0, right from 0 to 2.
 *
 * usage: weights X Y          a table: exponents, and the weight of `right`, for the mesh and for one 100 times as
 * large weights X Y C DEGREES    where the vertex goes if `right` turns about z: weights of sum 1, and without */
#include "words.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { BONES = 2 };
static const double start[BONES] = {-2, 0}, tip[BONES] = {0, 2}; /* on the x axis */

/* The distance from a point to a segment: the foot of the perpendicular, kept between the ends. */
static double distance(const double p[2], const double a[2], const double b[2])
{
    double v1[2] = {b[0] - a[0], b[1] - a[1]}, v2[2] = {p[0] - a[0], p[1] - a[1]};
    double square = v1[0] * v1[0] + v1[1] * v1[1];
    double t = square > 0 ? (v1[0] * v2[0] + v1[1] * v2[1]) / square : 0; /* a bone without length is a point */
    t = t < 0 ? 0 : t > 1 ? 1 : t;
    return hypot(v2[0] - t * v1[0], v2[1] - t * v1[1]);
}

static void raw_weights(const double p[2], double scale, double h, double c, double out[BONES])
{
    double here[2] = {scale * p[0], scale * p[1]};
    for (int i = 0; i < BONES; i++) {
        double a[2] = {scale * start[i], 0}, b[2] = {scale * tip[i], 0};
        out[i] = pow(1 + distance(here, a, b) / h, -c);
    }
}

static double right_weight(const double p[2], double scale, double h, double c)
{
    double w[BONES];
    raw_weights(p, scale, h, c, w);
    return w[1] / (w[0] + w[1]);
}

static void print_table(const double p[2])
{
    const double diagonal = sqrt(4 * 4 + 0.8 * 0.8 + 0.8 * 0.8); /* of the box of stick.x */
    double origin[2] = {start[0], 0}, joint[2] = {0, 0}, end[2] = {tip[1], 0};
    printf(words("distance to left %.4f, to right %.4f\n", "左までの距離 %.4f、右まで %.4f\n"),
           distance(p, origin, joint), distance(p, joint, end));
    printf("%s\n", words("  c     h = 1     x 100   h = diagonal / 20     x 100",
                         "  c     h = 1     100倍   h = 対角線 / 20       100倍"));
    for (int c = 2; c <= 64; c *= 2)
        printf("%3d    %.4f    %.4f              %.4f    %.4f\n", c, right_weight(p, 1, 1, c),
               right_weight(p, 100, 1, c), right_weight(p, 1, diagonal / 20, c),
               right_weight(p, 100, 100 * diagonal / 20, c));
}

/* `left` stays, `right` turns about the origin: its palette entry is the turn. */
static void carry(const double p[2], double c, double degrees)
{
    double a = degrees * acos(-1) / 180, w[BONES], sum[3] = {0, 0, 0}, blended[2] = {0, 0};
    double moved[BONES][3] = {{p[0], p[1], 1}, {cos(a) * p[0] - sin(a) * p[1], sin(a) * p[0] + cos(a) * p[1], 1}};
    raw_weights(p, 1, 1, c, w);
    printf(words("raw weights %.6f %.6f, sum %.6f\n", "元のウェイト %.6f %.6f、合計 %.6f\n"), w[0], w[1], w[0] + w[1]);
    for (int i = 0; i < BONES; i++)
        for (int k = 0; k < 3; k++) {
            sum[k] += w[i] * moved[i][k]; /* k = 2: the fourth coordinate, which is 1 */
            if (k < 2)
                blended[k] += w[i] / (w[0] + w[1]) * moved[i][k];
        }
    printf(words("with weights of sum 1    %.6f %.6f\n", "合計1のウェイトで        %.6f %.6f\n"), blended[0],
           blended[1]);
    printf(words("homogeneous sum          %.6f %.6f | %.6f\n", "同次座標の和             %.6f %.6f | %.6f\n"), sum[0],
           sum[1], sum[2]);
    printf(words("and divided by the last  %.6f %.6f\n", "最後の成分で割ると       %.6f %.6f\n"), sum[0] / sum[2],
           sum[1] / sum[2]);
}

int main(int argc, char **argv)
{
    if (argc != 3 && argc != 5)
        return fprintf(stderr, words("usage: weights X Y [C DEGREES]\n", "使い方: weights X Y [C 度]\n")), 2;
    double p[2] = {strtod(argv[1], NULL), strtod(argv[2], NULL)};
    if (argc == 3)
        print_table(p);
    else
        carry(p, strtod(argv[3], NULL), strtod(argv[4], NULL));
    return 0;
}
