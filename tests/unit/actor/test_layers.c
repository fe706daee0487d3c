/* Several motions in a layer, additive motions, and inertialization, on skeletons of MMD, glTF and .x. */
#include "support/support.h"
#include <hone/actor.h>
#include <hone/blend.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BONES = 9, MORPHS = 3, MOTIONS = 4, CHAINS = 1 };

/* ---- models and motions ----------------------------------------------------------------------------------------- */

static const char *const bone_names[BONES] = {"b0", "b1", "b2", "b3", "b4", "b5", "b6", "b7", "b8"};

/* Each bone is below the one before, except b6, which is below b1. Outside of MMD, b8 has a rest matrix with shear. */
static hone_model *make_model(hone_space space)
{
    test_random random = {3};
    hone_builder *builder = hone_builder_create(NULL, 0, NULL);
    hone_bone *bones = hone_builder_array(builder, BONES, sizeof *bones);
    hone_morph *morphs = hone_builder_array(builder, MORPHS, sizeof *morphs);
    for (int b = 0; b < BONES; b++) {
        bones[b] = (hone_bone){.name = bone_names[b], .parent = b == 6 ? 1 : b - 1};
        bones[b].tail_bone = bones[b].append_source = bones[b].ik = HONE_NONE;
        bones[b].rest = (hone_transform)HONE_TRANSFORM_IDENTITY;
        bones[b].position[1] = (float)b;
        if (space != HONE_SPACE_MMD) {
            test_random_quat(&random, bones[b].rest.rotation);
            bones[b].rest.translation[1] = 1;
        }
        bones[b].rest_local = hone_affine_from_transform(&bones[b].rest);
    }
    for (int m = 0; m < MORPHS; m++) morphs[m] = (hone_morph){.name = m == 0 ? "m0" : m == 1 ? "m1" : "m2"};
    hone_model_data data = {.space = space, .name = "model", .morph_count = MORPHS, .morphs = morphs};
    data.skeleton.bone_count = BONES, data.skeleton.bones = bones;
    return test_model_create(builder, &data);
}

static void fill_tracks(hone_builder *builder, test_random *random, hone_motion_data *data)
{
    const hone_curve linear = HONE_CURVE_LINEAR;
    hone_bone_track *tracks = hone_builder_array(builder, BONES, sizeof *tracks);
    for (int b = 0; b < BONES; b++) {
        hone_bone_key *keys = hone_builder_array(builder, 5, sizeof *keys);
        for (uint32_t k = 0; k < 5; k++) {
            keys[k].frame = k * 15;
            test_random_quat(random, keys[k].rotation);
            keys[k].rotation[3] += 2; /* at most a right angle from rest */
            hone_quat_normalise(keys[k].rotation, keys[k].rotation);
            for (int i = 0; i < 3; i++) keys[k].translation[i] = test_random_float(random, -1, 1);
            for (int i = 0; i < 4; i++) keys[k].curves[i] = linear;
        }
        tracks[b] = (hone_bone_track){{.text = bone_names[b]}, 5, keys};
    }
    data->bone_track_count = BONES, data->bone_tracks = tracks;
}

static void fill_channels(hone_builder *builder, test_random *random, hone_motion_data *data)
{
    hone_channel *channels = hone_builder_array(builder, 2 * BONES, sizeof *channels);
    for (int c = 0; c < 2 * BONES; c++) {
        hone_channel_target *target = hone_builder_array(builder, 1, sizeof *target);
        double *times = hone_builder_array(builder, 5, sizeof *times);
        float *values = hone_builder_array(builder, 5, 4 * sizeof *values);
        *target = (hone_channel_target){bone_names[c / 2], HONE_NONE};
        for (int k = 0; k < 5; k++) {
            times[k] = 0.5 * k;
            if (c % 2 == 0) {
                test_random_quat(random, values + 4 * k);
                values[4 * k + 3] += 2;
                hone_quat_normalise(values + 4 * k, values + 4 * k);
            }
            for (int i = 0; c % 2 && i < 3; i++) values[3 * k + i] = test_random_float(random, -1, 1);
        }
        channels[c] = (hone_channel){.path = c % 2 ? HONE_CHANNEL_TRANSLATION : HONE_CHANNEL_ROTATION,
                                     .target_count = 1,
                                     .targets = target,
                                     .key_count = 5,
                                     .times = times,
                                     .values = values};
    }
    data->channel_count = 2 * BONES, data->channels = channels;
}

