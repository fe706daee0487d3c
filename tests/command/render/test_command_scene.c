/* Scene files: hone render writes them and reads them, with the same pixels. */
#include "support/command.h"
#include "support/image/picture.h"
#include "support/make/bodies/make_human.h"
#include "support/make/bodies/puppet.h"
#include "support/support.h"
#include "support/system.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int make_files(void **state)
{
    const puppet_desc plain = {0}, swing = {.swing = true};
    const float red[3] = {1, 0, 0};
    hone_bytes human = make_human(&(make_human_desc){0});
    bool ok = command_folder_enter(state) == 0 && test_make_folder("models") && test_make_folder("other") &&
              puppet_write_model("models/tower.pmx", puppet_make(&plain, NULL), 0) &&
              puppet_write_model("models/swing.pmx", puppet_make(&swing, NULL), 0) &&
              puppet_write_motion("turn.vmd", puppet_motion(1, NULL)) &&
              puppet_write_motion("light.vmd", puppet_light(red, NULL)) &&
              command_file_write("human.glb", human.data, human.size);
    hone_bytes_release(&human);
    return ok ? 0 : -1;
}

static void write_text(const char *path, const char *text)
{
    CHECK(command_file_write(path, text, strlen(text)));
}

static void a_saved_scene_draws_the_same_picture(void **state)
{
    (void)state;
    command_needs_physics();
    CHECK_RUNS("render", "light.vmd", "models/tower.pmx", "turn.vmd", "--at", "-5,0,0", "--turn", "30",
               "models/swing.pmx", "--attach", "1:#2", "--model-scale", "0.5", "human.glb", "--at", "9,0,0", "--frame",
               "20", "--physics", "on", "--size", "96x64", "--background", "204060", "--shadows", "ground", "--camera",
               "front", "--fov", "40", "-o", "options.png", "--save-scene", "scene.json");
    CHECK_RUNS("render", "scene.json", "-o", "scene.png");
    assert_true(picture_same("options.png", "scene.png"));
    CHECK_RUNS("render", "scene.json", "--save-scene", "other/again.json"); /* without a picture */
    CHECK_RUNS("render", "other/again.json", "-o", "again.png");
    assert_true(picture_same("options.png", "again.png"));
    CHECK_RUNS("render", "other/again.json", "--save-scene", "third.json"); /* from there it names the same files */
    size_t size, third_size;
    char *first = command_file_content("scene.json", &size), *third = command_file_content("third.json", &third_size);
    assert_string_equal(first, third);
    free(first);
    free(third);
}

static void films_of_a_scene_are_the_same(void **state)
{
    (void)state;
    command_needs_physics();
    assert_true(test_make_folder("a") && test_make_folder("b"));
    CHECK_RUNS("render", "models/swing.pmx", "turn.vmd", "--turn", "0,0,90", "--frames", "3:6", "--size", "48x48", "-o",
               "a/{frame}.png", "--save-scene", "film.json");
    CHECK_RUNS("render", "film.json", "-o", "b/{frame}.png");
    assert_int_equal(command_file_count("b"), 4);
    for (int i = 3; i <= 6; i++) {
        char a[32], b[32];
        snprintf(a, sizeof a, "a/%d.png", i), snprintf(b, sizeof b, "b/%d.png", i);
        assert_true(picture_same(a, b));
    }
}

static void options_win_over_the_scene(void **state)
{
    (void)state;
    write_text("wins.json", "{ \"hone\": 1, \"models\": [ { \"file\": \"models/tower.pmx\", \"at\": [50, 0, 0] } ],\n"
                            "  \"camera\": { \"source\": \"side\" },\n"
                            "  \"picture\": { \"size\": [32, 32], \"background\": [1, 0, 0], \"grid\": true } }");
    CHECK_RUNS("render", "wins.json", "--size", "48x24", "--background", "none", "--camera", "front", "--at", "0,0,0",
               "-o", "wins.png");
    CHECK_RUNS("render", "models/tower.pmx", "--size", "48x24", "--background", "none", "--camera", "front", "--grid",
               "-o", "plain.png");
    assert_true(picture_same("wins.png", "plain.png"));
    CHECK_RUNS("render", "wins.json", "turn.vmd", "--frame", "30", "-o", "moved.png"); /* plays on its last model */
    CHECK_RUNS("render", "wins.json", "-o", "still.png");
    assert_false(picture_same("moved.png", "still.png"));
}

