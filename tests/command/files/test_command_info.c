/* hone info: the keys of its JSON, warnings, and all kinds of bad files. */
#include "base/system/files.h"
#include "support/command.h"
#include "support/json_find.h"
#include "support/make/bodies/puppet.h"
#include "support/support.h"
#include "support/system.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Five bones with two roots; a child is before its parent in the file. */
static hone_model *make_family(void)
{
    static const char *const names[] = {"hand", "left", "right", "root", "second"};
    static const int32_t parents[] = {1, 3, 3, HONE_NONE, HONE_NONE};
    hone_builder *builder = hone_builder_create(NULL, 0, NULL);
    hone_bone *bones = hone_builder_array(builder, 5, sizeof *bones);
    for (int i = 0; i < 5; i++)
        bones[i] = (hone_bone){.name = names[i],
                               .english_name = "",
                               .parent = parents[i],
                               .rest_local = HONE_AFFINE_IDENTITY,
                               .tail_bone = HONE_NONE,
                               .append_source = HONE_NONE,
                               .ik = HONE_NONE};
    const hone_model_data data = {
        .space = HONE_SPACE_MMD, .name = "family", .skeleton = {.bone_count = 5, .bones = bones}};
    return hone_model_create(builder, &data, NULL, NULL);
}

static int make_files(void **state)
{
    const puppet_desc plain = {0};
    return command_folder_enter(state) == 0 && puppet_write_model("tower.pmx", puppet_make(&plain, NULL), 0) &&
                   puppet_write_model("odd.pmx", puppet_make(&plain, NULL), 3) &&
                   puppet_write_model("chain.pmx", puppet_make(&(puppet_desc){.ik = true, .body = true}, NULL), 0) &&
                   puppet_write_model("family.pmx", make_family(), 0) &&
                   puppet_write_motion("turn.vmd", puppet_motion(1, NULL)) &&
                   puppet_write_motion("camera.vmd", puppet_camera(40, NULL))
               ? 0
               : -1;
}

static void check_number(const char *json, const char *path, double expected)
{
    double value = json_number(json, path);
    if (!(value == expected))
        fail_msg("%s is %g, not %g, in %s", path, value, expected, json);
}

static void json_of_a_model_has_every_key_of_the_contract(void **state)
{
    (void)state;
    command_result r = HONE("info", "--json", "chain.pmx");
    assert_int_equal(r.status, 0);
    assert_string_equal(r.err, "");
    assert_true(json_is_valid(r.out));
    assert_int_equal(json_count(r.out, ""), 1);
    assert_true(json_string_is(r.out, "0.path", "chain.pmx"));
    assert_true(json_string_is(r.out, "0.format", "pmx"));
    check_number(r.out, "0.vertices", PUPPET_VERTICES);
    check_number(r.out, "0.triangles", PUPPET_TRIANGLES);
    check_number(r.out, "0.bones", PUPPET_BONES);
    check_number(r.out, "0.morphs", PUPPET_MORPHS);
    check_number(r.out, "0.materials", 1);
    check_number(r.out, "0.ik_chains", 1);
    check_number(r.out, "0.bodies", 1);
    check_number(r.out, "0.joints", 0);
    check_number(r.out, "0.deform.bdef1", 4);
    check_number(r.out, "0.deform.bdef2", PUPPET_VERTICES - 4);
    check_number(r.out, "0.deform.bdef4", 0);
    check_number(r.out, "0.deform.sdef", 0);
    check_number(r.out, "0.deform.qdef", 0);
    check_number(r.out, "0.deform.other", 0);
    assert_non_null(json_find(r.out, "0.warnings"));
    assert_int_equal(json_count(r.out, "0.warnings"), 0);
    command_result_release(&r);
}

static void json_of_motions_has_every_key_of_the_contract(void **state)
{
    (void)state;
    command_result r = HONE("info", "turn.vmd", "--json", "camera.vmd");
    assert_int_equal(r.status, 0);
    assert_true(json_is_valid(r.out));
    assert_int_equal(json_count(r.out, ""), 2);
    assert_true(json_string_is(r.out, "0.path", "turn.vmd"));
    assert_true(json_string_is(r.out, "0.format", "vmd"));
    check_number(r.out, "0.duration_seconds", 1);
    check_number(r.out, "0.bone_tracks", 2);
    check_number(r.out, "0.bone_keys", 4);
    check_number(r.out, "0.morph_tracks", 1);
    check_number(r.out, "0.morph_keys", 2);
    check_number(r.out, "0.camera_keys", 0);
    check_number(r.out, "0.light_keys", 0);
    check_number(r.out, "0.shadow_keys", 0);
    check_number(r.out, "0.property_keys", 0);
    assert_int_equal(json_count(r.out, "0.warnings"), 0);
    check_number(r.out, "1.camera_keys", 1);
    check_number(r.out, "1.duration_seconds", 0);
    command_result_release(&r);
}

