/* Samples of motions as a whole: keys, frames before and behind them, chains; and what is refused. */
#include "support/make/make_motion.h"
#include "support/named_model.h"
#include "support/support.h"
#include <hone/model.h>
#include <string.h>

static void pose_reset_stands_at_rest(void **state)
{
    (void)state;
    hone_model *model = named_plain_model();
    named_pose_arrays arrays;
    named_pose(&arrays, model);
    memset(arrays.bones, 0x55, sizeof arrays.bones);
    memset(arrays.ik_enabled, 0, sizeof arrays.ik_enabled);
    arrays.moved[3] = arrays.physics_off[2] = 1;
    arrays.morphs[1] = 3;
    arrays.pose.visible = false;
    arrays.pose.ik_weights = arrays.ik_weights;
    hone_pose_reset(&arrays.pose, model);
    const hone_transform identity = HONE_TRANSFORM_IDENTITY;
    for (int i = 0; i < 6; i++) CHECK(memcmp(&arrays.bones[i], &identity, sizeof identity) == 0);
    CHECK(arrays.moved[3] == 0 && arrays.physics_off[2] == 0 && arrays.morphs[1] == 0);
    CHECK(arrays.ik_enabled[0] == 1 && arrays.ik_enabled[1] == 1 && arrays.pose.visible);
    CHECK(arrays.ik_weights[0] == 1 && arrays.ik_weights[1] == 1 && arrays.ik_weights[2] == 0);
    hone_model_release(model);
}

static void sampling_at_a_key_gives_the_key(void **state)
{
    (void)state;
    hone_model *model = named_plain_model();
    hone_motion *motion = named_random_motion(model, 1);
    const hone_motion_data *data = hone_motion_get(motion);
    hone_sampler *sampler = named_sampler(model, motion, HONE_CURVE_EXACT);
    CHECK(hone_sampler_bound_count(sampler) == 8);
    named_pose_arrays arrays;
    named_pose(&arrays, model);
    for (uint32_t t = 0; t < data->bone_track_count; t++)
        for (uint32_t k = 0; k < data->bone_tracks[t].key_count; k++) {
            const hone_bone_key *key = &data->bone_tracks[t].keys[k];
            hone_sampler_sample(sampler, key->frame, &arrays.pose);
            for (int i = 0; i < 3; i++) CHECK(arrays.bones[t].translation[i] == key->translation[i]);
            for (int i = 0; i < 4; i++) CHECK(arrays.bones[t].rotation[i] == key->rotation[i]);
            CHECK(arrays.physics_off[t] == key->physics_off);
            CHECK(arrays.moved[t] == 1);
        }
    for (uint32_t t = 0; t < data->morph_track_count; t++)
        for (uint32_t k = 0; k < data->morph_tracks[t].key_count; k++) {
            hone_sampler_sample(sampler, data->morph_tracks[t].keys[k].frame, &arrays.pose);
            CHECK(arrays.morphs[t] == data->morph_tracks[t].keys[k].weight);
        }
    hone_sampler_destroy(sampler);
    hone_motion_release(motion);
    hone_model_release(model);
}

/* Slerp along the shortest arc in double precision. */
static void reference_slerp(const float a[4], const float b[4], double t, double out[4])
{
    double dot = 0, length = 0;
    for (int i = 0; i < 4; i++) dot += (double)a[i] * b[i];
    double sign = dot < 0 ? -1 : 1, angle = acos(fmin(1, dot * sign)), sine = sin(angle);
    double from = sine > 1e-4 ? sin((1 - t) * angle) / sine : 1 - t, to = sine > 1e-4 ? sin(t * angle) / sine : t;
    for (int i = 0; i < 4; i++) {
        out[i] = from * a[i] + to * sign * b[i];
        length += out[i] * out[i];
    }
    for (int i = 0; i < 4; i++) out[i] /= sqrt(length);
}

