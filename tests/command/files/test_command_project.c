/* Projects of MikuMikuDance as scenes of the command. */
#include "support/command.h"
#include "support/image/picture.h"
#include "support/make/bodies/puppet.h"
#include "support/make/files/make_pmm.h"
#include "support/make/files/make_x.h"
#include "support/support.h"
#include "support/system.h"

#include <hone/format.h>
#include <hone/project.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void write_project(const char *path, const make_pmm_desc *desc)
{
    hone_bytes bytes = make_pmm(desc, NULL);
    CHECK(command_file_write(path, bytes.data, bytes.size));
    hone_bytes_release(&bytes);
}

/* The bones and morphs of the puppet, in CP932. */
static const char *const bones[] = {"\x83\x5a\x83\x93\x83\x5e\x81\x5b", "\x8f\xe3\x94\xbc\x90\x67", "\x93\xaa"},
                         *const morphs[] = {"\x82\xa2", "\x82\xa0"};

static const make_pmm_desc one_model = {.models = 1,
                                        .followed = -1,
                                        .path = "C:\\MMD\\Model\\swing.pmx",
                                        .plain = true,
                                        .bones = bones,
                                        .bone_count = 3,
                                        .morphs = morphs,
                                        .morph_count = 2};

static int make_files(void **state)
{
    const puppet_desc swing = {.swing = true};
    hone_bytes stick = make_x(&(make_x_desc){0});
    bool ok = command_folder_enter(state) == 0 && test_make_folder("Model") && test_make_folder("Accessory") &&
              puppet_write_model("Model/swing.pmx", puppet_make(&swing, NULL), 0) &&
              command_file_write("Accessory/stick.x", stick.data, stick.size);
    hone_bytes_release(&stick);
    return ok ? 0 : -1;
}

/* Writes the motions of a project as VMD files. */
static void write_motions(const char *path, const char *model, const char *scene)
{
    hone_project *project = hone_project_load(path, NULL, NULL);
    const hone_project_data *data = hone_project_get(project);
    hone_bytes bytes;
    CHECK(project && hone_motion_write_vmd(data->models[0].motion, NULL, &bytes, NULL));
    CHECK(command_file_write(model, bytes.data, bytes.size));
    hone_bytes_release(&bytes);
    CHECK(hone_motion_write_vmd(data->scene, NULL, &bytes, NULL));
    CHECK(command_file_write(scene, bytes.data, bytes.size));
    hone_bytes_release(&bytes);
    hone_project_destroy(project);
}

