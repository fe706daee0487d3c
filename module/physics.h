/* The functions of the module physics.so, see physics/bullet/bullet.h: what hone calls of Bullet. */
#ifndef HONE_MODULE_PHYSICS_H
#define HONE_MODULE_PHYSICS_H

#include "module/module.h"
#include "play/physics/bullet/bullet.h"

typedef struct hone_physics_module {
    hone_module_head head;
    hone_bullet *(*create)(const hone_bullet_desc *desc);
    void (*destroy)(hone_bullet *bullet);
    void (*add_body)(hone_bullet *bullet, const hone_bullet_body *body);
    void (*add_joint)(hone_bullet *bullet, const hone_bullet_joint *joint);
    void (*aim)(hone_bullet *bullet, uint32_t body, const hone_affine *place);
    void (*put)(hone_bullet *bullet, uint32_t body, const hone_affine *place, const float velocity[3],
                const float spin[3]);
    void (*push)(hone_bullet *bullet, uint32_t body, const float force[3], const float torque[3]);
    void (*set_gravity)(hone_bullet *bullet, const float gravity[3]);
    void (*step)(hone_bullet *bullet);
    void (*inertia)(const hone_bullet *bullet, uint32_t body, float *inverse_mass, float inverse_inertia[3]);
    bool (*crowded)(const hone_bullet *bullet);
    void (*read)(const hone_bullet *bullet, uint32_t body, hone_affine *place, float velocity[3], float spin[3]);
    size_t (*state_size)(const hone_bullet *bullet);
    void (*save)(const hone_bullet *bullet, void *state);
    bool (*state_fits)(const void *state, size_t size, const hone_bullet_limits *limits);
    bool (*restore)(hone_bullet *bullet, const void *state, size_t size);
} hone_physics_module;

/* A program whose physics is portable does not take a module whose physics is not. */
#define HONE_PHYSICS_MODULE_HEAD                                                                                       \
    HONE_MODULE_HEAD(hone_physics_module, (size_t)HONE_PORTABLE_PHYSICS << 30 | sizeof(hone_bullet_desc) << 20 |       \
                                              sizeof(hone_bullet_body) << 10 | sizeof(hone_bullet_joint))

#endif
