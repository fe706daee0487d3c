/* Actors whose places come from the keys of a scene, and whose bones follow bones of others. */
#define _XOPEN_SOURCE 700
#include "support/command.h"
#include "support/make/bodies/puppet.h"
#include "support/memory/refuse_memory.h"
#include "support/support.h"
#include "tool/picture/camera_followed.h"
#include "tool/play/actors.h"
#include "tool/scene/scene_key_at.h"

#include <hone/math.h>
#include <string.h>

typedef struct cast {
    report report;
    inputs in;
    playback_values play;
    actor_list list;
} cast;

static int make_files(void **state)
{
    const puppet_desc plain = {0}, swing = {.swing = true};
    return command_folder_enter(state) == 0 && puppet_write_model("tower.pmx", puppet_make(&plain, NULL), 0) &&
                   puppet_write_model("swing.pmx", puppet_make(&swing, NULL), 0) &&
                   puppet_write_motion("turn.vmd", puppet_motion(1, NULL))
               ? 0
               : -1;
}

/* A scene of these models; the first one turns. */
static scene make_scene(const char *const *models, uint32_t count)
{
    scene s = {0};
    for (uint32_t i = 0; i < count; i++) scene_add_model(&s)->path = models[i];
    scene_motion *motion = scene_add_motion(&s);
    motion->path = "turn.vmd", motion->model = 1;
    return s;
}

/* The scene comes after a model of the command line, so that its numbers are one higher. */
static int open_cast(cast *c, const scene *s, bool physics)
{
    *c = (cast){.report = report_make()};
    c->report.quiet = true;
    const input_settings settings = {.scene = s, .scene_path = "scene"};
    int status = inputs_load((const char *const[]){"tower.pmx", "scene"}, 2, &settings, &c->in, &c->report);
    return status == STATUS_OK ? actor_list_make(&c->in, &c->play, physics, &c->list, &c->report) : status;
}

static void close_cast(cast *c, scene *s)
{
    actor_list_release(&c->list);
    inputs_release(&c->in);
    report_release(&c->report);
    scene_release(s);
}

static void check_place(const actor_entry *m, float x, float y, float z)
{
    const hone_affine *place = actor_entry_place(m);
    assert_non_null(place);
    CHECK_NEAR(place->m[0][3], x, 1e-4);
    CHECK_NEAR(place->m[1][3], y, 1e-4);
    CHECK_NEAR(place->m[2][3], z, 1e-4);
}

static void key_values_change_evenly(void **state)
{
    (void)state;
    static const scene_key keys[] = {
        {.frame = 10, .at = {2, 0, 0}, .turn = {0, 0, 0}, .scale = 1, .opacity = 1},
        {.frame = 20, .at = {4, 0, 0}, .turn = {0, 360, 0}, .scale = 3, .opacity = 0, .no_shadow = true, .attach = 2},
        {.frame = 20, .at = {9, 0, 0}, .scale = 1, .opacity = 1}};
    scene_key key = scene_key_at(keys, 3, 5);
    CHECK(key.at[0] == 2 && key.scale == 1 && key.attach == 0);
    key = scene_key_at(keys, 3, 12.5);
    CHECK_NEAR(key.at[0], 2.5, 1e-6);
    CHECK_NEAR(key.turn[1], 90, 1e-4); /* a whole turn, not none */
    CHECK_NEAR(key.scale, 1.5, 1e-6);
    CHECK_NEAR(key.opacity, 0.75, 1e-6);
    CHECK(!key.no_shadow && key.attach == 0);
    key = scene_key_at(keys, 3, 20);
    CHECK(key.at[0] == 9);
    key = scene_key_at(keys, 2, 99);
    CHECK(key.at[0] == 4 && key.no_shadow && key.attach == 2);
    const scene_key turned = {.turn = {90, 90, 0}, .scale = 2, .at = {1, 0, 0}};
    hone_affine place = scene_key_transform(&turned);
    float out[3];
    hone_affine_point(&place, (const float[3]){0, 1, 0}, out); /* x first: y to z; then y: z to x */
    CHECK_NEAR(out[0], 3, 1e-5);
    CHECK_NEAR(out[1], 0, 1e-5);
}

