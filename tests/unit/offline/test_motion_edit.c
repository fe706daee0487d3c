/* Cutting, moving, joining, merging, mirroring, choosing and renaming motions. */
#include "support/make/make_tracks.h"
#include "support/reference/reference_tracks.h"
#include "support/support.h"
#include "support/track_check.h"
#include <hone/format.h>
#include <hone/motion_edit.h>
#include <string.h>

enum { SEEDS = 30 };

static hone_motion *checked(hone_motion *motion, const hone_error *error)
{
    if (!motion)
        fail_msg("%s", error->message);
    CHECK(hone_motion_warnings(motion).count == 0);
    return motion;
}

static hone_motion *trimmed(const hone_motion *motion, uint32_t first, uint32_t last)
{
    hone_error error = {0};
    return checked(hone_motion_trim(motion, first, last, NULL, NULL, &error), &error);
}

static hone_motion *joined(hone_motion *a, hone_motion *b, hone_motion_edit_report *report)
{
    hone_error error = {0};
    const hone_motion *both[] = {a, b};
    return checked(hone_motion_join(both, 2, NULL, report, &error), &error);
}

/* ---- trim ---- */

static void a_trimmed_motion_moves_as_before(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        hone_motion *motion = make_tracks(&(make_tracks_desc){.seed = seed, .still = seed % 2});
        uint32_t last = hone_motion_get(motion)->last_frame, from = (uint32_t)seed % last, to = from + last / 3;
        to = to < last ? to : last;
        hone_error error = {0};
        hone_motion_edit_report report;
        hone_motion *part = checked(hone_motion_trim(motion, from, to, NULL, &report, &error), &error);
        CHECK(hone_motion_get(part)->last_frame == to - from);
        CHECK(report.curve_error <= 1 / 127.0);
        for (uint32_t f = from; f <= to; f++)
            check_same_values(part, motion, (track_times){f - from, f, 1.05 * report.curve_error + 1e-4});
        hone_motion_release(part);
        hone_motion_release(motion);
    }
}

/* Between frames too, where curves ease; the camera only moves in segments of two frames and more. */
static void curves_that_ease_are_cut_within_a_hundredth_between_frames(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        hone_motion *motion = make_tracks(&(make_tracks_desc){.seed = seed, .eased = true});
        const hone_morph_track *morph = &hone_motion_get(motion)->morph_tracks[0];
        (void)morph;
        hone_motion *part = trimmed(motion, 7, 40);
        for (uint32_t i = 0; i < hone_motion_get(part)->bone_track_count; i++)
            for (int f = 0; f <= 33 * 4; f++) {
                const hone_bone_track *track = &hone_motion_get(part)->bone_tracks[i];
                reference_offset a = reference_bone_track(track, f / 4.0);
                reference_offset b = reference_bone_track(bone_track_named(motion, track->name.text), 7 + f / 4.0);
                for (int c = 0; c < 3; c++) CHECK_NEAR(a.translation[c], b.translation[c], 6 * 0.01);
            }
        hone_motion_release(part);
        hone_motion_release(motion);
    }
}

static void a_whole_motion_keeps_its_bytes(void **state)
{
    (void)state;
    hone_motion *motion = make_tracks(&(make_tracks_desc){.seed = 5});
    hone_motion *part = trimmed(motion, 0, UINT32_MAX);
    check_same_bytes(part, motion);
    hone_motion_release(part);
    hone_motion_release(motion);
}

static void keys_of_a_trimmed_motion_keep_their_bits(void **state)
{
    (void)state;
    hone_motion *motion = make_tracks(&(make_tracks_desc){.seed = 9, .meet = 30});
    hone_motion *part = trimmed(motion, 30, UINT32_MAX);
    for (uint32_t i = 0; i < hone_motion_get(part)->bone_track_count; i++) {
        const hone_bone_track *track = &hone_motion_get(part)->bone_tracks[i];
        const hone_bone_track *old = bone_track_named(motion, track->name.text);
        CHECK(track->keys[0].frame == 0);
        for (uint32_t k = 0; old->keys[old->key_count - 1].frame >= 30 && k < track->key_count; k++) {
            hone_bone_key key = old->keys[old->key_count - track->key_count + k];
            key.frame -= 30;
            CHECK(key.frame == track->keys[k].frame && key.physics_off == track->keys[k].physics_off);
            CHECK(memcmp(key.translation, track->keys[k].translation, sizeof key.translation) == 0);
            CHECK(memcmp(key.rotation, track->keys[k].rotation, sizeof key.rotation) == 0);
            CHECK(memcmp(key.curves, track->keys[k].curves, sizeof key.curves) == 0);
        }
    }
    hone_motion_release(part);
    hone_motion_release(motion);
}