/* The bones of the sample "chain.pmx" are a chain of three, and the last line holds its goal. */
static void the_tree_has_children_below_their_parents(void **state)
{
    (void)state;
    command_result r = HONE("info", "--tree", "chain.pmx", "turn.vmd");
    assert_int_equal(r.status, 0);
    assert_non_null(strstr(r.out, "\n       0  センター\n"));
    assert_non_null(strstr(r.out, "\n       1  └─ 上半身"));
    assert_non_null(strstr(r.out, "\n       2     └─ 頭"));
    assert_non_null(strstr(r.out, "IK goal of "));
    assert_null(strstr(r.out, "triangles"));
    assert_non_null(strstr(r.out, "bone tracks")); /* a motion has no tree: its counts are printed */
    command_result_release(&r);
}

static void lists_have_a_line_for_each(void **state)
{
    (void)state;
    command_result r = HONE("info", "--list", "bones", "tower.pmx");
    assert_int_equal(r.status, 0);
    assert_non_null(strstr(r.out, "\nindex\tname\tenglish_name\tparent\tappend\tik\n0\tセンター\t"));
    assert_non_null(strstr(r.out, "\n2\t頭\t\t上半身\t\t\n"));
    assert_int_equal(command_line_count(r.out), 2 + PUPPET_BONES);
    command_result_release(&r);
    r = HONE("info", "--list", "morphs", "--json", "tower.pmx");
    assert_true(json_is_valid(r.out));
    assert_int_equal(json_count(r.out, "0.list"), PUPPET_MORPHS);
    assert_true(json_string_is(r.out, "0.list.1.kind", "bone"));
    command_result_release(&r);
    static const char *const others[] = {"materials", "textures", "bodies"};
    const unsigned lines[] = {1 + 1 + 1, 1, 1 + 1 + 1};
    for (int i = 0; i < 3; i++) {
        r = HONE("info", "--list", others[i], "chain.pmx");
        assert_int_equal(r.status, 0);
        assert_int_equal(command_line_count(r.out), lines[i]);
        command_result_release(&r);
    }
}

static void motions_tell_their_frames(void **state)
{
    (void)state;
    command_result r = HONE("info", "turn.vmd", "camera.vmd", "--json");
    check_number(r.out, "0.frames", 31);
    check_number(r.out, "1.frames", 1);
    command_result_release(&r);
}

static void an_empty_name_has_no_line(void **state)
{
    (void)state;
    static const char nameless[] =
        "{\"asset\":{\"version\":\"2.0\"},\"nodes\":[{\"camera\":0}],\"cameras\":[{\"type\":\"perspective\","
        "\"perspective\":{\"yfov\":1,\"znear\":0.1}}]}";
    static const char *const files[] = {"nameless.gltf", "nameless.vmd"};
    assert_true(command_file_write("nameless.gltf", nameless, sizeof nameless - 1));
    hone_builder *builder = hone_builder_create(NULL, 0, NULL);
    assert_true(puppet_write_motion("nameless.vmd", hone_motion_create(builder, &(hone_motion_data){0}, NULL, NULL)));
    for (int i = 0; i < 4; i++) {
        command_result r = i < 2 ? HONE("info", files[i]) : HONE("info", "--tree", files[i - 2]);
        CHECK(r.status == 0 && !strstr(r.out, " \n") && !strstr(r.out, "\n\n") && !strstr(r.out, "for"));
        command_result_release(&r);
    }
}

static void brothers_hang_on_one_branch(void **state)
{
    (void)state;
    command_result r = HONE("info", "--tree", "family.pmx");
    assert_int_equal(r.status, 0);
    const char *lines[] = {"       3  root\n", "       1  ├─ left\n", "       0  │  └─ hand\n", "       2  └─ right\n",
                           "       4  second\n"};
    const char *at = r.out;
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        at = strstr(at, lines[i]);
        if (!at)
            fail_msg("\"%s\" is missing, or not in its place, in\n%s", lines[i], r.out);
    }
    command_result_release(&r);
}