/* Two seconds. */
static hone_motion *make_test_motion(hone_space space, uint32_t seed)
{
    test_random random = {seed};
    hone_builder *builder = hone_builder_create(NULL, 0, NULL);
    hone_motion_data data = {.space = space, .model_name = ""};
    hone_morph_track *morph = hone_builder_array(builder, 1, sizeof *morph);
    hone_morph_key *keys = hone_builder_array(builder, 2, sizeof *keys);
    keys[0].weight = test_random_float(&random, 0, 1);
    keys[1] = (hone_morph_key){60, test_random_float(&random, 0, 1)};
    *morph = (hone_morph_track){{.text = "m1"}, 2, keys};
    data.morph_track_count = 1, data.morph_tracks = morph;
    if (space == HONE_SPACE_MMD)
        fill_tracks(builder, &random, &data);
    else
        fill_channels(builder, &random, &data);
    hone_motion *motion = hone_motion_create(builder, &data, NULL, NULL);
    CHECK(motion);
    return motion;
}

typedef struct stage {
    hone_model *model;
    hone_motion *motions[MOTIONS];
    hone_actor *actor;
} stage;

static void open_stage_on(stage *s, hone_space space, const hone_allocator *allocator)
{
    s->model = make_model(space);
    for (uint32_t i = 0; i < MOTIONS; i++) s->motions[i] = make_test_motion(space, 11 + i);
    s->actor = hone_actor_create(&(hone_actor_desc){.model = s->model, .allocator = allocator}, NULL);
    CHECK(s->actor);
}

static void close_stage(stage *s)
{
    hone_actor_destroy(s->actor);
    for (int i = 0; i < MOTIONS; i++) hone_motion_release(s->motions[i]);
    hone_model_release(s->model);
}

static const hone_space spaces[] = {HONE_SPACE_MMD, HONE_SPACE_GLTF, HONE_SPACE_X};

static hone_play_id play(stage *s, int motion, const hone_play_desc *desc)
{
    hone_error error = {0};
    hone_play_id handle = hone_actor_play(s->actor, s->motions[motion], desc, &error);
    if (!handle.id)
        print_error("%s\n", error.message);
    CHECK(handle.id);
    return handle;
}

/* A pose, copied. */
typedef struct shot {
    hone_transform bones[BONES];
    float morphs[MORPHS];
    uint8_t animated[BONES];
    float model[BONES][3]; /* where the bones are */
} shot;

static shot shoot(hone_actor *actor, double frame)
{
    shot out;
    CHECK(hone_actor_update_frame(actor, frame, NULL));
    const hone_pose *pose = hone_actor_writable_pose(actor);
    memcpy(out.bones, pose->bones, sizeof out.bones);
    memcpy(out.morphs, pose->morphs, sizeof out.morphs);
    memcpy(out.animated, pose->animated, sizeof out.animated);
    for (int b = 0; b < BONES; b++) hone_affine_origin(&hone_actor_bones(actor)[b], out.model[b]);
    return out;
}

/* The pose of one motion alone. */
static shot alone(const stage *s, int motion, double frame)
{
    hone_actor *actor = hone_actor_create(&(hone_actor_desc){.model = s->model}, NULL);
    if (motion >= 0)
        CHECK(hone_actor_play(actor, s->motions[motion], NULL, NULL).id);
    shot out = shoot(actor, frame);
    hone_actor_destroy(actor);
    return out;
}

static double apart(const hone_transform *a, const hone_transform *b)
{
    float from[10], to[10];
    double most = 0, sign = hone_quat_dot(a->rotation, b->rotation) < 0 ? -1 : 1;
    memcpy(from, a, sizeof from), memcpy(to, b, sizeof to);
    for (int i = 0; i < 10; i++) {
        double d = fabs((double)from[i] - (i > 2 && i < 7 ? sign : 1) * (double)to[i]);
        most = d <= most ? most : d;
    }
    return most;
}

static double distance(const shot *a, const shot *b)
{
    double most = 0;
    for (int i = 0; i < BONES; i++) most = fmax(most, apart(&a->bones[i], &b->bones[i]));
    for (int i = 0; i < MORPHS; i++) most = fmax(most, fabs((double)a->morphs[i] - (double)b->morphs[i]));
    CHECK(most == most);
    return most;
}

/* ---- blends ----------------------------------------------------------------------------------------------------- */

/* The blend of the first motions with these weights, over the rest pose, by the job. */
static shot blended(const stage *s, const float *weights, const float *const *masks, uint32_t count, double frame)
{
    shot poses[MOTIONS], rest = alone(s, -1, frame), out = rest;
    hone_blend_layer layers[MOTIONS];
    for (uint32_t i = 0; i < count; i++) {
        poses[i] = alone(s, (int)i, frame);
        layers[i] = (hone_blend_layer){.bones = poses[i].bones,
                                       .morphs = poses[i].morphs,
                                       .weight = weights[i],
                                       .bone_weights = masks ? masks[i] : NULL};
    }
    hone_blend_run(&(hone_blend_job){.bone_count = BONES,
                                     .morph_count = MORPHS,
                                     .layer_count = count,
                                     .layers = layers,
                                     .rest = rest.bones,
                                     .rest_morphs = rest.morphs,
                                     .threshold = 1,
                                     .bones = out.bones,
                                     .morphs = out.morphs});
    return out;
}

