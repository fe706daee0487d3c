/* Channels that show and hide nodes: those that have the whole model below them become keys of the motion. */
#include "support/make/files/make_gltf.h"
#include "support/support.h"
#include <hone/actor.h>
#include <hone/format.h>
#include <stdio.h>
#include <string.h>

/* A body at node 1 and hair at node 2, both below node 0; a lamp without a mesh at node 3. */
static make_gltf *file_of_nodes(const char *body)
{
    static const float corners[3][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    make_gltf *file = test_calloc(1, sizeof *file);
    int positions = make_gltf_floats(file, "VEC3", *corners, 3);
    make_gltf_add(file, MAKE_MESHES, "{\"primitives\":[{\"attributes\":{\"POSITION\":%d}}]}", positions);
    make_gltf_add(file, MAKE_NODES, "{\"children\":[1,2]}");
    make_gltf_add(file, MAKE_NODES, "{\"mesh\":0%s}", body);
    make_gltf_add(file, MAKE_NODES, "{\"mesh\":0}");
    make_gltf_add(file, MAKE_NODES, "{}");
    snprintf(file->root, sizeof file->root, "\"extensionsUsed\":[\"KHR_node_visibility\",\"KHR_animation_pointer\"],");
    return file;
}

typedef struct switched {
    const char *pointer;
    float times[3];
    uint8_t values[3];
} switched;

/* Adds one animation with a channel for each switch. */
static void animate(make_gltf *file, const switched *list, int count)
{
    char channels[2048] = "", samplers[1024] = "";
    for (int i = 0; i < count; i++) {
        int times = make_gltf_floats(file, "SCALAR", list[i].times, 3);
        int values = make_gltf_u8(file, "SCALAR", list[i].values, 3, false);
        size_t at = strlen(channels), to = strlen(samplers);
        snprintf(channels + at, sizeof channels - at,
                 "%s{\"sampler\":%d,\"target\":{\"path\":\"pointer\",\"extensions\":{\"KHR_animation_pointer\":"
                 "{\"pointer\":\"%s\"}}}}",
                 i ? "," : "", i, list[i].pointer);
        snprintf(samplers + to, sizeof samplers - to, "%s{\"input\":%d,\"output\":%d,\"interpolation\":\"STEP\"}",
                 i ? "," : "", times, values);
    }
    make_gltf_add(file, MAKE_ANIMATIONS, "{\"channels\":[%s],\"samplers\":[%s]}", channels, samplers);
}

static hone_motion *motion_of(make_gltf *file)
{
    hone_error error = {0};
    hone_bytes bytes = make_gltf_glb(file);
    hone_motion *motion = hone_motion_load_memory(bytes.data, bytes.size, NULL, &error);
    if (!motion)
        fail_msg("%s", error.message);
    hone_bytes_release(&bytes);
    test_free(file);
    return motion;
}

#define NODE(n) "/nodes/" n "/extensions/KHR_node_visibility/visible"

static void a_switch_above_all_meshes_shows_and_hides_the_model(void **state)
{
    (void)state;
    make_gltf *file = file_of_nodes("");
    animate(file, &(switched){NODE("0"), {0.5f, 1.01f, 2}, {0, 1, 1}}, 1);
    hone_motion *motion = motion_of(file);
    const hone_motion_data *data = hone_motion_get(motion);
    CHECK(data->property_key_count == 2 && hone_motion_warnings(motion).count == 0);
    CHECK(data->property_keys[0].frame == 0 && !data->property_keys[0].visible);
    CHECK(data->property_keys[1].frame == 31 && data->property_keys[1].visible); /* the first frame after 1.01 s */
    CHECK_NEAR(data->clips[0].duration, 2, 1e-9);
    hone_motion_release(motion);
}

static void a_model_is_visible_while_all_its_switches_are_on(void **state)
{
    (void)state;
    make_gltf *file = file_of_nodes(",\"extensions\":{\"KHR_node_visibility\":{\"visible\":false}}");
    const switched both[] = {{NODE("0"), {0, 1, 3}, {1, 0, 1}}, {NODE("2"), {0, 2, 4}, {1, 0, 1}}};
    animate(file, both, 2); /* the hair is all that is drawn */
    hone_motion *motion = motion_of(file);
    const hone_motion_data *data = hone_motion_get(motion);
    static const uint32_t frames[] = {0, 30, 120};
    CHECK(data->property_key_count == 3);
    for (uint32_t k = 0; k < 3; k++)
        CHECK(data->property_keys[k].frame == frames[k] && data->property_keys[k].visible == (k != 1));
    hone_motion_release(motion);
}

static void switches_of_parts_are_lost_with_a_warning(void **state)
{
    (void)state;
    static const char *const pointers[] = {NODE("1"), NODE("3"), NODE("9"), "/nodes/0/extensions/KHR_node_visibility"};
    for (int i = 0; i < 4; i++) {
        make_gltf *file = file_of_nodes("");
        animate(file, &(switched){pointers[i], {0, 1, 2}, {1, 0, 1}}, 1);
        hone_motion *motion = motion_of(file);
        hone_warnings warnings = hone_motion_warnings(motion);
        CHECK(hone_motion_get(motion)->property_key_count == 0);
        CHECK(warnings.count == 1 && strstr(warnings.texts[0], "not played") && strstr(warnings.texts[0], pointers[i]));
        hone_motion_release(motion);
    }
}

static void an_actor_disappears_with_its_nodes(void **state)
{
    (void)state;
    hone_error error = {0};
    make_gltf *file = file_of_nodes("");
    animate(file, &(switched){NODE("0"), {0, 1, 2}, {1, 0, 1}}, 1);
    hone_bytes bytes = make_gltf_glb(file);
    hone_model *model = hone_model_load_memory(bytes.data, bytes.size, NULL, &error);
    hone_bytes_release(&bytes);
    hone_motion *motion = motion_of(file);
    hone_actor *actor = hone_actor_create(&(hone_actor_desc){.model = model}, &error);
    CHECK(actor && hone_actor_play(actor, motion, NULL, &error).id != 0);
    for (int frame = 0; frame <= 60; frame += 15) {
        hone_actor_sample_frame(actor, frame);
        CHECK(hone_actor_visible(actor) == (frame < 30 || frame == 60));
    }
    hone_actor_destroy(actor);
    hone_motion_release(motion);
    hone_model_release(model);
}

static void each_allocation_may_fail(void **state)
{
    (void)state;
    make_gltf *file = file_of_nodes("");
    animate(file, &(switched){NODE("0"), {0, 1, 2}, {1, 0, 1}}, 1);
    hone_bytes bytes = make_gltf_glb(file);
    bool done = false;
    for (uint64_t n = 0; !done; n++) {
        test_allocator memory;
        hone_error error = {0};
        test_allocator_make(&memory, n);
        const hone_load_desc desc = {.allocator = &memory.allocator};
        hone_motion *motion = hone_motion_load_memory(bytes.data, bytes.size, &desc, &error);
        done = motion != NULL;
        CHECK(done || error.code == HONE_ERROR_MEMORY);
        hone_motion_release(motion);
        assert_int_equal(memory.live, 0);
    }
    hone_bytes_release(&bytes);
    test_free(file);
}

TEST_GROUP(test_gltf_visibility)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_switch_above_all_meshes_shows_and_hides_the_model),
        cmocka_unit_test(a_model_is_visible_while_all_its_switches_are_on),
        cmocka_unit_test(switches_of_parts_are_lost_with_a_warning),
        cmocka_unit_test(an_actor_disappears_with_its_nodes),
        cmocka_unit_test(each_allocation_may_fail),
    };
    return cmocka_run_group_tests_name("test_gltf_visibility", tests, NULL, NULL);
}
