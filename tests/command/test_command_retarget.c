/* Motions made for other rigs in `pose`, `convert` and `info`. */
#include "base/memory/builder.h"
#include "samples/samples.h"
#include "support/command.h"
#include "support/make/bodies/make_human.h"
#include "support/make/bodies/puppet.h"
#include "support/support.h"
#include <hone/actor.h>
#include <hone/format.h>
#include <stdlib.h>
#include <string.h>

/* The Khronos validator checks it: tests/interop. */
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

/* The built-in character's bones without chains, like models extracted from games. */
static hone_model *chainless(void)
{
    hone_error error = {0};
    hone_model *model = hone_sample_character(&error);
    const hone_skeleton *from = hone_model_skeleton(model);
    hone_builder *b = hone_builder_create(NULL, 0, &error);
    hone_bone *bones = hone_builder_array(b, from->bone_count, sizeof *bones);
    for (uint32_t i = 0; i < from->bone_count; i++) {
        bones[i] = from->bones[i];
        bones[i].name = hone_builder_text(b, from->bones[i].name, strlen(from->bones[i].name));
        bones[i].english_name = "";
        bones[i].flags &= (uint16_t)~HONE_BONE_IK;
        bones[i].ik = HONE_NONE;
    }
    const hone_model_data data = {
        .space = HONE_SPACE_MMD, .name = "", .skeleton = {.bone_count = from->bone_count, .bones = bones}};
    hone_model *made = test_model_create(b, &data);
    hone_model_release(model);
    return made;
}

/* A step with bent knees, by the goals of both feet and the centre; `off`: with a key that turns the chains off. */
static hone_motion *step(bool off)
{
    static const char *const names[] = {"センター", "左足ＩＫ", "右足ＩＫ"};
    static const float ends[][3] = {{0, -2, 0}, {0.5f, 1, -2}, {-0.5f, 0, 1}};
    hone_builder *b = hone_builder_create(NULL, 0, NULL);
    hone_bone_track *tracks = hone_builder_array(b, 3, sizeof *tracks);
    for (uint32_t t = 0; t < 3; t++) {
        hone_bone_key *keys = hone_builder_array(b, 2, sizeof *keys);
        for (int k = 0; k < 2; k++) {
            keys[k] = (hone_bone_key){.frame = k ? 40 : 0, .rotation = {0, 0, 0, 1}};
            for (int i = 0; i < 4; i++) keys[k].curves[i] = (hone_curve)HONE_CURVE_LINEAR;
        }
        memcpy(keys[1].translation, ends[t], sizeof ends[t]);
        tracks[t] = (hone_bone_track){{.text = hone_builder_text(b, names[t], strlen(names[t]))}, 2, keys};
    }
    hone_ik_state *states = hone_builder_array(b, 2, sizeof *states);
    for (int i = 0; i < 2; i++) states[i].name.text = tracks[1 + i].name.text;
    hone_property_key *key = hone_builder_array(b, 1, sizeof *key);
    *key = (hone_property_key){0, true, 2, states};
    const hone_motion_data data = {.space = HONE_SPACE_MMD,
                                   .model_name = "",
                                   .bone_track_count = 3,
                                   .bone_tracks = tracks,
                                   .property_key_count = off,
                                   .property_keys = key};
    return hone_motion_create(b, &data, NULL, NULL);
}

/* Whether the motion changes the model's pose. *said: the warnings (free it). */
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

static void packed_clips_are_retargeted_too(void **state)
{
    (void)state;
    command_result r = HONE("pack", "human.glb", "dance.vmd", "-o", "dance.hclip", "--json");
    CHECK(r.status == 0 && strstr(r.err, "hone: dance.vmd: warning: made for another rig: retargeted to "));
    command_result_release(&r);
    hone_error error = {0};
    hone_motion *packed = hone_motion_load("dance.hclip", NULL, &error);
    hone_model *human = hone_model_load("human.glb", NULL, NULL);
    hone_actor *actor = hone_actor_create(&(hone_actor_desc){.model = human}, NULL);
    hone_play_id played = hone_actor_play(actor, packed, NULL, &error);
    uint32_t lost = 1;
    CHECK(hone_actor_play_bound_count(actor, played) > 15);
    CHECK(hone_motion_unbound(packed, human, NULL, 0, &lost, NULL) && lost == 0);
    hone_actor_destroy(actor), hone_motion_release(packed), hone_model_release(human);
}

/* The bones have the same names, and lie in other directions: the model faces the other way. */
static void a_clip_of_bones_with_other_axes_is_retargeted(void **state)
{
    (void)state;
    CHECK(write_human("away.glb", &(make_human_desc){.away = true}));
    CHECK_RUNS("convert", "human.glb", "dance.vmd", "-q", "-o", "danced.glb");
    command_result r = HONE("pose", "away.glb", "--motion", "danced.glb", "--frame", "40");
    CHECK(r.status == 0 && strstr(r.err, "danced.glb: warning: made for another rig: retargeted to"));
    command_result_release(&r);
    r = HONE("pose", "human.glb", "--motion", "danced.glb", "--frame", "40");
    CHECK(r.status == 0 && !strstr(r.err, "retargeted"));
    command_result_release(&r);
}

