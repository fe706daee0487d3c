/* Pushes of the program: impulses on bodies. */
#include "base/error.h"
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

bool hone_physics_push_body(hone_physics *physics, uint32_t body, const float impulse[3], const float point[3],
                            hone_error *error)
{
    if (!physics || !impulse)
        return hone_fail_null(error, "the bodies or the impulse");
    if (physics->world->options.exact)
        return hone_fail(error, HONE_ERROR_ARGUMENT, body, "an exact world depends on its time alone: nothing pushes");
    uint32_t count = hone_model_get(physics->model)->body_count;
    int32_t rigid = body < count ? physics->rigid_of_body[body] : HONE_NONE;
    if (rigid != HONE_NONE && hone_ragdoll_carries(physics, (uint32_t)rigid)) /* it has no weight of its own */
        return hone_physics_push_bone(physics, (uint32_t)physics->rigids[rigid].placed_by, impulse, point, error);
    if (rigid == HONE_NONE || physics->aims[rigid].follows)
        return hone_fail(error, HONE_ERROR_ARGUMENT, body, "body %u is not dynamic", body);
    if (!hone_push_add(&physics->pushes[rigid], &physics->now[rigid].motion.place, impulse, point))
        return hone_fail(error, HONE_ERROR_ARGUMENT, body, "an impulse must be finite");
    physics->pushed = true;
    return true;
}
