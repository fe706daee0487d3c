/* The functions of physics/bullet/bullet.h as calls into the module physics.so. A world of Bullet exists only if the
 * module is loaded. */
#include "module/physics.h"

static hone_module module = {.name = "physics.so", .head = HONE_PHYSICS_MODULE_HEAD};

static const hone_physics_module *loaded(void)
{
    return (const hone_physics_module *)module.table;
}

/* True even if the module is missing: then a character with bodies is a failure, not a character without physics. */
bool hone_bullet_available(void)
{
    return true;
}

bool hone_bullet_open(hone_error *error)
{
    return hone_module_load(&module, error) != NULL;
}

hone_bullet *hone_bullet_create(const hone_bullet_desc *desc)
{
    return loaded()->create(desc);
}

void hone_bullet_destroy(hone_bullet *bullet)
{
    if (bullet)
        loaded()->destroy(bullet);
}

void hone_bullet_add_body(hone_bullet *bullet, const hone_bullet_body *body)
{
    loaded()->add_body(bullet, body);
}

void hone_bullet_add_joint(hone_bullet *bullet, const hone_bullet_joint *joint)
{
    loaded()->add_joint(bullet, joint);
}

void hone_bullet_aim(hone_bullet *bullet, uint32_t body, const hone_affine *place)
{
    loaded()->aim(bullet, body, place);
}

void hone_bullet_put(hone_bullet *bullet, uint32_t body, const hone_affine *place, const float velocity[3],
                     const float spin[3])
{
    loaded()->put(bullet, body, place, velocity, spin);
}

void hone_bullet_push(hone_bullet *bullet, uint32_t body, const float force[3], const float torque[3])
{
    loaded()->push(bullet, body, force, torque);
}

void hone_bullet_set_gravity(hone_bullet *bullet, const float gravity[3])
{
    loaded()->set_gravity(bullet, gravity);
}

void hone_bullet_step(hone_bullet *bullet)
{
    loaded()->step(bullet);
}

void hone_bullet_inertia(const hone_bullet *bullet, uint32_t body, float *inverse_mass, float inverse_inertia[3])
{
    loaded()->inertia(bullet, body, inverse_mass, inverse_inertia);
}

bool hone_bullet_crowded(const hone_bullet *bullet)
{
    return loaded()->crowded(bullet);
}

void hone_bullet_read(const hone_bullet *bullet, uint32_t body, hone_affine *place, float velocity[3], float spin[3])
{
    loaded()->read(bullet, body, place, velocity, spin);
}

size_t hone_bullet_state_size(const hone_bullet *bullet)
{
    return loaded()->state_size(bullet);
}

void hone_bullet_save(const hone_bullet *bullet, void *state)
{
    loaded()->save(bullet, state);
}

bool hone_bullet_state_fits(const void *state, size_t size, const hone_bullet_limits *limits)
{
    return loaded()->state_fits(state, size, limits);
}

bool hone_bullet_restore(hone_bullet *bullet, const void *state, size_t size)
{
    return loaded()->restore(bullet, state, size);
}