/* A motion of MMD that opens the mouth. */
static hone_motion *make_lips(void)
{
    hone_builder *b = hone_builder_create(NULL, 0, NULL);
    hone_morph_track *track = hone_builder_array(b, 1, sizeof *track);
    hone_morph_key *keys = hone_builder_array(b, 2, sizeof *keys);
    keys[1] = (hone_morph_key){40, 1};
    *track = (hone_morph_track){{.text = "あ"}, 2, keys};
    return hone_motion_create(
        b,
        &(hone_motion_data){.space = HONE_SPACE_MMD, .model_name = "", .morph_track_count = 1, .morph_tracks = track},
        NULL, NULL);
}

static void a_motion_of_lips_plays_over_a_dance(void **state)
{
    (void)state;
    CHECK(puppet_write_motion("lips.vmd", make_lips()) &&
          write_human("face.glb", &(make_human_desc){.names = MAKE_HUMAN_VRM, .face = true}));
    command_result r = HONE("pose", "face.glb", "lips.vmd", "--frame", "40");
    CHECK(r.status == 0 && strstr(r.err, "lips.vmd: warning: made for another rig: retargeted to 1 morphs"));
    command_result_release(&r);
    CHECK(write_human("blank.glb", &(make_human_desc){.names = MAKE_HUMAN_VRM}));
    r = HONE("pose", "blank.glb", "lips.vmd", "--frame", "40");
    CHECK(r.status == 0 && strstr(r.err, "nothing of it moves the model"));
    command_result_release(&r);
    CHECK_RUNS("pose", "face.glb", "dance.vmd", "--frame", "40", "-q", "--bones", "dance.npy");
    CHECK_RUNS("pose", "face.glb", "dance.vmd", "lips.vmd", "--frame", "40", "-q", "--bones", "both.npy", "--morphs",
               "both.csv");
    test_array one, two;
    CHECK(test_array_read("dance.npy", &one) && test_array_read("both.npy", &two));
    CHECK(one.count == two.count && memcmp(one.values, two.values, one.count * sizeof *one.values) == 0);
    test_array_release(&one);
    test_array_release(&two);
    CHECK_FAILS(1, "pose", "face.glb", "lips.vmd", "--retarget", "off");
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

static int32_t find_bone(const char *path, const char *name)
{
    hone_model *model = hone_model_load(path, NULL, NULL);
    const hone_skeleton *skeleton = hone_model_skeleton(model);
    int32_t found = HONE_NONE;
    for (uint32_t i = 0; i < skeleton->bone_count; i++)
        found = strcmp(skeleton->bones[i].name, name) == 0 ? (int32_t)i : found;
    hone_model_release(model);
    return found;
}

/* The distance of the left ankle from that of the motion's own character, at frame 40. */
static double ankle_off(const char *option)
{
    test_array whole, other;
    double apart = 0;
    CHECK_RUNS("pose", "character.pmx", "step.vmd", "--frame", "40", "-q", "--bones", "whole.npy");
    CHECK_RUNS("pose", "chainless.pmx", "step.vmd", "--frame", "40", "-q", "--bones", "other.npy", "--retarget",
               option);
    CHECK(test_array_read("whole.npy", &whole) && test_array_read("other.npy", &other));
    size_t ankle = (size_t)find_bone("chainless.pmx", "左足首");
    for (size_t i = 0; i < 3; i++)
        apart = fmax(apart,
                     fabs((double)whole.values[16 * ankle + 4 * i + 3] - (double)other.values[16 * ankle + 4 * i + 3]));
    test_array_release(&whole);
    test_array_release(&other);
    return apart;
}

static void feet_that_lack_their_chains_are_retargeted(void **state)
{
    (void)state;
    CHECK(puppet_write_model("chainless.pmx", chainless(), 0));
    CHECK(puppet_write_motion("step.vmd", step(false)) && puppet_write_motion("still.vmd", step(true)));
    char *said;
    CHECK(moves("chainless.pmx", "step.vmd", "auto", &said));
    CHECK(strstr(said, "step.vmd: warning: its feet are moved by IK chains that the model lacks: retargeted to"));
    free(said);
    CHECK(moves("chainless.pmx", "still.vmd", "auto", &said));
    CHECK(!strstr(said, "retargeted"));
    free(said);
    CHECK_NEAR(ankle_off("auto"), 0, 0.5);
    CHECK_NEAR(ankle_off("off"), 3, 1); /* the leg stays straight */
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

/* On the model that it was made for, a motion gives the same result as that model's baked keys. Feet follow, because
 * the floor of the keys is found, and that of the motion is 0. */
static void a_motion_model_is_who_dances(void **state)
{
    (void)state;
    const char *const paths[] = {"said.npy", "baked.npy", "unsaid.npy"};
    test_array arrays[3];
    double apart[2] = {0, 0};
    CHECK_RUNS("convert", "character.pmx", "dance.vmd", "--tolerance", "0", "-q", "-o", "baked.glb");
    CHECK_RUNS("pose", "human.glb", "dance.vmd", "--motion-model", "character.pmx", "--frame", "0,40,100", "-q",
               "--retarget-feet", "follow", "--bones", paths[0]);
    CHECK_RUNS("pose", "human.glb", "baked.glb", "--frame", "0,40,100", "-q", "--retarget-feet", "follow", "--bones",
               paths[1]);
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

static void feet_stay_unless_they_follow(void **state)
{
    (void)state;
    static const char *const ways[] = {"plant", "plant", "follow"}, *const contacts[] = {"0.15,0.02", "0.3,0.1", "1,1"};
    command_result results[4] = {HONE("pose", "human.glb", "dance.vmd", "-q", "--frame", "60")};
    for (int i = 0; i < 3; i++)
        results[i + 1] = HONE("pose", "human.glb", "dance.vmd", "-q", "--frame", "60", "--retarget-feet", ways[i],
                              "--retarget-contact", contacts[i]);
    assert_string_equal(results[0].out, results[1].out);
    for (int i = 1; i < 3; i++) assert_string_not_equal(results[i].out, results[i + 1].out);
    for (int i = 0; i < 4; i++) command_result_release(&results[i]);
    CHECK_RUNS("pose", "human.glb", "dance.vmd", "-q", "--retarget-floor", "-0.5", "--bones", "low.npy");
    CHECK_FAILS(2, "pose", "human.glb", "dance.vmd", "--retarget-feet", "glue");
    CHECK_FAILS(2, "pose", "human.glb", "dance.vmd", "--retarget-contact", "0.1");
    CHECK_FAILS(2, "pose", "human.glb", "dance.vmd", "--retarget-contact", "0.1,0");
    CHECK_FAILS(2, "pose", "human.glb", "dance.vmd", "--retarget-floor", "low");
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
        assert_null(strstr(named + 1, bad[i])); /* only once */
        command_result_release(&result);
    }
    CHECK_FAILS(1, "pose", "human.glb", "dance.vmd", "--motion-model", "tower.pmx");
    CHECK_FAILS(1, "pose", "character.pmx", "dance.vmd", "--motion-model", "human.glb"); /* in another space */
    CHECK_FAILS(2, "pose", "human.glb", "dance.vmd", "--motion-model", "");
}

static void what_is_no_humanoid_is_one_line(void **state)
{
    (void)state;
    CHECK_FAILS(1, "pose", "handless.glb", "dance.vmd");
    command_result result = HONE("pose", "handless.glb", "dance.vmd");
    assert_non_null(strstr(result.err, "missing leftHand; found hips, spine, head, leftUpperLeg, "));
    assert_non_null(strstr(result.err, "A humanoid map tells which bone is which (--map)\n"));
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
    assert_non_null(strstr(result.out, "\"左腕捩\""));
    command_result_release(&result);
    result = HONE("info", "character.pmx");
    assert_non_null(strstr(result.out, "human bones"));
    assert_non_null(strstr(result.out, "twist bones            4\n"));
    assert_non_null(strstr(result.out, "none in      leftUpperLeg rightUpperLeg leftLowerLeg rightLowerLeg\n"));
    command_result_release(&result);
}

TEST_GROUP(test_command_retarget)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_vmd_moves_a_gltf_and_says_how),
        cmocka_unit_test(packed_clips_are_retargeted_too),
        cmocka_unit_test(a_clip_of_bones_with_other_axes_is_retargeted),
        cmocka_unit_test(a_motion_of_lips_plays_over_a_dance),
        cmocka_unit_test(names_do_where_they_fit),
        cmocka_unit_test(feet_that_lack_their_chains_are_retargeted),
        cmocka_unit_test(a_clip_moves_a_pmx),
        cmocka_unit_test(a_motion_model_is_who_dances),
        cmocka_unit_test(hands_reach_if_asked),
        cmocka_unit_test(feet_stay_unless_they_follow),
        cmocka_unit_test(a_motion_model_that_plays_goes_by_names),
        cmocka_unit_test(a_motion_model_that_does_not_do_is_one_line),
        cmocka_unit_test(what_is_no_humanoid_is_one_line),
        cmocka_unit_test(info_says_what_is_missing),
    };
    return cmocka_run_group_tests(tests, make_files, command_folder_leave);
}
