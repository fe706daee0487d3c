/* A small world of bodies and joints made by hand, without actor and clock. A test changes scene_plan and opens it. */
#ifndef HONE_TESTS_SUPPORT_PHYSICS_SCENE_H
#define HONE_TESTS_SUPPORT_PHYSICS_SCENE_H

#include "support/make/make_bodies.h"
#include <hone/physics.h>

typedef struct scene {
    hone_model *model;
    hone_physics *physics;
    hone_physics_world *world;
    hone_affine bones[MAKE_BODIES_MOST], model_from_bone[MAKE_BODIES_MOST];
    uint8_t off[MAKE_BODIES_MOST], dynamic[MAKE_BODIES_MOST];
    float morphs[8];
} scene;

extern make_bodies scene_plan;                 /* the bodies and joints of the next scene */
extern const hone_physics_options scene_usual; /* all zero: as MMD */

/* For cmocka_unit_test_setup: empties the plan. */
int scene_setup(void **state);

/* Opens the plan, with every bone at the place of its body. There is one scene at a time. Skips the test if physics is
 * not built in. */
scene *scene_open(const hone_physics_options *options);
void scene_close(scene *s);

/* Gives s->bones, s->off and s->morphs to the world. scene_step does it as well, before its first step. */
void scene_aim(scene *s);
void scene_step(scene *s, int count);

hone_body_motion scene_body(const scene *s, uint32_t index);
float scene_height(const scene *s, uint32_t index);
/* Returns model space from bone space, as physics gives it. */
const hone_affine *scene_bone(scene *s, uint32_t index);

/* Checks that no body is further than `reach` from the planes of the origin, and that speeds and rotations are sane. */
void scene_check_sane(const scene *s, float reach);

#endif
