#define _XOPEN_SOURCE 700 /* mkdtemp, nftw */
#include "support/make/files/make_pmm.h"
#include "support/memory/refuse_memory.h"
#include "support/support.h"
#include "tool/project/project_scene.h"

#include <ftw.h>
#include <hone/render.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { PATH_ROOM = 512 };

static char base[64], folder[80]; /* deep, since files are looked for in two folders above it */

static const char *at(const char *name)
{
    static char paths[4][PATH_ROOM];
    static unsigned turn;
    char *path = paths[turn++ % 4];
    snprintf(path, PATH_ROOM, "%s/%s", folder, name);
    return path;
}

static void put(const char *name, const char *text)
{
    CHECK(hone_file_write(at(name), text, strlen(text), NULL));
}

static int make_folder(void **state)
{
    (void)state;
    strcpy(base, "/tmp/hone-test-XXXXXX");
    if (!mkdtemp(base))
        return -1;
    snprintf(folder, sizeof folder, "%s/a", base);
    bool failed = mkdir(folder, 0777) != 0;
    snprintf(folder, sizeof folder, "%s/a/b", base);
    return failed || mkdir(folder, 0777) || mkdir(at("Model"), 0777) || mkdir(at("Accessory"), 0777);
}

static int remove_one(const char *path, const struct stat *status, int kind, struct FTW *place)
{
    (void)status, (void)kind, (void)place;
    return remove(path);
}

static int remove_folder(void **state)
{
    (void)state;
    return nftw(base, remove_one, 8, FTW_DEPTH | FTW_PHYS);
}

/* Joins the notes: "FILE: TEXT; ". */
static void collect(void *user, const char *file, const char *text)
{
    char *notes = user;
    size_t size = strlen(notes);
    snprintf(notes + size, 2000 - size, "%s: %s; ", file, text);
}

static scene load(const make_pmm_desc *desc, char notes[2000])
{
    hone_bytes bytes = make_pmm(desc, NULL);
    hone_error error = {0};
    scene s;
    notes[0] = '\0';
    CHECK(hone_file_write(at("film.pmm"), bytes.data, bytes.size, NULL));
    hone_bytes_release(&bytes);
    if (!scene_load_project(at("film.pmm"), false, collect, notes, &s, &error))
        fail_msg("%s", error.message);
    return s;
}

static bool ends_in(const char *path, const char *end)
{
    size_t a = path ? strlen(path) : 0, b = strlen(end);
    return a >= b && strcmp(path + a - b, end) == 0;
}

static void put_files(void)
{
    put("Model/doll.pmd", "a model, which is not read yet");
    put("Accessory/stick.x", "xof 0303txt 0032");
    put("song.wav", "a sound");
    put("back.avi", "a film");
}

static void models_are_found_and_play_their_motions(void **state)
{
    (void)state;
    char notes[2000];
    put_files();
    scene s = load(&(make_pmm_desc){.followed = -1, .plain = true}, notes);
    assert_int_equal(s.model_count, 3);
    CHECK(ends_in(s.models[0].path, "/Model/doll.pmd") && ends_in(s.models[1].path, "/Model/doll.pmd"));
    CHECK(ends_in(s.models[2].path, "/Accessory/stick.x"));
    CHECK_NEAR(s.models[0].edge_scale, 1.5, 0);
    assert_int_equal(s.motion_count, 3); /* model 1, the accessory, the scene */
    assert_int_equal(s.motions[0].model, 1);
    assert_int_equal(hone_motion_get(s.motions[0].motion)->bone_track_count, 2);
    assert_int_equal(s.motions[1].model, 3);
    CHECK(hone_motion_get(s.motions[1].motion)->property_keys[0].visible);
    CHECK(!hone_motion_get(s.motions[1].motion)->property_keys[1].visible);
    assert_int_equal(s.motions[2].model, 0);
    assert_int_equal(hone_motion_get(s.motions[2].motion)->camera_key_count, 2);
    CHECK(!s.motions[0].path && s.motions[0].weight == 1);
    scene_release(&s);
}

