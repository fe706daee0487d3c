/* Chapter 9: CCD in a plane. From the last joint but one to the first: turn what is behind it towards the goal. */
#include "exercise.h"

#include <math.h>

void reach(int count, double (*joints)[2], const double goal[2], int rounds)
{
    (void)count, (void)joints, (void)goal, (void)rounds;
}
