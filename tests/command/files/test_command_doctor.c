/* hone doctor and hone diff: output, JSON, exit status. */
#define _POSIX_C_SOURCE 200809L
#include "support/command.h"
#include "support/json_find.h"
#include "support/make/bodies/puppet.h"
#include "support/support.h"

#include <string.h>

static int make_files(void **state)
{
    const puppet_desc plain = {0};
    return command_folder_enter(state) == 0 && puppet_write_model("tower.pmx", puppet_make(&plain, NULL), 0) &&
                   puppet_write_model("odd.pmx", puppet_make(&plain, NULL), 3) &&
                   puppet_write_model("swing.pmx", puppet_make(&(puppet_desc){.swing = true}, NULL), 0) &&
                   puppet_write_motion("turn.vmd", puppet_motion(1, NULL)) &&
                   puppet_write_motion("twist.vmd", puppet_motion(1.5f, NULL))
               ? 0
               : -1;
}

static void a_sound_model_passes_even_strictly(void **state)
{
    (void)state;
    command_result r = HONE("doctor", "tower.pmx", "turn.vmd", "swing.pmx", "--strict");
    assert_int_equal(r.status, 0);
    assert_string_equal(r.err, "");
    assert_non_null(strstr(r.out, "tower.pmx  (pmx)\n  塔\n  faults 0, warnings 0, notes 0\n"));
    assert_non_null(strstr(r.out, "swing.pmx  (pmx)\n"));
    command_result_release(&r);
}

static void repairs_of_the_loader_are_faults(void **state)
{
    (void)state;
    command_result r = HONE("doctor", "odd.pmx");
    assert_int_equal(r.status, 0);
    assert_string_equal(r.err, "");
    assert_non_null(strstr(r.out, "faults 1, warnings 0, notes 0"));
    assert_non_null(strstr(r.out, "fault    repaired"));
    command_result_release(&r);
    r = HONE("doctor", "odd.pmx", "--strict");
    assert_int_equal(r.status, 1);
    assert_int_equal(command_line_count(r.err), 1);
    assert_non_null(strstr(r.out, "fault    repaired"));
    command_result_release(&r);
}

static void json_has_all_findings(void **state)
{
    (void)state;
    command_result r = HONE("doctor", "swing.pmx", "odd.pmx", "--json", "--for", "vrm");
    double value = json_number(r.out, "0.faults");
    assert_int_equal(r.status, 0);
    assert_true(json_is_valid(r.out));
    assert_int_equal(json_count(r.out, ""), 2);
    assert_true(json_string_is(r.out, "1.findings.0.check", "repaired"));
    assert_true(json_string_is(r.out, "1.findings.0.level", "fault"));
    assert_true(value == 1); /* it has not the bones of a human */
    assert_non_null(strstr(r.out, "\"humanoid\""));
    command_result_release(&r);
}

static void info_checks_as_doctor_does(void **state)
{
    (void)state;
    command_result doctor = HONE("doctor", "odd.pmx", "turn.vmd", "--json"),
                   info = HONE("info", "--check", "odd.pmx", "turn.vmd", "--json");
    CHECK(doctor.status == 0 && info.status == 0);
    assert_string_equal(info.out, doctor.out);
    assert_string_equal(info.err, "");
    command_result_release(&doctor);
    command_result_release(&info);
    CHECK_FAILS(2, "info", "--check", "--tree", "odd.pmx");
    command_result none = HONE("info", "--check");
    CHECK(none.status == 2);
    assert_string_equal(none.err, "hone: info: no model given (hone doctor -h)\n"); /* the word that was typed */
    command_result_release(&none);
}

static void a_scene_is_checked_with_what_it_lacks(void **state)
{
    (void)state;
    static const char text[] =
        "{ \"hone\": 1, \"models\": [ { \"file\": \"gone.pmx\" }, { \"file\": \"odd.pmx\", \"attach\": { \"model\": 1, "
        "\"bone\": \"x\" } },\n"
        "  { \"file\": \"tower.pmx\" } ], \"motions\": [ { \"file\": \"away.vmd\", \"model\": 3 },\n"
        "  { \"file\": \"turn.vmd\", \"model\": 3 } ], \"sound\": { \"file\": \"lost.wav\" } }";
    CHECK(command_file_write("scene.json", text, sizeof text - 1));
    command_result r = HONE("doctor", "scene.json", "--json");
    CHECK(r.status == 0 && json_count(r.out, "") == 3 && json_string_is(r.out, "0.format", "scene"));
    CHECK(json_string_is(r.out, "0.findings.0.check", "missing-file") && json_number(r.out, "0.faults") == 1);
    CHECK(json_string_is(r.out, "0.findings.0.names.0", "./gone.pmx") &&
          json_string_is(r.out, "0.findings.0.names.1", "./away.vmd") &&
          json_string_is(r.out, "0.findings.0.names.2", "./lost.wav"));
    CHECK(json_string_is(r.out, "1.path", "./odd.pmx") && json_string_is(r.out, "1.findings.0.check", "repaired"));
    CHECK(json_string_is(r.out, "2.path", "./tower.pmx") && json_count(r.out, "2.findings") == 0);
    command_result_release(&r);
    r = HONE("doctor", "scene.json");
    CHECK(r.status == 0 && strstr(r.out, "scene.json  (scene)\n  faults 1, warnings 0, notes 0\n"));
    command_result_release(&r);
    r = HONE("doctor", "scene.json", "--strict");
    CHECK(r.status == 1 && command_line_count(r.err) == 1 && strstr(r.out, "missing-file"));
    command_result_release(&r);
}

