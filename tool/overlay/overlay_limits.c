#include "tool/overlay/overlay_limits.h"
#include <hone/math.h>

static const overlay_colour axis_colours[3] = {
    {{0xf0, 0x50, 0x50, 0xff}}, {{0x60, 0xd0, 0x50, 0xff}}, {{0x58, 0x80, 0xff, 0xff}}};
static const overlay_colour off_colour = {{0x90, 0x90, 0x90, 0xc0}};

/* The arms of radius 1 at angle 0 and a quarter turn further, in the frame. */
static void arms(const overlay_limits *limits, int axis, float x[3], float y[3])
{
    float about[3] = {axis == 0, axis == 1, axis == 2};
    for (int i = 0; i < 3; i++) x[i] = limits->rest && i != axis ? limits->rest[i] : 0;
    if (!hone_vec3_normalise(x, x)) /* at rest the arm is along the axis: take any other direction */
        x[0] = axis == 2, x[1] = axis == 0, x[2] = axis == 1;
    hone_vec3_cross(about, x, y);
}

/* The frame may contain a reflection. The arcs are still right, since both arms are transformed by it. */
static void into_world(const overlay_limits *limits, float arm[3])
{
    hone_affine_direction(&limits->frame, arm, arm);
    if (hone_vec3_normalise(arm, arm))
        hone_vec3_scale(arm, limits->radius, arm);
}

void overlay_limits_draw(const overlay_limits *limits, bool on, overlay *lines)
{
    for (int axis = 0; axis < 3; axis++) {
        float x[3], y[3], lower = limits->lower[axis], upper = limits->upper[axis];
        overlay_colour colour = on ? axis_colours[axis] : off_colour;
        if (lower > upper)
            lower = 0, upper = (float)(2 * HONE_PI);
        if (!(lower < upper))
            continue;
        arms(limits, axis, x, y);
        into_world(limits, x);
        into_world(limits, y);
        overlay_arc(lines, limits->at, x, y, lower, upper, colour);
        for (int end = 0; end < 2; end++) {
            float angle = end ? upper : lower, tip[3];
            for (int i = 0; i < 3; i++) tip[i] = limits->at[i] + cosf(angle) * x[i] + sinf(angle) * y[i];
            overlay_line(lines, limits->at, tip, overlay_faded(colour, 0.6f));
        }
    }
}