static void accessories_have_their_place(void **state)
{
    (void)state;
    char notes[2000];
    put_files();
    scene s = load(&(make_pmm_desc){.followed = -1}, notes);
    const placement *place = &s.models[2].place;
    CHECK_NEAR(place->scale, 5, 1e-5);
    CHECK_NEAR(place->at[2], 3, 0);
    assert_int_equal(place->attach, 0);
    /* Rz(0.3) Ry(0.2) Rx(0.1), written as Ry Rx Rz: the third row of the matrix is (-sin y, cos y sin x, cos y cos x)
     */
    double x = place->turn[0] * acos(-1) / 180, z = place->turn[2] * acos(-1) / 180,
           y = place->turn[1] * acos(-1) / 180;
    CHECK_NEAR(-sin(y) * cos(z) + cos(y) * sin(x) * sin(z), -sin(0.2), 1e-6);
    CHECK_NEAR(sin(y) * sin(z) + cos(y) * sin(x) * cos(z), cos(0.2) * sin(0.1), 1e-6);
    CHECK_NEAR(cos(y) * cos(x), cos(0.2) * cos(0.1), 1e-6);
    scene_release(&s);
}

static void settings_are_taken_over(void **state)
{
    (void)state;
    char notes[2000];
    put_files();
    scene s = load(&(make_pmm_desc){.followed = -1}, notes);
    CHECK(s.size.width == 640 && s.size.height == 360);
    assert_string_equal(s.camera.source, "keys");
    CHECK(ends_in(s.film.sound, "/song.wav"));
    CHECK(s.frames.given && s.frames.first == 2 && s.frames.last == 30 && s.frame == 8);
    CHECK(s.look.background.given && s.look.background.rgba[0] == 0 && s.look.background.rgba[3] == 1);
    assert_int_equal(s.look.draw.shadows, HONE_SHADOWS_GROUND);
    assert_int_equal(s.play.physics.mode, PLAYBACK_PHYSICS_DEFAULT);
    CHECK(!s.play.physics.floor && !s.play.physics.gravity.given && s.active == 1);
    CHECK(strstr(notes, "gravity has noise") && !strstr(notes, "back"));
    CHECK(ends_in(s.look.backdrop.file, "/back.avi") && s.look.backdrop.fit == HONE_BACKDROP_ORIGINAL);
    CHECK(s.look.backdrop.offset[0] == -3 && s.look.backdrop.offset[1] == 4 && s.look.backdrop.scale == 0.5f);
    CHECK(s.look.backdrop.frame.width == 640 && s.look.backdrop.frame.height == 360);
    const look_ground_shadow *shadow = &s.look.ground_shadow;
    CHECK(shadow->colour.given && shadow->of_light && shadow->colour.rgba[1] == 0.75f);
    CHECK(!shadow->strength.given); /* translucent */
    scene_release(&s);
}

static void what_is_missing_is_noted_and_the_rest_stays(void **state)
{
    (void)state;
    char notes[2000];
    put("Accessory/stick.x", "xof 0303txt 0032");
    scene s = load(&(make_pmm_desc){.followed = -1}, notes);
    assert_int_equal(s.model_count, 1);
    CHECK(ends_in(s.models[0].path, "/stick.x"));
    CHECK(strstr(notes, "C:\\MMD\\UserFile\\Model\\doll.pmd: was not found beside the project"));
    CHECK(strstr(notes, "song.wav: was not found") && strstr(notes, "back.avi: was not found"));
    CHECK(!s.look.backdrop.file && !s.film.sound && s.active == 0);
    scene_release(&s);
}