static void files_that_cannot_be_read_do_not_stop_the_others(void **state)
{
    (void)state;
    CHECK(command_file_write("broken.pmx", "PMX ", 4));
    command_result r = HONE("doctor", "broken.pmx", "tower.pmx", "missing.glb");
    CHECK(r.status == 1 && strstr(r.out, "tower.pmx") && !strstr(r.out, "broken.pmx"));
    CHECK(strstr(r.err, "hone: broken.pmx: ") && strstr(r.err, "hone: missing.glb: "));
    command_result_release(&r);
    r = HONE("doctor", "broken.pmx");
    CHECK(r.status == 1 && strstr(r.err, "hone: broken.pmx: ") && !strstr(r.err, "no model given"));
    command_result_release(&r);
}

static void doctor_wants_a_model(void **state)
{
    (void)state;
    CHECK_FAILS(2, "doctor");
    CHECK_FAILS(2, "doctor", "turn.vmd");
    CHECK_FAILS(1, "doctor", "gone.pmx");
    CHECK_FAILS(2, "doctor", "tower.pmx", "--for", "fbx");
    CHECK_FAILS(2, "doctor", "tower.pmx", "--target", "fbx"); /* its former name */
}

static void diff_names_what_changed(void **state)
{
    (void)state;
    command_result r = HONE("diff", "tower.pmx", "swing.pmx");
    assert_int_equal(r.status, 0);
    assert_string_equal(r.err, "");
    assert_string_equal(r.out, "bodies\n  + 胸\n  + 頭\njoints\n  + 首\n");
    command_result_release(&r);
    r = HONE("diff", "turn.vmd", "twist.vmd", "--json");
    assert_int_equal(r.status, 0);
    assert_true(json_is_valid(r.out));
    assert_int_equal(json_count(r.out, "differences"), 2);
    assert_true(json_string_is(r.out, "differences.0.kind", "changed"));
    assert_true(json_string_is(r.out, "differences.0.name", "上半身"));
    command_result_release(&r);
}

/* A glTF with a mesh and a clip is a model, unless it is said to be a motion. */
static void a_file_may_be_said_to_be_a_motion(void **state)
{
    (void)state;
    CHECK_RUNS("convert", "tower.pmx", "turn.vmd", "-q", "-o", "turn.glb");
    CHECK_RUNS("convert", "tower.pmx", "twist.vmd", "-q", "-o", "twist.glb");
    command_result models = HONE("diff", "turn.glb", "twist.glb", "-q");
    command_result motions = HONE("diff", "--motion", "turn.glb", "twist.glb", "-q");
    assert_int_equal(motions.status, 0);
    assert_non_null(strstr(motions.out, "channels\n  ~ 上半身"));
    assert_null(strstr(models.out, "channels\n"));
    command_result_release(&models);
    command_result_release(&motions);
    command_result r = HONE("info", "--motion", "turn.glb", "turn.glb");
    assert_int_equal(r.status, 0);
    assert_non_null(strstr(r.out, "frames                31"));
    assert_non_null(strstr(r.out, "triangles"));
    assert_true(strstr(r.out, "frames  ") < strstr(r.out, "triangles"));
    command_result_release(&r);
    CHECK_RUNS("info", "--motion", "turn.vmd");
    r = HONE("diff", "--motion", "tower.pmx", "swing.pmx");
    assert_int_equal(r.status, 1);
    assert_string_equal(r.err, "hone: tower.pmx: is no motion\n");
    command_result_release(&r);
    CHECK_FAILS(1, "info", "--motion", "tower.pmx");
    CHECK_FAILS(1, "info", "--motion", "gone.vmd");
    CHECK_FAILS(2, "diff", "--motion", "turn.vmd");
    CHECK_FAILS(2, "diff", "--motion", "turn.vmd", "turn.vmd", "turn.vmd");
}

static void diff_is_strict_by_wish(void **state)
{
    (void)state;
    command_result r = HONE("diff", "tower.pmx", "tower.pmx", "--strict");
    assert_int_equal(r.status, 0);
    assert_string_equal(r.out, "no differences\n");
    command_result_release(&r);
    r = HONE("diff", "tower.pmx", "swing.pmx", "--strict");
    assert_int_equal(r.status, 1);
    assert_int_equal(command_line_count(r.err), 1);
    command_result_release(&r);
}

