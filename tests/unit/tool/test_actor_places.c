/* Actors that are placed by options, or attached to bones of each other. */
#define _XOPEN_SOURCE 700
#include "support/command.h"
#include "support/make/bodies/make_human.h"
#include "support/make/bodies/puppet.h"
#include "support/support.h"
#include "tool/place/place_model.h"
#include "tool/play/actors.h"

#include <hone/math.h>
#include <stdio.h>
#include <string.h>

typedef struct cast {
    report report;
    inputs in;
    playback_values play;
    actor_list list;
} cast;

static int make_files(void **state)
{
    const puppet_desc plain = {0}, loose = {.body = true};
    hone_bytes human = make_human(&(make_human_desc){0});
    bool ok = command_folder_enter(state) == 0 && puppet_write_model("tower.pmx", puppet_make(&plain, NULL), 0) &&
              puppet_write_model("loose.pmx", puppet_make(&loose, NULL), 0) &&
              puppet_write_motion("turn.vmd", puppet_motion(1, NULL)) &&
              command_file_write("human.glb", human.data, human.size);
    hone_bytes_release(&human);
    return ok ? 0 : -1;
}

static int load_with(cast *c, const char *const *paths, uint32_t count, const placement_options *places, bool physics)
{
    *c = (cast){.report = report_make()};
    c->report.quiet = true;
    int status = inputs_load(paths, count, &(input_settings){.places = places}, &c->in, &c->report);
    return status == STATUS_OK ? actor_list_make(&c->in, &c->play, physics, &c->list, &c->report) : status;
}

static int load(cast *c, const char *const *paths, uint32_t count, const placement_options *places)
{
    return load_with(c, paths, count, places, false);
}

static void drop(cast *c)
{
    actor_list_release(&c->list);
    inputs_release(&c->in);
    report_release(&c->report);
}

static placement_options places_of(const placed_file *items, uint32_t count)
{
    placement_options out = {.count = count};
    memcpy(out.items, items, count * sizeof *items);
    return out;
}

static void check_point(const hone_affine *place, const float point[3], float x, float y, float z)
{
    float out[3];
    hone_affine_point(place, point, out);
    CHECK_NEAR(out[0], x, 1e-4);
    CHECK_NEAR(out[1], y, 1e-4);
    CHECK_NEAR(out[2], z, 1e-4);
}

static void a_model_is_scaled_turned_and_moved_in_this_order(void **state)
{
    (void)state;
    const placement place = {.at = {1, 2, 3}, .turn = {0, 90, 0}, .scale = 2};
    hone_affine world = placement_transform(&place);
    check_point(&world, (const float[3]){0, 0, -1}, 1 - 2, 2, 3); /* what looks to the camera looks to the left */
    check_point(&world, (const float[3]){0, 5, 0}, 1, 12, 3);
    CHECK_NEAR(placement_size(&world), 2, 1e-6);
    const placement all = {.turn = {90, 90, 90}};
    world = placement_transform(&all); /* z first: x to y; x: y to z; y: z to x */
    check_point(&world, (const float[3]){1, 0, 0}, 1, 0, 0);
}

static void options_apply_to_the_model_before_them(void **state)
{
    (void)state;
    cast c;
    const placed_file items[] = {{.file = 1, .at = true, .place = {.at = {5, 0, 0}}},
                                 {.file = 2, .scale = true, .place = {.scale = 3}}};
    const placement_options places = places_of(items, 2);
    assert_int_equal(load(&c, (const char *const[]){"tower.pmx", "turn.vmd", "tower.pmx"}, 3, &places), STATUS_OK);
    assert_true(c.in.items[0].place.at[0] == 5 && c.in.items[2].place.scale == 3);
    assert_true(actor_entry_place(&c.list.members[0])->m[0][3] == 5);
    drop(&c);
    const placed_file early = {.file = 0, .at = true};
    const placement_options none = places_of(&early, 1);
    assert_int_equal(load(&c, (const char *const[]){"turn.vmd", "tower.pmx"}, 2, &none), STATUS_USAGE);
    drop(&c);
}

/* The first model is on a bone of the second one, which is itself placed: so the second is updated first. */
static void an_attached_model_follows_the_bone(void **state)
{
    (void)state;
    cast c;
    const placed_file items[] = {
        {.file = 0, .at = true, .attach = true, .place = {.at = {0, 1, 0}, .attach = 2, .bone = "#2"}},
        {.file = 1, .at = true, .scale = true, .place = {.at = {10, 0, 0}, .scale = 2}}};
    const placement_options moved = places_of(items, 2);
    assert_int_equal(load(&c, (const char *const[]){"tower.pmx", "tower.pmx", "turn.vmd"}, 3, &moved), STATUS_OK);
    for (int frame = 0; frame <= 30; frame += 15) {
        assert_int_equal(actor_list_update(&c.list, frame, &c.report), STATUS_OK);
        const hone_affine *bone = &hone_actor_bones(c.list.members[1].actor)[2];
        float want[3];
        hone_affine_point(bone, (const float[3]){0, 1, 0}, want);
        hone_vec3_scale(want, 2, want);
        want[0] += 10;
        check_point(actor_entry_place(&c.list.members[0]), (const float[3]){0, 0, 0}, want[0], want[1], want[2]);
    }
    drop(&c);
}

