/* Bodies of the program, and pushes. */
#include "support/physics_scene.h"
#include "support/support.h"
#include <hone/math.h>
#include <stdlib.h>
#include <string.h>

static const hone_rigid_transform nowhere; /* all zero */

static hone_rigid_transform at(float x, float y, float z)
{
    return (hone_rigid_transform){{0, 0, 0, 1}, {x, y, z}};
}

static hone_prop ball(float x, float y, float z, float mass)
{
    return (hone_prop){.shape = HONE_PROP_SPHERE, .size = {1}, .mass = mass, .friction = 0.5f, .place = at(x, y, z)};
}

static hone_prop_id add(const scene *s, hone_prop prop)
{
    hone_error error = {0};
    hone_prop_id handle = hone_physics_prop_add(s->world, &prop, &error);
    if (!handle.id)
        fail_msg("%s", error.message);
    return handle;
}

static hone_body_motion prop_at(const scene *s, hone_prop_id prop)
{
    hone_body_motion out;
    CHECK(hone_physics_prop_motion(s->world, prop, &out));
    return out;
}

/* A lock of hair that hangs from (0, 20, 0), with bodies of radius 0.5. */
static scene *open_hair(const hone_physics_options *options)
{
    make_bodies_clear(&scene_plan);
    make_bodies_chain(&scene_plan, HONE_BODY_DYNAMIC, 6, 20, 1);
    for (uint32_t b = 0; b < scene_plan.body_count; b++) {
        scene_plan.bodies[b].position[0] = 0, scene_plan.bodies[b].position[1] = 20 - (float)b;
        scene_plan.bodies[b].linear_damping = scene_plan.bodies[b].angular_damping = 0.5f;
        scene_plan.bodies[b].group = 3;
        scene_plan.bodies[b].size[0] = 0.4f;
    }
    for (uint32_t j = 0; j < scene_plan.joint_count; j++)
        scene_plan.joints[j].position[0] = 0, scene_plan.joints[j].position[1] = 19.5f - (float)j;
    return scene_open(options);
}

/* ---- shapes ---------------------------------------------------------------------------------------------------- */

static void dynamic_props_rest_on_still_ones(void **state)
{
    (void)state;
    scene *s = open_hair(&scene_usual);
    hone_prop plane = {.shape = HONE_PROP_PLANE, .friction = 0.5f, .place = nowhere};
    hone_prop table = {.shape = HONE_PROP_BOX, .size = {5, 1, 5}, .friction = 0.5f, .place = at(50, 3, 0)};
    hone_prop stick = {.shape = HONE_PROP_CAPSULE, .size = {0.5f, 2}, .mass = 1, .place = at(30, 5, 0)};
    add(s, plane), add(s, table);
    hone_prop_id on_plane = add(s, ball(20, 5, 0, 1)), on_table = add(s, ball(50, 9, 0, 1)), upright = add(s, stick);
    scene_step(s, 300);
    CHECK_NEAR(prop_at(s, on_plane).place.m[1][3], 1, 0.1);
    CHECK_NEAR(prop_at(s, on_table).place.m[1][3], 5, 0.1);
    CHECK_NEAR(prop_at(s, upright).place.m[1][3], 1, 0.6); /* it stands, or has fallen over */
    CHECK(!prop_at(s, on_plane).follows);
    scene_close(s);
}

static bool hills(void *user, const float position[3], float *height, float normal[3])
{
    const float *slope = user;
    *height = *slope * position[0];
    hone_vec3_set(-*slope, 1, 0, normal);
    return position[0] > -100;
}

static void balls_roll_down_a_height_function(void **state)
{
    (void)state;
    float slope = 0.3f;
    scene *s = open_hair(&scene_usual);
    add(s, (hone_prop){.shape = HONE_PROP_GROUND, .friction = 1, .ground = hills, .ground_user = &slope});
    hone_prop_id rolls = add(s, ball(40, 14, 0.3f, 1)), falls = add(s, ball(-200, 14, 0, 1));
    for (int k = 0; k < 180; k++) {
        scene_step(s, 1);
        hone_body_motion m = prop_at(s, rolls);
        float above = m.place.m[1][3] - slope * m.place.m[0][3]; /* along y */
        CHECK(above > 0.9f);
        if (k > 60)
            CHECK_NEAR(above, sqrtf(1 + slope * slope), 0.4); /* it jumps a little at edges */
    }
    CHECK(prop_at(s, rolls).place.m[0][3] < 25 && prop_at(s, rolls).spin[2] > 1);
    CHECK(prop_at(s, falls).place.m[1][3] < -100); /* there is no ground */
    scene_close(s);
}