static void motions_of_a_layer_are_blended_by_weight(void **state)
{
    (void)state;
    float masks[MOTIONS][BONES];
    for (int k = 0; k < 3; k++)
        for (int n = 0; n < 20; n++) {
            test_random random = {(uint64_t)n + 1};
            stage s;
            float weights[MOTIONS], sum = 0;
            hone_play_id handles[MOTIONS] = {{0}};
            open_stage_on(&s, spaces[k], NULL);
            for (int m = 0; m < MOTIONS; m++) {
                for (int b = 0; b < BONES; b++) masks[m][b] = n % 2 ? test_random_float(&random, 0, 1) : 1;
                handles[m] = play(&s, m, &(hone_play_desc){.with = handles[0], .mask = n % 2 ? masks[m] : NULL});
                weights[m] = n % 5 == 0 ? 0.2f : test_random_float(&random, 0, 1), sum += weights[m];
                CHECK(hone_actor_play_set_weight(s.actor, handles[m], weights[m], NULL));
            }
            const float *const used[] = {masks[0], masks[1], masks[2], masks[3]};
            shot got = shoot(s.actor, 22), want = blended(&s, weights, n % 2 ? used : NULL, MOTIONS, 22);
            CHECK_NEAR(distance(&got, &want), 0, 1e-6);
            for (int m = 0; m < MOTIONS; m++)
                CHECK_NEAR(hone_actor_play_weight(s.actor, handles[m]), weights[m] / fmaxf(sum, 1), 1e-6);
            close_stage(&s);
        }
}

static void weights_above_one_leave_equal_motions_as_they_are(void **state)
{
    (void)state;
    stage s;
    for (int k = 0; k < 3; k++) {
        open_stage_on(&s, spaces[k], NULL);
        shot want = alone(&s, 0, 17);
        hone_play_id a = play(&s, 0, NULL), b = play(&s, 0, &(hone_play_desc){.with = a, .fade_in_seconds = 1});
        for (double frame = 0; frame < 40; frame += 3.7) {
            want = alone(&s, 0, frame);
            shot got = shoot(s.actor, frame);
            CHECK_NEAR(distance(&got, &want), 0, 2e-6);
        }
        CHECK(hone_actor_play_stop(s.actor, a, NULL) && hone_actor_play_weight(s.actor, b) == 1);
        shot got = shoot(s.actor, 45);
        want = alone(&s, 0, 45);
        CHECK(memcmp(got.bones, want.bones, sizeof got.bones) == 0);
        close_stage(&s);
    }
}

/* A walk and a run, from which a jump takes over within 10 frames. */
static void a_blend_cross_fades_as_one(void **state)
{
    (void)state;
    stage s;
    open_stage_on(&s, HONE_SPACE_MMD, NULL);
    hone_play_id a = play(&s, 0, NULL), b = play(&s, 1, &(hone_play_desc){.with = a});
    CHECK(hone_actor_play_set_weight(s.actor, a, 0.25f, NULL) && hone_actor_play_set_weight(s.actor, b, 0.75f, NULL));
    shoot(s.actor, 10);
    hone_play_id jump =
        hone_actor_cross_fade(s.actor, b, s.motions[2], &(hone_play_desc){.fade_in_seconds = 1 / 3.0}, NULL);
    CHECK(jump.id && hone_actor_play_count(s.actor) == 3);
    const float weights[] = {0.25f, 0.75f};
    shot before = blended(&s, weights, NULL, 2, 15), after = alone(&s, 2, 15), got = shoot(s.actor, 15);
    for (int bone = 0; bone < BONES; bone++)
        for (int i = 0; i < 3; i++)
            CHECK_NEAR(got.bones[bone].translation[i],
                       0.5f * (before.bones[bone].translation[i] + after.bones[bone].translation[i]), 1e-5);
    CHECK_NEAR(hone_actor_play_weight(s.actor, a), 0.125, 1e-6);
    shoot(s.actor, 20);
    CHECK(hone_actor_play_count(s.actor) == 1 && hone_actor_play_weight(s.actor, jump) == 1);
    CHECK(play(&s, 3, &(hone_play_desc){.with = jump}).id && hone_actor_play_count(s.actor) == 2);
    close_stage(&s);
}

