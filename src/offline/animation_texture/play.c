/* Playing a motion again and again: to bake it, and to measure the texture. */
#include "base/error.h"
#include "offline/animation_texture/texture_internal.h"
#include <math.h>

hone_actor *hone_animation_play(const hone_animation_bake_desc *desc, uint32_t motion, hone_error *error)
{
    hone_actor_desc actor_desc = {
        .model = desc->model, .rules = desc->rules, .physics = desc->physics, .allocator = desc->allocator};
    actor_desc.physics.options.exact = true;
    actor_desc.physics.ragdoll = false;
    actor_desc.physics.world = NULL;
    hone_actor *actor = hone_actor_create(&actor_desc, error);
    if (actor && desc->motions[motion] && !hone_actor_play(actor, desc->motions[motion], NULL, error).id) {
        hone_actor_destroy(actor);
        return NULL;
    }
    return actor;
}

bool hone_animation_progress(const hone_animation_bake_desc *desc, uint32_t done, uint32_t total, hone_error *error)
{
    return !desc->progress || desc->progress(desc->user, done, total) ||
           hone_fail(error, HONE_ERROR_ARGUMENT, done, "cancelled");
}

double hone_animation_distance(const float (*a)[3], const float (*b)[3], uint32_t count, uint32_t *worst)
{
    double most = 0;
    for (uint32_t v = 0; v < count; v++) {
        double x = (double)a[v][0] - (double)b[v][0], y = (double)a[v][1] - (double)b[v][1];
        double z = (double)a[v][2] - (double)b[v][2], square = x * x + y * y + z * z;
        if (square > most || isnan(square))
            most = isnan(square) ? (double)INFINITY : square, *worst = v;
    }
    return sqrt(most);
}
