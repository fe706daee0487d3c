/* Which bones and morphs the tracks of a motion move. */
#include "support/named_model.h"
#include "support/support.h"
#include <hone/clip.h>
#include <hone/model.h>
#include <string.h>

/* Checks which x each bone gets; 0: none. */
static void check_binding(const char *const *bones, uint32_t bone_count, const named_track *tracks,
                          uint32_t track_count, const float *want)
{
    hone_model *model = named_model(bones, bone_count, NULL, 0);
    hone_motion *motion = named_motion(tracks, track_count);
    hone_sampler *sampler = named_sampler(model, motion, HONE_CURVE_EXACT);
    named_pose_arrays arrays;
    hone_sampler_sample(sampler, 0, named_pose(&arrays, model));
    for (uint32_t i = 0; i < bone_count; i++) {
        if (arrays.bones[i].translation[0] != want[i])
            fail_msg("bone %u (%s) moved by %g, not %g", i, bones[i], (double)arrays.bones[i].translation[0],
                     (double)want[i]);
        CHECK(arrays.moved[i] == (want[i] != 0));
    }
    hone_sampler_destroy(sampler);
    hone_motion_release(motion);
    hone_model_release(model);
}

static void tracks_that_move_nothing_are_listed_with_most_keys_first(void **state)
{
    (void)state;
    static const char *const track_names[] = {"ない", "上半身", "髪１", "髪２", "腕"};
    static const uint32_t key_counts[] = {1, 1, 3, 3, 2};
    hone_builder *builder = hone_builder_create(NULL, 0, NULL);
    hone_bone_track *tracks = hone_builder_array(builder, 5, sizeof *tracks);
    for (uint32_t t = 0; t < 5; t++) {
        hone_bone_key *keys = hone_builder_array(builder, key_counts[t], sizeof *keys);
        for (uint32_t k = 0; k < key_counts[t]; k++) keys[k] = (hone_bone_key){.frame = k, .rotation = {0, 0, 0, 1}};
        tracks[t] = (hone_bone_track){{.text = named_text(builder, track_names[t])}, key_counts[t], keys};
    }
    hone_motion *motion =
        hone_motion_create(builder, &(hone_motion_data){.bone_tracks = tracks, .bone_track_count = 5}, NULL, NULL);
    hone_model *model = named_plain_model();
    const char *names[4] = {NULL};
    uint32_t count = 0;
    CHECK(hone_motion_unbound(motion, model, names, 3, &count, NULL) && count == 4);
    assert_string_equal(names[0], "髪１");
    assert_string_equal(names[1], "髪２");
    assert_string_equal(names[2], "腕");
    CHECK(names[3] == NULL);
    CHECK(hone_motion_unbound(motion, model, names, 4, &count, NULL));
    assert_string_equal(names[3], "ない");
    CHECK(hone_motion_unbound(motion, model, NULL, 0, &count, NULL) && count == 4);
    CHECK(!hone_motion_unbound(motion, NULL, names, 4, &count, NULL));
    hone_model_release(model);
    hone_motion_release(motion);
}

static void morph_tracks_that_move_nothing_are_listed_too(void **state)
{
    (void)state;
    static const char *const track_names[] = {"怒り", "笑い", "驚き", "困る"}, *const morphs[] = {"笑い"};
    static const uint32_t key_counts[] = {1, 1, 2, 1};
    hone_builder *builder = hone_builder_create(NULL, 0, NULL);
    hone_morph_track *tracks = hone_builder_array(builder, 4, sizeof *tracks);
    for (uint32_t t = 0; t < 4; t++) {
        hone_morph_key *keys = hone_builder_array(builder, key_counts[t], sizeof *keys);
        for (uint32_t k = 0; k < key_counts[t]; k++) keys[k] = (hone_morph_key){.frame = k};
        tracks[t] = (hone_morph_track){{.text = named_text(builder, track_names[t])}, key_counts[t], keys};
    }
    hone_motion *motion =
        hone_motion_create(builder, &(hone_motion_data){.morph_tracks = tracks, .morph_track_count = 4}, NULL, NULL);
    hone_model *model = named_model(NULL, 0, morphs, 1);
    const char *names[4] = {NULL};
    uint32_t count = 0;
    CHECK(hone_motion_unbound(motion, model, names, 4, &count, NULL) && count == 3);
    assert_string_equal(names[0], "驚き");
    assert_string_equal(names[1], "怒り");
    assert_string_equal(names[2], "困る");
    hone_model_release(model);
    hone_motion_release(motion);
}

