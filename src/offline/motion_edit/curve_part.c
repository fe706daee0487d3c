/* The easing curve of a part of a segment. */
#include "offline/motion_edit/easing.h"
#include <hone/motion_edit.h>
#include <math.h>

/* A part of a curve, between two parameters. */
typedef struct curve_part {
    hone_easing easing;
    double t0, t1;
    double x, y, width, height; /* the box that the part fills */
} curve_part;

static curve_part part_of(hone_curve curve, double from, double to)
{
    curve_part part = {.easing = hone_easing_of(curve)};
    const hone_easing *e = &part.easing;
    part.t0 = from > 0 ? hone_easing_parameter(e, from) : 0;
    part.t1 = to < 1 ? hone_easing_parameter(e, to) : 1;
    part.x = from, part.width = to - from;
    part.y = hone_easing_cubic(e->y1, e->y2, part.t0);
    part.height = hone_easing_cubic(e->y1, e->y2, part.t1) - part.y;
    return part;
}

static hone_easing_points points_of(const curve_part *part)
{
    hone_easing_points out = {.count = EASING_POINTS};
    const hone_easing *e = &part->easing;
    for (int i = 0; i < EASING_POINTS; i++) {
        double t = part->t0 + (part->t1 - part->t0) * (i + 1) / (EASING_POINTS + 1);
        out.positions[i] = (hone_easing_cubic(e->x1, e->x2, t) - part->x) / part->width;
        out.values[i] = (hone_easing_cubic(e->y1, e->y2, t) - part->y) / part->height;
    }
    return out;
}

static uint8_t nearest_step(double value)
{
    return value > 0 ? value < 1 ? (uint8_t)(value * 127 + 0.5) : 127 : 0;
}

/* Returns the blossom of a cubic with the control points 0, first, second, 1: the coordinates of the control points of
 * its parts. */
static double blossom(double first, double second, double a, double b, double c)
{
    double low = first * ((1 - a) * (1 - b) * c + (1 - a) * b * (1 - c) + a * (1 - b) * (1 - c));
    double high = second * ((1 - a) * b * c + a * (1 - b) * c + a * b * (1 - c));
    return low + high + a * b * c;
}

/* The exact control points, rounded to steps. Those of some parts are outside of the square; they are moved into it. */
static hone_curve rounded(const curve_part *part)
{
    const hone_easing *e = &part->easing;
    double a = part->t0, b = part->t1;
    return (hone_curve){nearest_step((blossom(e->x1, e->x2, a, a, b) - part->x) / part->width),
                        nearest_step((blossom(e->y1, e->y2, a, a, b) - part->y) / part->height),
                        nearest_step((blossom(e->x1, e->x2, a, b, b) - part->x) / part->width),
                        nearest_step((blossom(e->y1, e->y2, a, b, b) - part->y) / part->height)};
}

hone_curve hone_curve_part(hone_curve curve, double from, double to, double *error)
{
    double ignored;
    error = error ? error : &ignored;
    *error = 0;
    from = from > 0 ? from : 0;
    to = to < 1 ? to : 1;
    if (hone_curve_is_linear(curve) || (from == 0 && to == 1))
        return curve;
    curve_part part = part_of(curve, from, to);
    if (!(part.width > 1e-12) || !(part.height > 1e-9))
        return (hone_curve)HONE_CURVE_LINEAR;
    hone_easing_points points = points_of(&part);
    hone_curve out = rounded(&part);
    *error = hone_easing_fit(&points, &out) * part.height;
    return out;
}