static void an_accessory_changes_its_place_and_its_bone(void **state)
{
    (void)state;
    scene s = make_scene((const char *const[]){"tower.pmx", "tower.pmx"}, 2);
    cast c;
    *scene_add_key(&s.models[1]) = (scene_key){.at = {0, 0, 6}, .scale = 1, .opacity = 1};
    *scene_add_key(&s.models[1]) = (scene_key){.frame = 10, .at = {0, 0, 8}, .scale = 1, .opacity = 0.5f};
    *scene_add_key(&s.models[1]) =
        (scene_key){.frame = 20, .attach = 1, .bone = "#2", .scale = 1, .opacity = 0, .no_shadow = true};
    assert_int_equal(open_cast(&c, &s, false), STATUS_OK);
    actor_entry *m = &c.list.members[2];
    assert_int_equal(actor_list_update(&c.list, 5, &c.report), STATUS_OK);
    check_place(m, 0, 0, 7);
    CHECK(m->opacity == 0.75f && !m->no_ground_shadow);
    for (int frame = 20; frame <= 30; frame += 10) {
        assert_int_equal(actor_list_update(&c.list, frame, &c.report), STATUS_OK);
        const hone_affine *bone = &hone_actor_bones(c.list.members[1].actor)[2]; /* the scene's first model turns */
        check_place(m, bone->m[0][3], bone->m[1][3], bone->m[2][3]);
        CHECK(m->opacity == 0 && m->no_ground_shadow);
    }
    close_cast(&c, &s);
}

/* From frame 10 to 20 the top of one tower is the root of the other. */
static void a_bone_follows_a_bone_of_another_model(void **state)
{
    (void)state;
    scene s = make_scene((const char *const[]){"tower.pmx", "tower.pmx"}, 2);
    cast c;
    char child[2][64];
    hone_model *tower = puppet_make(&(puppet_desc){0}, NULL);
    for (int i = 0; i < 2; i++) snprintf(child[i], sizeof child[i], "%s", hone_model_skeleton(tower)->bones[i].name);
    hone_model_release(tower);
    s.models[1].place.at[0] = 50; /* which does not matter to what follows */
    *scene_add_parent(&s.models[1]) = (scene_parent){.frame = 10, .child = child[0], .attach = 1, .bone = "#2"};
    *scene_add_parent(&s.models[1]) = (scene_parent){.frame = 20, .child = child[0]};
    assert_int_equal(open_cast(&c, &s, false), STATUS_OK);
    for (int frame = 5; frame <= 25; frame += 10) {
        assert_int_equal(actor_list_update(&c.list, frame, &c.report), STATUS_OK);
        const hone_affine *top = &hone_actor_bones(c.list.members[1].actor)[2],
                          *root = &hone_actor_bones(c.list.members[2].actor)[0];
        bool follows = frame == 15;
        for (int i = 0; i < 3; i++) {
            float place = root->m[i][3] + (i == 0 ? 50 : 0);
            CHECK_NEAR(place, follows ? top->m[i][3] : i == 0 ? 50 : 0, 1e-4);
            for (int k = 0; k < 3; k++) CHECK_NEAR(root->m[i][k], follows ? top->m[i][k] : i == k, 1e-5);
        }
    }
    close_cast(&c, &s);
}

/* Bodies on such a bone are where they are at any order of frames. */
static void bodies_follow_with_the_bone(void **state)
{
    (void)state;
    scene s = make_scene((const char *const[]){"tower.pmx", "swing.pmx"}, 2);
    cast c;
    hone_model *tower = puppet_make(&(puppet_desc){0}, NULL);
    char root[64];
    snprintf(root, sizeof root, "%s", hone_model_skeleton(tower)->bones[0].name);
    hone_model_release(tower);
    NEEDS(physics);
    *scene_add_parent(&s.models[1]) = (scene_parent){.child = root, .attach = 1, .bone = "#2"};
    assert_int_equal(open_cast(&c, &s, true), STATUS_OK);
    hone_affine first[3];
    assert_int_equal(actor_list_update(&c.list, 25.5, &c.report), STATUS_OK);
    memcpy(first, hone_actor_bones(c.list.members[2].actor), sizeof first);
    const hone_affine *top = &hone_actor_bones(c.list.members[1].actor)[2];
    for (int i = 0; i < 3; i++) CHECK_NEAR(first[0].m[i][3], top->m[i][3], 1e-4);
    float reach[3];
    for (int i = 0; i < 3; i++) reach[i] = first[2].m[i][3] - first[0].m[i][3];
    CHECK(hone_vec3_length(reach) < 25); /* what hangs on it came along */
    assert_int_equal(actor_list_update(&c.list, 90, &c.report), STATUS_OK);
    assert_int_equal(actor_list_update(&c.list, 25.5, &c.report), STATUS_OK);
    assert_memory_equal(first, hone_actor_bones(c.list.members[2].actor), sizeof first);
    close_cast(&c, &s);
}

