#include "pace.h"
#include <math.h>

static float limit(float value, float most)
{
    return fminf(fmaxf(value, -most), most);
}

float pace_speed(float now, float wanted, float seconds)
{
    return now + limit(wanted - now, (now > 1 || wanted > 1 ? 2.2f : 3.2f) * seconds);
}

float pace_turn(const float front[3], const float direction[2], float speed, float seconds)
{
    float angle =
        atan2f(front[2] * direction[0] - front[0] * direction[1], front[0] * direction[0] + front[2] * direction[1]);
    return limit(8 * angle * seconds, (1.2f + 1.2f * speed) * seconds);
}