static void check_between(const hone_bone_key *from, double frame, hone_curve_mode mode, const hone_transform *got)
{
    const hone_bone_key *to = from + 1;
    double s = (frame - from->frame) / ((double)to->frame - from->frame), turn[4];
    for (int i = 0; i < 3; i++)
        CHECK_NEAR(got->translation[i],
                   from->translation[i] + hone_curve_evaluate(to->curves[i], s, mode) *
                                              ((double)to->translation[i] - from->translation[i]),
                   1e-6);
    reference_slerp(from->rotation, to->rotation, hone_curve_evaluate(to->curves[3], s, mode), turn);
    for (int i = 0; i < 4; i++) CHECK_NEAR(got->rotation[i], turn[i], 5e-7);
    CHECK(got->scale[0] == 1 && got->scale[1] == 1 && got->scale[2] == 1);
}

static void between_keys_each_channel_follows_the_curve_of_the_later_key(void **state)
{
    (void)state;
    hone_model *model = named_plain_model();
    for (hone_curve_mode mode = HONE_CURVE_EXACT; mode <= HONE_CURVE_MMD; mode++) {
        hone_motion *motion = named_random_motion(model, 2);
        const hone_motion_data *data = hone_motion_get(motion);
        hone_sampler *sampler = named_sampler(model, motion, mode);
        named_pose_arrays arrays;
        named_pose(&arrays, model);
        for (double frame = 0; frame < data->last_frame; frame += 0.37) {
            hone_sampler_sample(sampler, frame, &arrays.pose);
            for (uint32_t t = 0; t < data->bone_track_count; t++) {
                const hone_bone_key *key = data->bone_tracks[t].keys, *last = key + data->bone_tracks[t].key_count - 1;
                while (key < last && key[1].frame <= frame) key++;
                if (key < last)
                    check_between(key, frame, mode, &arrays.bones[t]);
                CHECK(arrays.physics_off[t] == key->physics_off);
            }
        }
        hone_sampler_destroy(sampler);
        hone_motion_release(motion);
    }
    hone_model_release(model);
}

/* A bone that moves by 1 and turns by half a turn, from frame 0 to `last`, with one curve. */
static hone_motion *motion_over(uint32_t last, hone_curve curve)
{
    hone_builder *builder = hone_builder_create(NULL, 0, NULL);
    hone_bone_track *track = hone_builder_array(builder, 1, sizeof *track);
    hone_bone_key *keys = hone_builder_array(builder, 2, sizeof *keys);
    CHECK(track && keys);
    keys[0] = (hone_bone_key){.rotation = {0, 0, 0, 1}};
    keys[1] = (hone_bone_key){.frame = last, .translation = {1, 1, 1}, .rotation = {0, 1, 0, 0}};
    for (int c = 0; c < 4; c++) keys[1].curves[c] = curve;
    *track = (hone_bone_track){{.text = named_text(builder, named_plain_bones[0])}, 2, keys};
    hone_motion *motion = hone_motion_create(
        builder, &(hone_motion_data){.bone_track_count = 1, .bone_tracks = track, .last_frame = last}, NULL, NULL);
    CHECK(motion);
    return motion;
}

/* The middle of some segments, such as those of 49 and 98 frames, rounds to the number before 1/2. */
static void the_middle_of_a_curve_that_stands_still_there_is_finite(void **state)
{
    (void)state;
    const hone_curve curve = {127, 30, 0, 100};
    const double middle = 0.125 + 0.375 * (30 + 100) / 127;
    hone_model *model = named_plain_model();
    for (uint32_t last = 1; last <= 400; last++) {
        named_pose_arrays arrays;
        hone_motion *motion = motion_over(last, curve);
        hone_sampler *sampler = named_sampler(model, motion, HONE_CURVE_EXACT);
        hone_pose *pose = named_pose(&arrays, model);
        hone_sampler_sample(sampler, last * 0.5, pose);
        for (int c = 0; c < 3; c++) CHECK_NEAR(pose->bones[0].translation[c], middle, 1e-5);
        CHECK_NEAR(pose->bones[0].rotation[1], sin(middle * acos(-1) / 2), 1e-5);
        hone_sampler_destroy(sampler);
        hone_motion_release(motion);
    }
    hone_model_release(model);
}