static void a_single_frame_can_be_cut_out(void **state)
{
    (void)state;
    hone_motion *motion = make_tracks(&(make_tracks_desc){.seed = 4});
    hone_motion *part = trimmed(motion, 13, 13);
    CHECK(hone_motion_get(part)->last_frame == 0);
    check_same_values(part, motion, (track_times){0, 13, 1e-5});
    hone_motion_release(part);
    hone_motion_release(motion);
}

/* Where everything holds still to the end of the range, a key still marks the end. */
static void a_part_that_holds_still_keeps_its_length(void **state)
{
    (void)state;
    hone_builder *builder = hone_builder_create(NULL, 0, NULL);
    hone_morph_track *track = hone_builder_array(builder, 1, sizeof *track);
    hone_morph_key *keys = hone_builder_array(builder, 2, sizeof *keys);
    keys[0] = (hone_morph_key){0, 0.5f}, keys[1] = (hone_morph_key){100, 0.5f};
    *track = (hone_morph_track){{"笑い", 0, {0}}, 2, keys};
    hone_motion_data data = {.morph_tracks = track, .morph_track_count = 1};
    hone_motion *motion = hone_motion_create(builder, &data, NULL, NULL);
    hone_motion *part = trimmed(motion, 20, 60);
    CHECK(hone_motion_get(part)->last_frame == 40);
    CHECK(morph_track_named(part, "笑い")->key_count == 2);
    hone_motion_release(part), hone_motion_release(motion);
}

static void a_range_behind_the_end_is_an_error(void **state)
{
    (void)state;
    hone_motion *motion = make_tracks(&(make_tracks_desc){.seed = 4});
    hone_error error = {0};
    CHECK(!hone_motion_trim(motion, 100000, 100001, NULL, NULL, &error));
    CHECK(error.code == HONE_ERROR_ARGUMENT && strstr(error.message, "no frames are left"));
    CHECK(!hone_motion_trim(motion, 20, 10, NULL, NULL, NULL));
    hone_motion_release(motion);
}

/* ---- shift ---- */

static void a_motion_is_moved_and_moved_back(void **state)
{
    (void)state;
    hone_motion *motion = make_tracks(&(make_tracks_desc){.seed = 6});
    hone_error error = {0};
    hone_motion *later = checked(hone_motion_shift(motion, 17, NULL, NULL, &error), &error);
    CHECK(hone_motion_get(later)->last_frame == hone_motion_get(motion)->last_frame + 17);
    for (uint32_t f = 0; f < 60; f++) check_same_values(later, motion, (track_times){17.0 + f, f, 0});
    check_same_values(later, motion, (track_times){3, 0, 0});
    hone_motion *back = checked(hone_motion_shift(later, -17, NULL, NULL, &error), &error);
    check_same_bytes(back, motion);
    CHECK(!hone_motion_shift(motion, -100000, NULL, NULL, &error));
    CHECK(!hone_motion_shift(later, INT32_MAX, NULL, NULL, &error) || hone_motion_get(later)->last_frame <= 1);
    hone_motion_release(back);
    hone_motion_release(later);
    hone_motion_release(motion);
}

/* ---- join ---- */

static void parts_cut_at_keys_join_to_the_bytes_of_the_whole(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        hone_motion *motion = make_tracks(&(make_tracks_desc){.seed = seed, .meet = 30, .still = seed % 2});
        hone_motion *first = trimmed(motion, 0, 30), *second = trimmed(motion, 30, UINT32_MAX);
        hone_motion_edit_report report;
        hone_motion *whole = joined(first, second, &report);
        CHECK(report.jumps == 0);
        check_same_bytes(whole, motion);
        hone_motion_release(whole), hone_motion_release(first), hone_motion_release(second);
        hone_motion_release(motion);
    }
}

