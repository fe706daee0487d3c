/* Chapter 9: CCD in a plane. From the last joint but one to the first: turn what is behind it towards the goal. */
#include "exercise.h"

#include <math.h>

/* Turns all joints behind joint j about it. */
static void turn(int count, double (*joints)[2], int j, double angle)
{
    for (int i = j + 1; i < count; i++) {
        double x = joints[i][0] - joints[j][0], y = joints[i][1] - joints[j][1];
        joints[i][0] = joints[j][0] + cos(angle) * x - sin(angle) * y;
        joints[i][1] = joints[j][1] + sin(angle) * x + cos(angle) * y;
    }
}

void reach(int count, double (*joints)[2], const double goal[2], int rounds)
{
    for (int round = 0; round < rounds; round++)
        for (int j = count - 2; j >= 0; j--) {
            const double *e = joints[count - 1];
            double from = atan2(e[1] - joints[j][1], e[0] - joints[j][0]);
            double to = atan2(goal[1] - joints[j][1], goal[0] - joints[j][0]);
            turn(count, joints, j, to - from);
        }
}