/* A small ball in the middle of each square around the origin. */
static void the_ground_is_there_on_all_sides_of_the_origin(void **state)
{
    (void)state;
    float slope = 0;
    hone_prop_id balls[4];
    scene *s = open_hair(&scene_usual);
    add(s, (hone_prop){.shape = HONE_PROP_GROUND, .size = {10}, .ground = hills, .ground_user = &slope});
    for (int i = 0; i < 4; i++) {
        hone_prop small = ball(i % 2 ? 5 : -5, 1, i / 2 ? 5 : -5, 1);
        small.size[0] = 0.5f;
        balls[i] = add(s, small);
    }
    scene_step(s, 60);
    for (int i = 0; i < 4; i++) CHECK_NEAR(prop_at(s, balls[i]).place.m[1][3], 0.5, 0.1);
    scene_close(s);
}

/* A box that slides loses speed by the friction of both times gravity. */
static void friction_stops_what_slides(void **state)
{
    (void)state;
    scene *s = open_hair(&scene_usual);
    add(s, (hone_prop){.shape = HONE_PROP_PLANE, .friction = 0.5f, .place = nowhere});
    hone_prop_id boxes[2];
    float before[2];
    for (int i = 0; i < 2; i++)
        boxes[i] = add(s, (hone_prop){.shape = HONE_PROP_BOX,
                                      .size = {2, 0.5f, 2},
                                      .mass = 3,
                                      .friction = i ? 0.8f : 0.4f,
                                      .place = at(20, 0.5f, 20 * (float)i)});
    scene_step(s, 30);
    for (int i = 0; i < 2; i++)
        CHECK(hone_physics_prop_push(s->world, boxes[i], (const float[]){3 * 20, 0, 0}, NULL, NULL));
    scene_step(s, 5);
    for (int i = 0; i < 2; i++) before[i] = prop_at(s, boxes[i]).velocity[0];
    scene_step(s, 15); /* a quarter of a second */
    for (int i = 0; i < 2; i++) {
        double lost = (double)before[i] - (double)prop_at(s, boxes[i]).velocity[0];
        CHECK_NEAR(lost / (98 * (i ? 0.4 : 0.2) * 0.25), 1, 0.12);
    }
    CHECK(before[0] < 20 && before[1] < before[0]);
    scene_step(s, 120);
    for (int i = 0; i < 2; i++) CHECK_NEAR(prop_at(s, boxes[i]).velocity[0], 0, 0.05);
    scene_close(s);
}

/* ---- models ---------------------------------------------------------------------------------------------------- */

static void a_prop_moves_hair_of_its_groups(void **state)
{
    (void)state;
    for (int meets = 0; meets < 2; meets++) {
        scene *s = open_hair(&scene_usual);
        hone_prop hand = ball(-6, 15, 0, 0);
        hand.groups = meets ? 0 : 1u << 4;
        hone_prop_id prop = add(s, hand);
        for (int k = 1; k <= 60; k++) {
            hone_rigid_transform to = at(-6 + 0.1f * (float)k, 15, 0);
            CHECK(hone_physics_prop_place(s->world, prop, &to, NULL));
            scene_step(s, 1);
            CHECK(prop_at(s, prop).follows && prop_at(s, prop).place.m[0][3] == to.translation[0]);
        }
        scene_step(s, 60);
        hone_body_motion tip = scene_body(s, 5);
        if (meets)
            CHECK(tip.place.m[0][3] > 0.9f);
        else
            CHECK_NEAR(tip.place.m[0][3], 0, 0.05);
        CHECK(hone_physics_prop_remove(s->world, prop, NULL));
        scene_step(s, 400);
        CHECK_NEAR(scene_body(s, 5).place.m[0][3], 0, 0.3);
        scene_close(s);
    }
}