/* A glTF in metres carries a model of MMD: the place is in units of MMD, mirrored, without the scale of the unit. */
static void models_of_other_units_carry_each_other(void **state)
{
    (void)state;
    cast c;
    const placed_file item = {.file = 1, .attach = true, .place = {.attach = 1, .bone = "leftHand"}};
    const placement_options places = places_of(&item, 1);
    assert_int_equal(load(&c, (const char *const[]){"human.glb", "tower.pmx"}, 2, &places), STATUS_OK);
    assert_int_equal(actor_list_update(&c.list, 0, &c.report), STATUS_OK);
    const hone_affine *place = actor_entry_place(&c.list.members[1]);
    hone_affine world = hone_world_from_model(c.in.items[0].model);
    int32_t hand = hone_model_humanoid(c.in.items[0].model).bones[HONE_HUMANOID_HAND];
    float joint[3];
    hone_affine_origin(&hone_actor_bones(c.list.members[0].actor)[hand], joint);
    hone_affine_point(&world, joint, joint);
    check_point(place, (const float[3]){0, 0, 0}, joint[0], joint[1], joint[2]);
    CHECK_NEAR(placement_size(place), 1, 1e-5);
    float x[3] = {place->m[0][0], place->m[1][0], place->m[2][0]},
          y[3] = {place->m[0][1], place->m[1][1], place->m[2][1]}, z[3];
    hone_vec3_cross(x, y, z);
    CHECK_NEAR(hone_vec3_dot(z, (const float[3]){place->m[0][2], place->m[1][2], place->m[2][2]}), 1, 1e-5);
    drop(&c);
}

static void wrong_attachments_are_refused(void **state)
{
    (void)state;
    static const placement wrong[][2] = {
        {{.attach = 2, .bone = "#2"}, {.attach = 1, .bone = "#2"}}, /* a circle */
        {{.attach = 1, .bone = "#2"}},                              /* itself */
        {{.attach = 3, .bone = "#2"}},                              /* no such model */
        {{.attach = 2, .bone = "#99"}},                             /* no such bone */
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        cast c;
        const placed_file items[] = {{.file = 0, .attach = true, .place = wrong[i][0]},
                                     {.file = 1, .attach = true, .place = wrong[i][1]}};
        const placement_options places = places_of(items, 2);
        assert_int_equal(load(&c, (const char *const[]){"tower.pmx", "tower.pmx"}, 2, &places), STATUS_FAILED);
        drop(&c);
    }
}

static void the_box_of_a_placed_model_is_where_it_is(void **state)
{
    (void)state;
    cast c;
    const placed_file item = {.file = 0, .at = true, .turn = true, .place = {.at = {100, 0, 0}, .turn = {0, 0, 90}}};
    const placement_options places = places_of(&item, 1);
    assert_int_equal(load(&c, (const char *const[]){"tower.pmx"}, 1, &places), STATUS_OK);
    assert_int_equal(actor_list_update(&c.list, 0, &c.report), STATUS_OK);
    hone_bounds box = HONE_BOUNDS_EMPTY, plain = HONE_BOUNDS_EMPTY;
    actor_entry *m = &c.list.members[0];
    CHECK(placement_add_bounds(actor_entry_place(m), m->actor, NULL, &box, NULL));
    CHECK(hone_framing_add_actor(&plain, m->actor, NULL));
    CHECK_NEAR(box.min[0], 100 - plain.max[1], 1e-3); /* what was up is at the left */
    CHECK_NEAR(box.max[1], plain.max[0], 1e-3);
    drop(&c);
}

/* A body at rest in the model's own axes falls to where the world is below. */
static void bodies_of_a_turned_model_fall_to_the_ground(void **state)
{
    (void)state;
    cast c;
    NEEDS(physics);
    const placed_file items[] = {
        {.file = 1, .attach = true, .turn = true, .place = {.turn = {180, 0, 0}, .attach = 1, .bone = "#2"}},
        {.file = 2, .turn = true, .place = {.turn = {180, 0, 0}}}};
    const placement_options places = places_of(items, 2);
    assert_int_equal(
        load_with(&c, (const char *const[]){"tower.pmx", "loose.pmx", "loose.pmx", "loose.pmx"}, 4, &places, true),
        STATUS_OK);
    hone_body_motion bodies[3];
    assert_int_equal(actor_list_update(&c.list, 60, &c.report), STATUS_OK);
    for (int i = 0; i < 3; i++) {
        const hone_affine *bones = hone_actor_bones(c.list.members[i + 1].actor);
        bodies[i].place = bones[2];
    }
    float upright = bodies[2].place.m[1][3];
    assert_true(bodies[0].place.m[1][3] > upright + 10 && bodies[1].place.m[1][3] > upright + 10);
    drop(&c);
}

TEST_GROUP(test_actor_places)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_model_is_scaled_turned_and_moved_in_this_order),
        cmocka_unit_test(options_apply_to_the_model_before_them),
        cmocka_unit_test(an_attached_model_follows_the_bone),
        cmocka_unit_test(models_of_other_units_carry_each_other),
        cmocka_unit_test(wrong_attachments_are_refused),
        cmocka_unit_test(bodies_of_a_turned_model_fall_to_the_ground),
        cmocka_unit_test(the_box_of_a_placed_model_is_where_it_is),
    };
    return cmocka_run_group_tests(tests, make_files, command_folder_leave);
}