/* A bone that holds still across a cut needs no key there. */
static void tracks_that_hold_still_at_the_cut_get_no_keys(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        hone_motion *motion = make_tracks(&(make_tracks_desc){.seed = seed, .still = true, .spacing = 30});
        uint32_t at = 25 + (uint32_t)seed;
        hone_motion *first = trimmed(motion, 0, at), *second = trimmed(motion, at, UINT32_MAX);
        hone_motion *whole = joined(first, second, NULL);
        for (uint32_t i = 0; i < hone_motion_get(motion)->morph_track_count; i++) {
            const hone_morph_track *old = &hone_motion_get(motion)->morph_tracks[i];
            const hone_morph_track *new = morph_track_named(whole, old->name.text);
            uint32_t past = 0;
            while (past < old->key_count && old->keys[past].frame <= at) past++;
            bool still = past == 0 || past == old->key_count || old->keys[past - 1].frame == at ||
                         old->keys[past - 1].weight == old->keys[past].weight;
            CHECK(new->key_count == old->key_count + !still);
        }
        for (uint32_t f = 0; f <= hone_motion_get(motion)->last_frame; f++)
            check_same_values(whole, motion, (track_times){f, f, 1.1 / 127});
        hone_motion_release(whole), hone_motion_release(first), hone_motion_release(second);
        hone_motion_release(motion);
    }
}

static void motions_that_differ_jump_within_a_frame(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        hone_motion *first = make_tracks(&(make_tracks_desc){.seed = seed});
        hone_motion *second = make_tracks(&(make_tracks_desc){.seed = seed + 100});
        hone_motion_edit_report report;
        hone_motion *whole = joined(first, second, &report);
        uint32_t last = hone_motion_get(first)->last_frame, end = hone_motion_get(second)->last_frame;
        CHECK(report.jumps == 1);
        CHECK(hone_motion_get(whole)->last_frame == last + 1 + end);
        for (uint32_t f = 0; f <= last; f++) check_same_values(whole, first, (track_times){f, f, 0});
        for (uint32_t f = 0; f <= end; f++) check_same_values(whole, second, (track_times){last + 1.0 + f, f, 0});
        hone_motion_release(whole), hone_motion_release(first), hone_motion_release(second);
    }
}

/* A track that one of the motions lacks is at rest in it. */
static void tracks_of_one_motion_are_at_rest_in_the_other(void **state)
{
    (void)state;
    uint64_t seed = 3; /* whose motion begins and ends with a chain that is off */
    hone_motion *motion = NULL;
    for (bool off = false; !off; seed++) {
        hone_motion_release(motion);
        motion = make_tracks(&(make_tracks_desc){.seed = seed});
        const hone_property_key *keys = hone_motion_get(motion)->property_keys;
        off = !keys[0].states[0].enabled && !keys[7].states[0].enabled;
    }
    const char *names[] = {"左腕", "ウィンク"};
    hone_error error = {0};
    hone_motion_choice choice = {.names = names, .name_count = 2, .parts = HONE_MOTION_IK | HONE_MOTION_VISIBLE};
    hone_motion *without = checked(hone_motion_strip(motion, &choice, NULL, NULL, &error), &error);
    uint32_t last = hone_motion_get(motion)->last_frame;
    for (int order = 0; order < 2; order++) {
        hone_motion *whole = order ? joined(without, motion, NULL) : joined(motion, without, NULL);
        double seam = hone_motion_get(whole)->last_frame - (double)last; /* of the second motion */
        double rest = order ? seam - 1 : seam;
        CHECK_NEAR(reference_morph_track(morph_track_named(whole, "ウィンク"), rest), 0, 1e-9);
        reference_offset offset = reference_bone_track(bone_track_named(whole, "左腕"), rest);
        CHECK_NEAR(offset.rotation[3], 1, 1e-9);
        const hone_motion_data *data = hone_motion_get(whole);
        CHECK(reference_visible(data->property_keys, data->property_key_count, rest));
        CHECK(reference_chain(data->property_keys, data->property_key_count, "左足ＩＫ", rest));
        CHECK(reference_chain(data->property_keys, data->property_key_count, "右足ＩＫ", rest));
        double begin = order ? seam : 0;
        for (uint32_t f = 0; f <= last; f++) check_same_values(whole, motion, (track_times){begin + f, f, 0});
        hone_motion_release(whole);
    }
    hone_motion_release(without);
    hone_motion_release(motion);
}

/* ---- merge ---- */