static void before_the_first_key_and_after_the_last_they_hold(void **state)
{
    (void)state;
    hone_model *model = named_plain_model();
    hone_motion *motion = named_random_motion(model, 3);
    hone_sampler *sampler = named_sampler(model, motion, HONE_CURVE_EXACT);
    named_pose_arrays first, last, other;
    named_pose(&first, model), named_pose(&last, model), named_pose(&other, model);
    hone_sampler_sample(sampler, 0, &first.pose);
    hone_sampler_sample(sampler, hone_motion_get(motion)->last_frame, &last.pose);
    const double before[] = {-1e-9, -5, -1e300, -INFINITY, NAN}, after[] = {1e5, 5e9, 1e300, INFINITY};
    for (size_t i = 0; i < sizeof before / sizeof *before; i++) {
        hone_sampler_sample(sampler, before[i], named_pose(&other, model));
        CHECK(same_named_pose(&other, &first));
    }
    for (size_t i = 0; i < sizeof after / sizeof *after; i++) {
        hone_sampler_sample(sampler, after[i], &other.pose);
        CHECK(same_named_pose(&other, &last));
    }
    hone_sampler_destroy(sampler);
    hone_motion_release(motion);
    hone_model_release(model);
}

static hone_motion *late_motion(const hone_model *model)
{
    const make_motion_desc desc = {.seed = 3, .scene = true, .latest_first = 40};
    hone_motion *motion = make_motion(model, &desc, NULL);
    CHECK(motion);
    return motion;
}

static void a_track_whose_first_key_is_late_holds_it_from_the_beginning(void **state)
{
    (void)state;
    hone_model *model = named_plain_model();
    hone_motion *motion = late_motion(model);
    const hone_motion_data *data = hone_motion_get(motion);
    hone_sampler *sampler = named_sampler(model, motion, HONE_CURVE_EXACT);
    named_pose_arrays arrays;
    for (double frame = -1; frame <= 40; frame += 0.5) {
        hone_sampler_sample(sampler, frame, named_pose(&arrays, model));
        for (uint32_t t = 0; t < data->bone_track_count; t++) {
            const hone_bone_key *key = data->bone_tracks[t].keys;
            CHECK(key->frame > 0);
            if (frame > key->frame)
                continue;
            CHECK(memcmp(arrays.bones[t].translation, key->translation, sizeof key->translation) == 0);
            CHECK(memcmp(arrays.bones[t].rotation, key->rotation, sizeof key->rotation) == 0);
            CHECK(arrays.moved[t] == 1 && arrays.physics_off[t] == key->physics_off);
        }
        for (uint32_t t = 0; t < data->morph_track_count; t++) {
            CHECK(data->morph_tracks[t].keys->frame > 0);
            CHECK(frame > data->morph_tracks[t].keys->frame || arrays.morphs[t] == data->morph_tracks[t].keys->weight);
        }
    }
    hone_sampler_destroy(sampler);
    hone_motion_release(motion);
    hone_model_release(model);
}

static void a_scene_whose_first_key_is_late_holds_it_from_the_beginning(void **state)
{
    (void)state;
    hone_model *model = named_plain_model();
    hone_motion *motion = late_motion(model);
    const hone_motion_data *data = hone_motion_get(motion);
    hone_camera camera;
    hone_light light;
    uint8_t mode;
    float distance;
    CHECK(data->records.bone == 60 && data->records.morph == 20 && data->records.camera == 10); /* 10 keys per track */
    CHECK(data->records.light == 10 && data->records.shadow == 10 && data->records.property == 10);
    CHECK(data->camera_keys->frame > 0 && data->light_keys->frame > 0 && data->shadow_keys->frame > 0);
    for (double frame = -1; frame <= data->camera_keys->frame; frame += 0.5) {
        CHECK(hone_motion_camera(motion, frame, HONE_CURVE_EXACT, &camera));
        CHECK(memcmp(&camera, &data->camera_keys->camera, sizeof camera) == 0);
    }
    for (double frame = -1; frame <= data->light_keys->frame; frame += 0.5) {
        CHECK(hone_motion_light(motion, frame, &light));
        for (int i = 0; i < 3; i++) CHECK(light.colour[i] == data->light_keys->light.colour[i]);
        CHECK(hone_motion_shadow(motion, frame, &mode, &distance));
        CHECK(mode == data->shadow_keys->mode && distance == data->shadow_keys->distance);
    }
    hone_motion_release(motion);
    hone_model_release(model);
}