/* It is there at once, also in a world that has begun, and moves on from there at rest. */
static void a_dynamic_prop_goes_on_from_where_it_is_put(void **state)
{
    (void)state;
    scene *s = open_hair(&scene_usual);
    hone_prop_id falls = add(s, ball(50, 30, 0, 1));
    hone_rigid_transform to = at(60, 40, 5);
    scene_step(s, 30);
    CHECK(prop_at(s, falls).velocity[1] < -10);
    CHECK(hone_physics_prop_place(s->world, falls, &to, NULL));
    for (int k = 0; k < 2; k++) {
        hone_body_motion is = prop_at(s, falls);
        for (int i = 0; i < 3; i++) CHECK_NEAR(is.place.m[i][3], to.translation[i], k ? 0.1 : 1e-6);
        CHECK(is.velocity[1] <= 0 && is.velocity[1] > -4 && (k || is.velocity[1] == 0));
        scene_step(s, 1);
    }
    scene_close(s);
}

static void pushes_add_impulses(void **state)
{
    (void)state;
    static const float right[3] = {2, 0, 0}, beside[3] = {0, 0, 0.5f};
    scene *s = open_hair(&(hone_physics_options){.weightless = true});
    hone_prop thing = ball(0, 50, 0, 4);
    thing.place = nowhere;
    hone_prop_id prop = add(s, thing);
    CHECK(hone_physics_prop_push(s->world, prop, right, NULL, NULL));
    scene_step(s, 1);
    CHECK_NEAR(prop_at(s, prop).velocity[0], 0.5, 1e-4);
    CHECK_NEAR(prop_at(s, prop).spin[1], 0, 1e-6);
    CHECK(hone_physics_prop_push(s->world, prop, right, beside, NULL));
    scene_step(s, 1);
    CHECK_NEAR(prop_at(s, prop).velocity[0], 1, 1e-3);
    CHECK_NEAR(prop_at(s, prop).spin[1], 1 / (0.4 * 4), 1e-2); /* inertia of a sphere: 2/5 m r^2 */
    scene_step(s, 1);
    CHECK_NEAR(prop_at(s, prop).velocity[0], 1, 1e-3); /* once */
    CHECK(hone_physics_push_body(s->physics, 6, right, NULL, NULL));
    scene_step(s, 3);
    CHECK(scene_body(s, 6).place.m[0][3] > 0.02f);
    hone_error error = {0};
    CHECK(!hone_physics_push_body(s->physics, 0, right, NULL, &error) &&
          error.code == HONE_ERROR_ARGUMENT); /* it follows */
    CHECK(!hone_physics_push_body(s->physics, 99, right, NULL, &error));
    CHECK(!hone_physics_push_body(s->physics, 6, (float[]){NAN, 0, 0}, NULL, &error));
    scene_close(s);
}

/* ---- time ------------------------------------------------------------------------------------------------------ */

static void stay(void *user, double frame, hone_physics_input *out)
{
    (void)frame;
    out->bones = ((const scene *)user)->bones;
}

