#include "check.h"

static double along(double a, double b, double t)
{
    double s = 1 - t;
    return 3 * s * s * t * a + 3 * s * t * t * b + t * t * t;
}

int main(void)
{
    static const double curves[][4] = {{20, 20, 107, 107}, {100, 10, 30, 120}, {127, 0, 0, 127}, {0, 127, 127, 0},
                                       {0, 0, 127, 127},   {64, 0, 64, 127},   {0, 127, 0, 127}, {127, 0, 127, 0}};
    for (size_t i = 0; i < sizeof curves / sizeof *curves; i++) {
        double c[4];
        for (int k = 0; k < 4; k++) c[k] = curves[i][k] / 127;
        for (int n = 0; n <= 200; n++) { /* from t to x and y needs no solving */
            double t = n / 200.0;
            char text[120];
            snprintf(text, sizeof text, words("curve %g %g %g %g at x = %.4f", "曲線%g %g %g %gのx = %.4fでの値"),
                     curves[i][0], curves[i][1], curves[i][2], curves[i][3], along(c[0], c[2], t));
            check_near(text, ease(c[0], c[1], c[2], c[3], along(c[0], c[2], t)), along(c[1], c[3], t), 5e-4);
        }
    }
    return check_end();
}