static void corrections_change_the_pose(void **state)
{
    (void)state;
    write_text("bent.json",
               "{ \"hone\": 1, \"models\": [ { \"file\": \"models/tower.pmx\", \"bones\": [\n"
               "  { \"name\": \"上半身\", \"rotation\": [0, 0, 0.6, 0.8] }, { \"name\": \"nothing\" } ] } ] }");
    write_text("invisible.json",
               "{ \"hone\": 1, \"models\": [ { \"file\": \"models/tower.pmx\", \"invisible\": true } ],\n"
               "  \"picture\": { \"shadows\": \"off\" } }");
    command_result r = HONE("render", "bent.json", "--size", "48x48", "-o", "bent.png");
    assert_int_equal(r.status, 0);
    assert_non_null(strstr(r.err, "\"nothing\""));
    bool bends = strstr(r.err, "\"上半身\"") == NULL;
    command_result_release(&r);
    CHECK_RUNS("render", "models/tower.pmx", "--size", "48x48", "-o", "straight.png");
    assert_true(bends);
    assert_false(picture_same("bent.png", "straight.png"));
    CHECK_RUNS("render", "-q", "invisible.json", "--size", "48x48", "-o", "nothing.png");
    assert_int_equal(picture_drawn("nothing.png", 48, 48), 0);
}

static void the_automatic_camera_overlooks_what_is_invisible(void **state)
{
    (void)state;
    write_text("alone.json", "{ \"hone\": 1, \"models\": [ { \"file\": \"models/tower.pmx\" } ] }");
    write_text("far.json",
               "{ \"hone\": 1, \"models\": [ { \"file\": \"models/swing.pmx\", \"invisible\": true, \"at\": "
               "[90, 0, 0] }, { \"file\": \"models/tower.pmx\" } ] }");
    write_text("faded.json",
               "{ \"hone\": 1, \"models\": [ { \"file\": \"models/tower.pmx\" },\n"
               "  { \"file\": \"models/swing.pmx\", \"keys\": [ { \"at\": [90, 0, 0], \"opacity\": 0 } ] } ] }");
    CHECK_RUNS("render", "faded.json", "--size", "48x48", "-o", "faded.png");
    CHECK_RUNS("render", "alone.json", "--size", "48x48", "-o", "alone.png");
    CHECK_RUNS("render", "far.json", "--size", "48x48", "-o", "far.png");
    assert_true(picture_same("alone.png", "far.png"));
    assert_true(picture_same("alone.png", "faded.png"));
}

static void light_and_edges_are_options_and_in_the_scene(void **state)
{
    (void)state;
    CHECK_RUNS("render", "models/tower.pmx", "--size", "48x48", "-o", "default.png");
    CHECK_RUNS("render", "models/tower.pmx", "--size", "48x48", "--light", "-0.40824829,-0.81649658,0.40824829",
               "--light-color", "9a9a9a", "--edge-scale", "1", "-o", "same.png");
    assert_true(picture_same("default.png", "same.png"));
    CHECK_RUNS("render", "light.vmd", "models/tower.pmx", "--size", "48x48", "--light", "1,0,0", "--light-color", "0f0",
               "--edge-scale", "3", "-o", "lit.png", "--save-scene", "lit.json");
    CHECK_RUNS("render", "light.vmd", "models/tower.pmx", "--size", "48x48", "-o", "keys.png");
    assert_false(picture_same("lit.png", "keys.png"));
    CHECK_RUNS("render", "lit.json", "-o", "lit-scene.png");
    assert_true(picture_same("lit.png", "lit-scene.png"));
    CHECK_FAILS(2, "render", "models/tower.pmx", "--light", "0,0,0", "-o", "x.png");
    CHECK_FAILS(2, "render", "models/tower.pmx", "--edge-scale", "0", "-o", "x.png");
}

