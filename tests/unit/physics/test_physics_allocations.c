/* Counts allocations of whole steps, those of Bullet included: malloc is replaced for the whole program. */
#include "support/physics_scene.h"
#include "support/support.h"
#include <hone/math.h>
#include <stdlib.h>
#include <string.h>

/* Sanitizers replace malloc themselves. */
#if defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define COUNTS 1
#else
#define COUNTS 0
#endif

static uint64_t allocations;

#if COUNTS
void *__libc_malloc(size_t size);                /* NOLINT: glibc's names */
void *__libc_calloc(size_t count, size_t size);  /* NOLINT */
void *__libc_realloc(void *memory, size_t size); /* NOLINT */

__attribute__((visibility("default"))) void *malloc(size_t size)
{
    allocations++;
    return __libc_malloc(size);
}

__attribute__((visibility("default"))) void *calloc(size_t count, size_t size)
{
    allocations++;
    return __libc_calloc(count, size);
}

__attribute__((visibility("default"))) void *realloc(void *memory, size_t size)
{
    allocations++;
    return __libc_realloc(memory, size);
}
#endif

/* Chains that touch each other and the floor, on hands that shake. */
static void plan_chains(uint32_t chains)
{
    make_bodies_clear(&scene_plan);
    for (uint32_t c = 0; c < chains; c++) {
        uint32_t first = scene_plan.body_count;
        make_bodies_chain(&scene_plan, HONE_BODY_DYNAMIC, 6, 4, 0.8f);
        for (uint32_t b = first; b < scene_plan.body_count; b++) {
            scene_plan.bodies[b].position[2] = 2.5f * (float)c;
            scene_plan.bodies[b].mask = 0xffff;
            scene_plan.bodies[b].shape = (uint8_t)(b % 3);
            for (int i = 0; i < 3; i++) scene_plan.bodies[b].size[i] = 0.4f;
        }
        for (uint32_t j = scene_plan.joint_count - 6; j < scene_plan.joint_count; j++)
            scene_plan.joints[j].position[2] = 2.5f * (float)c;
    }
}

static void shake(scene *s, hone_prop_id prop, int k)
{
    hone_rigid_transform place = {{0, 0, 0, 1}, {3 * sinf(0.1f * (float)k), 3, 2}};
    for (uint32_t b = 0; b < scene_plan.body_count; b++)
        if (scene_plan.bodies[b].mode == HONE_BODY_FOLLOWS)
            s->bones[b].m[0][3] = scene_plan.bodies[b].position[0] + sinf(0.2f * (float)k + (float)b);
    CHECK(hone_physics_prop_place(s->world, prop, &place, NULL));
    CHECK(hone_physics_push_body(s->physics, 6, (const float[3]){1, 2, 3}, NULL, NULL));
    scene_step(s, 1);
}

static void a_step_allocates_nothing(void **state)
{
    (void)state;
    if (!COUNTS)
        test_skip(1, "test that counts allocations, which this build cannot");
    plan_chains(6);
    scene *s = scene_open(&(hone_physics_options){.floor = true});
    const hone_prop ball = {.shape = HONE_PROP_SPHERE, .size = {1}, .friction = 1};
    hone_prop_id prop = hone_physics_prop_add(s->world, &ball, NULL);
    for (int k = 0; k < 400; k++) shake(s, prop, k);
    static char saved[1 << 20];
    CHECK(hone_physics_world_state_size(s->world) < sizeof saved);
    uint64_t before = allocations;
    CHECK(before > 0); /* they are counted */
    for (int k = 400; k < 600; k++) shake(s, prop, k);
    assert_int_equal(allocations - before, 0);
    hone_physics_world_save(s->world, saved);
    assert_int_equal(allocations - before, 0);
    scene_close(s);
}

static void step_doll(hone_physics *doll, const float weights[7], int count)
{
    hone_affine bones[7], out[7];
    uint8_t dynamic[7];
    CHECK(hone_physics_set_ragdoll(doll, weights, NULL));
    for (int k = 0; k < count; k++) {
        for (int b = 0; b < 7; b++) bones[b] = hone_affine_translation(scene_plan.bodies[b].position);
        hone_physics_set_input(doll, &(hone_physics_input){.bones = bones});
        CHECK(hone_physics_push_bone(doll, 4, (const float[3]){sinf((float)k), 2, 0}, NULL, NULL));
        CHECK(hone_physics_world_step(hone_physics_get_world(doll), NULL));
        hone_physics_bones(doll, bones, out, dynamic);
    }
}

static void a_step_of_a_ragdoll_allocates_nothing(void **state)
{
    (void)state;
    if (!COUNTS)
        test_skip(1, "test that counts allocations, which this build cannot");
    NEEDS(physics);
    make_bodies_clear(&scene_plan);
    make_bodies_chain(&scene_plan, HONE_BODY_FOLLOWS, 6, 4, 0.8f);
    scene_plan.joint_count = 0;
    hone_model *model = make_bodies_model(&scene_plan, NULL, NULL);
    hone_physics *doll =
        hone_physics_create(&(hone_physics_desc){.model = model, .options = {.floor = true}, .ragdoll = true}, NULL);
    const float weights[7] = {1, 1, 0.5f, 1, 1, 1, 1};
    step_doll(doll, weights, 300);
    uint64_t before = allocations;
    step_doll(doll, weights, 300);
    assert_int_equal(allocations - before, 0);
    hone_physics_destroy(doll);
    hone_model_release(model);
}

TEST_GROUP(test_physics_allocations)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test_setup(a_step_allocates_nothing, scene_setup),
                                       cmocka_unit_test_setup(a_step_of_a_ragdoll_allocates_nothing, scene_setup)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