static void json_has_the_tree_by_wish(void **state)
{
    (void)state;
    command_result r = HONE("info", "--tree", "--json", "family.pmx", "turn.vmd");
    assert_int_equal(r.status, 0);
    assert_true(json_is_valid(r.out));
    assert_int_equal(json_count(r.out, "0.tree"), 5);
    assert_true(json_string_is(r.out, "0.tree.0.name", "root"));
    check_number(r.out, "0.tree.0.index", 3);
    check_number(r.out, "0.tree.0.depth", 0);
    assert_int_equal(strncmp(json_find(r.out, "0.tree.0.parent"), "null", 4), 0);
    assert_int_equal(json_count(r.out, "0.tree.0.children"), 2);
    check_number(r.out, "0.tree.0.children.0", 1);
    check_number(r.out, "0.tree.2.depth", 2);
    check_number(r.out, "0.tree.2.parent", 1);
    assert_null(json_find(r.out, "1.tree"));
    command_result_release(&r);
    r = HONE("info", "--json", "family.pmx");
    assert_null(json_find(r.out, "0.tree"));
    command_result_release(&r);
}

static void what_a_file_is_its_content_says(void **state)
{
    (void)state;
    assert_int_equal(rename("turn.vmd", "turn.pmx"), 0);
    command_result r = HONE("info", "--json", "turn.pmx");
    assert_int_equal(r.status, 0);
    assert_true(json_string_is(r.out, "0.format", "vmd"));
    command_result_release(&r);
    assert_int_equal(rename("turn.pmx", "turn.vmd"), 0);
}

static void good_files_are_shown_and_bad_ones_get_a_line_each(void **state)
{
    (void)state;
    command_result r = HONE("info", "--json", "missing.pmx", "odd.pmx", "/", "turn.vmd");
    assert_int_equal(r.status, 1);
    assert_true(json_is_valid(r.out));
    assert_int_equal(json_count(r.out, ""), 2);
    assert_true(json_string_is(r.out, "1.path", "turn.vmd"));
    assert_int_equal(command_line_count(r.err), 2); /* and no warning about odd.pmx */
    assert_int_equal(strncmp(r.err, "hone: missing.pmx: ", 19), 0);
    assert_non_null(strstr(r.err, "\nhone: /: "));
    command_result_release(&r);
    r = HONE("info", "missing.pmx", "turn.vmd");
    assert_int_equal(r.status, 1);
    assert_non_null(strstr(r.out, "turn.vmd"));
    assert_int_equal(command_line_count(r.err), 1);
    command_result_release(&r);
}

static void oddities_are_warnings_and_errors_if_strict(void **state)
{
    (void)state;
    command_result r = HONE("info", "--json", "odd.pmx");
    assert_int_equal(r.status, 0);
    assert_int_equal(json_count(r.out, "0.warnings"), 1);
    assert_int_equal(strncmp(r.err, "hone: odd.pmx: warning: ", 24), 0);
    assert_int_equal(command_line_count(r.err), 1);
    command_result_release(&r);
    CHECK_RUNS("info", "-q", "odd.pmx");
    CHECK_RUNS("info", "--strict", "tower.pmx");
    CHECK_FAILS(1, "info", "--strict", "odd.pmx");
    r = HONE("info", "odd.pmx");
    assert_int_equal(r.status, 0);
    assert_non_null(strstr(r.out, "warnings"));
    command_result_release(&r);
}

static void ten_warnings_are_shown_and_the_rest_counted(void **state)
{
    (void)state;
    const char *arguments[16] = {"info"};
    char names[12][24];
    size_t size;
    char *content = command_file_content("odd.pmx", &size);
    for (int i = 0; i < 12; i++) {
        snprintf(names[i], sizeof names[i], "odd%d.pmx", i);
        assert_true(content && command_file_write(names[i], content, size));
        arguments[i + 1] = names[i];
    }
    free(content);
    command_result r = command_run(NULL, arguments);
    assert_int_equal(r.status, 0);
    assert_int_equal(command_line_count(r.err), 11);
    assert_non_null(strstr(r.err, "odd9.pmx"));
    assert_null(strstr(r.err, "odd10.pmx"));
    assert_non_null(strstr(r.err, "2 more"));
    command_result_release(&r);
}

