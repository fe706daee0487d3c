/* Scene files: what is written is read back equal, and what is wrong is named in one line. */
#define _XOPEN_SOURCE 700
#include "support/command.h"
#include "support/make/make_scene.h"
#include "support/memory/refuse_memory.h"
#include "support/support.h"
#include "support/system.h"
#include "tool/place/place_model.h"
#include "tool/scene/scene_copy.h"
#include "tool/scene/scene_file.h"
#include "tool/scene/scene_path.h"
#include "tool/settings/settings.h"
#include "tool/system/system.h"

#include <stdlib.h>
#include <string.h>

static const char *const whole = make_scene_text;

static bool read_text(const char *text, size_t size, scene *out, hone_error *error)
{
    char *copy = malloc(size ? size : 1); /* so that a sanitizer sees reads behind the end */
    assert_non_null(copy);
    memcpy(copy, text, size);
    bool ok = scene_read(copy, size, "here", out, error);
    free(copy);
    return ok;
}

/* As editors of Windows and programs of Python write it. */
static void a_byte_order_mark_is_skipped_and_null_is_absent(void **state)
{
    (void)state;
    static const char text[] = "\xEF\xBB\xBF{\"hone\": 1, \"models\": [{\"file\": \"a.pmx\", \"at\": null}],"
                               " \"motions\": null, \"camera\": null}";
    scene s;
    hone_error error = {0};
    assert_true(scene_is_file(text, sizeof text - 1));
    if (!read_text(text, sizeof text - 1, &s, &error))
        fail_msg("%s", error.message);
    assert_int_equal(s.model_count, 1);
    assert_int_equal(s.motion_count, 0);
    scene_release(&s);
    assert_false(read_text("{\"hone\": null, \"models\": [null]}", 33, &s, &error));
}

static void every_member_is_read(void **state)
{
    (void)state;
    scene s;
    hone_error error = {0};
    if (!read_text(whole, make_scene_size, &s, &error))
        fail_msg("%s", error.message);
    assert_int_equal(s.model_count, 2);
    assert_string_equal(s.models[0].path, "here/a/miku.pmx");
    assert_true(s.models[0].place.at[1] == 2.5f && s.models[0].place.turn[2] == 30 && s.models[0].place.scale == 2);
    assert_string_equal(s.models[0].bones[0].name, "頭");
    assert_true(s.models[0].bones[0].rotation[1] == 0.6f && s.models[0].morphs[0].weight == 0.1f);
    assert_true(!s.models[0].chains[0].on && s.models[0].invisible && s.models[0].edge_scale == 0.5f);
    assert_string_equal(s.models[0].hidden[0], "skirt");
    assert_true(s.models[0].additive && s.models[0].no_self_shadow && s.models[0].edge_colour.rgba[2] == 0.5f);
    assert_true(s.models[0].key_count == 2 && s.models[0].keys[0].turn[1] == 400 && s.models[0].keys[0].scale == 10);
    assert_true(s.models[0].keys[0].opacity == 0.5f && !s.models[0].keys[0].no_shadow && !s.models[0].keys[0].attach);
    assert_true(s.models[0].keys[1].frame == 9.5 && s.models[0].keys[1].scale == 1 && s.models[0].keys[1].no_shadow);
    assert_true(s.models[0].keys[1].opacity == 1 && s.models[0].keys[1].attach == 2);
    assert_true(s.models[0].parent_count == 2 && s.models[0].parents[0].attach == 2 && !s.models[0].parents[1].attach);
    assert_string_equal(s.models[0].parents[0].child, "arm");
    assert_string_equal(s.models[0].parents[0].bone, "hilt");
    assert_true(s.camera_parent_count == 2 && s.camera_parents[0].attach == 1 && s.camera_parents[1].frame == 3);
    assert_true(s.play.physics.gravity_key_count == 2 && s.play.physics.gravity_keys[1].gravity[1] == 98 &&
                s.play.physics.gravity_keys[1].frame == 5);
    assert_string_equal(s.models[1].place.bone, "rightHand");
    assert_true(s.models[1].place.attach == 1 && s.models[1].place.turn[1] == 90);
    assert_string_equal(s.motions[0].path, "/root/dance.vmd");
    assert_true(s.motions[0].model == 1 && s.motions[0].weight == 0.25f && s.motions[0].off);
    assert_true(s.motions[1].model == 0 && s.motions[1].weight == 1 && !s.motions[1].off);
    assert_true(s.play.physics.mode == PLAYBACK_PHYSICS_ON && s.play.ik == PLAYBACK_IK_OFF);
    assert_true(s.play.rules.order == HONE_ORDER_LAG && s.play.rules.toe_start == HONE_TOE_START_MOVED);
    assert_true(s.play.gaze.given && !s.play.gaze.camera && s.play.gaze.point[2] == 3);
    assert_true(s.play.physics.gravity.given && s.play.physics.gravity.value[1] == -9.8f && s.play.feet.floor.given);
    assert_true(s.camera.is_fixed && s.camera.fixed.orthographic && s.camera.turntable && s.camera.orbit.yaw == 30);
    CHECK_NEAR(s.camera.fixed.angles[0], 1.5707963, 1e-6);
    assert_true(s.look.light_direction.given && s.look.light_colour.rgba[1] == 0.5f && s.look.draw.no_edges);
    assert_true(s.look.draw.shadows == 1 && s.size.height == 360);
    assert_string_equal(s.look.backdrop.file, "here/sky.mp4");
    assert_true(s.look.backdrop.fit == 3 && s.look.backdrop.offset[1] == -20 && s.look.backdrop.scale == 0.5f);
    assert_true(s.look.backdrop.frame.height == 384 && s.look.backdrop.delay == 1.5 && s.look.backdrop.loop);
    assert_true(s.look.ground_shadow.of_light && s.look.ground_shadow.colour.rgba[2] == 0.25f);
    assert_true(s.look.ground_shadow.strength.given && s.look.ground_shadow.strength.value == 0.75f);
    assert_true(s.film.rate.rate == 30000 && s.film.rate.divisor == 1001 && s.frames.last == 100 && s.frame == 12.5);
    scene_release(&s);
}

