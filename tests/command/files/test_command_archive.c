/* Models and motions in .zip archives. */
#include "support/command.h"
#include "support/image/picture.h"
#include "support/make/bodies/puppet.h"
#include "support/make/files/make_pmm.h"
#include "support/make/files/make_x.h"
#include "support/make/files/make_zip.h"
#include "support/support.h"
#include <hone/archive.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *model, *motion;
static size_t model_size, motion_size;

static bool write_zip(const char *path, const make_zip_entry *entries, uint32_t count)
{
    hone_bytes bytes = make_zip(&(make_zip_desc){.entries = entries, .count = count});
    bool ok = command_file_write(path, bytes.data, bytes.size);
    hone_bytes_release(&bytes);
    return ok;
}

static int make_files(void **state)
{
    if (command_folder_enter(state) != 0 || !puppet_write_model("plain.pmx", puppet_make(&(puppet_desc){0}, NULL), 0) ||
        !puppet_write_motion("turn.vmd", puppet_motion(1, NULL)))
        return -1;
    model = command_file_content("plain.pmx", &model_size);
    motion = command_file_content("turn.vmd", &motion_size);
    const make_zip_entry one[] = {{.name = "__MACOSX/._a.pmx", .text = "x"},
                                  {.name = "\x93\x83/\x83\x82\x83\x66\x83\x8b.pmx", .data = model, .size = model_size},
                                  {.name = "stage.x", .text = "not this one"},
                                  {.name = "readme.txt", .text = "x"}};
    const make_zip_entry several[] = {{.name = "a.pmx", .data = model, .size = model_size},
                                      {.name = "sub/b.pmx", .data = model, .size = model_size}};
    const make_zip_entry dances[] = {{.name = "dance/turn.vmd", .data = motion, .size = motion_size}};
    const make_zip_entry both[] = {several[0], dances[0]};
    const make_zip_entry locked[] = {{.name = "a.pmx", .data = model, .size = model_size, .flags = 1}};
    const make_zip_entry bomb[] = {
        {.name = "a.pmx", .text = "x", .claimed = UINT64_C(1) << 40, .wide = true, .method = 8}};
    const make_zip_entry outside[] = {{.name = "../a.pmx", .data = model, .size = model_size}};
    return write_zip("one.zip", one, 4) && write_zip("several.zip", several, 2) && write_zip("dance.zip", dances, 1) &&
                   write_zip("both.zip", both, 2) && write_zip("locked.zip", locked, 1) &&
                   write_zip("bomb.zip", bomb, 1) && write_zip("outside.zip", outside, 1)
               ? 0
               : -1;
}

static int remove_files(void **state)
{
    free(model);
    free(motion);
    return command_folder_leave(state);
}

static void an_archive_stands_for_its_only_model(void **state)
{
    (void)state;
    command_result result = HONE("info", "one.zip");
    assert_int_equal(result.status, 0);
    CHECK(strstr(result.out, "one.zip/塔/モデル.pmx"));
    command_result_release(&result);
    CHECK_RUNS("convert", "one.zip", "-o", "one.pmx");
    needs_pictures();
    CHECK_RUNS("render", "plain.pmx", "--size", "64x48", "-o", "plain.png");
    CHECK_RUNS("render", "one.zip", "--size", "64x48", "-o", "one.png");
    assert_true(picture_same("plain.png", "one.png"));
}

static void a_file_of_an_archive_has_its_path_behind_it(void **state)
{
    (void)state;
    needs_pictures();
    CHECK_RUNS("render", "plain.pmx", "turn.vmd", "--frame", "20", "--size", "64x48", "-o", "plain.png");
    CHECK_RUNS("render", "several.zip/sub/b.pmx", "dance.zip/dance/turn.vmd", "--frame", "20", "--size", "64x48", "-o",
               "named.png");
    assert_true(picture_same("plain.png", "named.png"));
    CHECK_RUNS("render", "several.zip/A.PMX", "dance.zip", "--frame", "20", "--size", "64x48", "-o", "only.png");
    assert_true(picture_same("plain.png", "only.png"));
}

static void motions_beside_a_model_are_named(void **state)
{
    (void)state;
    needs_pictures();
    command_result result = HONE("render", "both.zip", "--size", "64x48", "-o", "both.png");
    assert_int_equal(result.status, 0);
    CHECK(strstr(result.err, "both.zip: warning: also contains motions"));
    command_result_release(&result);
    result = HONE("render", "both.zip", "-q", "--size", "64x48", "-o", "both.png");
    assert_string_equal(result.err, "");
    command_result_release(&result);
}