static void what_follows_bones_is_taken_over(void **state)
{
    (void)state;
    char notes[2000];
    put_files();
    scene s = load(&(make_pmm_desc){.followed = 0}, notes);
    assert_int_equal(s.models[1].parent_count, 1);
    const scene_parent *parent = &s.models[1].parents[0];
    CHECK(parent->frame == 20 && parent->attach == 1);
    assert_string_equal(parent->child, "center");
    assert_string_equal(parent->bone, "arm");
    CHECK(s.camera_parent_count == 1 && s.camera_parents[0].frame == 20 && s.camera_parents[0].attach == 1);
    CHECK(!s.camera_parents[0].child);
    assert_string_equal(s.camera_parents[0].bone, "arm");
    const scene_model *stick = &s.models[2];
    CHECK(stick->additive && stick->key_count == 2 && stick->keys[0].attach == 0 && stick->keys[0].opacity == 1);
    CHECK(stick->keys[1].frame == 20 && stick->keys[1].attach == 1 && stick->keys[1].opacity == 0.5f);
    CHECK_NEAR(stick->keys[0].turn[2], 0.3 * 180 / acos(-1), 1e-4);
    CHECK(stick->keys[0].scale == 5 && stick->keys[0].at[1] == 2 && !stick->keys[0].no_shadow);
    CHECK(!strstr(notes, "follow") && !strstr(notes, "stick.x"));
    scene_release(&s);
}

static void how_models_are_drawn_is_taken_over(void **state)
{
    (void)state;
    char notes[2000];
    put_files();
    scene s = load(&(make_pmm_desc){.followed = -1, .drawn_alone = true, .heavier = true}, notes);
    CHECK(s.models[0].additive && s.models[0].no_self_shadow && !s.models[2].no_self_shadow);
    CHECK(s.models[0].edge_colour.given && s.models[0].edge_colour.rgba[0] == 1); /* a PMD */
    CHECK_NEAR(s.models[0].edge_colour.rgba[2], 0.2, 1e-6);
    CHECK(!s.models[2].edge_colour.given);
    CHECK(s.play.physics.gravity_key_count == 2 && s.play.physics.gravity_keys[1].frame == 7);
    CHECK_NEAR(s.play.physics.gravity_keys[0].gravity[1], -98, 1e-4);
    CHECK_NEAR(s.play.physics.gravity_keys[1].gravity[0], 196, 1e-4);
    scene_release(&s);
    s = load(&(make_pmm_desc){.followed = -1}, notes);
    CHECK(!s.models[0].additive && !s.models[0].no_self_shadow && s.play.physics.gravity_key_count == 0);
    scene_release(&s);
}

static void what_follows_a_missing_model_is_noted(void **state)
{
    (void)state;
    char notes[2000];
    put("Accessory/stick.x", "xof 0303txt 0032");
    scene s = load(&(make_pmm_desc){.followed = 0}, notes);
    CHECK(s.model_count == 1 && s.models[0].key_count == 2 && s.models[0].keys[1].attach == 0);
    CHECK(strstr(notes, "stick.x: follows a bone or a model that is missing"));
    CHECK(strstr(notes, "the camera follows a bone or a model that is missing"));
    CHECK(s.camera_parent_count == 1 && s.camera_parents[0].attach == 0);
    scene_release(&s);
}

static void an_accessory_text_leads_to_its_file(void **state)
{
    (void)state;
    char notes[2000];
    const make_pmm_desc desc = {.followed = -1, .accessory = "UserFile\\Accessory\\stick.vac"};
    put_files();
    put("Accessory/stick.vac", "stick\r\nSTICK.x\r\n1.0\r\n0,0,0\r\n0,0,0\r\n\r\n");
    scene s = load(&desc, notes);
    assert_int_equal(s.model_count, 3);
    CHECK(ends_in(s.models[2].path, "/Accessory/stick.x"));
    scene_release(&s);
    put("Accessory/stick.vac", "stick\r\nother.x\r\n1.0\r\n0,0,0\r\n0,0,0\r\n\r\n");
    s = load(&desc, notes);
    assert_int_equal(s.model_count, 2);
    CHECK(strstr(notes, "names a file that was not found"));
    scene_release(&s);
}

static void strict_loading_refuses_notes(void **state)
{
    (void)state;
    char notes[2000] = "";
    hone_error error = {0};
    hone_bytes bytes = make_pmm(&(make_pmm_desc){.followed = -1}, NULL);
    scene s;
    CHECK(hone_file_write(at("film.pmm"), bytes.data, bytes.size, NULL));
    hone_bytes_release(&bytes);
    CHECK(!scene_load_project(at("film.pmm"), true, collect, notes, &s, &error));
    assert_int_equal(error.code, HONE_ERROR_FORMAT);
    CHECK(s.model_count == 0 && s.motion_count == 0);
}