static void the_last_motion_of_a_merge_wins(void **state)
{
    (void)state;
    hone_motion *motion = make_tracks(&(make_tracks_desc){.seed = 3});
    hone_motion *other = make_tracks(&(make_tracks_desc){.seed = 4});
    const char *names[] = {"頭"};
    hone_error error = {0};
    hone_motion *head = checked(
        hone_motion_keep(other, &(hone_motion_choice){.names = names, .name_count = 1}, NULL, NULL, &error), &error);
    const hone_motion *both[] = {motion, head};
    hone_motion_edit_report report;
    hone_motion *merged = checked(hone_motion_merge(both, 2, NULL, &report, &error), &error);
    CHECK(report.tracks_replaced == 1);
    CHECK(hone_motion_get(merged)->bone_track_count == hone_motion_get(motion)->bone_track_count);
    const hone_bone_track *a = bone_track_named(merged, "頭"), *b = bone_track_named(other, "頭");
    CHECK(a->key_count == b->key_count && memcmp(a->keys, b->keys, a->key_count * sizeof *a->keys) == 0);
    a = bone_track_named(merged, "左腕"), b = bone_track_named(motion, "左腕");
    CHECK(memcmp(a->keys, b->keys, a->key_count * sizeof *a->keys) == 0);
    hone_motion_release(merged), hone_motion_release(head), hone_motion_release(other), hone_motion_release(motion);
}

/* A motion is divided into its parts and put together again. */
static void parts_merge_to_the_whole(void **state)
{
    (void)state;
    hone_motion *motion = make_tracks(&(make_tracks_desc){.seed = 3});
    hone_motion_choice bones = {.parts = HONE_MOTION_BONES}, light = {.parts = HONE_MOTION_LIGHT | HONE_MOTION_IK};
    hone_error error = {0};
    for (int i = 0; i < 2; i++) {
        const hone_motion_choice *choice = i ? &light : &bones;
        hone_motion *kept = checked(hone_motion_keep(motion, choice, NULL, NULL, &error), &error);
        hone_motion *stripped = checked(hone_motion_strip(motion, choice, NULL, NULL, &error), &error);
        const hone_motion *both[] = {kept, stripped};
        hone_motion *whole = checked(hone_motion_merge(both, i ? 1 : 2, NULL, NULL, &error), &error);
        if (i == 0)
            check_same_bytes(whole, motion);
        else
            CHECK(hone_motion_get(whole)->light_key_count && !hone_motion_get(whole)->bone_track_count);
        hone_motion_release(whole), hone_motion_release(kept), hone_motion_release(stripped);
    }
    hone_motion_release(motion);
}

/* ---- mirror ---- */

static void mirroring_twice_gives_the_same_bytes(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        hone_motion *motion = make_tracks(&(make_tracks_desc){.seed = seed});
        hone_error error = {0};
        hone_motion *once = checked(hone_motion_mirror(motion, NULL, NULL, &error), &error);
        hone_motion *twice = checked(hone_motion_mirror(once, NULL, NULL, &error), &error);
        check_same_bytes(twice, motion);
        hone_motion_release(twice), hone_motion_release(once), hone_motion_release(motion);
    }
}

static void a_mirrored_motion_moves_the_other_side(void **state)
{
    (void)state;
    hone_motion *motion = make_tracks(&(make_tracks_desc){.seed = 2});
    hone_error error = {0};
    hone_motion_edit_report report;
    hone_motion *mirror = checked(hone_motion_mirror(motion, NULL, &report, &error), &error);
    CHECK(report.names_changed == 7); /* arms, legs, hair, two winks */
    CHECK(bone_track_named(mirror, "髪_R") && !bone_track_named(mirror, "髪_L"));
    for (uint32_t f = 0; f < 60; f++) {
        reference_offset a = reference_bone_track(bone_track_named(mirror, "右腕"), f);
        reference_offset b = reference_bone_track(bone_track_named(motion, "左腕"), f);
        CHECK_NEAR(a.translation[0], -b.translation[0], 1e-9);
        CHECK_NEAR(a.translation[1], b.translation[1], 1e-9);
        CHECK_NEAR(a.rotation[0], b.rotation[0], 1e-9);
        CHECK_NEAR(a.rotation[1], -b.rotation[1], 1e-9);
        CHECK_NEAR(a.rotation[2], -b.rotation[2], 1e-9);
        CHECK_NEAR(reference_morph_track(morph_track_named(mirror, "ウィンク"), f),
                   reference_morph_track(morph_track_named(motion, "ウィンク右"), f), 1e-9);
        const hone_motion_data *m = hone_motion_get(mirror), *o = hone_motion_get(motion);
        CHECK(reference_chain(m->property_keys, m->property_key_count, "右足ＩＫ", f) ==
              reference_chain(o->property_keys, o->property_key_count, "左足ＩＫ", f));
    }
    CHECK(hone_motion_get(mirror)->light_keys[0].light.direction[0] ==
          -hone_motion_get(motion)->light_keys[0].light.direction[0]);
    hone_motion_release(mirror), hone_motion_release(motion);
}