static void what_is_missing_or_goes_in_a_circle_is_left_out(void **state)
{
    (void)state;
    scene s = make_scene((const char *const[]){"tower.pmx", "tower.pmx"}, 2);
    cast c;
    *scene_add_key(&s.models[0]) = (scene_key){.attach = 2, .bone = "#1", .scale = 1, .opacity = 1};
    *scene_add_key(&s.models[1]) = (scene_key){.attach = 1, .bone = "#1", .scale = 1, .opacity = 1};
    *scene_add_key(&s.models[1]) = (scene_key){.frame = 9, .attach = 1, .bone = "no", .scale = 1, .opacity = 1};
    *scene_add_parent(&s.models[1]) = (scene_parent){.child = "nobody", .attach = 1, .bone = "#1"};
    *scene_add_parent(&s.models[1]) = (scene_parent){.child = "#0", .attach = 2, .bone = "#1"}; /* itself */
    assert_int_equal(open_cast(&c, &s, false), STATUS_OK);
    assert_int_equal(actor_list_update(&c.list, 0, &c.report), STATUS_OK);
    check_place(&c.list.members[1], 0, 0, 0); /* cut here */
    const hone_affine *bone = &hone_actor_bones(c.list.members[1].actor)[1];
    check_place(&c.list.members[2], bone->m[0][3], bone->m[1][3], bone->m[2][3]);
    assert_int_equal(actor_list_update(&c.list, 10, &c.report), STATUS_OK);
    check_place(&c.list.members[2], 0, 0, 0);
    close_cast(&c, &s);
}

static void the_camera_follows_a_bone(void **state)
{
    (void)state;
    scene s = make_scene((const char *const[]){"tower.pmx"}, 1);
    cast c;
    camera_followed followed;
    s.models[0].place.at[2] = 7;
    *scene_add_camera_parent(&s) = (scene_parent){.frame = 10, .attach = 1, .bone = "#2"};
    *scene_add_camera_parent(&s) = (scene_parent){.frame = 20, .attach = 1, .bone = "missing"};
    assert_int_equal(open_cast(&c, &s, false), STATUS_OK);
    camera_followed_make(&s, &c.in, &c.list, &followed, &c.report);
    for (int frame = 5; frame <= 25; frame += 10) {
        hone_camera camera = HONE_CAMERA_DEFAULT;
        assert_int_equal(actor_list_update(&c.list, frame, &c.report), STATUS_OK);
        camera_followed_apply(&followed, &c.list, frame, &camera);
        const hone_affine *top = &hone_actor_bones(c.list.members[1].actor)[2];
        CHECK_NEAR(camera.target[1], 10 + (frame == 15 ? top->m[1][3] : 0), 1e-4);
        CHECK_NEAR(camera.target[2], frame == 15 ? top->m[2][3] + 7 : 0, 1e-4);
    }
    close_cast(&c, &s);
}

/* Each allocation fails in turn, alone, or with all that follow it. */
static void a_lack_of_memory_makes_no_list(void **state)
{
    (void)state;
    scene s = make_scene((const char *const[]){"tower.pmx", "tower.pmx"}, 2);
    *scene_add_key(&s.models[0]) = (scene_key){.attach = 2, .bone = "#1", .scale = 1, .opacity = 1}; /* a circle */
    *scene_add_key(&s.models[1]) = (scene_key){.attach = 1, .bone = "#1", .scale = 1, .opacity = 1};
    *scene_add_parent(&s.models[1]) = (scene_parent){.child = "#0", .attach = 1, .bone = "#2"};
    inputs in;
    const playback_values play = {0};
    report r = report_make();
    r.quiet = true;
    const input_settings settings = {.scene = &s, .scene_path = "scene"};
    CHECK(inputs_load((const char *const[]){"tower.pmx", "scene"}, 2, &settings, &in, &r) == STATUS_OK);
    for (uint32_t i = 0; i < in.count; i++) hone_model_humanoid(in.items[i].model); /* which models keep if they can */
    for (int alone = 0; alone < 2; alone++) {
        uint64_t n = 0;
        for (bool refused = true; refused; n++) {
            actor_list list = {0};
            (alone ? refuse_memory_at : refuse_memory_from)(n);
            int status = actor_list_make(&in, &play, false, &list, &r);
            refused = refuse_memory_end();
            if ((status == STATUS_OK) == refused)
                fail_msg("allocation %d: status %d", (int)n, status);
            actor_list_release(&list);
        }
        CHECK(n > 20);
    }
    inputs_release(&in);
    report_release(&r);
    scene_release(&s);
}

TEST_GROUP(test_actor_keys)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(key_values_change_evenly),
        cmocka_unit_test(an_accessory_changes_its_place_and_its_bone),
        cmocka_unit_test(a_bone_follows_a_bone_of_another_model),
        cmocka_unit_test(bodies_follow_with_the_bone),
        cmocka_unit_test(what_is_missing_or_goes_in_a_circle_is_left_out),
        cmocka_unit_test(the_camera_follows_a_bone),
        cmocka_unit_test(a_lack_of_memory_makes_no_list),
    };
    return cmocka_run_group_tests(tests, make_files, command_folder_leave);
}