/* ---- binding ---- */

static void names_bind_by_their_first_15_bytes(void **state)
{
    (void)state;
    /* 16 bytes in CP932: the cut is inside the last character. The two bones are equal up to there; the first one
     * wins. */
    const char *bones[] = {"左足の先のほねＡ", "左足の先のほね", "センター", "左足の先のほねＡそのに"};
    named_track tracks[3] = {{{"左足の先のほねＡ", 0, {0}}, 1}, {{"センター", 0, {0}}, 2}, {{"いない", 0, {0}}, 3}};
    check_binding(bones, 4, tracks, 3, (const float[]){1, 0, 2, 0});
}

static void names_from_a_file_bind_as_raw_bytes(void **state)
{
    (void)state;
    const char *bones[] = {"右腕捩", "右腕"};
    named_track track = {{NULL, 4, {(char)0x89, (char)0x45, (char)0x98, (char)0x72}}, 5}; /* 右腕 */
    check_binding(bones, 2, &track, 1, (const float[]){0, 5});
}

static void the_first_of_two_bones_of_one_name_wins(void **state)
{
    (void)state;
    const char *bones[] = {"b", "a", "a"};
    named_track tracks[2] = {{{"a", 0, {0}}, 1}, {{"b", 0, {0}}, 2}};
    check_binding(bones, 3, tracks, 2, (const float[]){2, 1, 0});
}

static void names_that_cp932_lacks_bind_as_text(void **state)
{
    (void)state;
    const char *bones[] = {"Größe", "骨🦴", "頭발", "头发物理骨骼长名字"};
    named_track tracks[4] = {
        {{"骨🦴", 0, {0}}, 1},
        {{"Größe", 0, {0}}, 2},
        {{NULL, 3, {(char)0x93, (char)0xAA, '?'}}, 3}, /* written with '?' for missing characters */
        {{"头发物理骨骼", 15, {0}}, 4}};               /* a full field: the beginning of the name */
    check_binding(bones, 4, tracks, 4, (const float[]){2, 1, 3, 4});
}

static void a_field_that_is_not_full_is_no_prefix(void **state)
{
    (void)state;
    const char *bones[] = {"头发物理"};
    named_track track = {{"头发", 4, {1, 2, 3, 4}}, 1};
    check_binding(bones, 1, &track, 1, (const float[]){0});
}

static void spaces_at_the_end_are_forgiven_but_exact_names_go_first(void **state)
{
    (void)state;
    named_track one = {{"arm  ", 0, {0}}, 1};
    check_binding((const char *[]){"arm"}, 1, &one, 1, (const float[]){1});
    named_track bare = {{"arm", 0, {0}}, 1};
    check_binding((const char *[]){"leg", "arm "}, 2, &bare, 1, (const float[]){0, 1});
    named_track two[2] = {{{"arm ", 0, {0}}, 1}, {{"arm", 0, {0}}, 2}};
    check_binding((const char *[]){"arm", "arm "}, 2, two, 2, (const float[]){2, 1});
}

static void a_bone_with_a_track_of_its_own_takes_no_other(void **state)
{
    (void)state;
    hone_model *model = named_model((const char *const[]){"arm"}, 1, NULL, 0);
    named_track tracks[2] = {{{"arm ", 0, {0}}, 1}, {{"arm", 0, {0}}, 2}};
    hone_motion *motion = named_motion(tracks, 2);
    hone_sampler *sampler = named_sampler(model, motion, HONE_CURVE_EXACT);
    CHECK(hone_sampler_bound_count(sampler) == 1);
    hone_sampler_destroy(sampler);
    hone_motion_release(motion);
    hone_model_release(model);
}

static void half_and_full_width_letters_differ(void **state)
{
    (void)state;
    named_track track = {{"ｾﾝﾀｰ", 0, {0}}, 1};
    check_binding((const char *[]){"センター", "ｾﾝﾀｰ"}, 2, &track, 1, (const float[]){0, 1});
}

