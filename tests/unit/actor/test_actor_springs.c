/* Springs of actors: the same bits at every frame rate, after every jump in time, from checkpoints and saved states. */
#include "support/make/make_springs.h"
#include "support/support.h"
#include <hone/actor.h>
#include <hone/io.h>
#include <stdlib.h>
#include <string.h>

static make_springs avatar;

static void move_body(void *user, double frame, hone_pose *pose)
{
    make_springs_pose(user, frame / 30, pose->bones);
    memset(pose->animated, 1, pose->bone_count);
}

static hone_model *make_model(uint32_t seed)
{
    make_springs_fill(&avatar, &(make_springs_desc){.seed = seed, .kind = MAKE_SPRINGS_ALL});
    hone_model *model = make_springs_model(&avatar, NULL, NULL);
    CHECK(model);
    return model;
}

static hone_actor *make_actor(const hone_model *model, const hone_physics_options *options,
                              const hone_allocator *memory)
{
    hone_error error = {0};
    const hone_actor_desc desc = {.model = model,
                                  .physics = {.on = true, .options = *options},
                                  .edit = move_body,
                                  .edit_user = &avatar,
                                  .allocator = memory};
    hone_actor *actor = hone_actor_create(&desc, &error);
    CHECK(actor && hone_actor_get_physics(actor));
    return actor;
}

static const hone_physics_options exact = {.exact = true}, live = {.settle_seconds = -1};

static uint64_t bones_at(hone_actor *actor, double seconds)
{
    CHECK(hone_actor_update(actor, seconds, NULL));
    return hone_hash(hone_actor_bones(actor), avatar.bone_count * sizeof(hone_affine));
}

/* ---- time ------------------------------------------------------------------------------------------------------- */

static void every_frame_rate_gives_the_same_bits(void **state)
{
    (void)state;
    static const double rates[] = {24, 30, 60, 144};
    hone_model *model = make_model(4);
    for (int mode = 0; mode < 2; mode++) {
        uint64_t hashes[4][3];
        for (int r = 0; r < 4; r++) {
            hone_actor *actor = make_actor(model, mode ? &live : &exact, NULL);
            for (int k = 0; k <= rates[r] * 12; k++) {
                uint64_t hash = bones_at(actor, k / rates[r]);
                for (int s = 0; s < 3; s++)
                    if (k == rates[r] * (4 + 4 * s))
                        hashes[r][s] = hash;
            }
            hone_actor_destroy(actor);
        }
        for (int r = 1; r < 4; r++) CHECK(memcmp(hashes[r], hashes[0], sizeof hashes[0]) == 0);
        CHECK(hashes[0][0] != hashes[0][1]);
    }
    hone_model_release(model);
}

static void two_hundred_jumps_in_time_give_the_same_bits(void **state)
{
    (void)state;
    enum { SECONDS = 40, RATE = 24, COUNT = SECONDS * RATE };
    static uint64_t hashes[COUNT];
    hone_model *model = make_model(5);
    hone_actor *straight = make_actor(model, &exact, NULL), *jumping = make_actor(model, &exact, NULL);
    for (int k = 0; k < COUNT; k++) hashes[k] = bones_at(straight, (double)k / RATE);
    test_random random = {8};
    for (int k = 0; k < TEST_REPEATS(200, 20); k++) {
        uint32_t at = test_random_u32(&random) % COUNT;
        CHECK(bones_at(jumping, (double)at / RATE) == hashes[at]);
    }
    hone_actor *third = make_actor(model, &exact, NULL);
    CHECK(hone_actor_copy_checkpoints(third, straight, NULL));
    CHECK(bones_at(third, 35) == hashes[35 * RATE]);
    hone_physics_world *from = hone_physics_get_world(hone_actor_get_physics(straight)),
                       *to = hone_physics_get_world(hone_actor_get_physics(third));
    hone_bytes bytes;
    hone_error error = {0};
    CHECK(hone_physics_world_write_checkpoints(from, &bytes, NULL));
    CHECK(hone_physics_world_read_checkpoints(to, bytes.data, bytes.size, NULL));
    CHECK(bones_at(third, 33.5) == hashes[33 * RATE + RATE / 2]);
    CHECK(!hone_physics_world_read_checkpoints(to, bytes.data, bytes.size - 4, &error));
    memset(bytes.data + bytes.size / 2, 0xff, 16);
    CHECK(!hone_physics_world_read_checkpoints(to, bytes.data, bytes.size, &error));
    hone_bytes_release(&bytes);
    hone_actor_destroy(third);
    hone_actor_destroy(jumping);
    hone_actor_destroy(straight);
    hone_model_release(model);
}