/* The bones and morphs of the puppet, in CP932. */
static const char *const bones[] = {"\x83\x5a\x83\x93\x83\x5e\x81\x5b", "\x8f\xe3\x94\xbc\x90\x67", "\x93\xaa"},
                         *const morphs[] = {"\x82\xa2", "\x82\xa0"};

/* A project among several models stands for the archive, also of version 0001, which needs its models. */
static void a_project_finds_its_files_in_the_archive(void **state)
{
    (void)state;
    needs_pictures();
    CHECK(puppet_write_model("chain.pmx", puppet_make(&(puppet_desc){.ik = true}, NULL), 0));
    size_t chain_size;
    char *chain = command_file_content("chain.pmx", &chain_size);
    for (int old = 0; old < 2; old++) {
        const make_pmm_desc desc = {.old = old == 1,
                                    .models = 1,
                                    .followed = -1,
                                    .path = "C:\\MMD\\UserFile\\Model\\a.pmx",
                                    .plain = true,
                                    .bones = bones,
                                    .bone_count = 3,
                                    .morphs = morphs,
                                    .morph_count = 2};
        hone_bytes project = make_pmm(&desc, NULL), stick = make_x(&(make_x_desc){0});
        const make_zip_entry entries[] = {
            {.name = "UserFile/film/film.pmm", .data = project.data, .size = project.size, .deflated = hone_compressed_zip_available()},
            {.name = "UserFile/Model/a.pmx", .data = chain, .size = chain_size},
            {.name = "other/b.pmx", .data = model, .size = model_size},
            {.name = "UserFile/film/deep/STICK.X", .data = stick.data, .size = stick.size}};
        CHECK(write_zip("project.zip", entries, 4));
        CHECK(command_file_write("a.pmx", chain, chain_size) && command_file_write("stick.x", stick.data, stick.size) &&
              command_file_write("film.pmm", project.data, project.size));
        hone_bytes_release(&project);
        hone_bytes_release(&stick);
        CHECK_RUNS("render", "film.pmm", "--frame", "10", "--size", "64x48", "-q", "-o", "plain.png");
        command_result result = HONE("render", "project.zip", "--frame", "10", "--size", "64x48", "-o", "zip.png");
        assert_int_equal(result.status, 0);
        CHECK(strstr(result.err, "song.wav: warning: was not found") && !strstr(result.err, "stick.x: warning: was"));
        command_result_release(&result);
        assert_true(picture_same("plain.png", "zip.png"));
        result = HONE("info", "project.zip");
        CHECK(result.status == 0 && strstr(result.out, "a.pmx\n") && strstr(result.out, "song.wav  (missing)"));
        command_result_release(&result);
    }
    free(chain);
}

static void scenes_and_what_they_name_are_read_from_an_archive(void **state)
{
    (void)state;
    static const char scene[] = "{ \"hone\": 1, \"models\": [ { \"file\": \"m/a.pmx\" } ],\n"
                                "  \"motions\": [ { \"file\": \"m/turn.vmd\" } ] }",
                      outside[] = "{ \"hone\": 1, \"models\": [ { \"file\": \"../plain.pmx\" } ] }";
    const make_zip_entry entries[] = {{.name = "film.json", .text = scene, .deflated = hone_compressed_zip_available()},
                                      {.name = "out/out.json", .text = outside},
                                      {.name = "m/a.pmx", .data = model, .size = model_size},
                                      {.name = "m/turn.vmd", .data = motion, .size = motion_size}};
    CHECK(write_zip("scene.zip", entries, 4));
    CHECK_FAILS(1, "render", "scene.zip/out/out.json", "-o", "x.png"); /* not in the archive, and not beside it */
    CHECK_FAILS(1, "render", "scene.zip/none.json", "-o", "x.png");
    needs_pictures();
    CHECK_RUNS("render", "plain.pmx", "turn.vmd", "--frame", "20", "--size", "64x48", "-o", "plain.png");
    CHECK_RUNS("render", "scene.zip/film.json", "--frame", "20", "--size", "64x48", "-o", "scene.png");
    assert_true(picture_same("plain.png", "scene.png"));
}

