/* The sum of what pushes a body until the next step. */
#include "play/physics/world.h"
#include <hone/math.h>
#include <string.h>

bool hone_push_add(hone_push *push, const hone_affine *place, const float impulse[3], const float point[3])
{
    float arm[3] = {0}, turn[3];
    for (int i = 0; i < 3; i++) {
        if (point)
            arm[i] = point[i] - place->m[i][3];
        if (!isfinite(impulse[i]) || !isfinite(arm[i]))
            return false;
    }
    hone_vec3_cross(arm, impulse, turn);
    hone_vec3_add(push->linear, impulse, push->linear);
    hone_vec3_add(push->angular, turn, push->angular);
    return true;
}

void hone_push_apply(hone_bullet *bullet, uint32_t body, hone_push *push, float rate)
{
    static const hone_push none;
    if (memcmp(push, &none, sizeof none) == 0)
        return;
    hone_vec3_scale(push->linear, rate, push->linear);
    hone_vec3_scale(push->angular, rate, push->angular);
    bool finite = true;
    for (int i = 0; i < 3; i++) finite = finite && isfinite(push->linear[i]) && isfinite(push->angular[i]);
    if (finite)
        hone_bullet_push(bullet, body, push->linear, push->angular);
    *push = none;
}
