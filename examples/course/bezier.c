/* Chapter 7: a curve between two keys. Prints where it is, solved in three ways, or draws it.
 *
 * usage: bezier X1 Y1 X2 Y2 [FILE.svg]      control points as a VMD has them: 0 to 127
 *        bezier T FILE.svg                  how a point of a curve is made of straight lines */
#include "curves.h"
#include "drawing.h"
#include "words.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double four[4][2] = {{0, 0}, {0.1, 1}, {0.8, 1}, {1, 0.2}};

static void draw_steps(drawing *d, double points[4][4][2], int order)
{
    static const char *const colours[4] = {GREY, BLUE, ORANGE, INK};
    for (int k = 0; k + order < 4; k++) {
        const double *a = points[order][k];
        if (k > 0)
            drawing_line(d, points[order][k - 1][0], points[order][k - 1][1], a[0], a[1], colours[order]);
        drawing_dot(d, a[0], a[1], colours[order]);
        if (order == 0)
            drawing_text(d, a[0], a[1], a[0] > 0.5 ? 14 : -14, 4, INK, (const char *[]){"A", "B", "C", "D"}[k]);
    }
}

/* Four points; three between neighbours, two between those, and one: the point of the curve. */
static int construct(double t, const char *path)
{
    double p[4][4][2], curve[41][2];
    drawing d;
    if (!drawing_begin(&d, path, 360, 340, 280, 40, 300))
        return 1;
    for (int i = 0; i <= 40; i++) {
        double u = i / 40.0, s = 1 - u, w[4] = {s * s * s, 3 * s * s * u, 3 * s * u * u, u * u * u};
        curve[i][0] = curve[i][1] = 0;
        for (int k = 0; k < 4; k++) curve[i][0] += w[k] * four[k][0], curve[i][1] += w[k] * four[k][1];
    }
    drawing_curve(&d, 41, curve, false, INK);
    memcpy(p[0], four, sizeof four);
    for (int order = 0; order < 4; order++) {
        printf(words("order %d:", "%d次:"), order);
        for (int k = 0; k + order < 4; k++) {
            for (int i = 0; order > 0 && i < 2; i++)
                p[order][k][i] = (1 - t) * p[order - 1][k][i] + t * p[order - 1][k + 1][i];
            printf("  (%.4f, %.4f)", p[order][k][0], p[order][k][1]);
        }
        draw_steps(&d, p, order);
        printf("\n");
    }
    return !drawing_end(&d);
}

static void draw_axes(drawing *d)
{
    drawing_arrow(d, 0, 0, 1.1, 0, GREY);
    drawing_arrow(d, 0, 0, 0, 1.1, GREY);
    drawing_text(d, 1.1, 0, 2, -20, INK, "x");
    drawing_text(d, 0, 1.1, -14, 0, INK, "y");
    drawing_line(d, 1, 0, 1, 1, PALE);
    drawing_line(d, 0, 1, 1, 1, PALE);
    drawing_text(d, 1, 0, 0, -20, INK, "1");
    drawing_text(d, 0, 1, -14, -4, INK, "1");
}

/* The curve, with its control points; dashed, as the copied loop has it. */
static void draw(const double c[4], const char *path)
{
    double points[201][2];
    drawing d;
    if (!drawing_begin(&d, path, 380, 370, 290, 40, 338))
        return;
    draw_axes(&d);
    for (int i = 0; i < 2; i++) {
        drawing_line(&d, i, i, c[2 * i], c[2 * i + 1], BLUE);
        drawing_dot(&d, c[2 * i], c[2 * i + 1], BLUE);
        drawing_text(&d, c[2 * i], c[2 * i + 1], i ? 24 : -24, i ? -12 : 12, BLUE, i ? "x2, y2" : "x1, y1");
    }
    for (int wrong = 0; wrong < 2; wrong++) {
        for (int i = 0; i <= 200; i++) {
            double x = i / 200.0, t = wrong ? by_half_steps(c[0], c[2], x) : by_halving(c[0], c[2], x, 50);
            points[i][0] = x, points[i][1] = bezier(c[1], c[3], t);
        }
        drawing_curve(&d, 201, points, wrong, wrong ? RED : INK);
    }
    drawing_text(&d, 0.8, 0.3, 0, 0, RED, "t \xe2\x88\x92= f/2");
    drawing_dashed(&d, 0.6, 0.315, 0.69, 0.315, RED);
    drawing_end(&d);
}

int main(int argc, char **argv)
{
    if (argc == 3)
        return construct(strtod(argv[1], NULL), argv[2]);
    if (argc < 5)
        return fprintf(stderr,
                       words("usage: bezier X1 Y1 X2 Y2 [FILE.svg]\n", "使い方: bezier X1 Y1 X2 Y2 [ファイル.svg]\n")),
               2;
    double c[4], worst[2] = {0, 0};
    for (int i = 0; i < 4; i++) c[i] = strtod(argv[1 + i], NULL) / 127;
    printf("%s\n", words("   x       y   12 halvings  t -= f/2", "   x       y   12回半分     t -= f/2"));
    for (int i = 0; i <= 1000; i++) {
        double x = i / 1000.0, y = bezier(c[1], c[3], by_halving(c[0], c[2], x, 50));
        double mmd = bezier(c[1], c[3], by_halving(c[0], c[2], x, 12));
        double copied = bezier(c[1], c[3], by_half_steps(c[0], c[2], x));
        worst[0] = fmax(worst[0], fabs(mmd - y)), worst[1] = fmax(worst[1], fabs(copied - y));
        if (i % 100 == 0)
            printf("%.2f  %.4f       %.4f    %.4f\n", x, y, mmd, copied);
    }
    printf(words("at most off by      %.4f    %.4f\n", "ずれの最大          %.4f    %.4f\n"), worst[0], worst[1]);
    if (argc > 5)
        draw(c, argv[5]);
    return 0;
}