/* Names that fill MMD's 15 bytes, and end inside a character, are mirrored and written back to the same bytes. */
static void names_of_files_keep_their_bytes(void **state)
{
    (void)state;
    static const char bytes[2][16] = {"\x8D\xB6\x8E\xE8\x90\x65\x8E\x77\x90\xE6\x90\xE6\x90\xE6\x90", /* cut at 15 */
                                      "LeftHandThumb12"};
    for (int i = 0; i < 2; i++) {
        hone_builder *builder = hone_builder_create(NULL, 0, NULL);
        hone_bone_track *track = hone_builder_array(builder, 1, sizeof *track);
        hone_bone_key *key = hone_builder_array(builder, 1, sizeof *key);
        key->rotation[3] = 1;
        *track = (hone_bone_track){{NULL, 15, {0}}, 1, key};
        memcpy(track->name.cp932, bytes[i], 15);
        hone_motion_data data = {.bone_tracks = track, .bone_track_count = 1};
        hone_motion *motion = hone_motion_create(builder, &data, NULL, NULL);
        hone_motion *once = hone_motion_mirror(motion, NULL, NULL, NULL);
        hone_motion *twice = hone_motion_mirror(once, NULL, NULL, NULL);
        const hone_track_name *name = &hone_motion_get(once)->bone_tracks[0].name;
        CHECK(memcmp(name->cp932, bytes[i], 15) != 0);
        if (i == 0)
            CHECK(name->cp932_size == 15 && memcmp(name->cp932, "\x89\x45", 2) == 0 && name->cp932[14] == '\x90');
        check_same_bytes(twice, motion);
        hone_motion_release(twice), hone_motion_release(once), hone_motion_release(motion);
    }
}

/* ---- strip, keep, rename ---- */

static void chosen_tracks_go_or_stay(void **state)
{
    (void)state;
    hone_motion *motion = make_tracks(&(make_tracks_desc){.seed = 8});
    const char *names[] = {"左*", "*ウィンク*"};
    hone_motion_choice choice = {.parts = HONE_MOTION_CAMERA, .names = names, .name_count = 2};
    hone_error error = {0};
    hone_motion *kept = checked(hone_motion_keep(motion, &choice, NULL, NULL, &error), &error);
    hone_motion *rest = checked(hone_motion_strip(motion, &choice, NULL, NULL, &error), &error);
    const hone_motion_data *a = hone_motion_get(kept), *b = hone_motion_get(rest);
    CHECK(a->bone_track_count == 2 && a->morph_track_count == 2 && a->camera_key_count == 8 && !a->light_key_count);
    CHECK(a->property_keys[0].state_count == 1 && a->property_keys[3].visible);
    CHECK(b->bone_track_count == 6 && b->morph_track_count == 1 && !b->camera_key_count && b->light_key_count == 8);
    CHECK(b->property_keys[0].state_count == 1);
    hone_motion_release(kept), hone_motion_release(rest);
    hone_motion *visible = checked(
        hone_motion_strip(motion, &(hone_motion_choice){.parts = HONE_MOTION_VISIBLE}, NULL, NULL, &error), &error);
    for (uint32_t k = 0; k < 8; k++) CHECK(hone_motion_get(visible)->property_keys[k].visible);
    hone_motion *none =
        checked(hone_motion_strip(visible, &(hone_motion_choice){.parts = HONE_MOTION_IK}, NULL, NULL, &error), &error);
    CHECK(hone_motion_get(none)->property_key_count == 0);
    hone_motion_release(none), hone_motion_release(visible), hone_motion_release(motion);
}