/* A prop that the program moves 20 times a second moves evenly in each of the three steps between. */
static void props_move_evenly_between_two_times(void **state)
{
    (void)state;
    NEEDS(physics);
    make_bodies_clear(&scene_plan);
    make_bodies_add(&scene_plan, HONE_BODY_FOLLOWS, 0, 10, 0);
    scene *s = scene_open(&scene_usual);
    hone_physics_world *world = hone_physics_world_create(NULL, NULL, NULL);
    hone_physics *timed =
        hone_physics_create(&(hone_physics_desc){.model = s->model, .world = world, .source = stay, .user = s}, NULL);
    hone_prop still = ball(0, 0, 0, 0), thrown = ball(30, 0, 0, 1);
    thrown.velocity[0] = 6;
    hone_prop_id prop = hone_physics_prop_add(world, &still, NULL), flies = hone_physics_prop_add(world, &thrown, NULL);
    CHECK(hone_physics_world_seek_frame(world, 0, NULL));
    hone_body_motion m;
    CHECK(hone_physics_prop_motion(world, flies, &m));
    CHECK_NEAR(m.place.m[0][3], 30, 1e-4); /* it has not fallen while bodies came to rest */
    for (int k = 1; k < 20; k++) {
        hone_rigid_transform to = at(3 * (float)k, 0, 0);
        CHECK(hone_physics_prop_place(world, prop, &to, NULL));
        for (int third = 1; third <= 3; third++) {
            CHECK(hone_physics_world_seek_frame(world, 1.5 * (k - 1) + 0.5 * third, NULL));
            if (third < 3) /* the rest of the way comes at the times that are sought */
                CHECK(hone_physics_prop_place(world, prop, &to, NULL));
            CHECK(hone_physics_prop_motion(world, prop, &m));
        }
        CHECK_NEAR(m.place.m[0][3], 3 * k, 1e-3);
    }
    float before = 57;
    hone_rigid_transform far = at(63, 0, 0);
    CHECK(hone_physics_prop_place(world, prop, &far, NULL));
    CHECK(hone_physics_world_seek_frame(world, 28.5 + 1.5, NULL) && hone_physics_prop_motion(world, prop, &m));
    CHECK_NEAR(m.place.m[0][3], 63, 1e-3);
    far = at(69, 0, 0);
    CHECK(hone_physics_prop_place(world, prop, &far, NULL));
    CHECK(hone_physics_world_seek_frame(world, 31.25, NULL) &&
          hone_physics_prop_motion(world, prop, &m)); /* between two steps */
    CHECK(m.place.m[0][3] > before);
    CHECK_NEAR(m.place.m[0][3], 69, 0.1); /* it goes on at its speed up to the end of the step */
    CHECK(hone_physics_prop_motion(world, flies, &m));
    CHECK_NEAR(m.place.m[0][3], 30 + 6 * 31.25 / 30, 0.05);
    hone_physics_destroy(timed);
    hone_physics_world_destroy(world);
    scene_close(s);
}

/* ---- saved states ---------------------------------------------------------------------------------------------- */

static void *save(const scene *s, size_t *size)
{
    *size = hone_physics_world_state_size(s->world);
    void *state = malloc(*size);
    hone_physics_world_save(s->world, state);
    return state;
}

static void play(scene *s, hone_prop_id hand, int from, int to)
{
    for (int k = from; k < to; k++) {
        hone_rigid_transform place = at(3 * sinf(0.2f * (float)k), 16, 0.2f);
        CHECK(hone_physics_prop_place(s->world, hand, &place, NULL));
        scene_step(s, 1);
    }
}

/* It does not jump to where the program puts it: it pushes what is in its way. */
static void props_push_what_is_in_their_way(void **state)
{
    (void)state;
    NEEDS(physics);
    hone_physics_world *world = hone_physics_world_create(&(hone_physics_options){.weightless = true}, NULL, NULL);
    const hone_prop hand = ball(0, 0, 0, 0), thing = ball(2.5f, 0, 0, 1);
    hone_prop_id pushes = hone_physics_prop_add(world, &hand, NULL),
                 pushed = hone_physics_prop_add(world, &thing, NULL);
    const hone_rigid_transform to = at(3, 0, 0);
    hone_body_motion m;
    CHECK(hone_physics_world_seek_frame(world, 0, NULL));
    CHECK(hone_physics_prop_place(world, pushes, &to, NULL) && hone_physics_world_seek_frame(world, 5, NULL));
    CHECK(hone_physics_prop_motion(world, pushes, &m) && m.place.m[0][3] == 3);
    CHECK(hone_physics_prop_motion(world, pushed, &m));
    CHECK_NEAR(m.place.m[0][3], 5, 0.2);
    hone_physics_world_destroy(world);
}

static void props_are_part_of_a_saved_state(void **state)
{
    (void)state;
    size_t sizes[3];
    scene *s = open_hair(&(hone_physics_options){.floor = true});
    hone_prop_id hand = add(s, ball(3, 16, 0, 0)), first = add(s, ball(0.5f, 25, 0, 1));
    play(s, hand, 0, 50);
    void *saved = save(s, &sizes[0]);
    play(s, hand, 50, 60);
    hone_prop_id second = add(s, ball(0, 30, 0, 2));
    play(s, hand, 60, 100);
    void *straight = save(s, &sizes[1]);
    CHECK(hone_physics_prop_remove(s->world, first, NULL));
    play(s, hand, 100, 110);
    CHECK(hone_physics_world_restore(s->world, saved, sizes[0], NULL));
    CHECK(hone_physics_prop_motion(s->world, first, &(hone_body_motion){0}));
    CHECK(!hone_physics_prop_motion(s->world, second, &(hone_body_motion){0}));
    play(s, hand, 50, 60);
    CHECK(add(s, ball(0, 30, 0, 2)).id == second.id); /* handles go back, too */
    play(s, hand, 60, 100);
    void *again = save(s, &sizes[2]);
    CHECK(sizes[1] == sizes[2] && memcmp(straight, again, sizes[1]) == 0);
    free(saved), free(straight), free(again);
    scene_close(s);
}

