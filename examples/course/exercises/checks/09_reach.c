#include "check.h"

enum { JOINTS = 4 };

static void check_goal(const double goal[2], double tolerance, const char *what)
{
    const double start[JOINTS][2] = {{0, 0}, {1, 0.2}, {2, -0.1}, {2.8, 0.3}};
    double joints[JOINTS][2];
    char text[120];
    memcpy(joints, start, sizeof joints);
    reach(JOINTS, joints, goal, 200);
    check_near("the first joint, which stays, x", joints[0][0], 0, 1e-9);
    check_near("the first joint, which stays, y", joints[0][1], 0, 1e-9);
    for (int i = 0; i + 1 < JOINTS; i++) {
        snprintf(text, sizeof text, "%s: the length from joint %d to %d", what, i, i + 1);
        check_near(text, hypot(joints[i + 1][0] - joints[i][0], joints[i + 1][1] - joints[i][1]),
                   hypot(start[i + 1][0] - start[i][0], start[i + 1][1] - start[i][1]), 1e-6);
    }
    snprintf(text, sizeof text, "%s: the distance of the last joint from where it should be", what);
    double length = 0, far = hypot(goal[0], goal[1]);
    for (int i = 0; i + 1 < JOINTS; i++) length += hypot(start[i + 1][0] - start[i][0], start[i + 1][1] - start[i][1]);
    double k = far > length ? length / far : 1; /* too far: on the line to the goal, as far as the chain goes */
    check_near(text, hypot(joints[JOINTS - 1][0] - k * goal[0], joints[JOINTS - 1][1] - k * goal[1]), 0, tolerance);
}

int main(void)
{
    check_goal((const double[]){1.5, 1.5}, 0.01, "a goal above");
    check_goal((const double[]){-1, 1}, 0.01, "a goal behind");
    check_goal((const double[]){0.9, -1.1}, 0.01, "a goal below");
    check_goal((const double[]){2.8, 0.3}, 1e-6, "a goal that is reached already");
    check_goal((const double[]){4, 3}, 0.05, "a goal too far away");
    return check_end();
}