/* Adds the motions of a blend, stops some, and looks whether the others are as if they had never been there. */
static void any_motion_of_a_blend_may_stop(void **state)
{
    (void)state;
    for (int stopped = 0; stopped < 3; stopped++) {
        stage s;
        float weights[3] = {0.5f, 0.25f, 0.25f};
        hone_play_id handles[3] = {{0}};
        open_stage_on(&s, HONE_SPACE_GLTF, NULL);
        for (int m = 0; m < 3; m++) {
            handles[m] = play(&s, m, &(hone_play_desc){.with = handles[0]});
            CHECK(hone_actor_play_set_weight(s.actor, handles[m], weights[m], NULL));
        }
        hone_play_id over = play(&s, 3, NULL);
        CHECK(hone_actor_play_stop(s.actor, handles[stopped], NULL) && hone_actor_play_count(s.actor) == 3);
        CHECK(hone_actor_play_stop(s.actor, over, NULL));
        weights[stopped] = 0;
        shot got = shoot(s.actor, 8), want = blended(&s, weights, NULL, 3, 8);
        CHECK_NEAR(distance(&got, &want), 0, 1e-6);
        close_stage(&s);
    }
}

static void a_blend_has_at_most_16_motions(void **state)
{
    (void)state;
    stage s;
    hone_error error = {0};
    open_stage_on(&s, HONE_SPACE_MMD, NULL);
    hone_play_id a = play(&s, 0, NULL);
    for (int i = 1; i < 16; i++) play(&s, i % 4, &(hone_play_desc){.with = a});
    CHECK(!hone_actor_play(s.actor, s.motions[0], &(hone_play_desc){.with = a}, &error).id);
    CHECK(error.code == HONE_ERROR_ARGUMENT && hone_actor_play_count(s.actor) == 16);
    CHECK(!hone_actor_cross_fade(s.actor, a, s.motions[0], &(hone_play_desc){.with = a}, &error).id);
    shoot(s.actor, 3);
    close_stage(&s);
}

/* ---- additive --------------------------------------------------------------------------------------------------- */

static void adding_the_reference_changes_nothing(void **state)
{
    (void)state;
    for (int k = 0; k < 3; k++) {
        stage s;
        open_stage_on(&s, spaces[k], NULL);
        play(&s, 0, NULL);
        shot want = shoot(s.actor, 33);
        play(&s, 1,
             &(hone_play_desc){.additive = true,
                               .reference = s.motions[1],
                               .reference_seconds = 0.5,
                               .offset_seconds = 0.5,
                               .speed = 1e-9});
        shot got = shoot(s.actor, 33);
        CHECK_NEAR(distance(&got, &want), 0, 1e-5);
        close_stage(&s);
    }
}

/* Over the rest pose an additive motion with the rest as its reference is the motion itself. */
static void a_motion_adds_its_difference_to_its_reference(void **state)
{
    (void)state;
    for (int k = 0; k < 3; k++) {
        stage s;
        open_stage_on(&s, spaces[k], NULL);
        hone_play_id added = play(&s, 1, &(hone_play_desc){.additive = true});
        shot got = shoot(s.actor, 33), want = alone(&s, 1, 33);
        CHECK_NEAR(distance(&got, &want), 0, 1e-5);
        CHECK(memcmp(got.animated, want.animated, BONES) == 0);
        for (int b = 0; b < BONES; b++) CHECK_NEAR(hone_vec3_distance(got.model[b], want.model[b]), 0, 1e-4);
        CHECK(hone_actor_play_set_weight(s.actor, added, 0, NULL));
        got = shoot(s.actor, 33), want = alone(&s, -1, 33);
        CHECK(memcmp(got.bones, want.bones, sizeof got.bones) == 0 && memcmp(got.morphs, want.morphs, 12) == 0);
        close_stage(&s);
    }
}