/* ---- damage and lack of memory ----------------------------------------------------------------------------------- */

static const make_pmm_desc everything = {.followed = 0, .drawn_alone = true, .heavier = true};

static bool try_load(const hone_bytes *bytes, size_t size, hone_error *error)
{
    scene s;
    remove(at("cut.pmm")); /* some file systems wait for the disk when a file is shortened */
    FILE *file = fopen(at("cut.pmm"), "wb");
    CHECK(file && fwrite(bytes->data, 1, size, file) == size && fclose(file) == 0);
    bool ok = scene_load_project(at("cut.pmm"), false, NULL, NULL, &s, error);
    CHECK(ok || (error->message[0] && !strchr(error->message, '\n') && !s.models && !s.motions && !s.texts));
    scene_release(&s);
    return ok;
}

/* Settings at the end may be missing. test_pmm.c cuts at every byte. */
static void a_project_cut_anywhere_is_read_or_refused(void **state)
{
    (void)state;
    size_t at[6];
    hone_bytes bytes = make_pmm(&everything, at);
    put_files();
    for (size_t size = 0; size < bytes.size; size += 31) {
        hone_error error = {0};
        CHECK(!try_load(&bytes, size, &error) || size >= at[4]);
    }
    CHECK(try_load(&bytes, bytes.size, &(hone_error){0}));
    hone_bytes_release(&bytes);
}

static void a_project_with_any_byte_changed_is_read_or_refused(void **state)
{
    (void)state;
    hone_bytes bytes = make_pmm(&everything, NULL);
    put_files();
    for (size_t i = 0; i < bytes.size; i += 23) {
        uint8_t *byte = (uint8_t *)bytes.data + i, before = *byte;
        *byte = before == 0xff ? 0x7f : 0xff;
        try_load(&bytes, bytes.size, &(hone_error){0});
        *byte = before;
    }
    hone_bytes_release(&bytes);
}

/* Each allocation fails in turn, alone, or with all that follow it. A lack of memory is never noted as a missing file.
 */
static void a_lack_of_memory_is_one_error(void **state)
{
    (void)state;
    hone_bytes bytes = make_pmm(&everything, NULL);
    put_files();
    put("Accessory/stick.vac", "stick\r\nSTICK.x\r\n1.0\r\n0,0,0\r\n0,0,0\r\n\r\n");
    CHECK(hone_file_write(at("film.pmm"), bytes.data, bytes.size, NULL));
    hone_bytes_release(&bytes);
    for (int alone = 0; alone < 2; alone++) {
        uint64_t n = 0;
        for (bool refused = true; refused; n++) {
            hone_error error = {0};
            char notes[2000] = "";
            scene s;
            (alone ? refuse_memory_at : refuse_memory_from)(n);
            bool ok = scene_load_project(at("film.pmm"), false, collect, notes, &s, &error);
            refused = refuse_memory_end();
            if (ok == refused || (!ok && error.code != HONE_ERROR_MEMORY))
                fail_msg("allocation %d: %s, %s", (int)n, ok ? "read" : error.message, notes);
            CHECK(!strstr(notes, "found") && ok == (s.models != NULL));
            scene_release(&s);
        }
        CHECK(n > 20);
    }
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, make_folder, remove_folder)

TEST_GROUP(test_project_scene)
{
    const struct CMUnitTest tests[] = {
        TEST(models_are_found_and_play_their_motions),
        TEST(accessories_have_their_place),
        TEST(settings_are_taken_over),
        TEST(what_is_missing_is_noted_and_the_rest_stays),
        TEST(what_follows_bones_is_taken_over),
        TEST(how_models_are_drawn_is_taken_over),
        TEST(what_follows_a_missing_model_is_noted),
        TEST(an_accessory_text_leads_to_its_file),
        TEST(strict_loading_refuses_notes),
        TEST(a_project_cut_anywhere_is_read_or_refused),
        TEST(a_project_with_any_byte_changed_is_read_or_refused),
        TEST(a_lack_of_memory_is_one_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
