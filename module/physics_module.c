/* The module physics.so: what the physics calls of Bullet. */
#include "module/physics.h"

HONE_API extern const hone_physics_module hone_module_table;

const hone_physics_module hone_module_table = {.head = HONE_PHYSICS_MODULE_HEAD,
                                               .create = hone_bullet_create,
                                               .destroy = hone_bullet_destroy,
                                               .add_body = hone_bullet_add_body,
                                               .add_joint = hone_bullet_add_joint,
                                               .aim = hone_bullet_aim,
                                               .put = hone_bullet_put,
                                               .push = hone_bullet_push,
                                               .set_gravity = hone_bullet_set_gravity,
                                               .step = hone_bullet_step,
                                               .inertia = hone_bullet_inertia,
                                               .crowded = hone_bullet_crowded,
                                               .read = hone_bullet_read,
                                               .state_size = hone_bullet_state_size,
                                               .save = hone_bullet_save,
                                               .state_fits = hone_bullet_state_fits,
                                               .restore = hone_bullet_restore};