static void a_restored_actor_swings_on_with_the_same_bits(void **state)
{
    (void)state;
    hone_model *model = make_model(6);
    hone_actor *actor = make_actor(model, &live, NULL);
    uint64_t hashes[60];
    bones_at(actor, 0);
    bones_at(actor, 0.3);
    size_t size = hone_actor_state_size(actor);
    void *saved = malloc(size);
    CHECK(hone_actor_save(actor, saved, size, NULL));
    for (int k = 0; k < 60; k++) hashes[k] = bones_at(actor, 0.3 + (k + 1) / 50.0);
    CHECK(hone_actor_restore(actor, saved, size, NULL));
    for (int k = 0; k < 60; k++) CHECK(bones_at(actor, 0.3 + (k + 1) / 50.0) == hashes[k]);
    hone_model *other = make_model(7);
    hone_actor *stranger = make_actor(other, &live, NULL);
    CHECK(!hone_actor_restore(stranger, saved, size, NULL));
    free(saved);
    hone_actor_destroy(stranger);
    hone_actor_destroy(actor);
    hone_model_release(other);
    hone_model_release(model);
}

static void another_rate_of_physics_changes_no_bit(void **state)
{
    (void)state;
    hone_model *model = make_model(8);
    hone_physics_options fast = exact;
    fast.rate = 120;
    hone_actor *a = make_actor(model, &exact, NULL), *b = make_actor(model, &fast, NULL);
    bones_at(b, 1);
    CHECK(bones_at(a, 3) == bones_at(b, 3));
    hone_actor_destroy(a);
    hone_actor_destroy(b);
    hone_model_release(model);
}

/* ---- places ----------------------------------------------------------------------------------------------------- */

static float tip_of(const hone_actor *actor, int axis)
{
    const hone_spring *spring = &avatar.springs[0];
    int32_t bone = spring->joints[spring->joint_count - 1].bone;
    return hone_actor_bones(actor)[bone].m[axis][3];
}

static void stand_still(void *user, double frame, hone_pose *pose)
{
    (void)user, (void)frame, (void)pose;
}

static hone_actor *make_still(const hone_model *model)
{
    const hone_actor_desc desc = {.model = model, .physics = {.on = true, .options = live}, .edit = stand_still};
    return hone_actor_create(&desc, NULL);
}

static void springs_trail_behind_an_actor_that_moves_and_not_behind_one_that_is_put(void **state)
{
    (void)state;
    make_springs_fill(&avatar, &(make_springs_desc){.seed = 9, .kind = MAKE_SPRINGS_NONE});
    hone_model *model = make_springs_model(&avatar, NULL, NULL);
    hone_actor *runs = make_still(model), *jumps = make_still(model);
    hone_rigid_transform place = HONE_RIGID_TRANSFORM_IDENTITY;
    CHECK(hone_actor_set_world(runs, &place, NULL) && hone_actor_set_world(jumps, &place, NULL));
    for (int k = 0; k <= 120; k++) bones_at(runs, k / 60.0), bones_at(jumps, k / 60.0);
    float rest = tip_of(runs, 0);
    CHECK_NEAR(tip_of(jumps, 0), rest, 1e-6);
    place.translation[0] = 50;
    CHECK(hone_actor_teleport(jumps, &place, NULL));
    for (int k = 1; k <= 10; k++) {
        place.translation[0] = 0.05f * (float)k;
        CHECK(hone_actor_set_world(runs, &place, NULL));
        bones_at(runs, 2 + k / 60.0);
        bones_at(jumps, 2 + k / 60.0);
        CHECK_NEAR(tip_of(jumps, 0), rest, 1e-3);
    }
    CHECK(tip_of(runs, 0) < rest - 0.01f);
    hone_actor_destroy(runs);
    hone_actor_destroy(jumps);
    hone_model_release(model);
}

