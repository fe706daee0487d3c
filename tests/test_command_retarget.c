/* Motions of other rigs in `pose`, `convert` and `info`. */
#include "samples/samples.h"
#include "support/command.h"
#include "support/make_human.h"
#include "support/puppet.h"
#include "support/support.h"
#include <stdlib.h>
#include <string.h>

/* Where the Khronos validator looks at it: tests/interop. */
#define DANCING HONE_BUILD_DIR "/interop/retarget-dancing.glb"

static bool write_human(const char *path, const make_human_desc *desc)
{
    hone_bytes bytes = make_human(desc);
    bool ok = command_file_write(path, bytes.data, bytes.size);
    hone_bytes_release(&bytes);
    return ok;
}

static int make_files(void **state)
{
    size_t sizes[2];
    const void *model = hone_sample_file("character.pmx", &sizes[0]), *dance = hone_sample_file("dance.vmd", &sizes[1]);
    bool ok = command_folder_enter(state) == 0 && command_file_write("character.pmx", model, sizes[0]) &&
              command_file_write("dance.vmd", dance, sizes[1]) && write_human("human.glb", &(make_human_desc){0}) &&
              write_human("handless.glb", &(make_human_desc){.without = "leftHand"}) &&
              puppet_write_model("tower.pmx", puppet_make(&(puppet_desc){0}, NULL), 0);
    return ok ? 0 : -1;
}

/* Whether the model stands otherwise with the motion than without; what is said then is in *said (free it). */
static bool moves(const char *model, const char *motion, const char *option, char **said)
{
    command_result rest = HONE("pose", model, "--frame", "40");
    command_result now = HONE("pose", model, motion, "--frame", "40", "--retarget", option);
    assert_int_equal(rest.status, 0);
    assert_int_equal(now.status, 0);
    bool moved = strcmp(strchr(rest.out, '\n'), strchr(now.out, '\n')) != 0;
    *said = now.err;
    now.err = NULL;
    command_result_release(&rest);
    command_result_release(&now);
    return moved;
}

static void a_vmd_moves_a_gltf_and_says_how(void **state)
{
    (void)state;
    char *said;
    assert_true(moves("human.glb", "dance.vmd", "auto", &said));
    assert_non_null(strstr(said, "dance.vmd: warning: made for another rig: retargeted to 21 bones"));
    free(said);
    CHECK_FAILS(1, "pose", "human.glb", "dance.vmd", "--retarget", "off");
    CHECK_FAILS(2, "pose", "human.glb", "dance.vmd", "--retarget", "perhaps");
}

static void names_do_where_they_fit(void **state)
{
    (void)state;
    CHECK_RUNS("pose", "character.pmx", "dance.vmd", "--bones", "names.npy");
    char *said;
    assert_true(moves("character.pmx", "dance.vmd", "on", &said));
    assert_non_null(strstr(said, "retargeted"));
    free(said);
}

static void a_clip_moves_a_pmx(void **state)
{
    (void)state;
    char *said;
    CHECK_RUNS("convert", "human.glb", "dance.vmd", "-q", "-o", DANCING);
    assert_true(moves("character.pmx", DANCING, "auto", &said));
    free(said);
    CHECK_RUNS("convert", "character.pmx", DANCING, "-q", "-o", "back.vmd");
    CHECK_RUNS("pose", "character.pmx", "back.vmd", "-q", "--bones", "back.npy");
}

static void what_is_no_humanoid_is_one_line(void **state)
{
    (void)state;
    CHECK_FAILS(1, "pose", "handless.glb", "dance.vmd");
    command_result result = HONE("pose", "handless.glb", "dance.vmd");
    assert_non_null(strstr(result.err, "leftHand"));
    command_result_release(&result);
    CHECK_FAILS(1, "pose", "tower.pmx", "dance.vmd", "--retarget", "on");
}

static void info_says_what_is_missing(void **state)
{
    (void)state;
    command_result result = HONE("info", "--json", "handless.glb", "character.pmx");
    assert_int_equal(result.status, 0);
    assert_non_null(strstr(result.out, "\"leftHand\""));
    assert_non_null(strstr(result.out, "\"found\": 53"));
    command_result_release(&result);
    result = HONE("info", "character.pmx");
    assert_non_null(strstr(result.out, "human bones"));
    command_result_release(&result);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_vmd_moves_a_gltf_and_says_how),
        cmocka_unit_test(names_do_where_they_fit),
        cmocka_unit_test(a_clip_moves_a_pmx),
        cmocka_unit_test(what_is_no_humanoid_is_one_line),
        cmocka_unit_test(info_says_what_is_missing),
    };
    return cmocka_run_group_tests(tests, make_files, command_folder_leave);
}
