/* Chapter 9: CCD in a plane. From the last joint but one to the first: turn what is behind it towards the goal.
 * 第9章: 平面のCCD。最後から2番目の関節から根元へ順に、その先を目標のほうへ回してください。 */
#include "exercise.h"

#include <math.h>

void reach(int count, double (*joints)[2], const double goal[2], int rounds)
{
    (void)count, (void)joints, (void)goal, (void)rounds;
}
