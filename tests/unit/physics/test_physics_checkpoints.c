/* Checkpoints as bytes: another world goes on from them with the same bits, and bytes of any kind do no harm. */
#include "play/physics/world.h"
#include "support/physics_scene.h"
#include "support/support.h"

#include <hone/io.h>
#include <stdlib.h>
#include <string.h>

enum { LAST = 1000 }; /* frames: four checkpoints, one every 300 */

/* Chains that swing for a long time. */
static scene *open_chains(bool exact)
{
    make_bodies_clear(&scene_plan);
    make_bodies_chain(&scene_plan, HONE_BODY_DYNAMIC, 5, 0, 1);
    for (uint32_t i = 1; i < scene_plan.body_count; i++) {
        scene_plan.bodies[i].position[0] += (float)i;
        scene_plan.bodies[i].linear_damping = scene_plan.bodies[i].angular_damping = 0;
    }
    scene *s = scene_open(&(hone_physics_options){.exact = exact, .settle_seconds = -1});
    scene_aim(s);
    return s;
}

static hone_bytes write_checkpoints(scene *s)
{
    hone_bytes bytes = {0};
    CHECK(hone_physics_world_seek_frame(s->world, LAST, NULL));
    CHECK(hone_physics_world_write_checkpoints(s->world, &bytes, NULL));
    return bytes;
}

/* All bodies at a frame. */
static void take(scene *s, double frame, hone_body_motion *out)
{
    CHECK(hone_physics_world_seek_frame(s->world, frame, NULL));
    for (uint32_t i = 0; i < scene_plan.body_count; i++) out[i] = scene_body(s, i);
}

static void another_world_goes_on_with_the_same_bits(void **state)
{
    (void)state;
    static const double frames[] = {930.5, 310, 299, 600, 899.5, 1000};
    static hone_body_motion want[6][MAKE_BODIES_MOST], got[MAKE_BODIES_MOST]; /* too large for some stacks */
    scene *s = open_chains(true);
    for (int i = 0; i < 6; i++) take(s, frames[i], want[i]);
    hone_bytes bytes = write_checkpoints(s);
    scene_close(s);
    s = open_chains(true);
    CHECK(hone_physics_world_read_checkpoints(s->world, bytes.data, bytes.size, NULL));
    for (int i = 0; i < 6; i++) {
        take(s, frames[i], got);
        assert_memory_equal(got, want[i], scene_plan.body_count * sizeof *got);
    }
    CHECK(memcmp(want[0], want[1], scene_plan.body_count * sizeof *got) != 0); /* they still move */
    uint32_t steps;
    scene_close(s);
    s = open_chains(true);
    CHECK(hone_physics_world_read_checkpoints(s->world, bytes.data, bytes.size, NULL));
    take(s, 910, got);
    hone_physics_held_steps(s->physics, 1, &steps);
    assert_int_equal(steps, 20); /* from frame 900 on */
    hone_bytes again = {0};
    CHECK(hone_physics_world_write_checkpoints(s->world, &again, NULL));
    CHECK(again.size == bytes.size && memcmp(again.data, bytes.data, bytes.size) == 0);
    hone_bytes_release(&again);
    hone_bytes_release(&bytes);
    scene_close(s);
}

static bool reads(scene *s, const uint8_t *bytes, size_t size)
{
    hone_error error = {0};
    bool ok = hone_physics_world_read_checkpoints(s->world, bytes, size, &error);
    CHECK(ok || error.code == HONE_ERROR_FORMAT);
    return ok;
}

static void damaged_bytes_are_refused_or_do_no_harm(void **state)
{
    (void)state;
    scene *s = open_chains(true);
    hone_bytes bytes = write_checkpoints(s);
    for (size_t i = 0; i < bytes.size; i++) CHECK(!reads(s, bytes.data, i)); /* cut off */
    for (size_t i = 0; i < bytes.size; i++) {
        hone_body_motion body[MAKE_BODIES_MOST];
        uint8_t byte = bytes.data[i];
        bytes.data[i] = (uint8_t)(byte ^ (i % 2 ? 0x80 : 0x7f));
        bool read = reads(s, bytes.data, bytes.size);
        CHECK(i >= 56 || !read); /* the head and the steps have to be right */
        if (read && i % 16 == 0)
            take(s, 903, body);
        bytes.data[i] = byte;
    }
    CHECK(reads(s, bytes.data, bytes.size));
    hone_bytes_release(&bytes);
    scene_close(s);
}

static bool reads_with(scene *s, hone_bytes *bytes, size_t at, float number)
{
    uint8_t before[4];
    memcpy(before, bytes->data + at, 4);
    memcpy(bytes->data + at, &number, 4);
    bool ok = reads(s, bytes->data, bytes->size);
    memcpy(bytes->data + at, before, 4);
    return ok;
}

