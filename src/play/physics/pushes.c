/* Pushes of the program: impulses on bodies. */
#include "base/error.h"
#include "play/physics/world.h"
#include <hone/math.h>

#include <string.h>

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
