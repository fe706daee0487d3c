#include "check.h"

/* Two bones along x, as in the chapter, and one without length. */
static const segment bones[3] = {{{-2, 0, 0}, {0, 0, 0}}, {{0, 0, 0}, {2, 0, 0}}, {{1, 3, 0}, {1, 3, 0}}};

static double distance(const double p[3], const segment *s)
{
    double best = INFINITY;
    for (int i = 0; i <= 100000; i++) { /* along the bone, step by step: slow, and without a formula */
        double t = i / 100000.0, d = 0;
        for (int k = 0; k < 3; k++) d += pow(p[k] - s->a[k] - t * (s->b[k] - s->a[k]), 2);
        best = d < best ? d : best;
    }
    return sqrt(best);
}

static void check_point(const double p[3], double h, double c, const char *what)
{
    double got[3] = {0, 0, 0}, d[3], sum = 0;
    weigh(p, 3, bones, h, c, got);
    for (int i = 0; i < 3; i++) d[i] = distance(p, &bones[i]);
    double least = fmin(d[0], fmin(d[1], d[2]));
    for (int i = 0; i < 3; i++) sum += pow((1 + least / h) / (1 + d[i] / h), c);
    for (int i = 0; i < 3; i++) {
        char text[120];
        snprintf(text, sizeof text, words("%s: weight of bone %d", "%s: ボーン%dのウェイト"), what, i);
        check_near(text, got[i], pow((1 + least / h) / (1 + d[i] / h), c) / sum, 1e-5);
    }
}

int main(void)
{
    check_point((const double[]){0.5, 0.4, 0}, 1, 16, words("beside a bone", "ボーンの横"));
    check_point((const double[]){5, 1, 0}, 1, 16, words("beyond the end of a bone", "ボーンの終点の先"));
    check_point((const double[]){-4, -1, 2}, 0.2, 2, words("beyond its beginning", "ボーンの始点の手前"));
    check_point((const double[]){1, 3, 0}, 1, 16, words("on the bone without length", "長さのないボーンの上"));
    check_point((const double[]){400, 900, -300}, 0.001, 64,
                words("so far away that every power vanishes", "どのべき乗も0になるほど遠く"));
    return check_end();
}