static void any_order_of_frames_gives_what_a_fresh_sampler_gives(void **state)
{
    (void)state;
    hone_model *model = named_plain_model();
    hone_motion *motion = late_motion(model);
    hone_sampler *sampler = named_sampler(model, motion, HONE_CURVE_EXACT);
    test_random random = {4};
    double last = hone_motion_get(motion)->last_frame, frame = 0;
    for (int i = 0; i < 1000; i++) {
        uint32_t way = test_random_u32(&random) % 4;
        if (way == 0)
            frame = test_random_float(&random, -5, (float)last + 5);
        else if (way == 1)
            frame = floor(frame) + (test_random_u32(&random) % 5) - 2.0;
        else
            frame += 0.25 * (double)way;
        hone_sampler *fresh = named_sampler(model, motion, HONE_CURVE_EXACT);
        named_pose_arrays a, b;
        hone_sampler_sample(sampler, frame, named_pose(&a, model));
        hone_sampler_sample(fresh, frame, named_pose(&b, model));
        CHECK(same_named_pose(&a, &b));
        hone_sampler_destroy(fresh);
    }
    hone_sampler_destroy(sampler);
    hone_motion_release(motion);
    hone_model_release(model);
}

static void properties_step_and_what_a_key_does_not_name_stays(void **state)
{
    (void)state;
    hone_model *model = named_plain_model();
    hone_builder *builder = hone_builder_create(NULL, 0, NULL);
    hone_property_key *keys = hone_builder_array(builder, 3, sizeof *keys);
    hone_ik_state *states = hone_builder_array(builder, 4, sizeof *states);
    CHECK(keys && states);
    const char *names[4] = {"IK足", "nobody", "IK2", "IK足"};
    const bool enabled[4] = {false, false, false, true};
    for (int i = 0; i < 4; i++) states[i] = (hone_ik_state){{named_text(builder, names[i]), 0, {0}}, enabled[i]};
    keys[0] = (hone_property_key){10, false, 2, states};
    keys[1] = (hone_property_key){20, true, 1, states + 2};
    keys[2] = (hone_property_key){30, true, 1, states + 3};
    hone_motion *motion =
        hone_motion_create(builder, &(hone_motion_data){.property_keys = keys, .property_key_count = 3}, NULL, NULL);
    hone_sampler *sampler = named_sampler(model, motion, HONE_CURVE_EXACT);
    const struct {
        double frame;
        uint8_t foot, other;
        bool visible;
    } want[] = {{30, 1, 0, true}, {9.99, 1, 1, true}, {10, 0, 1, false}, {19.5, 0, 1, false},
                {29, 0, 0, true}, {400, 1, 0, true},  {20, 0, 0, true},  {-3, 1, 1, true}};
    for (size_t i = 0; i < sizeof want / sizeof *want; i++) {
        named_pose_arrays arrays;
        hone_sampler_sample(sampler, want[i].frame, named_pose(&arrays, model));
        CHECK(arrays.ik_enabled[0] == want[i].foot && arrays.ik_enabled[1] == want[i].other);
        CHECK(arrays.pose.visible == want[i].visible);
    }
    hone_sampler_destroy(sampler);
    hone_motion_release(motion);
    hone_model_release(model);
}