/* ---- refused --------------------------------------------------------------------------------------------------- */

static void props_are_checked(void **state)
{
    (void)state;
    hone_error error = {0};
    scene *s = open_hair(&scene_usual);
    hone_prop good = ball(0, 0, 0, 1), bad[10];
    for (int i = 0; i < 10; i++) bad[i] = good;
    bad[0].shape = HONE_PROP_SHAPE_COUNT, bad[1].size[0] = 0, bad[2].size[0] = NAN, bad[3].mass = -1;
    bad[4].place.rotation[0] = 3, bad[5].place.translation[1] = INFINITY, bad[6].shape = HONE_PROP_PLANE;
    bad[7].shape = HONE_PROP_GROUND, bad[7].mass = 0, bad[8].friction = NAN, bad[9].velocity[2] = NAN;
    for (int i = 0; i < 10; i++) {
        error = (hone_error){0};
        CHECK(hone_physics_prop_add(s->world, &bad[i], &error).id == 0 && error.code == HONE_ERROR_ARGUMENT);
        CHECK(error.at == 0);
    }
    CHECK(!hone_physics_prop_add(NULL, &good, &error).id && !hone_physics_prop_add(s->world, NULL, &error).id);
    hone_prop_id prop = add(s, good), still = add(s, ball(9, 9, 9, 0));
    CHECK(!hone_physics_prop_place(s->world, (hone_prop_id){77}, &good.place, &error) && strstr(error.message, "77"));
    CHECK(!hone_physics_prop_place(s->world, prop, &bad[4].place, &error));
    CHECK(!hone_physics_prop_push(s->world, still, (float[]){1, 0, 0}, NULL, &error));
    CHECK(!hone_physics_prop_push(s->world, prop, (float[]){NAN, 0, 0}, NULL, &error));
    CHECK(hone_physics_prop_remove(s->world, prop, &error) && !hone_physics_prop_remove(s->world, prop, &error));
    scene_close(s);
    s = open_hair(&(hone_physics_options){.exact = true});
    CHECK(!hone_physics_prop_add(s->world, &good, &error).id &&
          !hone_physics_push_body(s->physics, 3, (float[]){1, 0, 0}, NULL, &error));
    scene_close(s);
    for (uint64_t n = 0, done = 0; !done; n++) {
        test_allocator a;
        test_allocator_make(&a, n);
        hone_physics_world *world = hone_physics_world_create(NULL, &a.allocator, &error);
        for (int i = 0; world && i < 20; i++) done = hone_physics_prop_add(world, &good, &error).id;
        CHECK(done || error.code == HONE_ERROR_MEMORY);
        hone_physics_world_destroy(world);
        CHECK(a.live == 0);
    }
}

TEST_GROUP(test_physics_props)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(dynamic_props_rest_on_still_ones, scene_setup),
        cmocka_unit_test_setup(balls_roll_down_a_height_function, scene_setup),
        cmocka_unit_test_setup(the_ground_is_there_on_all_sides_of_the_origin, scene_setup),
        cmocka_unit_test_setup(friction_stops_what_slides, scene_setup),
        cmocka_unit_test_setup(a_prop_moves_hair_of_its_groups, scene_setup),
        cmocka_unit_test_setup(a_dynamic_prop_goes_on_from_where_it_is_put, scene_setup),
        cmocka_unit_test_setup(pushes_add_impulses, scene_setup),
        cmocka_unit_test_setup(props_move_evenly_between_two_times, scene_setup),
        cmocka_unit_test_setup(props_push_what_is_in_their_way, scene_setup),
        cmocka_unit_test_setup(props_are_part_of_a_saved_state, scene_setup),
        cmocka_unit_test_setup(props_are_checked, scene_setup),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
