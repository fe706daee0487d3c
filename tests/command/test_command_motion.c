/* hone motion: operations in the order of the command line, what it prints, and what it refuses. */
#include "support/command.h"
#include "support/json_find.h"
#include "support/make/bodies/puppet.h"
#include "support/make/files/make_gltf.h"
#include "support/make/make_tracks.h"
#include "support/support.h"
#include "support/track_check.h"

#include <hone/format.h>
#include <stdlib.h>
#include <string.h>

static bool write_motion(const char *path, hone_motion *motion)
{
    hone_bytes bytes;
    bool ok = hone_motion_write_vmd(motion, NULL, &bytes, NULL) && command_file_write(path, bytes.data, bytes.size);
    hone_bytes_release(&bytes);
    hone_motion_release(motion);
    return ok;
}

static int make_files(void **state)
{
    make_gltf *file = calloc(1, sizeof *file);
    if (!file || command_folder_enter(state) != 0)
        return -1;
    make_gltf_rich(file);
    hone_bytes glb = make_gltf_glb(file);
    bool ok = command_file_write("rich.glb", glb.data, glb.size) &&
              puppet_write_model("tower.pmx", puppet_make(&(puppet_desc){0}, NULL), 0) &&
              write_motion("dance.vmd", make_tracks(&(make_tracks_desc){.seed = 1, .meet = 30})) &&
              write_motion("other.vmd", make_tracks(&(make_tracks_desc){.seed = 2}));
    hone_bytes_release(&glb);
    free(file);
    return ok ? 0 : -1;
}

static bool same_files(const char *a_path, const char *b_path)
{
    size_t a_size = 0, b_size = 0;
    char *a = command_file_content(a_path, &a_size), *b = command_file_content(b_path, &b_size);
    bool same = a && b && a_size == b_size && memcmp(a, b, a_size) == 0;
    free(a);
    free(b);
    return same;
}

static void a_motion_without_operations_keeps_its_bytes(void **state)
{
    (void)state;
    CHECK_RUNS("motion", "dance.vmd", "-o", "same.vmd", "-q");
    CHECK(same_files("dance.vmd", "same.vmd"));
    command_result r = HONE("motion", "dance.vmd", "-o", "same.vmd");
    CHECK(r.status == 0 && strstr(r.err, "keys, ") && !*r.out);
    command_result_release(&r);
}

/* The two parts of a motion are joined to the bytes of the whole: each --trim is of the file before it. */
static void operations_change_the_file_before_them(void **state)
{
    (void)state;
    CHECK_RUNS("motion", "dance.vmd", "--trim", "0:30", "dance.vmd", "--trim", "30:", "--join", "-o", "whole.vmd",
               "-q");
    CHECK(same_files("dance.vmd", "whole.vmd"));
    CHECK_RUNS("motion", "dance.vmd", "--shift", "12", "--shift=-12", "-o", "back.vmd", "-q");
    CHECK(same_files("dance.vmd", "back.vmd"));
    CHECK_RUNS("motion", "--mirror", "dance.vmd", "--mirror", "-o", "twice.vmd", "-q");
    CHECK(same_files("dance.vmd", "twice.vmd"));
}

static void operations_are_done_in_their_order(void **state)
{
    (void)state;
    CHECK_RUNS("motion", "dance.vmd", "--shift", "10", "--trim", ":20", "-o", "a.vmd", "-q");
    CHECK_RUNS("motion", "dance.vmd", "--trim", ":20", "--shift", "10", "-o", "b.vmd", "-q");
    hone_motion *a = hone_motion_load("a.vmd", NULL, NULL), *b = hone_motion_load("b.vmd", NULL, NULL);
    CHECK(hone_motion_get(a)->last_frame == 20 && hone_motion_get(b)->last_frame == 30);
    hone_motion_release(a), hone_motion_release(b);
}

static void operations_before_all_files_change_all(void **state)
{
    (void)state;
    CHECK_RUNS("motion", "--trim", ":9", "dance.vmd", "other.vmd", "--join", "-o", "both.vmd", "-q");
    hone_motion *both = hone_motion_load("both.vmd", NULL, NULL);
    CHECK(hone_motion_get(both)->last_frame == 19);
    hone_motion_release(both);
}

static void three_files_become_one_in_two_steps(void **state)
{
    (void)state;
    CHECK_RUNS("motion", "dance.vmd", "other.vmd", "--keep", "morphs", "--merge", "other.vmd", "--join", "-o", "x.vmd",
               "-q");
    hone_motion *x = hone_motion_load("x.vmd", NULL, NULL), *dance = hone_motion_load("dance.vmd", NULL, NULL);
    hone_motion *other = hone_motion_load("other.vmd", NULL, NULL);
    const hone_morph_track *a = morph_track_named(x, "まばたき"), *b = morph_track_named(other, "まばたき");
    CHECK(memcmp(a->keys, b->keys, b->key_count * sizeof *b->keys) == 0);
    CHECK(hone_motion_get(x)->last_frame > hone_motion_get(dance)->last_frame + hone_motion_get(other)->last_frame);
    hone_motion_release(x), hone_motion_release(dance), hone_motion_release(other);
}

