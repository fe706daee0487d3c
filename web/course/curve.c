/* Curves between keys, solved in three ways. */
#include "examples/course/curves.h"
#include "web/web.h"

#include <hone/motion.h>
#include <stdlib.h>

static double copied(const double c[4], double x)
{
    return bezier(c[1], c[3], by_half_steps(c[0], c[2], x));
}

/* Values at `count` places from 0 to 1: by hone, by the twelve halvings that hone does for MMD, and by the copied loop.
 * x1 to y2: 0 to 127. Returns [count * 3] numbers, for JavaScript to free. */
WEB_CALL(double *, curve_table, int x1, int y1, int x2, int y2, uint32_t count)
{
    const hone_curve curve = {(uint8_t)x1, (uint8_t)y1, (uint8_t)x2, (uint8_t)y2};
    const double c[4] = {x1 / 127.0, y1 / 127.0, x2 / 127.0, y2 / 127.0};
    double *table = calloc(count + (size_t)1, 3 * sizeof *table);
    for (uint32_t i = 0; table && i < count; i++) {
        double x = count > 1 ? i / (double)(count - 1) : 0;
        table[3 * i] = hone_curve_evaluate(curve, x, HONE_CURVE_EXACT);
        table[3 * i + 1] = hone_curve_evaluate(curve, x, HONE_CURVE_MMD);
        table[3 * i + 2] = copied(c, x);
    }
    return table;
}
