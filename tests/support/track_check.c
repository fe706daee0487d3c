#include "support/track_check.h"
#include "support/reference/reference_tracks.h"
#include "support/support.h"
#include <hone/format.h>
#include <string.h>

const hone_bone_track *bone_track_named(const hone_motion *motion, const char *name)
{
    const hone_motion_data *data = hone_motion_get(motion);
    for (uint32_t i = 0; i < data->bone_track_count; i++)
        if (strcmp(data->bone_tracks[i].name.text, name) == 0)
            return &data->bone_tracks[i];
    return NULL;
}

const hone_morph_track *morph_track_named(const hone_motion *motion, const char *name)
{
    const hone_motion_data *data = hone_motion_get(motion);
    for (uint32_t i = 0; i < data->morph_track_count; i++)
        if (strcmp(data->morph_tracks[i].name.text, name) == 0)
            return &data->morph_tracks[i];
    return NULL;
}

static void check_vectors(const double *a, const double *b, int count, double most)
{
    for (int i = 0; i < count; i++) CHECK_NEAR(a[i], b[i], most);
}

/* The sizes of the changes: of make_tracks' values, between any two keys. */
static void check_bones(const hone_motion *motion, const hone_motion *expected, track_times at)
{
    const hone_motion_data *data = hone_motion_get(expected);
    for (uint32_t i = 0; i < data->bone_track_count; i++) {
        const hone_bone_track *track = bone_track_named(motion, data->bone_tracks[i].name.text);
        CHECK(track && track->key_count);
        reference_offset a = reference_bone_track(track, at.frame);
        reference_offset b = reference_bone_track(&data->bone_tracks[i], at.expected_frame);
        check_vectors(a.translation, b.translation, 3, 2e-6 + 6 * at.share);
        CHECK_NEAR(reference_angle(a.rotation, b.rotation), 0, 2e-3 + 3.2 * at.share);
        CHECK(a.physics_off == b.physics_off);
    }
}

static void check_morphs(const hone_motion *motion, const hone_motion *expected, track_times at)
{
    const hone_motion_data *data = hone_motion_get(expected);
    for (uint32_t i = 0; i < data->morph_track_count; i++) {
        const hone_morph_track *track = morph_track_named(motion, data->morph_tracks[i].name.text);
        CHECK(track && track->key_count);
        CHECK_NEAR(reference_morph_track(track, at.frame),
                   reference_morph_track(&data->morph_tracks[i], at.expected_frame), 1e-6 + at.share);
    }
}

static void check_camera(const hone_motion_data *a_data, const hone_motion_data *b_data, track_times at)
{
    if (!b_data->camera_key_count)
        return;
    CHECK(a_data->camera_key_count);
    reference_camera a = reference_camera_keys(a_data->camera_keys, a_data->camera_key_count, at.frame);
    reference_camera b = reference_camera_keys(b_data->camera_keys, b_data->camera_key_count, at.expected_frame);
    check_vectors(a.target, b.target, 3, 1e-5 + 20 * at.share);
    check_vectors(a.angles, b.angles, 3, 1e-5 + 6 * at.share);
    CHECK_NEAR(a.distance, b.distance, 1e-4 + 50 * at.share);
    CHECK_NEAR(a.fov, b.fov, 1e-4 + 40 * at.share);
    CHECK(a.orthographic == b.orthographic);
}

static void check_light(const hone_motion_data *a, const hone_motion_data *b, track_times at)
{
    double colours[2][3], directions[2][3];
    int modes[2];
    if (b->light_key_count) {
        CHECK(a->light_key_count);
        reference_light_keys(a->light_keys, a->light_key_count, at.frame, colours[0], directions[0]);
        reference_light_keys(b->light_keys, b->light_key_count, at.expected_frame, colours[1], directions[1]);
        check_vectors(colours[0], colours[1], 3, 1e-6);
        check_vectors(directions[0], directions[1], 3, 1e-6);
    }
    if (b->shadow_key_count) {
        CHECK(a->shadow_key_count);
        double distance = reference_shadow_keys(a->shadow_keys, a->shadow_key_count, at.frame, &modes[0]);
        CHECK_NEAR(distance, reference_shadow_keys(b->shadow_keys, b->shadow_key_count, at.expected_frame, &modes[1]),
                   1e-7);
        CHECK(modes[0] == modes[1]);
    }
}

static void check_properties(const hone_motion_data *a, const hone_motion_data *b, track_times at)
{
    CHECK(reference_visible(a->property_keys, a->property_key_count, at.frame) ==
          reference_visible(b->property_keys, b->property_key_count, at.expected_frame));
    for (uint32_t k = 0; k < b->property_key_count; k++)
        for (uint32_t s = 0; s < b->property_keys[k].state_count; s++) {
            const char *chain = b->property_keys[k].states[s].name.text;
            CHECK(reference_chain(a->property_keys, a->property_key_count, chain, at.frame) ==
                  reference_chain(b->property_keys, b->property_key_count, chain, at.expected_frame));
        }
}

void check_same_values(const hone_motion *motion, const hone_motion *expected, track_times at)
{
    const hone_motion_data *a = hone_motion_get(motion), *b = hone_motion_get(expected);
    check_bones(motion, expected, at);
    check_morphs(motion, expected, at);
    check_camera(a, b, at);
    check_light(a, b, at);
    check_properties(a, b, at);
}

void check_same_bytes(const hone_motion *motion, const hone_motion *expected)
{
    hone_bytes a, b;
    CHECK(hone_motion_write_vmd(motion, NULL, &a, NULL) && hone_motion_write_vmd(expected, NULL, &b, NULL));
    CHECK(a.size == b.size && memcmp(a.data, b.data, a.size) == 0);
    hone_bytes_release(&a), hone_bytes_release(&b);
}