static void cut_to_elsewhere(void *user, double frame, hone_pose *pose)
{
    (void)user;
    memset(pose->animated, 1, 1);
    pose->bones[0].translation[2] = frame > 60.5 ? 30 : 0;
}

static void a_cut_in_the_motion_takes_springs_along(void **state)
{
    (void)state;
    hone_model *model = make_model(9);
    hone_actor_desc desc = {.model = model, .physics = {.on = true, .options = live}, .edit = cut_to_elsewhere};
    hone_actor *actor = hone_actor_create(&desc, NULL);
    for (int k = 0; k <= 120; k++) bones_at(actor, k / 60.0);
    float rest = tip_of(actor, 2);
    bones_at(actor, 122 / 60.0);
    CHECK_NEAR(tip_of(actor, 2), rest + 30, 1e-4);
    CHECK(hone_physics_get_diagnostics(hone_actor_get_physics(actor)).teleports == 1);
    hone_actor_destroy(actor);
    hone_model_release(model);
}

static void the_wind_moves_springs(void **state)
{
    (void)state;
    hone_model *model = make_model(9);
    hone_actor *actor = make_still(model);
    for (int k = 0; k <= 120; k++) bones_at(actor, k / 60.0);
    float calm = tip_of(actor, 0);
    const float wind[3] = {3, 0, 0};
    CHECK(hone_physics_world_set_wind(hone_physics_get_world(hone_actor_get_physics(actor)), wind, NULL));
    for (int k = 121; k <= 240; k++) bones_at(actor, k / 60.0);
    CHECK(tip_of(actor, 0) > calm + 0.01f);
    hone_actor_destroy(actor);
    hone_model_release(model);
}

/* ---- with and without ------------------------------------------------------------------------------------------- */

static void switch_off(void *user, double frame, hone_pose *pose)
{
    move_body(user, frame, pose);
    memset(pose->physics_off, frame > 30, pose->bone_count);
}

static void springs_that_a_motion_switches_off_follow_their_bones(void **state)
{
    (void)state;
    hone_model *model = make_model(10);
    hone_actor_desc desc = {.model = model, .edit = switch_off, .edit_user = &avatar};
    hone_actor *plain = hone_actor_create(&desc, NULL);
    desc.physics = (hone_actor_physics){.on = true, .options = live};
    hone_actor *swings = hone_actor_create(&desc, NULL);
    for (int k = 0; k <= 120; k++) bones_at(plain, k / 60.0), bones_at(swings, k / 60.0);
    for (int axis = 0; axis < 3; axis++) CHECK_NEAR(tip_of(plain, axis), tip_of(swings, axis), 1e-5);
    hone_actor_destroy(plain);
    hone_actor_destroy(swings);
    hone_model_release(model);
}

static void steps_allocate_nothing(void **state)
{
    (void)state;
    test_allocator memory;
    test_allocator_make(&memory, UINT64_MAX);
    hone_model *model = make_model(11);
    hone_actor *actor = make_actor(model, &exact, &memory.allocator);
    bones_at(actor, 0);
    uint64_t calls = memory.calls;
    for (int k = 0; k < 700; k++) bones_at(actor, k / 50.0);
    bones_at(actor, 3);
    CHECK(memory.calls == calls);
    hone_actor_destroy(actor);
    CHECK(memory.live == 0);
    hone_model_release(model);
}