/* Weights beyond 1 add more than the difference, and below 0 take it away: of a morph exactly so much. */
static void an_additive_motion_may_have_any_weight(void **state)
{
    (void)state;
    const float weights[] = {-1, 0.5f, 1, 1.5f};
    for (int k = 0; k < 3; k++) {
        stage s;
        open_stage_on(&s, spaces[k], NULL);
        play(&s, 0, NULL);
        shot before = shoot(s.actor, 33);
        hone_play_id added = play(&s, 1, &(hone_play_desc){.additive = true});
        shot one = shoot(s.actor, 33);
        for (size_t w = 0; w < sizeof weights / sizeof *weights; w++) {
            CHECK(hone_actor_play_set_weight(s.actor, added, weights[w], NULL));
            shot got = shoot(s.actor, 33);
            CHECK(hone_actor_play_weight(s.actor, added) == weights[w]);
            for (int m = 0; m < MORPHS; m++)
                CHECK_NEAR(got.morphs[m] - before.morphs[m], weights[w] * (one.morphs[m] - before.morphs[m]), 1e-5);
            CHECK(apart(&got.bones[3], &before.bones[3]) > 0.01);
        }
        hone_error error = {0};
        CHECK(!hone_actor_play_set_weight(s.actor, added, INFINITY, &error) && strstr(error.message, "additive"));
        CHECK(!hone_actor_play_set_weight(s.actor, hone_actor_play_at(s.actor, 0), 1.5f, &error));
        assert_string_equal(error.message, "the weight of a motion is 1.5, not from 0 to 1");
        close_stage(&s);
    }
}

static hone_motion *make_strange_motion(hone_space space, uint32_t switches)
{
    hone_builder *b = hone_builder_create(NULL, 0, NULL);
    hone_bone_track *track = hone_builder_array(b, 1, sizeof *track);
    hone_bone_key *key = hone_builder_array(b, 1, sizeof *key);
    hone_channel *channel = hone_builder_array(b, 1, sizeof *channel);
    hone_channel_target *target = hone_builder_array(b, 1, sizeof *target);
    hone_property_key *properties = hone_builder_array(b, 1, sizeof *properties);
    double *times = hone_builder_array(b, 1, sizeof *times);
    float *values = hone_builder_array(b, 3, sizeof *values);
    *key = (hone_bone_key){.rotation = {0, 0, 0, 1}};
    *track = (hone_bone_track){{.text = "elbow of another rig"}, 1, key};
    *target = (hone_channel_target){"elbow of another rig", HONE_NONE};
    *channel = (hone_channel){.path = HONE_CHANNEL_TRANSLATION,
                              .target_count = 1,
                              .targets = target,
                              .key_count = 1,
                              .times = times,
                              .values = values};
    *properties = (hone_property_key){.visible = true};
    const bool mmd = space == HONE_SPACE_MMD;
    const hone_motion_data data = {.space = space,
                                   .bone_track_count = mmd,
                                   .bone_tracks = track,
                                   .channel_count = !mmd,
                                   .channels = channel,
                                   .property_key_count = switches,
                                   .property_keys = properties};
    return hone_motion_create(b, &data, NULL, NULL);
}

static void a_motion_of_another_rig_is_refused(void **state)
{
    (void)state;
    for (int k = 0; k < 3; k++) {
        stage s;
        hone_error error = {0};
        open_stage_on(&s, spaces[k], NULL);
        hone_motion *strange = make_strange_motion(spaces[k], 0);
        CHECK(strange && !hone_actor_play(s.actor, strange, NULL, &error).id && error.code == HONE_ERROR_ARGUMENT);
        CHECK(strstr(error.message, "1 tracks and channels") && strstr(error.message, "hone_retarget"));
        uint32_t count = hone_actor_play_count(s.actor);
        hone_play_id first = play(&s, 0, NULL);
        CHECK(!hone_actor_cross_fade(s.actor, first, strange, NULL, NULL).id);
        CHECK(!hone_actor_inertialize(s.actor, first, strange, NULL, NULL).id);
        CHECK(hone_actor_play_count(s.actor) == count + 1);
        hone_play_id handle = hone_actor_play(s.actor, strange, &(hone_play_desc){.allow_unbound = true}, NULL);
        CHECK(handle.id && hone_actor_play_bound_count(s.actor, handle) == 0);
        hone_motion_release(strange);
        strange = make_strange_motion(spaces[k], 1); /* it shows and hides the model */
        CHECK(strange && hone_actor_play(s.actor, strange, NULL, NULL).id);
        hone_motion_release(strange);
        close_stage(&s);
    }
}

static void additive_motions_keep_to_their_mask(void **state)
{
    (void)state;
    for (int k = 0; k < 3; k++) {
        stage s;
        float mask[BONES] = {0};
        open_stage_on(&s, spaces[k], NULL);
        CHECK(hone_mask_below(hone_model_skeleton(s.model), 6, 1, 0, mask) == 3); /* b6, b7 and b8 */
        play(&s, 0, NULL);
        shot before = shoot(s.actor, 33);
        play(&s, 1, &(hone_play_desc){.additive = true, .mask = mask, .reference = s.motions[2]});
        shot after = shoot(s.actor, 33);
        for (int b = 0; b < BONES; b++)
            CHECK(b < 6 ? apart(&before.bones[b], &after.bones[b]) < 1e-6
                        : apart(&before.bones[b], &after.bones[b]) > 0.05);
        CHECK(fabsf(before.morphs[1] - after.morphs[1]) > 0.001f);
        close_stage(&s);
    }
}

