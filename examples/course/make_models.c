/* Makes the models and motions of the course (docs/course) in a folder. The files that are in examples/course are what
 * this program writes; a test compares them.
 *
 * usage: make_models FOLDER */
#include "shape.h"

#include <math.h>
#include <stdio.h>

/* ---- robot.x: one bone a vertex ---- */

/* Three boxes in a row along x. Each belongs to one bone, which begins at its left end. */
static void make_robot(const char *folder)
{
    static shape s;
    shape_clear(&s);
    for (int i = 0; i < 3; i++) {
        shape_bone(&s, (const char *[]){"A", "B", "C"}[i], i - 1, (float)i, 0, 0);
        shape_box(&s, (float[]){(float)i + 0.5f, 0, 0}, (float[]){0.45f, 0.16f, 0.16f}, i);
        shape_turn(&s, i, 0, 0), shape_turn(&s, i, 1, 30);
    }
    shape_write_x(&s, folder, "robot.x");
}

/* ---- arm-*.x: a joint with different weights ---- */

/* How much of the second bone a place follows. The joint is at x = 0; rings are at 0.125, 0.375, ... on both sides. */

static float hard(const float p[3])
{
    return p[0] < 0 ? 0 : 1;
}

static float half(const float p[3])
{
    return fabsf(p[0]) < 0.2f ? 0.5f : hard(p);
}

static float tuned(const float p[3])
{
    return fabsf(p[0]) > 0.2f ? hard(p) : p[0] < 0 ? 0.1f : 0.6f;
}

/* An arm along x whose elbow is at 0. No ring is at the joint itself: the nearest are an eighth of a unit from it. */
static void make_arm(const char *folder, const char *name, shape_weight *weight)
{
    static shape s;
    shape_clear(&s);
    shape_bone(&s, "upper", -1, -2, 0, 0);
    shape_bone(&s, "lower", 0, 0, 0, 0);
    shape_tube(&s, -1.875f, 1.875f, 16, (float[]){0, 0}, 0.45f, weight);
    shape_turn(&s, 1, 0, 0), shape_turn(&s, 1, 1, 90), shape_turn(&s, 1, 2, 150);
    shape_write_x(&s, folder, name);
}

int main(int argc, char **argv)
{
    if (argc != 2)
        return fprintf(stderr, "usage: make_models FOLDER\n"), 2;
    const char *folder = argv[1];
    make_robot(folder);
    make_arm(folder, "arm-100.x", hard);
    make_arm(folder, "arm-50.x", half);
    make_arm(folder, "arm-tuned.x", tuned);
    return 0;
}