/* ---- hostile models --------------------------------------------------------------------------------------------- */

enum { LONG = 10000 };

static hone_model *make_long_chain(bool colliders)
{
    hone_builder *b = hone_builder_create(NULL, 0, NULL);
    hone_bone *bones = hone_builder_array(b, LONG + 1, sizeof *bones);
    hone_spring_joint *joints = hone_builder_array(b, LONG, sizeof *joints);
    hone_collider *shapes = hone_builder_array(b, LONG, sizeof *shapes);
    uint32_t *all = hone_builder_array(b, LONG, sizeof *all);
    hone_spring *spring = hone_builder_array(b, 1, sizeof *spring);
    for (int32_t i = 0; i <= LONG; i++)
        bones[i] = (hone_bone){.name = "",
                               .parent = i - 1,
                               .position = {0, -0.1f * (float)i, 0},
                               .rest_local = hone_affine_translation((float[]){0, i ? -0.1f : 0, 0}),
                               .tail_bone = HONE_NONE,
                               .append_source = HONE_NONE,
                               .ik = HONE_NONE};
    for (int32_t i = 0; i < LONG; i++) {
        joints[i] = (hone_spring_joint){.bone = i, .tail_bone = i + 1, .stiffness = 1, .gravity_power = 1e30f};
        shapes[i] = (hone_collider){.bone = i, .radius = 1e20f};
        all[i] = (uint32_t)i;
    }
    *spring = (hone_spring){.name = "", .center = LONG / 2, .joint_count = LONG, .joints = joints};
    if (colliders)
        spring->collider_count = LONG, spring->colliders = all;
    hone_model_data data = {.space = HONE_SPACE_GLTF,
                            .name = "",
                            .skeleton = {.bone_count = LONG + 1, .bones = bones},
                            .collider_count = LONG,
                            .colliders = shapes,
                            .spring_count = 1,
                            .springs = spring};
    return test_model_create(b, &data);
}

static void ten_thousand_joints_in_a_circle_of_colliders_are_bounded(void **state)
{
    (void)state;
    for (int colliders = 0; colliders < 2; colliders++) {
        hone_model *model = make_long_chain(colliders);
        hone_actor *actor = make_still(model);
        CHECK(actor && hone_model_get(model)->springs->joint_count == LONG);
        hone_warnings warnings = hone_physics_warnings(hone_actor_get_physics(actor));
        assert_int_equal(warnings.count, colliders);
        CHECK(!colliders || strstr(warnings.texts[0], "far too many colliders"));
        for (int k = 0; k < 10; k++) CHECK(hone_actor_update(actor, k / 60.0, NULL));
        for (uint32_t b = 0; b <= LONG; b++) CHECK(isfinite(hone_actor_bones(actor)[b].m[1][3]));
        hone_actor_destroy(actor);
        hone_model_release(model);
    }
}

TEST_GROUP(test_actor_springs)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_frame_rate_gives_the_same_bits),
        cmocka_unit_test(two_hundred_jumps_in_time_give_the_same_bits),
        cmocka_unit_test(a_restored_actor_swings_on_with_the_same_bits),
        cmocka_unit_test(another_rate_of_physics_changes_no_bit),
        cmocka_unit_test(springs_trail_behind_an_actor_that_moves_and_not_behind_one_that_is_put),
        cmocka_unit_test(a_cut_in_the_motion_takes_springs_along),
        cmocka_unit_test(the_wind_moves_springs),
        cmocka_unit_test(springs_that_a_motion_switches_off_follow_their_bones),
        cmocka_unit_test(steps_allocate_nothing),
        cmocka_unit_test(ten_thousand_joints_in_a_circle_of_colliders_are_bounded),
    };
    return cmocka_run_group_tests_name("test_actor_springs", tests, NULL, NULL);
}
