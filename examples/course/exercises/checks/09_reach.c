#include "check.h"

enum { JOINTS = 4 };

static void check_goal(const double goal[2], double tolerance, const char *what)
{
    const double start[JOINTS][2] = {{0, 0}, {1, 0.2}, {2, -0.1}, {2.8, 0.3}};
    double joints[JOINTS][2];
    char text[120];
    memcpy(joints, start, sizeof joints);
    reach(JOINTS, joints, goal, 200);
    check_near(words("the first joint, which stays, x", "最初の関節 (動かない) のx"), joints[0][0], 0, 1e-9);
    check_near(words("the first joint, which stays, y", "最初の関節 (動かない) のy"), joints[0][1], 0, 1e-9);
    for (int i = 0; i + 1 < JOINTS; i++) {
        snprintf(text, sizeof text, words("%s: the length from joint %d to %d", "%s: 関節%dから%dまでの長さ"), what, i,
                 i + 1);
        check_near(text, hypot(joints[i + 1][0] - joints[i][0], joints[i + 1][1] - joints[i][1]),
                   hypot(start[i + 1][0] - start[i][0], start[i + 1][1] - start[i][1]), 1e-6);
    }
    snprintf(
        text, sizeof text,
        words("%s: the distance of the last joint from where it should be", "%s: 最後の関節からあるべき場所までの距離"),
        what);
    double length = 0, far = hypot(goal[0], goal[1]);
    for (int i = 0; i + 1 < JOINTS; i++) length += hypot(start[i + 1][0] - start[i][0], start[i + 1][1] - start[i][1]);
    double k = far > length ? length / far : 1; /* too far: on the line to the goal, as far as the chain goes */
    check_near(text, hypot(joints[JOINTS - 1][0] - k * goal[0], joints[JOINTS - 1][1] - k * goal[1]), 0, tolerance);
}

int main(void)
{
    check_goal((const double[]){1.5, 1.5}, 0.01, words("a goal above", "上の目標"));
    check_goal((const double[]){-1, 1}, 0.01, words("a goal behind", "後ろの目標"));
    check_goal((const double[]){0.9, -1.1}, 0.01, words("a goal below", "下の目標"));
    check_goal((const double[]){2.8, 0.3}, 1e-6, words("a goal that is reached already", "もう届いている目標"));
    check_goal((const double[]){4, 3}, 0.05, words("a goal too far away", "遠すぎる目標"));
    return check_end();
}