/* ---- inertialization -------------------------------------------------------------------------------------------- */

/* The largest change of velocity, in units a second, between steps of 1/1000 s. */
static double largest_kink(stage *s, double from, double to)
{
    const double step = 0.03;
    shot a = shoot(s->actor, from), b = shoot(s->actor, from + step);
    double most = 0;
    for (double frame = from + 2 * step; frame < to; frame += step) {
        shot c = shoot(s->actor, frame);
        for (int i = 0; i < BONES; i++)
            for (int k = 0; k < 3; k++) {
                double before = (double)b.bones[i].translation[k] - (double)a.bones[i].translation[k];
                double after = (double)c.bones[i].translation[k] - (double)b.bones[i].translation[k];
                most = fmax(most, fabs(after - before) * 1000);
            }
        a = b, b = c;
    }
    return most;
}

/* The motions are played between two keys, where their own velocity does not change. */
static void inertialization_keeps_position_and_velocity(void **state)
{
    (void)state;
    for (int k = 0; k < 3; k++) {
        stage s;
        open_stage_on(&s, spaces[k], NULL);
        hone_play_id a = play(&s, 0, NULL);
        shot before = shoot(s.actor, 5);
        double kink = largest_kink(&s, 3, 5);
        CHECK(kink < 0.02);
        shoot(s.actor, 5);
        hone_play_id b = hone_actor_inertialize(
            s.actor, a, s.motions[1],
            &(hone_play_desc){.fade_in_seconds = 0.3, .offset_seconds = 0.1, .start_seconds = 5 / 30.0}, NULL);
        CHECK(b.id && hone_actor_play_count(s.actor) == 1 && hone_actor_play_weight(s.actor, b) == 1);
        shot after = shoot(s.actor, 5);
        CHECK_NEAR(distance(&before, &after), 0, 1e-5);
        kink = largest_kink(&s, 4.94, 5.2); /* the velocities differ by 1 and more */
        CHECK_NEAR(kink, 0, 0.7);
        shot got = shoot(s.actor, 14), want = alone(&s, 1, 14 - 5 + 3);
        CHECK_NEAR(distance(&got, &want), 0, 1e-6);
        CHECK(memcmp(got.bones, want.bones, sizeof got.bones) == 0);
        close_stage(&s);
    }
}

/* The next motion has keys of a morph only, so all bones go to rest: in model space, too, where the rest matrix of a
 * bone without keys holds. */
static void inertialization_ends_at_rest_without_keys(void **state)
{
    (void)state;
    for (int k = 0; k < 3; k++) {
        stage s;
        open_stage_on(&s, spaces[k], NULL);
        hone_builder *builder = hone_builder_create(NULL, 0, NULL);
        hone_morph_track *track = hone_builder_array(builder, 1, sizeof *track);
        hone_morph_key *key = hone_builder_array(builder, 1, sizeof *key);
        *track = (hone_morph_track){{.text = "m2"}, 1, key};
        const hone_motion_data data = {
            .space = spaces[k], .model_name = "", .morph_track_count = 1, .morph_tracks = track};
        hone_motion *face = hone_motion_create(builder, &data, NULL, NULL);
        hone_play_id a = play(&s, 0, NULL);
        shot before = shoot(s.actor, 20);
        CHECK(hone_actor_inertialize(s.actor, a, face, &(hone_play_desc){.fade_in_seconds = 0.5}, NULL).id);
        shot after = shoot(s.actor, 20), rest = alone(&s, -1, 0), end = shoot(s.actor, 40);
        for (int b = 0; b < BONES; b++) {
            CHECK_NEAR(hone_vec3_distance(before.model[b], after.model[b]), 0, 1e-4);
            CHECK_NEAR(hone_vec3_distance(end.model[b], rest.model[b]), 0, 1e-4);
        }
        hone_motion_release(face);
        close_stage(&s);
    }
}

static void inertialization_may_begin_again(void **state)
{
    (void)state;
    stage s;
    test_random random = {4};
    open_stage_on(&s, HONE_SPACE_GLTF, NULL);
    hone_play_id now = play(&s, 0, NULL);
    double frame = 0;
    shot last = shoot(s.actor, 0);
    for (int n = 1; n < 40; n++) {
        now = hone_actor_inertialize(
            s.actor, now, s.motions[n % MOTIONS],
            &(hone_play_desc){.fade_in_seconds = 0.4, .start_seconds = frame / 30, .offset_seconds = n * 0.02}, NULL);
        CHECK(now.id);
        for (int k = 0; k < 8; k++, frame += 0.25 + (double)test_random_float(&random, 0, 0.5f)) {
            shot next = shoot(s.actor, frame);
            CHECK_NEAR(distance(&next, &last), 0, 0.45); /* a jump would be about 1 */
            last = next;
        }
        CHECK_NEAR(distance(&last, &last), 0, 0);
    }
    close_stage(&s);
}

