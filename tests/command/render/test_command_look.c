/* hone render's options for appearance, with the built-in character's files: shadows, edges, the grid, files outside
 * the folder. */
#define _POSIX_C_SOURCE 200809L
#include "support/command.h"
#include "support/image/picture.h"
#include "support/make/bodies/puppet.h"
#include "support/make/files/make_gltf.h"
#include "support/samples_write.h"
#include "support/support.h"

#include <hone/format.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define PICTURE(name) "-o", name, "--size", "96x128", "--msaa", "1"

/* sub/character.pmx and sub/strip.gltf refer to files outside sub. */
static bool put_into_sub(void)
{
    static make_gltf file;
    size_t size;
    const void *bytes = hone_sample_file("character.pmx", &size);
    bool ok = mkdir("sub", 0777) == 0 && command_file_write("sub/character.pmx", bytes, size);
    const char *name;
    for (uint32_t i = 0; ok && (name = hone_sample_name(i)); i++) {
        char link[64], target[64];
        snprintf(link, sizeof link, "sub/%.50s", name);
        snprintf(target, sizeof target, "../%.50s", name);
        ok = !strstr(name, ".tga") || symlink(target, link) == 0;
    }
    make_gltf_rich(&file);
    snprintf(file.buffer, sizeof file.buffer, ",\"uri\":\"../file.bin\"");
    hone_bytes text = make_gltf_text(&file, true);
    ok = ok && command_file_write("file.bin", file.data, file.size) &&
         command_file_write("sub/strip.gltf", text.data, text.size);
    hone_bytes_release(&text);
    return ok;
}

static int make_files(void **state)
{
    bool ok = command_folder_enter(state) == 0 && samples_write() && put_into_sub() &&
              puppet_write_motion("none.vmd", puppet_shadow(0, 0.01125f, NULL)) &&
              puppet_write_motion("usual.vmd", puppet_shadow(1, 0.01125f, NULL)) &&
              puppet_write_motion("near.vmd", puppet_shadow(2, 0.01125f, NULL));
    return ok ? 0 : -1;
}

static void shadows_are_both_self_ground_or_off(void **state)
{
    (void)state;
    static const char *const kinds[] = {"both", "self", "ground", "off"};
    static const char *const names[] = {"both.png", "self.png", "ground.png", "off.png"};
    needs_pictures();
    for (int i = 0; i < 4; i++)
        CHECK_RUNS("render", "character.pmx", PICTURE(names[i]), "--shadows", kinds[i], "--camera", "auto");
    for (int i = 0; i < 4; i++)
        for (int k = 0; k < i; k++) CHECK(!picture_same(names[i], names[k]));
    CHECK_RUNS("render", "character.pmx", PICTURE("usual.png"));
    CHECK(picture_same("usual.png", "both.png"));
    CHECK(picture_drawn("ground.png", 96, 128) > picture_drawn("off.png", 96, 128) + 50);
    CHECK(picture_drawn("self.png", 96, 128) == picture_drawn("off.png", 96, 128));
    CHECK_FAILS(2, "render", "character.pmx", PICTURE("x.png"), "--shadows", "on");
}

static void shadow_keys_choose_the_mode(void **state)
{
    (void)state;
    needs_pictures();
    CHECK_RUNS("render", "character.pmx", PICTURE("plain.png"));
    CHECK_RUNS("render", "character.pmx", "near.vmd", "usual.vmd", PICTURE("keyed.png")); /* the last one wins */
    CHECK_RUNS("render", "character.pmx", "near.vmd", PICTURE("near.png"));
    CHECK_RUNS("render", "character.pmx", "none.vmd", PICTURE("none.png"));
    CHECK_RUNS("render", "character.pmx", "--shadows", "ground", PICTURE("ground-alone.png"));
    CHECK(picture_same("plain.png", "keyed.png"));
    CHECK(!picture_same("plain.png", "near.png"));
    CHECK(picture_same("none.png", "ground-alone.png"));
}

static void the_ground_shadow_has_a_colour_and_a_strength(void **state)
{
    (void)state;
    needs_pictures();
    CHECK_RUNS("render", "character.pmx", PICTURE("usual.png"));
    CHECK_RUNS("render", "character.pmx", PICTURE("same.png"), "--shadow-strength", "0.5");
    CHECK_RUNS("render", "character.pmx", PICTURE("red.png"), "--shadow-color", "red", "--shadow-strength", "1",
               "--save-scene", "red.json");
    CHECK_RUNS("render", "red.json", "-o", "scene.png", "--msaa", "1");
    CHECK_RUNS("render", "character.pmx", PICTURE("none.png"), "--shadow-strength", "0");
    CHECK_RUNS("render", "character.pmx", PICTURE("self.png"), "--shadows", "self");
    CHECK(picture_same("usual.png", "same.png") && !picture_same("usual.png", "red.png"));
    CHECK(picture_same("red.png", "scene.png") && picture_same("none.png", "self.png"));
    CHECK_FAILS(2, "render", "character.pmx", PICTURE("x.png"), "--shadow-strength", "1.5");
    CHECK_FAILS(2, "render", "character.pmx", PICTURE("x.png"), "--shadow-color", "reddish");
}

static void edges_and_grid_are_options(void **state)
{
    (void)state;
    needs_pictures();
    CHECK_RUNS("render", "character.pmx", PICTURE("with.png"));
    CHECK_RUNS("render", "character.pmx", PICTURE("on.png"), "--edges", "on");
    CHECK_RUNS("render", "character.pmx", PICTURE("without.png"), "--edges", "off");
    CHECK_RUNS("render", "character.pmx", PICTURE("grid.png"), "--grid");
    CHECK(picture_same("with.png", "on.png"));
    CHECK(picture_drawn("without.png", 96, 128) < picture_drawn("with.png", 96, 128));
    CHECK(picture_drawn("grid.png", 96, 128) > picture_drawn("with.png", 96, 128) + 200);
    CHECK_FAILS(2, "render", "character.pmx", PICTURE("x.png"), "--edges", "maybe");
}

static void files_outside_the_folder_are_read_by_wish(void **state)
{
    (void)state;
    needs_pictures();
    CHECK_RUNS("render", "character.pmx", PICTURE("beside.png"));
    command_result r = HONE("render", "sub/character.pmx", PICTURE("refused.png"));
    CHECK(r.status == 0 && strstr(r.err, "leads out of the folder"));
    command_result_release(&r);
    CHECK_RUNS("render", "sub/character.pmx", PICTURE("allowed.png"), "--allow-outside");
    CHECK(picture_same("beside.png", "allowed.png") && !picture_same("beside.png", "refused.png"));
}

static void buffers_outside_the_folder_are_read_by_wish(void **state)
{
    (void)state;
    CHECK_FAILS(1, "pose", "sub/strip.gltf", "--bones", "a.npy");
    CHECK_FAILS(1, "info", "sub/strip.gltf");
}

TEST_GROUP(test_command_look)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shadows_are_both_self_ground_or_off),
        cmocka_unit_test(shadow_keys_choose_the_mode),
        cmocka_unit_test(the_ground_shadow_has_a_colour_and_a_strength),
        cmocka_unit_test(edges_and_grid_are_options),
        cmocka_unit_test(files_outside_the_folder_are_read_by_wish),
        cmocka_unit_test(buffers_outside_the_folder_are_read_by_wish),
    };
    return cmocka_run_group_tests(tests, make_files, command_folder_leave);
}