static void a_name_that_nothing_has_is_an_error(void **state)
{
    (void)state;
    hone_motion *motion = make_tracks(&(make_tracks_desc){.seed = 8});
    const char *names[] = {"左腕", "左うで"};
    hone_error error = {0};
    CHECK(!hone_motion_strip(motion, &(hone_motion_choice){.names = names, .name_count = 2}, NULL, NULL, &error));
    CHECK(error.code == HONE_ERROR_ARGUMENT && strstr(error.message, "左うで"));
    hone_motion_release(motion);
}

static void names_are_exchanged_and_back(void **state)
{
    (void)state;
    hone_motion *motion = make_tracks(&(make_tracks_desc){.seed = 8});
    const hone_motion_rename_pair pairs[] = {
        {"左腕", "右腕"}, {"右腕", "左腕"}, {"左足ＩＫ", "leg IK.L"}, {"まばたき", "blink"}, {"no such", "name"}};
    const hone_motion_rename_pair back[] = {
        {"左腕", "右腕"}, {"右腕", "左腕"}, {"leg IK.L", "左足ＩＫ"}, {"blink", "まばたき"}};
    hone_error error = {0};
    hone_motion_edit_report report;
    hone_motion *other = checked(hone_motion_rename(motion, pairs, 5, NULL, &report, &error), &error);
    CHECK(report.names_changed == 4);
    CHECK(bone_track_named(other, "leg IK.L") && morph_track_named(other, "blink"));
    assert_string_equal(hone_motion_get(other)->property_keys[0].states[0].name.text, "leg IK.L");
    CHECK(memcmp(bone_track_named(other, "右腕")->keys, bone_track_named(motion, "左腕")->keys,
                 sizeof(hone_bone_key)) == 0);
    hone_motion *again = checked(hone_motion_rename(other, back, 4, NULL, NULL, &error), &error);
    check_same_bytes(again, motion);
    const hone_motion_rename_pair clash = {"左腕", "右腕"};
    CHECK(!hone_motion_rename(motion, &clash, 1, NULL, NULL, &error));
    CHECK(strstr(error.message, "右腕"));
    hone_motion_release(again), hone_motion_release(other), hone_motion_release(motion);
}

/* ---- all operations ---- */

typedef hone_motion *operation(const hone_motion *motion, const hone_allocator *allocator, hone_error *error);

static hone_motion *do_trim(const hone_motion *motion, const hone_allocator *allocator, hone_error *error)
{
    return hone_motion_trim(motion, 9, 33, allocator, NULL, error);
}

static hone_motion *do_shift(const hone_motion *motion, const hone_allocator *allocator, hone_error *error)
{
    return hone_motion_shift(motion, 9, allocator, NULL, error);
}

static hone_motion *do_join(const hone_motion *motion, const hone_allocator *allocator, hone_error *error)
{
    const hone_motion *motions[] = {motion, motion, motion};
    return hone_motion_join(motions, 3, allocator, NULL, error);
}

static hone_motion *do_merge(const hone_motion *motion, const hone_allocator *allocator, hone_error *error)
{
    const hone_motion *motions[] = {motion, motion};
    return hone_motion_merge(motions, 2, allocator, NULL, error);
}

static hone_motion *do_mirror(const hone_motion *motion, const hone_allocator *allocator, hone_error *error)
{
    return hone_motion_mirror(motion, allocator, NULL, error);
}

static hone_motion *do_strip(const hone_motion *motion, const hone_allocator *allocator, hone_error *error)
{
    const char *names[] = {"左*"};
    hone_motion_choice choice = {.parts = HONE_MOTION_VISIBLE, .names = names, .name_count = 1};
    return hone_motion_strip(motion, &choice, allocator, NULL, error);
}

static hone_motion *do_rename(const hone_motion *motion, const hone_allocator *allocator, hone_error *error)
{
    return hone_motion_rename(motion, &(hone_motion_rename_pair){"頭", "head"}, 1, allocator, NULL, error);
}

static operation *const operations[] = {do_trim, do_shift, do_join, do_merge, do_mirror, do_strip, do_rename};
enum { OPERATIONS = sizeof operations / sizeof *operations };

