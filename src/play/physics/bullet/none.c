/* Replaces Bullet where it is not built in. Then no world has bodies or props, so no world of Bullet is made; springs
 * do without. */
#include "base/error.h"
#include "play/physics/bullet/bullet.h"

bool hone_bullet_available(void)
{
    return false;
}

bool hone_bullet_open(hone_error *error)
{
    return hone_fail(error, HONE_ERROR_UNSUPPORTED, 0, "physics is not built in: hone was built without Bullet");
}

hone_bullet *hone_bullet_create(const hone_bullet_desc *desc)
{
    (void)desc;
    return NULL;
}

void hone_bullet_destroy(hone_bullet *bullet)
{
    (void)bullet;
}

void hone_bullet_add_body(hone_bullet *bullet, const hone_bullet_body *body)
{
    (void)bullet, (void)body;
}

void hone_bullet_add_joint(hone_bullet *bullet, const hone_bullet_joint *joint)
{
    (void)bullet, (void)joint;
}

void hone_bullet_aim(hone_bullet *bullet, uint32_t body, const hone_affine *place)
{
    (void)bullet, (void)body, (void)place;
}

void hone_bullet_put(hone_bullet *bullet, uint32_t body, const hone_affine *place, const float velocity[3],
                     const float spin[3])
{
    (void)bullet, (void)body, (void)place, (void)velocity, (void)spin;
}

void hone_bullet_push(hone_bullet *bullet, uint32_t body, const float force[3], const float torque[3])
{
    (void)bullet, (void)body, (void)force, (void)torque;
}

void hone_bullet_set_gravity(hone_bullet *bullet, const float gravity[3])
{
    (void)bullet, (void)gravity;
}

void hone_bullet_step(hone_bullet *bullet)
{
    (void)bullet;
}

void hone_bullet_inertia(const hone_bullet *bullet, uint32_t body, float *inverse_mass, float inverse_inertia[3])
{
    (void)bullet, (void)body;
    *inverse_mass = inverse_inertia[0] = inverse_inertia[1] = inverse_inertia[2] = 0;
}

bool hone_bullet_crowded(const hone_bullet *bullet)
{
    (void)bullet;
    return false;
}

void hone_bullet_read(const hone_bullet *bullet, uint32_t body, hone_affine *place, float velocity[3], float spin[3])
{
    (void)bullet, (void)body;
    *place = (hone_affine)HONE_AFFINE_IDENTITY;
    for (int i = 0; i < 3; i++) velocity[i] = spin[i] = 0;
}

size_t hone_bullet_state_size(const hone_bullet *bullet)
{
    (void)bullet;
    return 0;
}

void hone_bullet_save(const hone_bullet *bullet, void *state)
{
    (void)bullet, (void)state;
}

bool hone_bullet_state_fits(const void *state, size_t size, const hone_bullet_limits *limits)
{
    (void)state, (void)size, (void)limits;
    return false;
}

bool hone_bullet_restore(hone_bullet *bullet, const void *state, size_t size)
{
    (void)bullet, (void)state, (void)size;
    return false;
}