static void what_is_written_is_read_back_equal(void **state)
{
    (void)state;
    scene s, again;
    hone_bytes first, second;
    CHECK(read_text(whole, make_scene_size, &s, NULL));
    CHECK(scene_write(&s, "here", &first, NULL));
    CHECK(scene_read(first.data, first.size, "here", &again, NULL));
    CHECK(scene_write(&again, "here", &second, NULL));
    assert_int_equal(first.size, second.size);
    assert_memory_equal(first.data, second.data, first.size);
    assert_true(strstr((const char *)first.data, "\"a/miku.pmx\"") != NULL); /* relative to its folder */
    assert_memory_equal(&s.camera.fixed, &again.camera.fixed, sizeof s.camera.fixed);
    assert_memory_equal(&s.play.rules, &again.play.rules, sizeof s.play.rules);
    assert_int_equal(s.play.physics.gravity_key_count, again.play.physics.gravity_key_count);
    assert_memory_equal(s.play.physics.gravity_keys, again.play.physics.gravity_keys,
                        s.play.physics.gravity_key_count * sizeof *s.play.physics.gravity_keys);
    const option *o;
    for (uint32_t i = 0; (o = setting_at(i)); i++)
        if (strncmp(o->key, "picture.", 8) == 0)
            assert_true(setting_is_set(o, &s) && setting_is_same(o, &s, &again));
    assert_memory_equal(&s.play.feet, &again.play.feet, sizeof s.play.feet);
    assert_true(strcmp(s.look.backdrop.file, again.look.backdrop.file) == 0);
    again.look.backdrop.file = s.look.backdrop.file;
    assert_memory_equal(&s.look.backdrop, &again.look.backdrop, sizeof s.look.backdrop);
    assert_true(memcmp(&s.look.ground_shadow, &again.look.ground_shadow, sizeof s.look.ground_shadow) == 0);
    assert_true(memcmp(&s.look.light_colour, &again.look.light_colour, sizeof s.look.light_colour) == 0);
    assert_memory_equal(s.models[0].bones[0].rotation, again.models[0].bones[0].rotation, 4 * sizeof(float));
    hone_bytes_release(&first);
    hone_bytes_release(&second);
    scene_release(&s);
    scene_release(&again);
}

static void a_scene_cut_anywhere_is_refused(void **state)
{
    (void)state;
    scene s;
    for (size_t size = 0; size < make_scene_size - 2; size++) {
        hone_error error = {0};
        assert_false(read_text(whole, size, &s, &error));
        assert_true(error.message[0] && !strchr(error.message, '\n'));
    }
}