static void a_scene_stands_for_its_motion(void **state)
{
    (void)state;
    static const char text[] =
        "{ \"hone\": 1, \"models\": [ { \"file\": \"tower.pmx\" }, { \"file\": \"tower.pmx\" } ],\n"
        "  \"motions\": [ { \"file\": \"dance.vmd\", \"model\": 2 },\n"
        "  { \"file\": \"gone.vmd\", \"model\": 1 } ] }";
    CHECK(command_file_write("two.json", text, sizeof text - 1));
    CHECK_RUNS("motion", "two.json", "--model", "2", "-o", "scene.vmd", "-q");
    CHECK_RUNS("motion", "dance.vmd", "-o", "plain.vmd", "-q");
    size_t sizes[2];
    char *a = command_file_content("scene.vmd", &sizes[0]), *b = command_file_content("plain.vmd", &sizes[1]);
    CHECK(a && b && sizes[0] == sizes[1] && memcmp(a, b, sizes[0]) == 0);
    free(a);
    free(b);
    CHECK_FAILS(1, "motion", "two.json", "-o", "x.vmd");
    CHECK_FAILS(1, "motion", "two.json", "--model", "1", "-o", "x.vmd");
    CHECK_FAILS(1, "motion", "two.json", "--model", "3", "-o", "x.vmd");
    CHECK_FAILS(2, "motion", "dance.vmd", "--model", "1", "-o", "x.vmd");
}

static void a_model_of_a_scene_has_a_number_and_names(void **state)
{
    (void)state;
    static const char text[] =
        "{ \"hone\": 1, \"models\": [ { \"file\": \"rich.glb\" }, { \"file\": \"tower.pmx\" } ],\n"
        "  \"motions\": [ { \"file\": \"dance.vmd\", \"model\": 2 } ] }";
    static const char *const names[] = {"2", "tower.pmx", "塔"};
    CHECK(command_file_write("named.json", text, sizeof text - 1));
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        CHECK_RUNS("motion", "named.json", "--model", names[i], "-o", "named.vmd", "-q");
    CHECK_FAILS(1, "motion", "named.json", "--model", "rich.glb", "-o", "x.vmd"); /* which no motion moves */
    command_result r = HONE("motion", "named.json", "--model", "tower", "-o", "x.vmd");
    CHECK(r.status == 1);
    assert_string_equal(r.err, "hone: named.json: has no model tower: --model takes the number or name of one\n");
    command_result_release(&r);
}

static void time_and_keys_are_changed(void **state)
{
    (void)state;
    command_result r = HONE("motion", "dance.vmd", "--trim", ":30", "--speed", "0.5", "--loop", "3:6", "--smooth", "5",
                            "--reduce", "5mm", "-o", "t.vmd", "--json");
    CHECK(r.status == 0 && json_is_valid(r.out) && !*r.err);
    CHECK(json_number(r.out, "operations.1.last_frame") == 60 && json_number(r.out, "operations.1.time_error") == 0);
    CHECK(json_number(r.out, "operations.2.last_frame") == 180);
    CHECK(json_number(r.out, "operations.2.seam_angle") > 0 && json_number(r.out, "operations.2.seam_distance_m") > 0);
    CHECK(json_number(r.out, "operations.4.keys") <= json_number(r.out, "operations.3.keys"));
    CHECK(json_number(r.out, "keys") == json_number(r.out, "operations.4.keys"));
    command_result_release(&r);
    static const char *const wrong[][2] = {{"--speed", "0"},    {"--speed", "fast"}, {"--loop", "0"},
                                           {"--loop", "2:x"},   {"--smooth", "1"},   {"--smooth", "2000"},
                                           {"--reduce", "0mm"}, {"--reduce", "-1"}};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        CHECK_FAILS(2, "motion", "dance.vmd", wrong[i][0], wrong[i][1], "-o", "z.vmd");
}

static void json_says_what_changed(void **state)
{
    (void)state;
    command_result r = HONE("motion", "dance.vmd", "--trim", "0:10", "--strip", "camera,頭", "-o", "y.vmd", "--json");
    CHECK(r.status == 0 && json_is_valid(r.out) && !*r.err);
    CHECK(json_number(r.out, "last_frame") == 10);
    CHECK(json_string_is(r.out, "operations.0.operation", "trim"));
    CHECK(json_string_is(r.out, "operations.1.tracks.0.kind", "bone"));
    CHECK(json_number(r.out, "operations.0.curve_error") <= 1 / 127.0);
    CHECK(json_number(r.out, "operations.0.divided") > 0);
    CHECK(json_number(r.out, "operations.0.tracks.0.keys_before") == 8);
    CHECK(json_number(r.out, "operations.0.tracks.0.keys_kept") <
          json_number(r.out, "operations.0.tracks.0.keys_after"));
    CHECK(json_number(r.out, "operations.1.tracks.0.keys_after") == 0);
    command_result_release(&r);
}