static void a_glTF_is_what_the_scene_says(void **state)
{
    (void)state;
    write_text("roles.json", "{ \"hone\": 1, \"models\": [ { \"file\": \"human.glb\" } ] }");
    CHECK_RUNS("render", "roles.json", "--size", "48x48", "-o", "role.png");
    assert_true(picture_drawn("role.png", 48, 48) > 50);
}

static void wrong_scenes_are_refused_in_one_line(void **state)
{
    (void)state;
    write_text("empty.json", "{ \"hone\": 1 }");
    write_text("new.json", "{ \"hone\": 9 }");
    write_text("missing.json", "{ \"hone\": 1, \"models\": [ { \"file\": \"none.pmx\" } ] }");
    write_text("circle.json",
               "{ \"hone\": 1, \"models\": [\n"
               "  { \"file\": \"models/tower.pmx\", \"attach\": { \"model\": 2, \"bone\": \"#0\" } },\n"
               "  { \"file\": \"models/tower.pmx\", \"attach\": { \"model\": 1, \"bone\": \"#0\" } } ] }");
    CHECK_FAILS(1, "render", "empty.json", "-o", "x.png");
    CHECK_FAILS(1, "render", "new.json", "-o", "x.png");
    CHECK_FAILS(1, "render", "missing.json", "-o", "x.png");
    CHECK_FAILS(1, "render", "circle.json", "-o", "x.png");
    CHECK_FAILS(2, "render", "missing.json", "empty.json", "-o", "x.png");
    CHECK_FAILS(1, "render", "models/tower.pmx", "--save-scene", "none/x.json");
    CHECK_FAILS(1, "pose", "missing.json");
}

static void a_model_without_clips_is_told_where_a_scene_names_one(void **state)
{
    (void)state;
    write_text("clip.json", "{ \"hone\": 1, \"models\": [ { \"file\": \"models/tower.pmx\", \"clip\": \"walk\" } ] }");
    command_result r = HONE("render", "clip.json", "-o", "x.png");
    assert_int_equal(r.status, 1);
    assert_string_equal(r.err, "hone: ./models/tower.pmx: has no clips\n");
    command_result_release(&r);
}

static void info_shows_what_a_scene_says(void **state)
{
    (void)state;
    write_text("info.json", "{ \"hone\": 1, \"models\": [ { \"file\": \"models/tower.pmx\" } ],\n"
                            "  \"motions\": [ { \"file\": \"gone.vmd\", \"model\": 1 } ],\n"
                            "  \"picture\": { \"edge_scale\": 2, \"edges\": false } }");
    command_result result = HONE("info", "info.json");
    assert_int_equal(result.status, 0);
    CHECK(strstr(result.out, "info.json  (scene)\n") && strstr(result.out, "     1    ./models/tower.pmx\n"));
    CHECK(strstr(result.out, "     1    ./gone.vmd  (model 1)  (missing)\n"));
    CHECK(strstr(result.out, "\"edge_scale\": 2,\n    \"edges\": false\n"));
    command_result_release(&result);
    result = HONE("info", "--json", "info.json");
    assert_int_equal(result.status, 0);
    CHECK(strstr(result.out, "\"format\": \"scene\"") && strstr(result.out, "\"found\": false"));
    command_result_release(&result);
    write_text("wrong.json", "{ \"hone\": 1, \"picture\": { \"edges\": 1 } }");
    CHECK_FAILS(1, "info", "wrong.json");
}

TEST_GROUP(test_command_scene)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_saved_scene_draws_the_same_picture),
        cmocka_unit_test(films_of_a_scene_are_the_same),
        cmocka_unit_test(options_win_over_the_scene),
        cmocka_unit_test(corrections_change_the_pose),
        cmocka_unit_test(the_automatic_camera_overlooks_what_is_invisible),
        cmocka_unit_test(light_and_edges_are_options_and_in_the_scene),
        cmocka_unit_test(a_glTF_is_what_the_scene_says),
        cmocka_unit_test(wrong_scenes_are_refused_in_one_line),
        cmocka_unit_test(a_model_without_clips_is_told_where_a_scene_names_one),
        cmocka_unit_test(info_shows_what_a_scene_says),
    };
    if (pictures_are_skipped(sizeof tests / sizeof *tests))
        return 0;
    return cmocka_run_group_tests(tests, make_files, command_folder_leave);
}
