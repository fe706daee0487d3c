/* hone pack, and the other subcommands with a .hclip. */
#include "support/command.h"
#include "support/json_find.h"
#include "support/make/bodies/puppet.h"
#include "support/make/files/make_gltf.h"
#include "support/support.h"

#include <hone/format.h>
#include <stdlib.h>
#include <string.h>

static int make_files(void **state)
{
    make_gltf *file = calloc(1, sizeof *file);
    if (!file || command_folder_enter(state) != 0)
        return -1;
    make_gltf_rich(file);
    hone_bytes glb = make_gltf_glb(file);
    bool ok = command_file_write("rich.glb", glb.data, glb.size) &&
              puppet_write_model("tower.pmx", puppet_make(&(puppet_desc){0}, NULL), 0) &&
              puppet_write_motion("turn.vmd", puppet_motion(1, NULL)) &&
              puppet_write_motion("other.vmd", puppet_motion(2, NULL));
    hone_bytes_release(&glb);
    free(file);
    return ok ? 0 : -1;
}

static void it_packs_clips_that_play(void **state)
{
    (void)state;
    command_result r = HONE("pack", "tower.pmx", "turn.vmd", "other.vmd", "-o", "all.hclip", "--json");
    CHECK(r.status == 0 && json_is_valid(r.out) && json_number(r.out, "tolerance_m") > 0.99e-4);
    CHECK(json_number(r.out, "clips.0.error_m") <= 1e-4 &&
          json_number(r.out, "clips.0.raw_bytes") > json_number(r.out, "clips.0.samples"));
    command_result_release(&r);
    r = HONE("info", "all.hclip");
    CHECK(r.status == 0 && strstr(r.out, "hclip") && strstr(r.out, "other") && strstr(r.out, "packed bytes"));
    command_result_release(&r);
    CHECK_RUNS("pose", "tower.pmx", "turn.vmd", "--frame", "3,11", "--bones", "a.csv", "-q");
    CHECK_RUNS("pose", "tower.pmx", "all.hclip", "--frame", "3,11", "--bones", "b.csv", "-q");
    CHECK_RUNS("pose", "tower.pmx", "all.hclip", "--clip", "other", "--frame", "3,11", "--bones", "c.csv", "-q");
    size_t sizes[2];
    char *a = command_file_content("a.csv", &sizes[0]), *c = command_file_content("c.csv", &sizes[1]);
    CHECK(a && c && strcmp(a, c) != 0);
    free(a);
    free(c);
    CHECK_RUNS("convert", "tower.pmx", "all.hclip", "-o", "out.glb", "-q");
    CHECK_RUNS("convert", "tower.pmx", "all.hclip", "-o", "out.vmd", "-q");
    CHECK_FAILS(1, "convert", "all.hclip", "-o", "out.vmd");
    CHECK_FAILS(1, "pose", "all.hclip");
}

static void a_coarser_bound_takes_fewer_bytes(void **state)
{
    (void)state;
    double bytes[2];
    for (int i = 0; i < 2; i++) {
        command_result r = HONE("pack", "rich.glb", "-o", "x.hclip", "--json", "--tolerance", i ? "5mm" : "0.05",
                                "--distance", i ? "0.1m" : "30");
        CHECK(r.status == 0 && json_number(r.out, "clips.0.error_m") <= (i ? 5e-3 : 5e-5));
        bytes[i] = json_number(r.out, "bytes");
        command_result_release(&r);
    }
    CHECK(bytes[1] < bytes[0]);
}

static void all_clips_of_a_gltf_are_packed(void **state)
{
    (void)state;
    CHECK_RUNS("pack", "rich.glb", "-o", "rich.hclip", "-q");
    hone_motion *motion = hone_motion_load("rich.hclip", NULL, NULL), *was = hone_motion_load("rich.glb", NULL, NULL);
    CHECK(motion && was && hone_motion_get(motion)->clip_count == hone_motion_get(was)->clip_count);
    hone_motion_release(motion);
    CHECK_RUNS("pack", "rich.glb", "--clip", "1", "-o", "one.hclip", "-q");
    motion = hone_motion_load("one.hclip", NULL, NULL);
    CHECK(motion && hone_motion_get(motion)->clip_count == 1);
    hone_motion_release(motion);
    hone_motion_release(was);
}

/* The ending stands for the command: the same file, and the command's words about what it does not know. */
static void convert_does_it_by_the_ending(void **state)
{
    (void)state;
    size_t sizes[2];
    CHECK_RUNS("pack", "tower.pmx", "turn.vmd", "-o", "own.hclip", "-q");
    CHECK_RUNS("convert", "tower.pmx", "turn.vmd", "-o", "door.hclip", "-q");
    char *own = command_file_content("own.hclip", &sizes[0]), *door = command_file_content("door.hclip", &sizes[1]);
    CHECK(own && door && sizes[0] == sizes[1] && memcmp(own, door, sizes[0]) == 0);
    free(own);
    free(door);
    CHECK_FAILS(2, "convert", "tower.pmx", "turn.vmd", "-o", "x.hclip", "--fps", "60");
    CHECK_FAILS(2, "convert", "tower.pmx", "turn.vmd", "-o", "x.hclip", "--distance", "10mm");
    CHECK_FAILS(2, "convert", "-o", "x.hclip");
}

static void wrong_usage_is_one_line(void **state)
{
    (void)state;
    CHECK_FAILS(2, "pack");
    CHECK_FAILS(2, "pack", "tower.pmx", "turn.vmd");
    CHECK_FAILS(2, "pack", "tower.pmx", "turn.vmd", "-o", "x.glb");
    CHECK_FAILS(2, "pack", "tower.pmx", "turn.vmd", "-o", "x.hclip", "--tolerance", "0");
    CHECK_FAILS(1, "pack", "turn.vmd", "tower.pmx", "-o", "x.hclip");
    CHECK_FAILS(1, "pack", "tower.pmx", "none.vmd", "-o", "x.hclip");
    CHECK_FAILS(1, "pack", "tower.pmx", "rich.glb", "-o", "x.hclip");
    CHECK_FAILS(1, "pack", "rich.glb", "-o", "x.hclip", "--tolerance", "0.0001mm", "--distance", "1000m");
}

TEST_GROUP(test_command_pack)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_packs_clips_that_play),       cmocka_unit_test(a_coarser_bound_takes_fewer_bytes),
        cmocka_unit_test(all_clips_of_a_gltf_are_packed), cmocka_unit_test(convert_does_it_by_the_ending),
        cmocka_unit_test(wrong_usage_is_one_line),
    };
    return cmocka_run_group_tests(tests, make_files, command_folder_leave);
}
