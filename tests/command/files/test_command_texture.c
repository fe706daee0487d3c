/* hone texture. */
#include "support/command.h"
#include "support/json_find.h"
#include "support/make/bodies/puppet.h"
#include "support/make/files/make_gltf.h"
#include "support/support.h"

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

static void it_bakes_clips_and_tells_the_error(void **state)
{
    (void)state;
    command_result r = HONE("texture", "tower.pmx", "turn.vmd", "other.vmd", "-o", "all.ktx2", "--json", "-q");
    size_t size;
    char *file = command_file_content("all.ktx2", &size);
    CHECK(r.status == 0 && json_is_valid(r.out) && file && json_number(r.out, "bytes") == (double)size);
    CHECK(memcmp(file, "\xabKTX 20\xbb", 8) == 0);
    CHECK(json_count(r.out, "clips") == 2 && json_string_is(r.out, "clips.1.name", "other"));
    CHECK(json_number(r.out, "clips.1.first_row") == json_number(r.out, "clips.0.frames"));
    CHECK(json_number(r.out, "width") == 3 * json_number(r.out, "items"));
    CHECK(json_count(r.out, "slots") == (size_t)json_number(r.out, "items"));
    CHECK(json_number(r.out, "error_m") == 0 && json_string_is(r.out, "format", "rgba32f"));
    free(file);
    command_result_release(&r);
    r = HONE("texture", "tower.pmx", "turn.vmd", "-o", "one.ktx2", "--format", "rgba16f");
    CHECK(r.status == 0 && strstr(r.err, "turn: ") && strstr(r.err, "is off by") && command_line_count(r.err) >= 2);
    command_result_release(&r);
}

static void a_tolerance_chooses_the_format(void **state)
{
    (void)state;
    static const char *const tolerances[] = {"10m", "1mm", "0.0001mm"};
    static const char *const formats[] = {"rgba8", "rgba16", "rgba32f"};
    for (int i = 0; i < 3; i++) {
        command_result r =
            HONE("texture", "tower.pmx", "turn.vmd", "-o", "x.ktx2", "--json", "-q", "--tolerance", tolerances[i]);
        CHECK(r.status == 0 && json_string_is(r.out, "format", formats[i]));
        command_result_release(&r);
    }
    CHECK_RUNS("texture", "tower.pmx", "turn.vmd", "-o", "kept.ktx2", "-q");
    size_t before, after;
    char *kept = command_file_content("kept.ktx2", &before);
    CHECK_FAILS(1, "texture", "tower.pmx", "turn.vmd", "-o", "kept.ktx2", "-q", "--format", "rgba8", "--tolerance",
                "0.01mm");
    char *now = command_file_content("kept.ktx2", &after);
    CHECK(kept && now && before == after && memcmp(kept, now, before) == 0);
    free(kept);
    free(now);
}

static void contents_have_their_texels(void **state)
{
    (void)state;
    static const struct {
        const char *content, *items;
        int texels;
    } contents[] = {{"matrix", NULL, 3}, {"quaternion", NULL, 2}, {"position", NULL, 1}, {"position-normal", NULL, 2}};
    for (size_t i = 0; i < sizeof contents / sizeof *contents; i++) {
        command_result r = HONE("texture", "tower.pmx", "turn.vmd", "-o", "x.ktx2", "--json", "-q", "--rate", "7",
                                "--loop", "on", "--content", contents[i].content);
        CHECK(r.status == 0 && json_number(r.out, "texels_per_item") == contents[i].texels);
        CHECK(json_number(r.out, "clips.0.rate") >= 7 && strstr(r.out, "\"loop\": true"));
        command_result_release(&r);
    }
}

static void clips_of_a_gltf_and_a_model_alone(void **state)
{
    (void)state;
    command_result r = HONE("texture", "rich.glb", "-o", "rich.ktx2", "--json", "-q");
    CHECK(r.status == 0 && json_count(r.out, "clips") > 1);
    command_result_release(&r);
    r = HONE("texture", "rich.glb", "--clip", "1", "-o", "rich.ktx2", "--json", "-q");
    CHECK(r.status == 0 && json_count(r.out, "clips") == 1);
    command_result_release(&r);
    CHECK_FAILS(1, "texture", "rich.glb", "--clip", "nothing", "-o", "rich.ktx2");
}

/* The ending stands for the command: the same file, and the command's words about what it does not know. */
static void convert_does_it_by_the_ending(void **state)
{
    (void)state;
    size_t sizes[2];
    CHECK_RUNS("texture", "tower.pmx", "turn.vmd", "-o", "own.ktx2", "-q");
    CHECK_RUNS("convert", "tower.pmx", "turn.vmd", "-o", "door.ktx2", "-q");
    char *own = command_file_content("own.ktx2", &sizes[0]), *door = command_file_content("door.ktx2", &sizes[1]);
    CHECK(own && door && sizes[0] == sizes[1] && memcmp(own, door, sizes[0]) == 0);
    free(own);
    free(door);
    CHECK_FAILS(2, "convert", "tower.pmx", "turn.vmd", "-o", "x.ktx2", "--fps", "60");
    CHECK_FAILS(2, "convert", "tower.pmx", "turn.vmd", "-o", "x.ktx2", "--rate", "60");
    CHECK_FAILS(2, "convert", "-o", "x.ktx2");
}

static void wrong_usage_is_one_line(void **state)
{
    (void)state;
    CHECK_FAILS(2, "texture");
    CHECK_FAILS(2, "texture", "tower.pmx", "turn.vmd");
    CHECK_FAILS(2, "texture", "tower.pmx", "turn.vmd", "-o", "x.png");
    CHECK_FAILS(2, "texture", "tower.pmx", "turn.vmd", "-o", "x.ktx2", "--format", "");
    CHECK_FAILS(2, "texture", "tower.pmx", "turn.vmd", "-o", "x.ktx2", "--format", "rgba64");
    CHECK_FAILS(2, "texture", "tower.pmx", "turn.vmd", "-o", "x.ktx2", "--rate", "nan");
    CHECK_FAILS(2, "texture", "tower.pmx", "turn.vmd", "-o", "x.ktx2", "--rate", "0");
    CHECK_FAILS(2, "texture", "tower.pmx", "turn.vmd", "-o", "x.ktx2", "--tolerance", "-1mm");
    CHECK_FAILS(2, "texture", "tower.pmx", "turn.vmd", "-o", "x.ktx2", "--max-size", "1");
    CHECK_FAILS(1, "texture", "tower.pmx", "turn.vmd", "-o", "x.ktx2", "--max-size", "64", "--rate", "1000");
    CHECK_FAILS(1, "texture", "tower.pmx", "none.vmd", "-o", "x.ktx2");
    CHECK_FAILS(1, "texture", "turn.vmd", "-o", "x.ktx2");
    CHECK_FAILS(1, "texture", "tower.pmx", "turn.vmd", "-o", "no-such-folder/x.ktx2");
}

TEST_GROUP(test_command_texture)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_bakes_clips_and_tells_the_error), cmocka_unit_test(a_tolerance_chooses_the_format),
        cmocka_unit_test(contents_have_their_texels),         cmocka_unit_test(clips_of_a_gltf_and_a_model_alone),
        cmocka_unit_test(convert_does_it_by_the_ending),      cmocka_unit_test(wrong_usage_is_one_line),
    };
    return cmocka_run_group_tests(tests, make_files, command_folder_leave);
}