static void a_table_gives_names(void **state)
{
    (void)state;
    static const char utf8[] = "\xEF\xBB\xBF# old,new\r\n\r\n 左腕 ,\tarm.L\r\n頭\thead, the\n";
    static const char cp932[] = "\x93\xAA,\x8E\xF1\n"; /* 頭 to 首 */
    CHECK(command_file_write("names.txt", utf8, sizeof utf8 - 1));
    CHECK(command_file_write("jis.txt", cp932, sizeof cp932 - 1));
    CHECK_RUNS("motion", "dance.vmd", "--rename", "names.txt", "-o", "n.vmd", "-q");
    hone_motion *n = hone_motion_load("n.vmd", NULL, NULL);
    CHECK(bone_track_named(n, "arm.L") && bone_track_named(n, "head, the") && !bone_track_named(n, "頭"));
    hone_motion_release(n);
    CHECK_RUNS("motion", "dance.vmd", "--rename", "jis.txt", "-o", "n.vmd", "-q");
    n = hone_motion_load("n.vmd", NULL, NULL);
    CHECK(bone_track_named(n, "首"));
    hone_motion_release(n);
}

static void wrong_tables_are_refused(void **state)
{
    (void)state;
    static const char *const wrong[] = {"a", "a,", ",b", "x,y\nno comma\n", "a\t", "頭,左腕"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        CHECK(command_file_write("wrong.txt", wrong[i], strlen(wrong[i])));
        CHECK_FAILS(1, "motion", "dance.vmd", "--rename", "wrong.txt", "-o", "z.vmd");
    }
    CHECK_FAILS(1, "motion", "dance.vmd", "--rename", "missing.txt", "-o", "z.vmd");
    CHECK(command_file_content("z.vmd", NULL) == NULL);
}

static void what_it_cannot_do_is_one_line(void **state)
{
    (void)state;
    CHECK_FAILS(2, "motion");
    CHECK_FAILS(2, "motion", "dance.vmd");
    CHECK_FAILS(2, "motion", "dance.vmd", "-o", "z.txt");
    CHECK_FAILS(2, "motion", "dance.vmd", "other.vmd", "-o", "z.vmd");
    CHECK_FAILS(2, "motion", "dance.vmd", "--join", "other.vmd", "-o", "z.vmd");
    CHECK_FAILS(2, "motion", "dance.vmd", "--trim", "9", "-o", "z.vmd");
    CHECK_FAILS(2, "motion", "dance.vmd", "--trim", "9:3", "-o", "z.vmd");
    CHECK_FAILS(2, "motion", "dance.vmd", "--trim", ":", "-o", "z.vmd");
    CHECK_FAILS(2, "motion", "dance.vmd", "--shift", "1.5", "-o", "z.vmd");
    CHECK_FAILS(2, "motion", "dance.vmd", "--strip", "a,,b", "-o", "z.vmd");
    CHECK_FAILS(2, "motion", "dance.vmd", "--mirror=yes", "-o", "z.vmd");
    CHECK_FAILS(1, "motion", "dance.vmd", "--trim", "100000:", "-o", "z.vmd");
    CHECK_FAILS(1, "motion", "dance.vmd", "--strip", "no such bone", "-o", "z.vmd");
    CHECK_FAILS(1, "motion", "rich.glb", "-o", "z.vmd");
    CHECK_FAILS(1, "motion", "tower.pmx", "-o", "z.vmd");
    CHECK_FAILS(1, "motion", "missing.vmd", "-o", "z.vmd");
    CHECK(command_file_content("z.vmd", NULL) == NULL);
}

TEST_GROUP(test_command_motion)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_scene_stands_for_its_motion),
        cmocka_unit_test(a_model_of_a_scene_has_a_number_and_names),
        cmocka_unit_test(a_motion_without_operations_keeps_its_bytes),
        cmocka_unit_test(operations_change_the_file_before_them),
        cmocka_unit_test(operations_are_done_in_their_order),
        cmocka_unit_test(operations_before_all_files_change_all),
        cmocka_unit_test(three_files_become_one_in_two_steps),
        cmocka_unit_test(time_and_keys_are_changed),
        cmocka_unit_test(json_says_what_changed),
        cmocka_unit_test(a_table_gives_names),
        cmocka_unit_test(wrong_tables_are_refused),
        cmocka_unit_test(what_it_cannot_do_is_one_line),
    };
    return cmocka_run_group_tests(tests, make_files, command_folder_leave);
}