static void tracks_of_one_name_move_one_bone_and_the_last_wins(void **state)
{
    (void)state;
    named_track tracks[2] = {{{"a", 0, {0}}, 1}, {{"a", 0, {0}}, 2}};
    check_binding((const char *[]){"a", "b"}, 2, tracks, 2, (const float[]){2, 0});
}

static void tracks_without_a_target_leave_the_pose_alone(void **state)
{
    (void)state;
    hone_model *model = named_plain_model(), *other = named_model((const char *const[]){"x", "y"}, 2, NULL, 0);
    hone_motion *motion = named_random_motion(other, 6);
    hone_sampler *sampler = named_sampler(model, motion, HONE_CURVE_EXACT);
    CHECK(hone_sampler_bound_count(sampler) == 0);
    named_pose_arrays rest, got;
    named_pose(&rest, model), named_pose(&got, model);
    hone_sampler_sample(sampler, -1, &got.pose); /* before the first property key */
    CHECK(same_named_pose(&rest, &got));
    hone_sampler_destroy(sampler);
    hone_motion_release(motion);
    hone_model_release(model);
    hone_model_release(other);
}

/* Nine bones, of which the first has no track. */
static void a_sampler_tells_which_parts_it_writes(void **state)
{
    (void)state;
    enum { COUNT = 9 };
    static const char *const names[COUNT] = {"0", "1", "2", "3", "4", "5", "6", "7", "8"};
    named_track tracks[COUNT - 1];
    uint8_t parts[COUNT];
    for (int t = 0; t < COUNT - 1; t++) tracks[t] = (named_track){{names[t + 1], 0, {0}}, 1};
    hone_model *model = named_model(names, COUNT, NULL, 0);
    hone_motion *motion = named_motion(tracks, COUNT - 1);
    hone_sampler *sampler = named_sampler(model, motion, HONE_CURVE_EXACT);
    named_pose_arrays arrays;
    hone_sampler_sample(sampler, 0, named_pose(&arrays, model));
    memset(parts, 9, sizeof parts);
    hone_sampler_bound(sampler, parts, NULL);
    for (int b = 0; b < COUNT; b++) CHECK(parts[b] == (b ? HONE_CLIP_TRANSLATION | HONE_CLIP_ROTATION : 0));
    hone_sampler_destroy(sampler);
    hone_motion_release(motion);
    hone_model_release(model);
}

static void a_sampler_tells_which_morphs_it_writes(void **state)
{
    (void)state;
    hone_model *model = named_model(named_plain_bones, 1, named_plain_morphs, 2),
               *other = named_model(named_plain_bones, 1, named_plain_morphs, 1);
    hone_motion *motion = named_random_motion(other, 10);
    hone_sampler *sampler = named_sampler(model, motion, HONE_CURVE_EXACT);
    uint8_t morphs[2] = {9, 9};
    hone_sampler_bound(sampler, NULL, NULL);
    hone_sampler_bound(sampler, NULL, morphs);
    CHECK(morphs[0] == 1 && morphs[1] == 0);
    hone_sampler_destroy(sampler);
    hone_motion_release(motion);
    hone_model_release(other);
    hone_model_release(model);
}

TEST_GROUP(test_sampler_binding)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_bind_by_their_first_15_bytes),
        cmocka_unit_test(names_from_a_file_bind_as_raw_bytes),
        cmocka_unit_test(the_first_of_two_bones_of_one_name_wins),
        cmocka_unit_test(names_that_cp932_lacks_bind_as_text),
        cmocka_unit_test(a_field_that_is_not_full_is_no_prefix),
        cmocka_unit_test(spaces_at_the_end_are_forgiven_but_exact_names_go_first),
        cmocka_unit_test(a_bone_with_a_track_of_its_own_takes_no_other),
        cmocka_unit_test(half_and_full_width_letters_differ),
        cmocka_unit_test(tracks_of_one_name_move_one_bone_and_the_last_wins),
        cmocka_unit_test(tracks_without_a_target_leave_the_pose_alone),
        cmocka_unit_test(morph_tracks_that_move_nothing_are_listed_too),
        cmocka_unit_test(tracks_that_move_nothing_are_listed_with_most_keys_first),
        cmocka_unit_test(a_sampler_tells_which_parts_it_writes),
        cmocka_unit_test(a_sampler_tells_which_morphs_it_writes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
