/* Chapter 7: a curve between two keys. Prints where it is, solved in three ways, or draws it.
 *
 * usage: bezier X1 Y1 X2 Y2 [FILE.svg]      control points as a VMD has them: 0 to 127
 *        bezier T FILE.svg                  how a point of a curve is made of straight lines */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* One coordinate of the curve from 0 to 1 with control values a and b: the third-order formula. */
static double bezier(double a, double b, double t)
{
    double s = 1 - t;
    return 3 * s * s * t * a + 3 * s * t * t * b + t * t * t;
}

/* Finds t with bezier(x1, x2, t) = x by halving; the curve's x never goes back. */
static double by_halving(double x1, double x2, double x, int steps)
{
    double low = 0, high = 1;
    for (int i = 0; i < steps; i++) {
        double middle = (low + high) / 2;
        if (bezier(x1, x2, middle) < x)
            low = middle;
        else
            high = middle;
    }
    return (low + high) / 2;
}

/* The loop that is often copied: Newton's method with a slope of 2 everywhere, twelve times. */
static double by_half_steps(double x1, double x2, double x)
{
    double t = x;
    for (int i = 0; i < 12; i++) t -= (bezier(x1, x2, t) - x) / 2;
    return t;
}

static const char head[] =
    "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 360 360\" width=\"360\" height=\"360\">\n"
    "<rect width=\"360\" height=\"360\" fill=\"#fff\"/>\n";

/* Four points; three between neighbours, two between those, and one: the point of the curve. */
static int construct(double t, const char *path)
{
    static const char *const colours[4] = {"#888", "#3a7bd5", "#d58a3a", "#1d2430"};
    double p[4][4][2] = {{{0, 0}, {0.1, 1}, {0.8, 1}, {1, 0.2}}};
    FILE *out = fopen(path, "w");
    if (!out)
        return 1;
    fputs(head, out);
    fprintf(out, "<polyline fill=\"none\" stroke-width=\"2.5\" stroke=\"#1d2430\" points=\"");
    for (int i = 0; i <= 40; i++) {
        double u = i / 40.0, s = 1 - u, w[4] = {s * s * s, 3 * s * s * u, 3 * s * u * u, u * u * u}, at[2] = {0, 0};
        for (int k = 0; k < 4; k++) at[0] += w[k] * p[0][k][0], at[1] += w[k] * p[0][k][1];
        fprintf(out, "%.1f,%.1f ", 30 + 300 * at[0], 330 - 300 * at[1]);
    }
    fprintf(out, "\"/>\n");
    for (int order = 0; order < 4; order++) {
        printf("order %d:", order);
        for (int k = 0; k + order < 4; k++) {
            for (int i = 0; order > 0 && i < 2; i++)
                p[order][k][i] = (1 - t) * p[order - 1][k][i] + t * p[order - 1][k + 1][i];
            const double *a = p[order][k];
            printf("  (%.4f, %.4f)", a[0], a[1]);
            if (k > 0)
                fprintf(out, "<path d=\"M%.1f,%.1f L%.1f,%.1f\" stroke=\"%s\"/>\n", 30 + 300 * p[order][k - 1][0],
                        330 - 300 * p[order][k - 1][1], 30 + 300 * a[0], 330 - 300 * a[1], colours[order]);
            fprintf(out, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"5\" fill=\"%s\"/>\n", 30 + 300 * a[0], 330 - 300 * a[1],
                    colours[order]);
        }
        printf("\n");
    }
    fprintf(out, "</svg>\n");
    return fclose(out) != 0;
}

static void draw(const double c[4], const char *path)
{
    FILE *out = fopen(path, "w");
    if (!out)
        return;
    fputs(head, out);
    fprintf(out, "<rect x=\"30\" y=\"30\" width=\"300\" height=\"300\" fill=\"none\" stroke=\"#bbb\"/>\n");
    for (size_t i = 0; i < 2; i++) {
        double x = 30 + 300 * c[2 * i], y = 330 - 300 * c[2 * i + 1];
        fprintf(out, "<path d=\"M%d,%d L%.1f,%.1f\" stroke=\"#3a7bd5\" fill=\"none\"/>\n", i ? 330 : 30, i ? 30 : 330,
                x, y);
        fprintf(out, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"5\" fill=\"#3a7bd5\"/>\n", x, y);
    }
    for (int wrong = 0; wrong < 2; wrong++) {
        fprintf(out, "<polyline fill=\"none\" stroke-width=\"2.5\" stroke=\"%s\" points=\"",
                wrong ? "#d5503a\" stroke-dasharray=\"5 4" : "#1d2430");
        for (int i = 0; i <= 200; i++) {
            double x = i / 200.0, t = wrong ? by_half_steps(c[0], c[2], x) : by_halving(c[0], c[2], x, 50);
            fprintf(out, "%.1f,%.1f ", 30 + 300 * x, 330 - 300 * bezier(c[1], c[3], t));
        }
        fprintf(out, "\"/>\n");
    }
    fprintf(out, "</svg>\n");
    fclose(out);
}

int main(int argc, char **argv)
{
    if (argc == 3)
        return construct(strtod(argv[1], NULL), argv[2]);
    if (argc < 5)
        return fprintf(stderr, "usage: bezier X1 Y1 X2 Y2 [FILE.svg]\n"), 2;
    double c[4], worst[2] = {0, 0};
    for (int i = 0; i < 4; i++) c[i] = strtod(argv[1 + i], NULL) / 127;
    printf("   x       y   12 halvings  t -= f/2\n");
    for (int i = 0; i <= 1000; i++) {
        double x = i / 1000.0, y = bezier(c[1], c[3], by_halving(c[0], c[2], x, 50));
        double mmd = bezier(c[1], c[3], by_halving(c[0], c[2], x, 12));
        double copied = bezier(c[1], c[3], by_half_steps(c[0], c[2], x));
        worst[0] = fmax(worst[0], fabs(mmd - y)), worst[1] = fmax(worst[1], fabs(copied - y));
        if (i % 100 == 0)
            printf("%.2f  %.4f       %.4f    %.4f\n", x, y, mmd, copied);
    }
    printf("at most off by      %.4f    %.4f\n", worst[0], worst[1]);
    if (argc > 5)
        draw(c, argv[5]);
    return 0;
}