static void what_is_no_file_of_hones_fails_with_one_line(void **state)
{
    (void)state;
    assert_true(command_file_write("empty", "", 0));
    assert_true(command_file_write("text", "hello\n", 6));
    assert_true(test_make_folder("folder.pmx"));
    CHECK_FAILS(1, "info", "empty");
    CHECK_FAILS(1, "info", "text");
    CHECK_FAILS(1, "info", "folder.pmx");
    CHECK_FAILS(1, "info", "tower.pmx/inside");
    CHECK_FAILS(1, "info", "");
}

static void truncated_files_fail_with_one_line(void **state)
{
    (void)state;
    static const char *const names[] = {"tower.pmx", "turn.vmd"};
    for (int n = 0; n < 2; n++) {
        size_t size;
        char *content = command_file_content(names[n], &size);
        assert_non_null(content);
        for (size_t cut = 5; cut < size - 9; cut += size / 7) {
            assert_true(command_file_write("cut", content, cut));
            CHECK_FAILS(1, "pose", "cut", "--bones", "cut.npy");
        }
        free(content);
    }
    assert_false(test_exists("cut.npy"));
}

/* ---- third-party files ---- */

static unsigned look_at_all(const char *path)
{
    if (hone_path_kind(path) == HONE_FILE_FOLDER) {
        unsigned count = 0;
        hone_folder *folder = hone_folder_open(path);
        for (const char *name; folder && (name = hone_folder_next(folder));) {
            char inside[2048];
            snprintf(inside, sizeof inside, "%s/%s", path, name);
            count += name[0] != '.' ? look_at_all(inside) : 0;
        }
        if (folder)
            hone_folder_close(folder);
        return count;
    }
    command_result r = HONE("info", "--json", "-q", path);
    assert_true(json_is_valid(r.out));
    assert_true(r.status == 0 || r.status == 1);
    assert_int_equal(json_count(r.out, ""), r.status == 0);
    assert_int_equal(command_line_count(r.err), r.status);
    command_result_release(&r);
    return 1;
}

static void every_third_party_file_answers_or_fails_with_one_line(void **state)
{
    (void)state;
    char folder[1024];
    if (!test_data_path("mmd", folder, sizeof folder))
        test_skip(1, "folder of third-party files");
    else
        assert_true(look_at_all(folder) > 0);
}

/* A VRM 1.0 with a spring of two joints, a collider, a constraint, an expression and a licence. */
static const char avatar_text[] =
    "{\"asset\":{\"version\":\"2.0\"},\"materials\":[{\"name\":\"skin\"}],\"nodes\":[{\"name\":\"head\",\"children\":["
    "1,3]},{\"name\":\"hair\","
    "\"children\":"
    "[2],\"translation\":[0,1,0]},{\"name\":\"tip\",\"translation\":[0,1,0]},{\"name\":\"eye\",\"extensions\":{"
    "\"VRMC_node_constraint\":{\"specVersion\":\"1.0\",\"constraint\":{\"aim\":{\"source\":2,\"aimAxis\":\"PositiveZ\"}"
    "}"
    "}}}],\"extensions\":{\"VRMC_springBone\":{\"specVersion\":\"1.0\",\"colliders\":[{\"node\":0,\"shape\":{"
    "\"capsule\":"
    "{\"radius\":0.1,\"tail\":[0,1,0]}}}],\"colliderGroups\":[{\"colliders\":[0]}],\"springs\":[{\"name\":\"fringe\","
    "\"joints\":[{\"node\":1},{\"node\":2}],\"colliderGroups\":[0],\"center\":0}]},\"VRMC_vrm\":{\"specVersion\":\"1."
    "0\","
    "\"meta\":{\"name\":\"Ko\",\"authors\":[\"A\",\"B\"],\"copyrightInformation\":\"\",\"licenseUrl\":"
    "\"https://vrm.dev/licenses/1.0/"
    "\"},\"humanoid\":{\"humanBones\":{\"head\":{\"node\":0}}},\"lookAt\":{\"type\":\"bone\"},"
    "\"expressions\":{\"preset\":{\"happy\":{\"isBinary\":true,\"overrideBlink\":\"block\",\"overrideMouth\":\"blend\","
    "\"textureTransformBinds\":[{\"material\":0,\"scale\":[2,2]}]}"
    "}}}}}";