/* A PMD's bone may have several chains. PMX has one per bone, so each gets a goal of the same name. */
static void chains_whose_goals_share_a_name_are_switched_together(void **state)
{
    (void)state;
    const char *const bones[] = {"a", "b", "IK x", "IK y", "IK x"};
    hone_model *model = named_model(bones, 5, NULL, 0);
    hone_builder *builder = hone_builder_create(NULL, 0, NULL);
    hone_property_key *key = hone_builder_array(builder, 1, sizeof *key);
    hone_ik_state *states = hone_builder_array(builder, 1, sizeof *states);
    CHECK(key && states);
    states[0] = (hone_ik_state){{named_text(builder, "IK x"), 0, {0}}, false};
    *key = (hone_property_key){10, true, 1, states};
    hone_motion *motion =
        hone_motion_create(builder, &(hone_motion_data){.property_keys = key, .property_key_count = 1}, NULL, NULL);
    hone_sampler *sampler = named_sampler(model, motion, HONE_CURVE_EXACT);
    for (int after = 0; after < 2; after++) {
        named_pose_arrays arrays;
        hone_sampler_sample(sampler, after ? 10 : 9, named_pose(&arrays, model));
        CHECK(arrays.ik_enabled[0] == !after && arrays.ik_enabled[1] == 1 && arrays.ik_enabled[2] == !after);
    }
    hone_sampler_destroy(sampler);
    hone_motion_release(motion);
    hone_model_release(model);
}

/* ---- creation -------------------------------------------------------------------------------------------------- */

static void sampler_refuses_what_it_cannot_bind(void **state)
{
    (void)state;
    hone_model *model = named_plain_model();
    hone_motion *motion = named_random_motion(model, 7);
    hone_builder *builder = hone_builder_create(NULL, 0, NULL);
    hone_bone_track *track = hone_builder_array(builder, 1, sizeof *track);
    const hone_motion_data of_another_space = {.space = HONE_SPACE_GLTF, .bone_track_count = 1, .bone_tracks = track};
    track->name.text = named_text(builder, "センター");
    hone_motion *foreign = hone_motion_create(builder, &of_another_space, NULL, NULL);
    const hone_sampler_desc bad[] = {{.model = model}, {.motion = motion}, {.model = model, .motion = foreign}};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        hone_error error = {0};
        CHECK(!hone_sampler_create(&bad[i], &error));
        CHECK(error.code == HONE_ERROR_ARGUMENT);
    }
    CHECK(!hone_sampler_create(NULL, NULL));
    hone_sampler_destroy(NULL);
    CHECK(hone_sampler_bound_count(NULL) == 0);
    hone_motion_release(foreign);
    hone_motion_release(motion);
    hone_model_release(model);
}

static void sampler_keeps_its_model_and_motion_alive(void **state)
{
    (void)state;
    hone_model *model = named_plain_model();
    hone_motion *motion = named_random_motion(model, 8);
    hone_sampler *sampler = named_sampler(model, motion, HONE_CURVE_EXACT);
    named_pose_arrays arrays;
    named_pose(&arrays, model);
    hone_motion_release(motion);
    hone_model_release(model);
    hone_sampler_sample(sampler, 3, &arrays.pose);
    CHECK(arrays.moved[0]);
    hone_sampler_destroy(sampler);
}

TEST_GROUP(test_sampler)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pose_reset_stands_at_rest),
        cmocka_unit_test(sampling_at_a_key_gives_the_key),
        cmocka_unit_test(between_keys_each_channel_follows_the_curve_of_the_later_key),
        cmocka_unit_test(the_middle_of_a_curve_that_stands_still_there_is_finite),
        cmocka_unit_test(before_the_first_key_and_after_the_last_they_hold),
        cmocka_unit_test(a_track_whose_first_key_is_late_holds_it_from_the_beginning),
        cmocka_unit_test(a_scene_whose_first_key_is_late_holds_it_from_the_beginning),
        cmocka_unit_test(any_order_of_frames_gives_what_a_fresh_sampler_gives),
        cmocka_unit_test(properties_step_and_what_a_key_does_not_name_stays),
        cmocka_unit_test(chains_whose_goals_share_a_name_are_switched_together),
        cmocka_unit_test(sampler_refuses_what_it_cannot_bind),
        cmocka_unit_test(sampler_keeps_its_model_and_motion_alive),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