static void inertialization_without_time_is_a_switch(void **state)
{
    (void)state;
    stage s;
    open_stage_on(&s, HONE_SPACE_MMD, NULL);
    hone_play_id a = play(&s, 0, NULL);
    shoot(s.actor, 5);
    CHECK(hone_actor_inertialize(s.actor, a, s.motions[1], NULL, NULL).id);
    shot got = shoot(s.actor, 5), want = alone(&s, 1, 5);
    CHECK(memcmp(got.bones, want.bones, sizeof got.bones) == 0);
    hone_error error = {0};
    CHECK(!hone_actor_inertialize(s.actor, a, s.motions[1], NULL, &error).id && error.code == HONE_ERROR_ARGUMENT);
    CHECK(!hone_actor_inertialize(NULL, a, s.motions[1], NULL, &error).id);
    close_stage(&s);
}

/* ---- everything at once ----------------------------------------------------------------------------------------- */

static const hone_motion_event event = {0.4, 1};

/* A blend in step, an additive motion, a fade, events and an inertialization. Returns the handle of the last, or 0. */
static hone_play_id play_everything(const stage *s, hone_actor *actor, hone_error *error)
{
    float mask[BONES] = {1, 0.5f};
    const hone_play_desc walk = {
        .loop = true, .sync = HONE_SYNC_WEIGHTED, .event_count = 1, .events = &event, .mask = mask};
    hone_play_id a = hone_actor_play(actor, s->motions[0], &walk, error);
    hone_play_desc run = walk, lean = {.additive = true, .reference = s->motions[2], .loop = true, .ping_pong = true};
    run.with = a, run.fade_in_seconds = 1;
    hone_play_id b = a.id ? hone_actor_play(actor, s->motions[1], &run, error) : (hone_play_id){0};
    hone_play_id c = b.id ? hone_actor_play(actor, s->motions[2], &lean, error) : (hone_play_id){0};
    hone_play_id d =
        c.id ? hone_actor_play(actor, s->motions[3], &(hone_play_desc){.stop = true, .fade_out_seconds = 0.5}, error)
             : (hone_play_id){0};
    hone_play_id e =
        d.id ? hone_actor_inertialize(actor, d, s->motions[0], &(hone_play_desc){.fade_in_seconds = 2}, error)
             : (hone_play_id){0};
    run.with = (hone_play_id){0};
    return e.id ? hone_actor_cross_fade(actor, b, s->motions[3], &run, error) : (hone_play_id){0};
}

static void a_frame_allocates_nothing(void **state)
{
    (void)state;
    for (int k = 0; k < 3; k++) {
        stage s;
        test_allocator allocator;
        test_allocator_make(&allocator, UINT64_MAX);
        open_stage_on(&s, spaces[k], &allocator.allocator);
        hone_play_id handle = play_everything(&s, s.actor, NULL);
        CHECK(handle.id);
        uint64_t calls = allocator.calls;
        for (int frame = 0; frame < 200; frame++) {
            CHECK(hone_actor_update_frame(s.actor, frame * 0.5, NULL));
            CHECK(hone_actor_play_set_weight(s.actor, handle, (float)(frame % 10) * 0.1f, NULL));
            CHECK(hone_actor_play_set_speed(s.actor, handle, 1 + frame % 3, NULL));
            if (frame % 17 == 0)
                CHECK(hone_actor_play_seek(s.actor, handle, 0.3, NULL) &&
                      hone_actor_play_pause(s.actor, handle, frame & 1, NULL));
        }
        CHECK(allocator.calls == calls);
        close_stage(&s);
        CHECK(allocator.live == 0);
    }
}

static void every_allocation_may_fail(void **state)
{
    (void)state;
    stage s;
    bool done = false;
    uint64_t failed = 0;
    open_stage_on(&s, HONE_SPACE_GLTF, NULL);
    for (; !done; failed++) {
        test_allocator allocator;
        test_allocator_make(&allocator, failed);
        hone_error error = {0};
        hone_actor *actor =
            hone_actor_create(&(hone_actor_desc){.model = s.model, .allocator = &allocator.allocator}, &error);
        done = actor && play_everything(&s, actor, &error).id;
        if (actor)
            shoot(actor, 7);
        CHECK(done || error.code == HONE_ERROR_MEMORY);
        hone_actor_destroy(actor);
        CHECK(allocator.live == 0);
    }
    CHECK(failed > 30);
    close_stage(&s);
}

