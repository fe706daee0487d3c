/* Motions of morphs alone, and morphs whose expressions are parts of others. */
#include "support/support.h"
#include <hone/hone.h>
#include <string.h>

enum { MOST = 8 };

/* A model of one bone with these morphs, up to NULL. */
static hone_model *make_face(hone_space space, const char *const names[MOST])
{
    hone_builder *b = hone_builder_create(NULL, 0, NULL);
    hone_bone *bone = hone_builder_array(b, 1, sizeof *bone);
    hone_morph *morphs = hone_builder_array(b, MOST, sizeof *morphs);
    uint32_t count = 0;
    *bone = (hone_bone){.name = "root",
                        .english_name = "",
                        .parent = HONE_NONE,
                        .rest_local = HONE_AFFINE_IDENTITY,
                        .tail_bone = HONE_NONE,
                        .append_source = HONE_NONE,
                        .ik = HONE_NONE};
    for (; count < MOST && names[count]; count++)
        morphs[count] = (hone_morph){.name = names[count], .english_name = "", .kind = HONE_MORPH_VERTEX};
    return test_model_create(
        b, &(hone_model_data){
               .space = space, .skeleton = {.bone_count = 1, .bones = bone}, .morph_count = count, .morphs = morphs});
}

/* A motion of MMD that sets each morph to 0.1, 0.2, … times `by` from frame 10 on. */
static hone_motion *make_lips(const char *const names[MOST], float by)
{
    hone_builder *b = hone_builder_create(NULL, 0, NULL);
    hone_morph_track *tracks = hone_builder_array(b, MOST, sizeof *tracks);
    uint32_t count = 0;
    for (; count < MOST && names[count]; count++) {
        hone_morph_key *keys = hone_builder_array(b, 2, sizeof *keys);
        keys[0] = (hone_morph_key){0, 0};
        keys[1] = (hone_morph_key){10, 0.1f * by * (float)(count + 1)};
        tracks[count] = (hone_morph_track){{.text = names[count]}, 2, keys};
    }
    return hone_motion_create(
        b,
        &(hone_motion_data){
            .space = HONE_SPACE_MMD, .model_name = "", .morph_track_count = count, .morph_tracks = tracks},
        NULL, NULL);
}

/* Plays the lips on a face of glTF by retargeting, and compares the weights at frame 10. */
static void check(const char *const from[MOST], const char *const to[MOST], float by, const float weights[MOST])
{
    hone_error error = {0};
    hone_motion *lips = make_lips(from, by);
    hone_model *source = hone_mmd_default_skeleton(lips, NULL, &error), *target = make_face(HONE_SPACE_GLTF, to);
    hone_actor *a = hone_actor_create(&(hone_actor_desc){.model = source}, &error);
    CHECK(a && hone_actor_play(a, lips, NULL, &error).id);
    hone_retarget_report report;
    hone_motion *made = hone_retarget(
        &(hone_retarget_desc){.source = a, .target = target, .last_frame = 10, .morphs_only = true}, &report, &error);
    CHECK(made && report.bones == 0);
    hone_actor *b = hone_actor_create(&(hone_actor_desc){.model = target}, &error);
    CHECK(b && hone_actor_play(b, made, NULL, &error).id);
    hone_actor_sample_frame(b, 10);
    CHECK(hone_actor_evaluate(b, &error));
    CHECK(!hone_actor_writable_pose(b)->animated[0]);
    for (int i = 0; i < MOST && to[i]; i++) CHECK_NEAR(hone_actor_morphs(b)[i], weights[i], 1e-6);
    hone_actor_destroy(a), hone_actor_destroy(b);
    hone_motion_release(lips), hone_motion_release(made);
    hone_model_release(source), hone_model_release(target);
}

static void a_motion_of_lips_moves_a_face_of_another_rig_and_no_bone(void **state)
{
    (void)state;
    check((const char *[MOST]){"あ", "まばたき", "笑い"}, (const char *[MOST]){"happy", "other", "aa", "blink"}, 1,
          (float[MOST]){0.3f, 0, 0.1f, 0.2f});
}

static void faces_of_arkit_are_moved(void **state)
{
    (void)state;
    check((const char *[MOST]){"あ", "う", "お", "上"},
          (const char *[MOST]){"jawOpen", "mouthPucker", "mouthFunnel", "browInnerUp", "browOuterUpLeft",
                               "noseSneerLeft"},
          1, (float[MOST]){0.1f, 0.2f, 0.3f, 0.4f, 0.4f, 0});
}

static void a_part_follows_the_whole_of_which_the_target_has_none(void **state)
{
    (void)state;
    const char *const from[MOST] = {"まばたき", "ウィンク"};
    check(from, (const char *[MOST]){"eyeBlinkLeft", "eyeBlinkRight"}, 1, (float[MOST]){0.3f, 0.1f});
    check(from, (const char *[MOST]){"eyeBlinkLeft", "eyeBlinkRight"}, 6, (float[MOST]){1, 0.6f});
    check(from, (const char *[MOST]){"eyeBlinkLeft", "blink", "eyeBlinkRight"}, 1, (float[MOST]){0.2f, 0.1f, 0});
    check((const char *[MOST]){"にこり"}, (const char *[MOST]){"mouthSmileLeft"}, 1, (float[MOST]){0.1f});
}

static void a_whole_follows_its_left_part(void **state)
{
    (void)state;
    const char *const arkit[MOST] = {"mouthSmileLeft", "mouthSmileRight", "eyeWideRight"};
    check(arkit, (const char *[MOST]){"relaxed", "surprised", "口角上げ"}, 1, (float[MOST]){0, 0.3f, 0.1f});
    check(arkit, (const char *[MOST]){"relaxed"}, 1, (float[MOST]){0.1f});
}

/* The table's 52 names of ARKit, and which of them mean something in other rigs. */
static void names_of_arkit_are_written_once(void **state)
{
    (void)state;
    static const char *const known[] = {"eyeBlinkLeft",     "eyeBlinkRight",     "eyeWideLeft",     "eyeWideRight",
                                        "jawOpen",          "mouthFunnel",       "mouthPucker",     "mouthSmileLeft",
                                        "mouthSmileRight",  "mouthFrownLeft",    "mouthFrownRight", "tongueOut",
                                        "mouthStretchLeft", "mouthStretchRight", "browDownLeft",    "browDownRight",
                                        "browInnerUp",      "browOuterUpLeft",   "browOuterUpRight"};
    char english[HONE_STANDARD_NAME_SIZE];
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        CHECK(hone_morph_synonyms(known[i]));
        CHECK(!hone_name_translate(known[i], english)); /* they are English already */
    }
    CHECK(!hone_morph_synonyms("cheekPuff") && !hone_morph_synonyms("eyeLookUpLeft"));
    CHECK(hone_name_translate("口角上げ", english) && strcmp(english, "mouth up") == 0);
}

TEST_GROUP(test_retarget_morphs)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_motion_of_lips_moves_a_face_of_another_rig_and_no_bone),
        cmocka_unit_test(faces_of_arkit_are_moved),
        cmocka_unit_test(a_part_follows_the_whole_of_which_the_target_has_none),
        cmocka_unit_test(a_whole_follows_its_left_part),
        cmocka_unit_test(names_of_arkit_are_written_once),
    };
    return cmocka_run_group_tests_name("test_retarget_morphs", tests, NULL, NULL);
}
