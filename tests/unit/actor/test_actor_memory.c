/* Physics that runs out of memory when it creates Bullet's world: the error is reported, and the next update works.
 * The linker replaces hone_bullet_create by __wrap_hone_bullet_create; see tests/CMakeLists.txt. */
#include "play/physics/bullet/bullet.h"
#include "support/make/make_bodies.h"
#include "support/support.h"
#include <hone/actor.h>
#include <hone/math.h>
#include <string.h>

enum { BODIES = 6, FRAMES = 40 };

static uint32_t refusals; /* number of worlds still to be refused */

hone_bullet *__real_hone_bullet_create(const hone_bullet_desc *desc); /* NOLINT: the linker's name */
hone_bullet *__wrap_hone_bullet_create(const hone_bullet_desc *desc); /* NOLINT */

hone_bullet *__wrap_hone_bullet_create(const hone_bullet_desc *desc) /* NOLINT */
{
    if (refusals == 0)
        return __real_hone_bullet_create(desc);
    refusals--;
    return NULL;
}

static hone_model *make_chain(void)
{
    static make_bodies plan;
    make_bodies_clear(&plan);
    make_bodies_chain(&plan, HONE_BODY_DYNAMIC, BODIES, 20, 1);
    return make_bodies_model(&plan, NULL, NULL);
}

/* Every bone stays within the distance of a leap, except at frame 20, where the bodies are carried along. */
static void sway(void *user, double frame, hone_pose *pose)
{
    (void)user;
    pose->bones[0].translation[0] = (float)frame * 0.1f + (frame < 20 ? 0 : 500);
}

static hone_actor *make_actor(bool exact)
{
    NEEDS(physics);
    refusals = 0;
    hone_model *model = make_chain();
    hone_actor *actor = hone_actor_create(
        &(hone_actor_desc){.model = model, .edit = sway, .physics = {.on = true, .options = {.exact = exact}}}, NULL);
    CHECK(actor);
    hone_model_release(model);
    return actor;
}

static void check_alike(const hone_actor *a, const hone_actor *b)
{
    size_t count = hone_model_skeleton(hone_actor_model(a))->bone_count;
    CHECK(memcmp(hone_actor_bones(a), hone_actor_bones(b), count * sizeof(hone_affine)) == 0);
}

static void an_update_without_memory_fails_and_the_next_one_is_right(void **state)
{
    (void)state;
    hone_actor *sound = make_actor(true), *hurt = make_actor(true);
    for (int frame = 0; frame < FRAMES; frame++) {
        hone_error error = {0};
        CHECK(hone_actor_update_frame(sound, frame, NULL));
        hone_physics_world_restart(hone_physics_get_world(hone_actor_get_physics(hurt)));
        refusals = 1;
        CHECK(!hone_actor_update_frame(hurt, frame, &error) && error.code == HONE_ERROR_MEMORY);
        refusals = 1;
        CHECK(!hone_actor_simulate_frame(hurt, frame, NULL));
        refusals = 1;
        CHECK(!hone_actor_evaluate(hurt, NULL));
        CHECK(refusals == 0 && hone_actor_update_frame(hurt, frame, NULL));
        check_alike(sound, hurt);
    }
    hone_actor_destroy(sound);
    hone_actor_destroy(hurt);
}

static void a_live_actor_goes_on_after_a_failure(void **state)
{
    (void)state;
    hone_actor *actor = make_actor(false);
    CHECK(hone_actor_update_frame(actor, 0, NULL));
    hone_physics_world_restart(hone_physics_get_world(hone_actor_get_physics(actor)));
    refusals = 1;
    CHECK(!hone_actor_update_frame(actor, 1, NULL));
    for (int frame = 2; frame < FRAMES; frame++) CHECK(hone_actor_update_frame(actor, frame, NULL));
    for (uint32_t b = 0; b <= BODIES; b++) /* near the positions set by the edit */
        CHECK(hone_actor_bones(actor)[b].m[0][3] > 480 && hone_actor_bones(actor)[b].m[0][3] < 530);
    hone_actor_destroy(actor);
}

/* Takes single steps, one of which carries all bodies along with their bones. */
static void a_step_without_memory_is_taken_when_it_is_tried_again(void **state)
{
    (void)state;
    NEEDS(physics);
    hone_model *model = make_chain();
    hone_physics *sound = hone_physics_create(&(hone_physics_desc){.model = model}, NULL);
    hone_physics *hurt = hone_physics_create(&(hone_physics_desc){.model = model}, NULL);
    hone_affine bones[BODIES + 1];
    for (uint32_t b = 0; b <= BODIES; b++)
        bones[b] = hone_affine_translation(hone_model_skeleton(model)->bones[b].position);
    for (int step = 0; step < FRAMES; step++) {
        hone_error error = {0};
        for (uint32_t b = 0; b <= BODIES; b++) bones[b].m[0][3] += step == 20 ? 500 : 0.1f;
        hone_physics_set_input(sound, &(hone_physics_input){.bones = bones});
        hone_physics_set_input(hurt, &(hone_physics_input){.bones = bones});
        CHECK(hone_physics_world_step(hone_physics_get_world(sound), NULL));
        refusals = step == 0 || step == 20 ? 2 : 0;
        while (refusals)
            CHECK(!hone_physics_world_step(hone_physics_get_world(hurt), &error) && error.code == HONE_ERROR_MEMORY);
        CHECK(hone_physics_world_step(hone_physics_get_world(hurt), NULL));
        for (uint32_t i = 0; i < hone_model_get(model)->body_count; i++) {
            hone_body_motion a, b;
            CHECK(hone_physics_body_motion(sound, i, &a) && hone_physics_body_motion(hurt, i, &b));
            CHECK(memcmp(&a.place, &b.place, sizeof a.place) == 0);
            CHECK(memcmp(a.velocity, b.velocity, sizeof a.velocity) == 0 && memcmp(a.spin, b.spin, sizeof a.spin) == 0);
        }
    }
    hone_physics_destroy(sound);
    hone_physics_destroy(hurt);
    hone_model_release(model);
}

TEST_GROUP(test_actor_memory)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_update_without_memory_fails_and_the_next_one_is_right),
        cmocka_unit_test(a_live_actor_goes_on_after_a_failure),
        cmocka_unit_test(a_step_without_memory_is_taken_when_it_is_tried_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