static void wrong_scenes_are_named_by_line_and_member(void **state)
{
    (void)state;
    static const char *const wrong[][2] = {
        {"{ \"hone\": 2 }", "line 1: hone: is version 2 of the format; this hone reads up to 1"},
        {"{ \"hone\": 1.5 }", "line 1: hone: needs the version of the format, which is 1"},
        {"{ \"hone\": 1,\n \"colour\": 3 }", "line 2: colour: is not known"},
        {"{ \"hone\": 1,\n \"hone\": 1\n }", "is not valid JSON: duplicate object key \"hone\", in line 2"},
        {"{ \"hone\": 1, \"models\": [ {\n\"file\": \"a\" }, { \"file\": \"b\",\n\n \"at\": [1, 2] } ] }",
         "line 4: models[1].at: needs 3 numbers"},
        {"{ \"hone\": 1, \"models\": [ { } ] }", "line 1: models[0]: needs a \"file\""},
        {"{ \"hone\": 1, \"models\": [ { \"file\": \"\" } ] }", "line 1: models[0].file: must not be empty"},
        {"{ \"hone\": 1, \"models\": [ { \"file\": \"a\", \"scale\": 0 } ] }",
         "line 1: models[0].scale: must be from 0.001 to 1000"},
        {"{ \"hone\": 1, \"models\": [ { \"file\": \"a\", \"attach\": { \"model\": 2, \"bone\": \"b\" } } ] }",
         "line 1: attach.model: the scene has no model 2"},
        {"{ \"hone\": 1, \"models\": [ { \"file\": \"a\", \"attach\": { \"model\": 1 } } ] }",
         "line 1: models[0].attach: needs a \"bone\""},
        {"{ \"hone\": 1, \"models\": [ { \"file\": \"a\", \"keys\": [ { \"frame\": 2 }, { \"frame\": 1 } ] } ] }",
         "line 1: models[0].keys[1]: frame: is before that of the key before"},
        {"{ \"hone\": 1, \"models\": [ { \"file\": \"a\", \"keys\": [ { \"scale\": 0 } ] } ] }",
         "line 1: models[0].keys[0].scale: must be from 1e-06 to 1e+06"},
        {"{ \"hone\": 1, \"models\": [ { \"file\": \"a\", \"parents\": [ { \"frame\": 2 } ] } ] }",
         "line 1: models[0].parents[0]: needs a \"bone\""},
        {"{ \"hone\": 1, \"models\": [ { \"file\": \"a\", \"keys\": [ { \"attach\": { \"model\": 2, \"bone\": "
         "\"b\" } } ] } ] }",
         "line 1: keys and parents: the scene has no such model"},
        {"{ \"hone\": 1, \"camera\": { \"parents\": [ { \"bone\": \"a\" } ] } }",
         "line 1: camera.parents[0].bone: is not known"},
        {"{ \"hone\": 1, \"camera\": { \"parents\": [ { \"attach\": { \"model\": 1, \"bone\": \"b\" } } ] } }",
         "camera.parents: the scene has no such model"},
        {"{ \"hone\": 1, \"playback\": { \"gravity_keys\": [ { \"gravity\": [0, 20000, 0] } ] } }",
         "line 1: playback.gravity_keys[0].gravity: must be from -10000 to 10000"},
        {"{ \"hone\": 1, \"motions\": [ { \"file\": \"a\", \"model\": 7 } ] }",
         "line 1: motions: model: the scene has no model 7"},
        {"{ \"hone\": 1, \"picture\": { \"shadows\": \"none\" } }",
         "line 1: picture.shadows: must be one of both, self, ground, off"},
        {"{ \"hone\": 1, \"picture\": { \"backdrop\": { \"fit\": \"fill\" } } }",
         "line 1: picture.backdrop: needs a \"file\""},
        {"{ \"hone\": 1, \"picture\": { \"backdrop\": { \"file\": \"a\", \"fit\": \"cover\" } } }",
         "line 1: picture.backdrop.fit: must be one of fill, fit, stretch, original"},
        {"{ \"hone\": 1, \"picture\": { \"backdrop\": { \"file\": \"a\", \"frame\": [3] } } }",
         "line 1: picture.backdrop.frame: needs a width and a height"},
        {"{ \"hone\": 1, \"picture\": { \"ground_shadow\": { \"strength\": 2 } } }",
         "line 1: picture.ground_shadow.strength: must be from 0 to 1"},
        {"{ \"hone\": 1, \"picture\": { \"background\": [1, 2, 3] } }",
         "line 1: picture.background[1]: must be from 0 to 1"},
        {"{ \"hone\": 1, \"camera\": { \"source\": \"top\" } }",
         "line 1: camera.source: must be keys, auto, front, side, back, full, bust or face"},
        {"{ \"hone\": 1, \"playback\": { \"rig\": \"x=y\" } }",
         "line 1: playback.rig: needs what --rig takes, such as \"order=lag,curve=mmd\""},
        {"{ \"hone\": 1, \"fps\": 0 }", "line 1: fps: must be from 1 to 1e+07"},
        {"{ \"hone\": 1 } x", "is not valid JSON: something follows its end, in line 1"},
        {"[ 1 ]", "line 1: is no scene of hone: { \"hone\": 1, … } is missing"},
        {"{ \"hone\": 1, \"sound\": { \"file\": \"\\ud800\" } }",
         "is not valid JSON: an escape in a string is not valid, in line 1"},
        {"{ \"hone\": 1, \"sound\": { \"file\": \"\\u0000\" } }",
         "is not valid JSON: an escape in a string is not valid, in line 1"},
        {"{ \"hone\": 1, \"sound\": { \"file\": \"\xff\" } }", "is not valid JSON: a string is not UTF-8, in line 1"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        scene s;
        hone_error error = {0};
        assert_false(read_text(wrong[i][0], strlen(wrong[i][0]), &s, &error));
        assert_string_equal(error.message, wrong[i][1]);
        assert_int_equal(s.model_count, 0);
    }
}

static void deep_and_long_texts_are_refused(void **state)
{
    (void)state;
    enum { SIZE = 100000 };
    char *text = malloc(SIZE);
    assert_non_null(text);
    int used = snprintf(text, SIZE, "{ \"hone\": 1, \"models\": ");
    memset(text + used, '[', SIZE - (size_t)used);
    scene s;
    assert_false(read_text(text, SIZE, &s, NULL));
    used = snprintf(text, SIZE, "{ \"hone\": 1, \"sound\": { \"file\": \"");
    memset(text + used, 'a', SIZE - (size_t)used);
    assert_false(read_text(text, SIZE, &s, NULL));
    free(text);
}

static void only_scenes_are_scenes(void **state)
{
    (void)state;
    assert_true(scene_is_file("\n { \"hone\" : 1 }", 16));
    assert_false(scene_is_file("{ \"asset\": {} }", 15));
    assert_false(scene_is_file("", 0));
    assert_false(scene_is_file("{", 1));
    assert_false(scene_is_file("{ \"hone", 7));
}

static void check_path(const char *folder, const char *path, const char *relative)
{
    char *to = scene_path_to(folder, path);
    assert_string_equal(to, relative);
    free(to);
}

static void paths_are_relative_to_the_scene(void **state)
{
    (void)state;
    check_path("/nowhere/scenes", "/nowhere/scenes/a.pmx", "a.pmx");
    check_path("/nowhere/scenes", "/nowhere/scenes/models/a.pmx", "models/a.pmx");
    check_path("/nowhere/scenes", "/nowhere/models/a.pmx", "../models/a.pmx");
    check_path("/nowhere/deep/scenes", "/nowhere/a.pmx", "../../a.pmx");
    check_path("/nowhere/scenes", "/nowhere/scenes2/a.pmx", "../scenes2/a.pmx");
    check_path("/nowhere", "/elsewhere/a.pmx", "/elsewhere/a.pmx");
    char *from = scene_path_from("", "http://example.org/a.mp3"); /* a file, not an address */
    assert_string_equal(from, "./http://example.org/a.mp3");
    free(from);
}

static void long_paths_are_relative_to_the_scene(void **state)
{
    (void)state;
    char folder[HONE_PATH_SIZE], path[HONE_PATH_SIZE];
    size_t length = test_make_long_folder(folder);
    snprintf(path, sizeof path, "%.*s/../体.pmx", (int)length, folder);
    check_path(folder, path, "../体.pmx");
}

static void files_of_other_drives_keep_their_path(void **state)
{
    (void)state;
    if (!system_is_absolute("C:/"))
        test_skip(1, "test of drives, which are names of folders here");
    check_path("C:/nowhere/scenes", "C:/nowhere/models/a.pmx", "../models/a.pmx");
    check_path("C:/nowhere/scenes", "Q:/models/a.pmx", "Q:/models/a.pmx");
}

static void motions_without_a_file_are_not_written(void **state)
{
    (void)state;
    scene s = {0};
    hone_bytes bytes;
    hone_error error = {0};
    scene_add_motion(&s);
    assert_false(scene_write(&s, "", &bytes, &error));
    assert_int_equal(error.code, HONE_ERROR_ARGUMENT);
    scene_release(&s);
    scene_add_model(&s)->path = scene_text(&s, "\xff.pmx");
    assert_false(scene_write(&s, "", &bytes, &error));
    scene_release(&s);
}

static void scenes_are_saved_and_loaded(void **state)
{
    (void)state;
    scene s = {0}, again;
    hone_error error = {0};
    scene_add_model(&s)->path = scene_text(&s, "a.pmx");
    CHECK(scene_save(&s, "a.json", NULL));
    CHECK(scene_load("a.json", &again, NULL));
    assert_string_equal(again.models[0].path, "./a.pmx");
    assert_false(scene_load("none.json", &(scene){0}, &error));
    scene_release(&s);
    scene_release(&again);
}

/* ---- damage and lack of memory ----------------------------------------------------------------------------------- */

static void a_scene_with_any_byte_changed_is_read_or_refused(void **state)
{
    (void)state;
    static const char bytes[] = {'\0', '"', '{', ']', ',', '9', '-', '\\', (char)0x80, '\n'};
    char *text = strdup(whole);
    CHECK(text);
    for (size_t at = 0; at < make_scene_size; at++) {
        scene s;
        hone_error error = {0};
        text[at] = bytes[at % sizeof bytes];
        bool ok = read_text(text, make_scene_size, &s, &error);
        assert_true(ok || (error.message[0] && !strchr(error.message, '\n') && s.text_count == 0));
        scene_release(&s);
        text[at] = whole[at];
    }
    free(text);
}

typedef bool attempt(hone_error *error);

static scene written;

static bool read_whole(hone_error *error)
{
    scene s;
    bool ok = scene_read(whole, make_scene_size, "here", &s, error);
    assert_true(ok == (s.models != NULL) && ok == (s.texts != NULL));
    scene_release(&s);
    return ok;
}

static bool load_whole(hone_error *error)
{
    scene s;
    bool ok = scene_load("whole.json", &s, error);
    assert_true(ok == (s.models != NULL));
    scene_release(&s);
    return ok;
}

static bool write_whole(hone_error *error)
{
    hone_bytes bytes;
    bool ok = scene_write(&written, "here", &bytes, error);
    if (ok)
        hone_bytes_release(&bytes);
    return ok;
}

static bool save_whole(hone_error *error)
{
    return scene_save(&written, "saved.json", error);
}

static uint32_t same_number(const void *user, uint32_t number)
{
    (void)user;
    return number;
}

static bool copy_whole(hone_error *error)
{
    scene s = {0};
    scene_model *to = scene_add_model(&s);
    bool ok = to && scene_copy_stage(&written.models[0], same_number, NULL, &s, to) &&
              scene_copy_parents(&written, same_number, NULL, &s) && scene_copy_gravity(&written, &s);
    scene_release(&s);
    return ok || hone_fail_memory(error);
}

/* Each allocation fails in turn, alone, or with all that follow it. */
static void check_attempts(attempt *try)
{
    for (int alone = 0; alone < 2; alone++) {
        uint64_t n = 0;
        for (bool refused = true; refused; n++) {
            hone_error error = {0};
            (alone ? refuse_memory_at : refuse_memory_from)(n);
            bool ok = try(&error);
            refused = refuse_memory_end();
            assert_true(ok != refused);
            assert_true(ok || (error.code == HONE_ERROR_MEMORY && error.message[0] && !strchr(error.message, '\n')));
        }
        assert_true(n > 2);
    }
}

static void a_lack_of_memory_is_one_error(void **state)
{
    (void)state;
    CHECK(hone_file_write("whole.json", whole, make_scene_size, NULL));
    CHECK(scene_read(whole, make_scene_size, "here", &written, NULL));
    check_attempts(read_whole);
    check_attempts(load_whole);
    check_attempts(write_whole);
    check_attempts(save_whole);
    check_attempts(copy_whole);
    scene_release(&written);
}

TEST_GROUP(test_scene_file)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_byte_order_mark_is_skipped_and_null_is_absent),
        cmocka_unit_test(every_member_is_read),
        cmocka_unit_test(what_is_written_is_read_back_equal),
        cmocka_unit_test(a_scene_cut_anywhere_is_refused),
        cmocka_unit_test(wrong_scenes_are_named_by_line_and_member),
        cmocka_unit_test(deep_and_long_texts_are_refused),
        cmocka_unit_test(only_scenes_are_scenes),
        cmocka_unit_test(paths_are_relative_to_the_scene),
        cmocka_unit_test(long_paths_are_relative_to_the_scene),
        cmocka_unit_test(files_of_other_drives_keep_their_path),
        cmocka_unit_test(motions_without_a_file_are_not_written),
        cmocka_unit_test(scenes_are_saved_and_loaded),
        cmocka_unit_test(a_scene_with_any_byte_changed_is_read_or_refused),
        cmocka_unit_test(a_lack_of_memory_is_one_error),
    };
    return cmocka_run_group_tests(tests, command_folder_enter, command_folder_leave);
}