static void write_avatar(void)
{
    FILE *file = fopen("ko.vrm", "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(avatar_text, 1, sizeof avatar_text - 1, file), sizeof avatar_text - 1);
    assert_int_equal(fclose(file), 0);
}

static void what_a_vrm_adds_is_shown(void **state)
{
    (void)state;
    write_avatar();
    command_result r = HONE("info", "ko.vrm");
    assert_int_equal(r.status, 0);
    static const char *const lines[] = {
        "  springs                1\n", "  spring joints          1\n",
        "  colliders              1\n", "  constraints            1\n",
        "  VRM                  1.0\n", "    authors: A\n    authors: B\n",
        "  look-at             bone\n", "    happy  binary  blink: block  mouth: blend  materials: 1\n"};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        if (!strstr(r.out, lines[i]))
            fail_msg("no %s in %s", lines[i], r.out);
    assert_null(strstr(r.out, "copyrightInformation"));
    command_result_release(&r);
}

static void json_of_a_vrm_has_every_key_of_the_contract(void **state)
{
    (void)state;
    write_avatar();
    command_result r = HONE("info", "--json", "ko.vrm", "chain.pmx");
    assert_int_equal(r.status, 0);
    assert_true(json_is_valid(r.out));
    static const char *const texts[][2] = {{"0.springs.0.name", "fringe"},
                                           {"0.springs.0.center", "head"},
                                           {"0.springs.0.joints.0", "hair"},
                                           {"0.colliders.0.bone", "head"},
                                           {"0.colliders.0.kind", "capsule"},
                                           {"0.constraints.0.bone", "eye"},
                                           {"0.constraints.0.source", "tip"},
                                           {"0.constraints.0.kind", "aim"},
                                           {"0.vrm.version", "1.0"},
                                           {"0.vrm.look_at", "bone"},
                                           {"0.vrm.meta.2.key", "authors"},
                                           {"0.vrm.meta.2.value", "B"},
                                           {"0.vrm.expressions.0.name", "happy"},
                                           {"0.vrm.expressions.0.override_blink", "block"},
                                           {"0.vrm.expressions.0.override_look_at", "none"},
                                           {"0.vrm.expressions.0.override_mouth", "blend"}};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (!json_string_is(r.out, texts[i][0], texts[i][1]))
            fail_msg("%s is not %s in %s", texts[i][0], texts[i][1], r.out);
    check_number(r.out, "0.springs.0.colliders", 1);
    check_number(r.out, "0.vrm.expressions.0.material_changes", 1);
    check_number(r.out, "0.vrm.first_person_vertices.auto", 0);
    assert_int_equal(strncmp(json_find(r.out, "0.vrm.expressions.0.binary"), "true", 4), 0);
    assert_null(json_find(r.out, "1.vrm"));
    assert_null(json_find(r.out, "1.springs"));
    command_result_release(&r);
}

TEST_GROUP(test_command_info)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(json_of_a_model_has_every_key_of_the_contract),
        cmocka_unit_test(json_of_motions_has_every_key_of_the_contract),
        cmocka_unit_test(what_a_vrm_adds_is_shown),
        cmocka_unit_test(json_of_a_vrm_has_every_key_of_the_contract),
        cmocka_unit_test(the_tree_has_children_below_their_parents),
        cmocka_unit_test(lists_have_a_line_for_each),
        cmocka_unit_test(motions_tell_their_frames),
        cmocka_unit_test(an_empty_name_has_no_line),
        cmocka_unit_test(brothers_hang_on_one_branch),
        cmocka_unit_test(json_has_the_tree_by_wish),
        cmocka_unit_test(what_a_file_is_its_content_says),
        cmocka_unit_test(good_files_are_shown_and_bad_ones_get_a_line_each),
        cmocka_unit_test(oddities_are_warnings_and_errors_if_strict),
        cmocka_unit_test(ten_warnings_are_shown_and_the_rest_counted),
        cmocka_unit_test(what_is_no_file_of_hones_fails_with_one_line),
        cmocka_unit_test(truncated_files_fail_with_one_line),
        cmocka_unit_test(every_third_party_file_answers_or_fails_with_one_line),
    };
    return cmocka_run_group_tests(tests, make_files, command_folder_leave);
}
