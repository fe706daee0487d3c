/* Chapter 4: weights by distance. The foot of the perpendicular, kept between the ends; the power; the sum.
 * 第4章: 距離によるウェイト。垂線の足を両端の間に留め、べき乗し、合計で割ってください。 */
#include "exercise.h"

#include <math.h>

void weigh(const double p[3], int count, const segment *bones, double h, double c, double *weights)
{
    /* Beware of bones without length, and of powers that vanish.
     * 長さ0のボーンと、小さすぎて0になるべき乗に気をつけてください。 */
    (void)p, (void)bones, (void)h, (void)c;
    for (int i = 0; i < count; i++) weights[i] = 1.0 / count;
}