/* Rotations have numbers of at most 1, with room for rounding; places and speeds are large, but finite. */
static void numbers_that_no_body_has_are_refused(void **state)
{
    (void)state;
    enum { FIRST = 64, SPEED = FIRST + 48, SPIN = SPEED + 12, TARGET = SPIN + 12, FOLLOWS = TARGET + 48 };
    scene *s = open_chains(true);
    hone_bytes bytes = write_checkpoints(s);
    for (size_t place = FIRST; place <= TARGET; place += TARGET - FIRST)
        for (size_t i = 0; i < 12; i++) {
            bool turns = i % 4 != 3;
            CHECK(reads_with(s, &bytes, place + 4 * i, 1.5f) && reads_with(s, &bytes, place + 4 * i, -1.5f));
            CHECK(reads_with(s, &bytes, place + 4 * i, -3) == !turns &&
                  reads_with(s, &bytes, place + 4 * i, 1e8f) == !turns);
            CHECK(!reads_with(s, &bytes, place + 4 * i, 2e9f) && !reads_with(s, &bytes, place + 4 * i, NAN));
        }
    for (size_t i = 0; i < 6; i++) {
        CHECK(reads_with(s, &bytes, SPEED + 4 * i, -1e8f) && !reads_with(s, &bytes, SPEED + 4 * i, -2e9f));
        CHECK(!reads_with(s, &bytes, SPEED + 4 * i, INFINITY));
    }
    CHECK(!reads_with(s, &bytes, FOLLOWS, 1)); /* neither 0 nor 1 as a whole number */
    hone_bytes_release(&bytes);
    scene_close(s);
}

/* The member with most bodies has the least room. */
static void a_world_has_as_many_checkpoints_as_each_member_has_room_for(void **state)
{
    (void)state;
    hone_model *models[3];
    hone_physics *members[3];
    NEEDS(physics);
    hone_physics_world *world = hone_physics_world_create(&(hone_physics_options){.exact = true}, NULL, NULL);
    for (int m = 0; m < 3; m++) {
        make_bodies_clear(&scene_plan);
        for (int i = 0; i < (m == 1 ? 1000 : 1); i++) make_bodies_add(&scene_plan, HONE_BODY_FOLLOWS, (float)i, 0, 0);
        models[m] = make_bodies_model(&scene_plan, NULL, NULL);
        members[m] = hone_physics_create(&(hone_physics_desc){.model = models[m], .world = world}, NULL);
        CHECK(members[m]);
    }
    CHECK(members[1]->checkpoints < members[0]->checkpoints && members[0]->checkpoints == members[2]->checkpoints);
    CHECK(hone_physics_world_seek_frame(world, 1, NULL) && world->checkpoints.most == members[1]->checkpoints);
    for (int m = 0; m < 3; m++) hone_physics_destroy(members[m]), hone_model_release(models[m]);
    hone_physics_world_destroy(world);
}

static void worlds_that_differ_are_refused(void **state)
{
    (void)state;
    hone_error error = {0};
    scene *s = open_chains(true);
    hone_bytes bytes = write_checkpoints(s);
    CHECK(!hone_physics_world_read_checkpoints(NULL, bytes.data, bytes.size, &error));
    CHECK(!hone_physics_world_read_checkpoints(s->world, NULL, 0, &error) &&
          !hone_physics_world_write_checkpoints(s->world, NULL, NULL));
    scene_close(s);
    s = open_chains(false);
    CHECK(!hone_physics_world_read_checkpoints(s->world, bytes.data, bytes.size, &error) &&
          error.code == HONE_ERROR_ARGUMENT && error.at == 0);
    CHECK(!hone_physics_world_write_checkpoints(s->world, &bytes, &error) && error.code == HONE_ERROR_ARGUMENT);
    scene_close(s);
    make_bodies_chain(&scene_plan, HONE_BODY_DYNAMIC, 2, 0, 1);
    s = scene_open(&(hone_physics_options){.exact = true});
    CHECK(!reads(s, bytes.data, bytes.size));
    hone_bytes_release(&bytes);
    scene_close(s);
}

/* ---- memory ---- */

static bool without_memory;

static void *allocate(void *user, size_t size, size_t alignment)
{
    const test_allocator *memory = user;
    return without_memory ? NULL : memory->allocator.alloc(user, size, alignment);
}

static void deallocate(void *user, void *pointer, size_t size)
{
    const test_allocator *memory = user;
    memory->allocator.free(user, pointer, size);
}

static void a_lack_of_memory_is_reported(void **state)
{
    (void)state;
    test_allocator memory;
    test_allocator_make(&memory, UINT64_MAX);
    const hone_allocator allocator = {.alloc = allocate, .free = deallocate, .user = &memory};
    hone_error error = {0};
    hone_bytes bytes;
    if (!hone_physics_available())
        skip();
    hone_physics_world *world = hone_physics_world_create(&(hone_physics_options){.exact = true}, &allocator, &error);
    CHECK(world);
    without_memory = true;
    CHECK(!hone_physics_world_write_checkpoints(world, &bytes, &error) && error.code == HONE_ERROR_MEMORY);
    without_memory = false;
    hone_physics_world_destroy(world);
}

TEST_GROUP(test_physics_checkpoints)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(another_world_goes_on_with_the_same_bits, scene_setup),
        cmocka_unit_test_setup(damaged_bytes_are_refused_or_do_no_harm, scene_setup),
        cmocka_unit_test_setup(numbers_that_no_body_has_are_refused, scene_setup),
        cmocka_unit_test_setup(a_world_has_as_many_checkpoints_as_each_member_has_room_for, scene_setup),
        cmocka_unit_test_setup(worlds_that_differ_are_refused, scene_setup),
        cmocka_unit_test(a_lack_of_memory_is_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
