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
    assert_non_null(strstr(said, "dance.vmd: warning: made for another rig: retargeted to 29 bones"));
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

/* On the model that it was made for a motion does what that model's baked keys do. */
static void a_motion_model_is_who_dances(void **state)
{
    (void)state;
    const char *const paths[] = {"said.npy", "baked.npy", "unsaid.npy"};
    test_array arrays[3];
    double apart[2] = {0, 0};
    CHECK_RUNS("convert", "character.pmx", "dance.vmd", "--tolerance", "0", "-q", "-o", "baked.glb");
    CHECK_RUNS("pose", "human.glb", "dance.vmd", "--motion-model", "character.pmx", "--frame", "0,40,100", "-q",
               "--bones", paths[0]);
    CHECK_RUNS("pose", "human.glb", "baked.glb", "--frame", "0,40,100", "-q", "--bones", paths[1]);
    CHECK_RUNS("pose", "human.glb", "dance.vmd", "--frame", "0,40,100", "-q", "--bones", paths[2]);
    for (int i = 0; i < 3; i++) assert_true(test_array_read(paths[i], &arrays[i]));
    for (int i = 0; i < 2; i++)
        for (size_t k = 0; k < arrays[0].count; k++)
            apart[i] = fmax(apart[i], (double)fabsf(arrays[0].values[k] - arrays[i + 1].values[k]));
    CHECK(apart[0] <= 2e-3);
    CHECK(apart[1] >= 1e-2);
    for (int i = 0; i < 3; i++) test_array_release(&arrays[i]);
}

static void hands_reach_if_asked(void **state)
{
    (void)state;
    command_result turn = HONE("pose", "human.glb", "dance.vmd", "-q", "--frame", "60");
    command_result same = HONE("pose", "human.glb", "dance.vmd", "-q", "--frame", "60", "--retarget-hands", "turn");
    command_result reach = HONE("pose", "human.glb", "dance.vmd", "-q", "--frame", "60", "--retarget-hands", "reach");
    assert_int_equal(reach.status, 0);
    assert_string_equal(turn.out, same.out);
    assert_string_not_equal(turn.out, reach.out);
    command_result_release(&turn);
    command_result_release(&same);
    command_result_release(&reach);
    CHECK_FAILS(2, "pose", "human.glb", "dance.vmd", "--retarget-hands", "clap");
}

static void a_motion_model_that_plays_goes_by_names(void **state)
{
    (void)state;
    command_result plain = HONE("pose", "character.pmx", "dance.vmd", "--frame", "40");
    command_result same =
        HONE("pose", "character.pmx", "dance.vmd", "--frame", "40", "--motion-model", "character.pmx");
    assert_int_equal(same.status, 0);
    assert_string_equal(plain.out, same.out);
    assert_string_equal(plain.err, same.err);
    command_result_release(&plain);
    command_result_release(&same);
}

static void a_motion_model_that_does_not_do_is_one_line(void **state)
{
    (void)state;
    static const char *const bad[] = {"absent.pmx", "dance.vmd", "broken.pmx"};
    CHECK(command_file_write("broken.pmx", "PMX nothing", 11));
    for (int i = 0; i < 3; i++) {
        CHECK_FAILS(1, "pose", "human.glb", "dance.vmd", "--motion-model", bad[i]);
        command_result result = HONE("pose", "human.glb", "dance.vmd", "--motion-model", bad[i]);
        const char *named = strstr(result.err, bad[i]);
        assert_ptr_equal(named, result.err + strlen("hone: "));
        assert_null(strstr(named + 1, bad[i])); /* once */
        command_result_release(&result);
    }
    CHECK_FAILS(1, "pose", "human.glb", "dance.vmd", "--motion-model", "tower.pmx");
    CHECK_FAILS(1, "pose", "character.pmx", "dance.vmd", "--motion-model", "human.glb"); /* of another space */
    CHECK_FAILS(2, "pose", "human.glb", "dance.vmd", "--motion-model", "");
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
        cmocka_unit_test(a_motion_model_is_who_dances),
        cmocka_unit_test(hands_reach_if_asked),
        cmocka_unit_test(a_motion_model_that_plays_goes_by_names),
        cmocka_unit_test(a_motion_model_that_does_not_do_is_one_line),
        cmocka_unit_test(what_is_no_humanoid_is_one_line),
        cmocka_unit_test(info_says_what_is_missing),
    };
    return cmocka_run_group_tests(tests, make_files, command_folder_leave);
}