static void a_project_is_drawn_as_its_parts_are(void **state)
{
    (void)state;
    needs_pictures();
    write_project("film.pmm", &one_model);
    write_motions("film.pmm", "model.vmd", "scene.vmd");
    command_result result = HONE("render", "film.pmm", "--frame", "12", "--size", "96x54", "-o", "project.png");
    assert_int_equal(result.status, 0);
    CHECK(strstr(result.err, "song.wav: warning: was not found beside the project"));
    CHECK(strstr(result.err, "back.avi: warning: was not found beside the project"));
    command_result_release(&result);
    static const char scene[] =
        "{ \"hone\": 1, \"models\": [ { \"file\": \"Model/swing.pmx\", \"edge_scale\": 1.5 }, { \"file\": "
        "\"Accessory/stick.x\", \"additive\": true,\n"
        "  \"keys\": [ { \"at\": [1, 2, 3], \"turn\": [5.7295780, 11.459156, 17.188734], \"scale\": 5 },\n"
        "            { \"frame\": 20, \"at\": [1, 2, 3], \"turn\": [5.7295780, 11.459156, 17.188734], \"scale\": 5,\n"
        "              \"opacity\": 0.5 } ] } ],\n"
        "  \"motions\": [ { \"file\": \"model.vmd\", \"model\": 1 }, { \"file\": \"scene.vmd\" } ],\n"
        "  \"picture\": { \"ground_shadow\": { \"colour\": [0.75, 0.75, 0.75], \"of_light\": true } } }\n";
    CHECK(command_file_write("parts.json", scene, sizeof scene - 1));
    result = HONE("render", "parts.json", "--camera", "keys", "--frame", "12", "--size", "96x54", "--background",
                  "black", "--shadows", "ground", "-o", "parts.png");
    assert_int_equal(result.status, 0);
    command_result_release(&result);
    assert_true(picture_same("project.png", "parts.png"));
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

static void an_empty_project_offers_what_it_has(void **state)
{
    (void)state;
    write_project("empty.pmm", &(make_pmm_desc){.empty = true, .followed = -1});
    command_result r = HONE("motion", "empty.pmm", "-o", "x.vmd");
    assert_int_equal(r.status, 1);
    assert_string_equal(r.err, "hone: empty.pmm: it has no models; --model scene takes camera and light\n");
    command_result_release(&r);
    CHECK_RUNS("motion", "empty.pmm", "-q", "--model", "scene", "-o", "x.vmd");
    r = HONE("doctor", "empty.pmm");
    CHECK(r.status == 0 && strstr(r.out, "empty.pmm  (pmm)\n  faults 0"));
    command_result_release(&r);
}

static void doctor_says_what_a_project_lacks(void **state)
{
    (void)state;
    CHECK(test_make_folder("alone"));
    write_project("alone/film.pmm", &one_model);
    command_result r = HONE("doctor", "alone/film.pmm");
    CHECK(r.status == 0 && *r.err == '\0' && strstr(r.out, "warning  left-out"));
    command_result strict = HONE("doctor", "alone/film.pmm", "--strict");
    CHECK(strict.status == 1 && command_line_count(strict.err) == 1);
    assert_string_equal(strict.out, r.out);
    command_result_release(&strict);
    command_result_release(&r);
}

/* One of the files cannot be written: then none is. */
static void motions_of_a_project_appear_together(void **state)
{
    (void)state;
    make_pmm_desc two = one_model;
    two.models = 2;
    write_project("two.pmm", &two);
    CHECK(command_file_write("all-1.vmd", "old", 3));
    CHECK(test_make_folder("all-scene.vmd"));
    CHECK_FAILS(1, "motion", "two.pmm", "-q", "-o", "all.vmd");
    size_t size = 0;
    char *text = command_file_content("all-1.vmd", &size);
    CHECK(text && size == 3 && memcmp(text, "old", 3) == 0);
    free(text);
}

static void motions_of_a_project_are_written(void **state)
{
    (void)state;
    make_pmm_desc two = one_model;
    two.models = 2;
    write_project("film.pmm", &one_model);
    write_motions("film.pmm", "model.vmd", "scene.vmd");
    CHECK_RUNS("motion", "film.pmm", "-q", "-o", "each.vmd");
    CHECK(same_files("model.vmd", "each.vmd"));
    write_project("two.pmm", &two);
    CHECK_RUNS("motion", "two.pmm", "-q", "-o", "each.vmd");
    CHECK(same_files("model.vmd", "each-1.vmd") && same_files("scene.vmd", "each-scene.vmd"));
    CHECK(!same_files("model.vmd", "each-2.vmd"));
    CHECK_RUNS("motion", "two.pmm", "-q", "--model", "doll", "-o", "doll.vmd");
    CHECK_RUNS("motion", "two.pmm", "-q", "--model", "scene", "--shift", "3", "--shift", "-3", "-o", "camera.vmd");
    CHECK(same_files("model.vmd", "doll.vmd") && same_files("scene.vmd", "camera.vmd"));
    CHECK_RUNS("motion", "two.pmm", "scene.vmd", "-q", "--model", "2", "--merge", "-o", "both.vmd");
    CHECK_FAILS(1, "motion", "two.pmm", "scene.vmd", "--merge", "-o", "x.vmd"); /* which model? */
    CHECK_FAILS(1, "motion", "two.pmm", "--model", "3", "-o", "x.vmd");
    CHECK_FAILS(1, "motion", "two.pmm", "--model", "nobody", "-o", "x.vmd");
    CHECK_FAILS(2, "motion", "two.pmm", "--json", "-o", "x.vmd");
    CHECK_FAILS(2, "motion", "model.vmd", "--model", "1", "-o", "x.vmd");
    CHECK(command_file_write("cut.pmm", "Polygon Movie maker 0002", 24));
    CHECK_FAILS(1, "motion", "cut.pmm", "-o", "x.vmd");
}

static void options_win_over_the_project(void **state)
{
    (void)state;
    needs_pictures();
    write_project("film.pmm", &one_model);
    command_result result =
        HONE("render", "film.pmm", "--size", "32x32", "--background", "none", "-q", "-o", "small.png");
    assert_int_equal(result.status, 0);
    assert_string_equal(result.err, "");
    command_result_release(&result);
    size_t size;
    char *png = command_file_content("small.png", &size);
    CHECK(size > 24 && png[19] == 32 && png[23] == 32);
    free(png);
}

static void a_broken_project_is_one_line(void **state)
{
    (void)state;
    hone_bytes bytes = make_pmm(&one_model, NULL);
    CHECK(command_file_write("cut.pmm", bytes.data, bytes.size / 3));
    hone_bytes_release(&bytes);
    CHECK_FAILS(1, "render", "cut.pmm", "-o", "cut.png");
    write_project("old.pmm", &(make_pmm_desc){.old = true, .models = 1, .followed = -1, .path = "C:\\none.pmd"});
    CHECK_FAILS(1, "render", "old.pmm", "-o", "old.png");
    write_project("strict.pmm", &one_model);
    CHECK_FAILS(1, "render", "strict.pmm", "--strict", "-o", "strict.png");
    CHECK_FAILS(1, "pose", "strict.pmm");
    write_project("empty.pmm",
                  &(make_pmm_desc){.models = 1, .followed = -1, .path = "none.pmx", .accessory = "none.x"});
    CHECK_FAILS(1, "render", "empty.pmm", "-o", "empty.png");
}

static void a_saved_project_is_drawn_the_same(void **state)
{
    (void)state;
    needs_pictures();
    write_project("film.pmm", &one_model);
    command_result result = HONE("render", "film.pmm", "--frame", "12", "--size", "96x54", "-q", "-o", "project.png",
                                 "--save-scene", "saved.json");
    assert_int_equal(result.status, 0);
    command_result_release(&result);
    result = HONE("render", "saved.json", "-q", "-o", "saved.png"); /* with saved-1.vmd and so on */
    assert_int_equal(result.status, 0);
    command_result_release(&result);
    assert_true(picture_same("project.png", "saved.png"));
    result = HONE("render", "film.pmm", "--frame", "25", "--size", "96x54", "-q", "-o", "project.png"); /* hidden */
    command_result_release(&result);
    result = HONE("render", "saved.json", "--frame", "25", "-q", "-o", "saved.png");
    command_result_release(&result);
    assert_true(picture_same("project.png", "saved.png"));
}

static void info_shows_what_a_project_names(void **state)
{
    (void)state;
    write_project("film.pmm", &one_model);
    command_result result = HONE("info", "film.pmm");
    assert_int_equal(result.status, 0);
    CHECK(strstr(result.out, "film.pmm  (pmm)"));
    CHECK(strstr(result.out, "     1    doll  C:\\MMD\\Model\\swing.pmx\n        5 bone keys, 2 morph keys\n"));
    CHECK(strstr(result.out, "sound  song.wav  (missing)\n"));
    command_result_release(&result);
    result = HONE("info", "--json", "film.pmm");
    assert_int_equal(result.status, 0);
    CHECK(strstr(result.out, "\"format\": \"pmm\"") && strstr(result.out, "\"bone_keys\": 5"));
    CHECK(strstr(result.out, "\"found\": true") && strstr(result.out, "\"camera_keys\": 2"));
    command_result_release(&result);
    CHECK(command_file_write("cut.pmm", "Polygon Movie maker 0002", 24));
    CHECK_FAILS(1, "info", "cut.pmm");
}

TEST_GROUP(test_command_project)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(motions_of_a_project_are_written),    cmocka_unit_test(a_project_is_drawn_as_its_parts_are),
        cmocka_unit_test(doctor_says_what_a_project_lacks),    cmocka_unit_test(motions_of_a_project_appear_together),
        cmocka_unit_test(an_empty_project_offers_what_it_has), cmocka_unit_test(options_win_over_the_project),
        cmocka_unit_test(a_broken_project_is_one_line),        cmocka_unit_test(a_saved_project_is_drawn_the_same),
        cmocka_unit_test(info_shows_what_a_project_names),
    };
    return cmocka_run_group_tests(tests, make_files, command_folder_leave);
}