static void each_failed_allocation_is_reported(void **state)
{
    (void)state;
    hone_motion *motion = make_tracks(&(make_tracks_desc){.seed = 8, .keys = 4});
    for (int i = 0; i < OPERATIONS; i++) {
        hone_motion *result = NULL;
        for (uint64_t fail_at = 0; !result; fail_at++) {
            test_allocator allocator;
            hone_error error = {0};
            test_allocator_make(&allocator, fail_at);
            result = operations[i](motion, &allocator.allocator, &error);
            CHECK(result || error.code == HONE_ERROR_MEMORY);
            CHECK(result ? fail_at > 0 : allocator.live == 0);
            if (!result)
                continue;
            hone_motion_release(result);
            CHECK(allocator.live == 0);
        }
    }
    hone_motion_release(motion);
}

static void motions_without_tracks_are_refused_or_stay_empty(void **state)
{
    (void)state;
    hone_builder *builder = hone_builder_create(NULL, 0, NULL);
    hone_motion_data data = {.model_name = "nobody"};
    hone_motion *empty = hone_motion_create(builder, &data, NULL, NULL);
    static const double times[1] = {0};
    static const float values[3] = {0};
    builder = hone_builder_create(NULL, 0, NULL);
    hone_channel_target *target = hone_builder_array(builder, 1, sizeof *target);
    hone_channel *channel = hone_builder_array(builder, 1, sizeof *channel);
    double *time = hone_builder_array(builder, 1, sizeof times);
    float *value = hone_builder_array(builder, 3, sizeof *values);
    *target = (hone_channel_target){"bone", 0};
    *channel = (hone_channel){.path = HONE_CHANNEL_TRANSLATION,
                              .target_count = 1,
                              .targets = target,
                              .key_count = 1,
                              .times = time,
                              .values = value};
    hone_motion_data channels = {.space = HONE_SPACE_GLTF, .channels = channel, .channel_count = 1};
    hone_motion *gltf = hone_motion_create(builder, &channels, NULL, NULL);
    for (int i = 0; i < OPERATIONS; i++) {
        hone_error error = {0};
        CHECK(!operations[i](gltf, NULL, &error) && error.code == HONE_ERROR_ARGUMENT);
        CHECK(strstr(error.message, "bake it first"));
        error = (hone_error){0};
        CHECK(!operations[i](NULL, NULL, &error) && error.code == HONE_ERROR_ARGUMENT);
        hone_motion *out = operations[i](empty, NULL, &error);
        CHECK(!out ||
              (hone_motion_get(out)->last_frame == 0 && strcmp(hone_motion_get(out)->model_name, "nobody") == 0));
        hone_motion_release(out);
    }
    hone_motion_release(gltf), hone_motion_release(empty);
}

TEST_GROUP(test_motion_edit)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_trimmed_motion_moves_as_before),
        cmocka_unit_test(curves_that_ease_are_cut_within_a_hundredth_between_frames),
        cmocka_unit_test(a_whole_motion_keeps_its_bytes),
        cmocka_unit_test(keys_of_a_trimmed_motion_keep_their_bits),
        cmocka_unit_test(a_single_frame_can_be_cut_out),
        cmocka_unit_test(a_part_that_holds_still_keeps_its_length),
        cmocka_unit_test(a_range_behind_the_end_is_an_error),
        cmocka_unit_test(a_motion_is_moved_and_moved_back),
        cmocka_unit_test(parts_cut_at_keys_join_to_the_bytes_of_the_whole),
        cmocka_unit_test(tracks_that_hold_still_at_the_cut_get_no_keys),
        cmocka_unit_test(motions_that_differ_jump_within_a_frame),
        cmocka_unit_test(tracks_of_one_motion_are_at_rest_in_the_other),
        cmocka_unit_test(the_last_motion_of_a_merge_wins),
        cmocka_unit_test(parts_merge_to_the_whole),
        cmocka_unit_test(mirroring_twice_gives_the_same_bytes),
        cmocka_unit_test(a_mirrored_motion_moves_the_other_side),
        cmocka_unit_test(names_of_files_keep_their_bytes),
        cmocka_unit_test(chosen_tracks_go_or_stay),
        cmocka_unit_test(a_name_that_nothing_has_is_an_error),
        cmocka_unit_test(names_are_exchanged_and_back),
        cmocka_unit_test(each_failed_allocation_is_reported),
        cmocka_unit_test(motions_without_tracks_are_refused_or_stay_empty),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