static void a_saved_state_holds_all_of_it(void **state)
{
    (void)state;
    for (int k = 0; k < 3; k++) {
        stage s;
        open_stage_on(&s, spaces[k], NULL);
        hone_play_id handle = play_everything(&s, s.actor, NULL);
        for (int frame = 0; frame < 20; frame++) shoot(s.actor, frame);
        size_t size = hone_actor_state_size(s.actor);
        void *bytes = malloc(size);
        CHECK(hone_actor_save(s.actor, bytes, size, NULL));
        for (int n = 0; n < 3; n++) {
            shot first[8];
            for (int f = 0; f < 8; f++) {
                shot now = shoot(s.actor, 20 + f);
                if (n == 0)
                    first[f] = now;
                CHECK(n == 0 || memcmp(now.bones, first[f].bones, sizeof now.bones) == 0);
                if (f == 2)
                    CHECK(hone_actor_play_set_speed(s.actor, handle, 1.5, NULL) &&
                          hone_actor_play_seek(s.actor, handle, 1, NULL));
                if (f == 4)
                    CHECK(hone_actor_inertialize(s.actor, handle, s.motions[1], &(hone_play_desc){.fade_in_seconds = 1},
                                                 NULL)
                              .id);
            }
            CHECK(hone_actor_restore(s.actor, bytes, size, NULL));
        }
        uint8_t *damaged = malloc(size);
        test_random random = {9};
        for (int n = 0; n < 2000; n++) { /* whatever a state says, nothing breaks */
            memcpy(damaged, bytes, size);
            for (int i = 0; i < 3; i++) damaged[test_random_u32(&random) % size] = (uint8_t)test_random_u32(&random);
            if (hone_actor_restore(s.actor, damaged, size, NULL))
                hone_actor_update_frame(s.actor, 25, NULL);
        }
        free(damaged), free(bytes);
        close_stage(&s);
    }
}

typedef struct worker {
    const stage *stage;
    shot result;
} worker;

static void *play_alone(void *argument)
{
    worker *w = argument;
    hone_actor *actor = hone_actor_create(&(hone_actor_desc){.model = w->stage->model}, NULL);
    hone_play_id handle = play_everything(w->stage, actor, NULL);
    for (int frame = 0; frame < 120; frame++) {
        w->result = shoot(actor, frame * 0.5);
        hone_actor_play_set_speed(actor, handle, 1 + 0.1 * (frame % 7), NULL);
    }
    hone_actor_destroy(actor);
    return NULL;
}

static void six_actors_play_on_six_threads(void **state)
{
    (void)state;
    stage s;
    pthread_t threads[6];
    worker workers[6];
    open_stage_on(&s, HONE_SPACE_GLTF, NULL);
    for (int i = 0; i < 6; i++) {
        workers[i].stage = &s;
        CHECK(pthread_create(&threads[i], NULL, play_alone, &workers[i]) == 0);
    }
    for (int i = 0; i < 6; i++) CHECK(pthread_join(threads[i], NULL) == 0);
    for (int i = 1; i < 6; i++)
        CHECK(memcmp(workers[0].result.bones, workers[i].result.bones, sizeof workers[0].result.bones) == 0);
    close_stage(&s);
}

TEST_GROUP(test_layers)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(motions_of_a_layer_are_blended_by_weight),
        cmocka_unit_test(weights_above_one_leave_equal_motions_as_they_are),
        cmocka_unit_test(a_blend_cross_fades_as_one),
        cmocka_unit_test(any_motion_of_a_blend_may_stop),
        cmocka_unit_test(a_blend_has_at_most_16_motions),
        cmocka_unit_test(adding_the_reference_changes_nothing),
        cmocka_unit_test(a_motion_adds_its_difference_to_its_reference),
        cmocka_unit_test(an_additive_motion_may_have_any_weight),
        cmocka_unit_test(a_motion_of_another_rig_is_refused),
        cmocka_unit_test(additive_motions_keep_to_their_mask),
        cmocka_unit_test(inertialization_keeps_position_and_velocity),
        cmocka_unit_test(inertialization_ends_at_rest_without_keys),
        cmocka_unit_test(inertialization_may_begin_again),
        cmocka_unit_test(inertialization_without_time_is_a_switch),
        cmocka_unit_test(a_frame_allocates_nothing),
        cmocka_unit_test(every_allocation_may_fail),
        cmocka_unit_test(a_saved_state_holds_all_of_it),
        cmocka_unit_test(six_actors_play_on_six_threads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
