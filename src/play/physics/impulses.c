/* Impulse morphs: they push bodies from inside the model. */
#include "base/memory/arena.h"
#include "play/physics/world.h"
#include <hone/math.h>

void hone_impulses_make(hone_physics *physics)
{
    const hone_model_data *data = hone_model_get(physics->model);
    uint32_t count = 0;
    for (uint32_t m = 0; m < data->morph_count; m++) count += data->morphs[m].kind == HONE_MORPH_IMPULSE;
    physics->impulses = hone_arena_array(physics->memory, count, sizeof *physics->impulses);
    for (uint32_t m = 0; physics->impulses && m < data->morph_count; m++)
        if (data->morphs[m].kind == HONE_MORPH_IMPULSE)
            physics->impulses[physics->impulse_count++] = (hone_impulse){&data->morphs[m], m, 0};
}

static bool is_zero(const float v[3])
{
    return v[0] == 0 && v[1] == 0 && v[2] == 0;
}

static bool is_finite(const float v[3])
{
    return isfinite(v[0]) && isfinite(v[1]) && isfinite(v[2]);
}

/* Returns the rigid that the morph names if it is dynamic, else HONE_NONE. */
static int32_t pushed(const hone_physics *physics, const hone_morph_impulse *impulse)
{
    int32_t rigid = impulse->body == HONE_NONE ? HONE_NONE : physics->rigid_of_body[impulse->body];
    return rigid != HONE_NONE && !physics->now[rigid].motion.follows ? rigid : HONE_NONE;
}

/* An impulse of zero velocity and torque stops the body. */
static void stop(hone_physics *physics, const hone_morph_impulse *impulse)
{
    static const float still[3];
    int32_t rigid = pushed(physics, impulse);
    if (rigid != HONE_NONE && is_zero(impulse->velocity) && is_zero(impulse->torque))
        hone_bullet_put(physics->world->bullet, physics->first + (uint32_t)rigid, &physics->now[rigid].motion.place,
                        still, still);
}

/* Impulses are meant for MMD's step of 1/60 s, whatever the length of our steps. */
static void push(hone_physics *physics, const hone_morph_impulse *impulse, float weight)
{
    int32_t rigid = pushed(physics, impulse);
    float force[3], torque[3];
    for (int i = 0; i < 3; i++) {
        force[i] = impulse->velocity[i] * weight * HONE_PHYSICS_RATE;
        torque[i] = impulse->torque[i] * weight * HONE_PHYSICS_RATE;
    }
    if (rigid == HONE_NONE || !is_finite(force) || !is_finite(torque))
        return;
    if (impulse->local || physics->placed) {
        const hone_affine *axes = impulse->local ? &physics->now[rigid].motion.place : &physics->place;
        hone_affine_direction(axes, force, force);
        hone_affine_direction(axes, torque, torque);
    }
    hone_bullet_push(physics->world->bullet, physics->first + (uint32_t)rigid, force, torque);
}

void hone_impulses_push(hone_physics *physics)
{
    for (uint32_t i = 0; i < physics->impulse_count; i++) {
        const hone_impulse *impulse = &physics->impulses[i];
        for (uint32_t k = 0; impulse->weight != 0 && k < impulse->morph->count; k++)
            stop(physics, &impulse->morph->u.impulses[k]);
    }
    for (uint32_t i = 0; i < physics->impulse_count; i++) {
        const hone_impulse *impulse = &physics->impulses[i];
        for (uint32_t k = 0; impulse->weight != 0 && k < impulse->morph->count; k++)
            push(physics, &impulse->morph->u.impulses[k], impulse->weight);
    }
}