static void diff_compares_scenes(void **state)
{
    (void)state;
    static const char a[] = "{ \"hone\": 1, \"models\": [ { \"file\": \"tower.pmx\" }, { \"file\": \"odd.pmx\" } ],\n"
                            "  \"picture\": { \"edge_scale\": 2 } }",
                      b[] = "{ \"hone\": 1, \"models\": [ { \"file\": \"tower.pmx\", \"scale\": 2 } ],\n"
                            "  \"motions\": [ { \"file\": \"turn.vmd\" } ], \"picture\": { \"edges\": false } }";
    CHECK(command_file_write("a.json", a, sizeof a - 1) && command_file_write("b.json", b, sizeof b - 1));
    command_result r = HONE("diff", "a.json", "b.json");
    CHECK(r.status == 0 && *r.err == '\0');
    assert_string_equal(r.out,
                        "models\n"
                        "  ~ tower.pmx: { \"file\": \"tower.pmx\" } -> { \"file\": \"tower.pmx\", \"scale\": 2 }\n"
                        "  - odd.pmx\n"
                        "motions\n"
                        "  + turn.vmd\n"
                        "settings\n"
                        "  ~ picture.edge_scale: 2 -> (none)\n"
                        "  ~ picture.edges: (none) -> false\n");
    command_result_release(&r);
    r = HONE("diff", "a.json", "a.json", "--strict");
    CHECK(r.status == 0 && strcmp(r.out, "no differences\n") == 0);
    command_result_release(&r);
    CHECK_FAILS(1, "diff", "a.json", "tower.pmx");
    CHECK_FAILS(1, "diff", "--motion", "a.json", "b.json");
}

static void the_only_model_or_motion_of_a_scene_is_compared_with_a_file(void **state)
{
    (void)state;
    static const char text[] = "{ \"hone\": 1, \"models\": [ { \"file\": \"swing.pmx\", \"scale\": 2 } ],\n"
                               "  \"motions\": [ { \"file\": \"turn.vmd\", \"model\": 1 } ] }",
                      two[] = "{ \"hone\": 1, \"models\": [ { \"file\": \"swing.pmx\" }, { \"file\": \"odd.pmx\" } ] }";
    CHECK(command_file_write("one.json", text, sizeof text - 1) && command_file_write("two.json", two, sizeof two - 1));
    command_result files = HONE("diff", "tower.pmx", "swing.pmx"), r = HONE("diff", "tower.pmx", "one.json");
    CHECK(r.status == 0 && *r.err == '\0' && *r.out);
    assert_string_equal(r.out, files.out);
    command_result_release(&files);
    command_result_release(&r);
    r = HONE("diff", "one.json", "turn.vmd");
    CHECK(r.status == 0);
    assert_string_equal(r.out, "no differences\n");
    command_result_release(&r);
    r = HONE("diff", "--motion", "turn.vmd", "one.json");
    assert_string_equal(r.out, "no differences\n");
    command_result_release(&r);
    r = HONE("diff", "tower.pmx", "two.json");
    CHECK(r.status == 1);
    assert_string_equal(r.err, "hone: two.json: has 2 models, not one that can be compared with a file\n");
    command_result_release(&r);
    CHECK_FAILS(1, "diff", "two.json", "turn.vmd");
    CHECK_FAILS(1, "diff", "one.json", "gone.pmx");
}

static void diff_wants_two_files_of_one_kind(void **state)
{
    (void)state;
    CHECK_FAILS(2, "diff", "tower.pmx");
    CHECK_FAILS(2, "diff", "tower.pmx", "tower.pmx", "tower.pmx");
    CHECK_FAILS(1, "diff", "tower.pmx", "turn.vmd");
    CHECK_FAILS(1, "diff", "tower.pmx", "gone.pmx");
}

TEST_GROUP(test_command_doctor)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_sound_model_passes_even_strictly),
        cmocka_unit_test(repairs_of_the_loader_are_faults),
        cmocka_unit_test(json_has_all_findings),
        cmocka_unit_test(info_checks_as_doctor_does),
        cmocka_unit_test(a_scene_is_checked_with_what_it_lacks),
        cmocka_unit_test(files_that_cannot_be_read_do_not_stop_the_others),
        cmocka_unit_test(doctor_wants_a_model),
        cmocka_unit_test(diff_names_what_changed),
        cmocka_unit_test(a_file_may_be_said_to_be_a_motion),
        cmocka_unit_test(diff_is_strict_by_wish),
        cmocka_unit_test(diff_compares_scenes),
        cmocka_unit_test(the_only_model_or_motion_of_a_scene_is_compared_with_a_file),
        cmocka_unit_test(diff_wants_two_files_of_one_kind),
    };
    return cmocka_run_group_tests(tests, make_files, command_folder_leave);
}