/* An archive in an archive, and a model that hone does not read, are named with what to do. */
static void what_else_is_in_an_archive_is_named(void **state)
{
    (void)state;
    size_t size;
    char *inner = command_file_content("dance.zip", &size);
    const make_zip_entry nested[] = {{.name = "readme.txt", .text = "x"},
                                     {.name = "in.bin", .data = inner, .size = size}};
    const make_zip_entry mesh[] = {{.name = "m/mesh", .text = "# made by hand\nmtllib a.mtl\nv 0 0 0\n"}};
    CHECK(write_zip("nested.zip", nested, 2) && write_zip("mesh.zip", mesh, 1));
    free(inner);
    command_result result = HONE("info", "nested.zip");
    CHECK(strstr(result.err, "contains no model and no motion, but in.bin, which is a .zip archive; unpack it first"));
    command_result_release(&result);
    result = HONE("info", "mesh.zip");
    CHECK(strstr(result.err, "but m/mesh, which is a mesh without bones (.obj)"));
    command_result_release(&result);
    CHECK(command_file_write("c.7z", "7z\xBC\xAF\x27\x1C and more", 15));
    result = HONE("info", "c.7z/a.pmx");
    CHECK(strstr(result.err, "is a 7-Zip archive; unpack it first"));
    command_result_release(&result);
    result = HONE("info", "nested.zip/in.bin");
    CHECK(strstr(result.err, "in.bin: is a .zip archive; unpack it first"));
    command_result_release(&result);
}

/* The first place is where the file is on disk. */
static void a_scene_in_an_archive_reads_nothing_outside_of_it(void **state)
{
    const char *const places[] = {*state, "../..", "..\\\\..", "C:", "\\\\\\\\host"};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        char text[2 * HONE_PATH_SIZE];
        snprintf(text, sizeof text, "{ \"hone\": 1, \"models\": [ { \"file\": \"%s/plain.pmx\" } ] }", places[i]);
        const make_zip_entry away[] = {{.name = "a/out.json", .text = text}};
        CHECK(write_zip("away.zip", away, 1));
        command_result result = HONE("render", "away.zip/a/out.json", "-o", "x.png");
        CHECK(result.status == 1 && strstr(result.err, "not found in the archive"));
        command_result_release(&result);
        const make_zip_entry inside[] = {away[0], {.name = "b/plain.pmx", .data = model, .size = model_size}};
        snprintf(text, sizeof text, "{ \"hone\": 1, \"models\": [ { \"file\": \"%s/b/plain.pmx\" } ] }",
                 i == 1 ? ".." : places[i]);
        CHECK(write_zip("in.zip", inside, 2));
        CHECK_RUNS("pose", "in.zip/a/out.json", "--bones", "bones.npy");
    }
}

static void an_archive_that_cannot_be_opened_is_one_line(void **state)
{
    (void)state;
    command_result result = HONE("render", "several.zip", "-o", "x.png");
    assert_int_equal(result.status, 1);
    assert_string_equal(result.err,
                        "hone: several.zip: contains 2 models; name one, as ARCHIVE/FILE: a.pmx, sub/b.pmx\n");
    command_result_release(&result);
    CHECK_FAILS(1, "render", "locked.zip", "-o", "x.png");
    CHECK_FAILS(1, "render", "bomb.zip", "-o", "x.png");
    CHECK_FAILS(1, "render", "outside.zip", "-o", "x.png");
    CHECK_FAILS(1, "render", "outside.zip/../a.pmx", "-o", "x.png");
    CHECK_FAILS(1, "render", "one.zip/none.pmx", "-o", "x.png");
    CHECK_FAILS(1, "render", "none.zip/a.pmx", "-o", "x.png");
    CHECK(command_file_write("cut.zip", "PK\3\4 cut", 8));
    CHECK_FAILS(1, "render", "cut.zip", "-o", "x.png");
}

TEST_GROUP(test_command_archive)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_archive_stands_for_its_only_model),
        cmocka_unit_test(a_file_of_an_archive_has_its_path_behind_it),
        cmocka_unit_test(motions_beside_a_model_are_named),
        cmocka_unit_test(a_project_finds_its_files_in_the_archive),
        cmocka_unit_test(scenes_and_what_they_name_are_read_from_an_archive),
        cmocka_unit_test(what_else_is_in_an_archive_is_named),
        cmocka_unit_test(a_scene_in_an_archive_reads_nothing_outside_of_it),
        cmocka_unit_test(an_archive_that_cannot_be_opened_is_one_line),
    };
    return cmocka_run_group_tests(tests, make_files, remove_files);
}
