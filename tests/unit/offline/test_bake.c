/* An actor's animation as plain keys: played back with parents only, and by MMD's rig without its IK chains. */
#include "support/make/bodies/puppet.h"
#include "support/make/files/make_pmx.h"
#include "support/make/files/make_x.h"
#include "support/make/make_bodies.h"
#include "support/make/make_motion.h"
#include "support/make/random_rig.h"
#include "support/reference/reference.h"
#include "support/support.h"
#include <hone/hone.h>
#include <stdlib.h>
#include <string.h>

typedef struct baked {
    hone_actor *actor;
    hone_motion *motion;
    hone_bake_report report;
} baked;

static hone_actor *make_actor(const hone_model *model, const hone_motion *motion, bool physics)
{
    hone_error error = {0};
    const hone_actor_desc desc = {.model = model, .physics = {.on = physics, .options = {.exact = true}}};
    hone_actor *actor = hone_actor_create(&desc, &error);
    if (!actor || (motion && !hone_actor_play(actor, motion, NULL, &error).id))
        fail_msg("%s", error.message);
    return actor;
}

/* Rounded up, because keys may be between frames. */
static uint32_t last_frame(const hone_motion *motion)
{
    return (uint32_t)ceil(hone_frame_from_seconds(hone_motion_duration(motion)));
}

/* Both are released together with the result. */
static baked bake(hone_model *model, hone_motion *motion, const hone_bake_desc *like)
{
    hone_error error = {0};
    hone_bake_desc desc = *like;
    baked out = {.actor = make_actor(model, motion, false)};
    desc.actor = out.actor;
    desc.last_frame = last_frame(motion);
    out.motion = hone_bake(&desc, &out.report, &error);
    if (!out.motion)
        fail_msg("%s", error.message);
    hone_model_release(model);
    hone_motion_release(motion);
    return out;
}

static void release(baked *b)
{
    hone_actor_destroy(b->actor);
    hone_motion_release(b->motion);
}

/* ---- players --------------------------------------------------------------------------------------------------- */

/* Model space from bone space by a pose and parents only, in double precision. */
static reference_matrix plain_world(const hone_model_data *data, const hone_pose *pose, int32_t bone)
{
    const hone_bone *b = &data->skeleton.bones[bone];
    reference_matrix local = reference_from_affine(&b->rest_local);
    if (data->space == HONE_SPACE_MMD || pose->animated[bone]) {
        double t[3], q[4];
        for (int i = 0; i < 4; i++) q[i] = (double)pose->bones[bone].rotation[i];
        for (int i = 0; i < 3; i++)
            t[i] = (double)pose->bones[bone].translation[i] +
                   (data->space == HONE_SPACE_MMD ? (double)b->rest_local.m[i][3] : 0);
        local = reference_rigid(t, q);
        for (int r = 0; r < 3; r++)
            for (int c = 0; c < 3; c++) local.m[r][c] *= (double)pose->bones[bone].scale[c];
    }
    if (b->parent == HONE_NONE)
        return local;
    reference_matrix parent = plain_world(data, pose, b->parent);
    return reference_multiply(&parent, &local);
}

static double origin_distance(const reference_matrix *a, const hone_affine *b)
{
    double square = 0;
    for (int i = 0; i < 3; i++) square += (a->m[i][3] - (double)b->m[i][3]) * (a->m[i][3] - (double)b->m[i][3]);
    return sqrt(square);
}

/* At every quarter of a frame no bone is off by more than the bound. Returns the largest error. */
static double check_plain(const baked *b, double bound)
{
    const hone_model *model = hone_actor_model(b->actor);
    const hone_model_data *data = hone_model_get(model);
    hone_actor *pose_holder = make_actor(model, NULL, false);
    hone_pose *pose = hone_actor_writable_pose(pose_holder);
    hone_sampler *sampler = hone_sampler_create(&(hone_sampler_desc){.model = model, .motion = b->motion}, NULL);
    double worst = 0;
    assert_non_null(sampler);
    assert_int_equal(hone_sampler_bound_count(sampler), hone_motion_get(b->motion)->channel_count);
    for (uint32_t at = 0; at <= 4 * last_frame(b->motion); at++) {
        double frame = at / 4.0;
        hone_pose_reset(pose, model);
        hone_sampler_sample(sampler, frame, pose);
        CHECK(hone_actor_update_frame(b->actor, frame, NULL));
        for (uint32_t i = 0; i < data->skeleton.bone_count; i++) {
            reference_matrix world = plain_world(data, pose, (int32_t)i);
            worst = fmax(worst, origin_distance(&world, &hone_actor_bones(b->actor)[i]));
        }
    }
    CHECK(worst <= bound);
    hone_sampler_destroy(sampler);
    hone_actor_destroy(pose_holder);
    return worst;
}

/* The same with an actor that plays the motion without physics. The bound holds at whole frames. Returns the largest
 * error at any quarter. */
static double check_mmd(const baked *b, const hone_model *model, double bound)
{
    hone_actor *player = make_actor(model, b->motion, false);
    double worst = 0, whole = 0;
    for (uint32_t at = 0; at <= 4 * last_frame(b->motion); at++) {
        double now = 0;
        CHECK(hone_actor_update_frame(b->actor, at / 4.0, NULL));
        CHECK(hone_actor_update_frame(player, at / 4.0, NULL));
        for (uint32_t i = 0; i < hone_model_skeleton(model)->bone_count; i++) {
            reference_matrix world = reference_from_affine(&hone_actor_bones(player)[i]);
            now = fmax(now, origin_distance(&world, &hone_actor_bones(b->actor)[i]));
        }
        worst = fmax(worst, now);
        whole = at % 4 ? whole : fmax(whole, now);
    }
    CHECK(whole <= bound);
    hone_actor_destroy(player);
    return worst;
}

/* ---- parents only ---------------------------------------------------------------------------------------------- */

static void any_rig_is_parents_and_keys(void **state)
{
    (void)state;
    test_random random = {5};
    for (int round = 0; round < 12; round++) {
        hone_model *model = random_rig_make(&random, &(random_rig_desc){.appends = round % 3, .chains = round % 2});
        hone_motion *motion =
            make_motion(model, &(make_motion_desc){.seed = (uint64_t)round, .keys_per_track = 6, .spacing = 12}, NULL);
        double size = random_rig_size(model), tolerance = size * (round % 4 ? 1e-2 : 1e-4);
        baked b = bake(model, motion, &(hone_bake_desc){.tolerance = (float)tolerance});
        double worst = check_plain(&b, tolerance * 1.001 + size * 1e-5);
        CHECK_NEAR(worst, b.report.joint_error, size * 1e-5); /* the reported error is the real one */
        CHECK(b.report.joint_error <= tolerance && b.report.keys_after > 0);
        release(&b);
    }
}

static void a_tolerance_of_0_keeps_every_frame(void **state)
{
    (void)state;
    test_random random = {6};
    hone_model *model = random_rig_make(&random, &(random_rig_desc){.appends = true, .chains = true});
    hone_motion *motion = make_motion(model, &(make_motion_desc){.seed = 3, .keys_per_track = 6, .spacing = 12}, NULL);
    double size = random_rig_size(model);
    baked b = bake(model, motion, &(hone_bake_desc){0});
    CHECK(b.report.joint_error <= size * 1e-5 && b.report.joint_error_between > size * 1e-5);
    double worst = check_plain(&b, size);
    CHECK_NEAR(worst, b.report.joint_error_between, size * 1e-5);
    const hone_motion_data *data = hone_motion_get(b.motion);
    for (uint32_t c = 0; c < data->channel_count; c++)
        for (uint32_t k = 0; k < data->channels[c].key_count; k++)
            CHECK_NEAR(data->channels[c].times[k] * 30, round(data->channels[c].times[k] * 30), 1e-9);
    release(&b);
}

static void what_does_not_move_has_no_keys(void **state)
{
    (void)state;
    hone_model *model = puppet_make(&(puppet_desc){.ik = true, .append = true}, NULL);
    hone_motion *still = puppet_motion(0, NULL);
    baked b = bake(model, still, &(hone_bake_desc){.tolerance = 1e-3f});
    const hone_motion_data *data = hone_motion_get(b.motion);
    for (uint32_t c = 0; c < data->channel_count; c++) CHECK(data->channels[c].path == HONE_CHANNEL_WEIGHTS);
    release(&b);
}

static void morphs_that_move_vertices_have_channels(void **state)
{
    (void)state;
    hone_model *model = puppet_make(&(puppet_desc){0}, NULL);
    baked b = bake(model, puppet_motion(1, NULL), &(hone_bake_desc){.tolerance = 1e-3f});
    const hone_motion_data *data = hone_motion_get(b.motion);
    uint32_t found = 0;
    for (uint32_t c = 0; c < data->channel_count; c++) {
        const hone_channel *channel = &data->channels[c];
        if (channel->path != HONE_CHANNEL_WEIGHTS)
            continue;
        const hone_morph *morph = &hone_model_get(hone_actor_model(b.actor))->morphs[channel->targets[0].index];
        CHECK(morph->kind == HONE_MORPH_VERTEX && strcmp(morph->name, channel->targets[0].name) == 0);
        CHECK(hone_actor_update_frame(b.actor, 30, NULL));
        CHECK_NEAR(channel->values[channel->key_count - 1], hone_actor_morphs(b.actor)[channel->targets[0].index],
                   1e-6);
        found++;
    }
    assert_int_equal(found, 1); /* the other one moves bones, which get keys instead */
    release(&b);
}

/* A skeleton alone may have morphs, as those of motion capture do. */
static void morphs_of_a_model_without_vertices_are_baked(void **state)
{
    (void)state;
    hone_builder *builder = hone_builder_create(NULL, 0, NULL);
    hone_bone *bone = hone_builder_array(builder, 1, sizeof *bone);
    hone_morph *morph = hone_builder_array(builder, 1, sizeof *morph);
    assert_true(bone && morph);
    *bone = (hone_bone){
        .name = "root", .parent = HONE_NONE, .tail_bone = HONE_NONE, .append_source = HONE_NONE, .ik = HONE_NONE};
    *morph = (hone_morph){.name = "smile", .kind = HONE_MORPH_VERTEX};
    const hone_model_data data = {.skeleton = {.bone_count = 1, .bones = bone}, .morph_count = 1, .morphs = morph};
    hone_model *model = test_model_create(builder, &data);
    hone_motion *motion = make_motion(model, &(make_motion_desc){.seed = 2, .keys_per_track = 3, .spacing = 5}, NULL);
    baked b = bake(model, motion, &(hone_bake_desc){.tolerance = 1e-3f});
    check_plain(&b, 1.1e-3);
    release(&b);
}

/* Compares vertices by the keys with the actor's: all must be within the reported error. */
static void vertices_stay_within_the_tolerance(void **state)
{
    (void)state;
    make_pmx_desc made = make_pmx_rich(9);
    made.plain = true;
    for (int round = 0; round < 3; round++) {
        hone_error error = {0};
        made.seed = (uint64_t)round + 20;
        hone_model *model = make_pmx_model(&made, NULL, &error);
        hone_motion *motion =
            make_motion(model, &(make_motion_desc){.seed = 4, .keys_per_track = 5, .spacing = 15}, &error);
        const float tolerance = 0.01f;
        baked b = bake(model, motion, &(hone_bake_desc){.tolerance = tolerance});
        CHECK(b.report.vertex_error <= (double)tolerance && b.report.vertex_error > 0);
        CHECK(b.report.joint_error <= (double)tolerance);
        release(&b);
    }
}

/* The worst vertex at all quarters of frames: skinned by hone and compared with the report, for which most vertices
 * are skipped. */
static void the_worst_vertex_is_found(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 6; seed++) {
        hone_error error = {0};
        hone_model *model = hone_model_retain(puppet_make(&(puppet_desc){0}, NULL));
        const make_motion_desc quick = {.seed = seed, .keys_per_track = 60, .spacing = 3};
        baked b = bake(hone_model_retain(model), make_motion(model, &quick, &error),
                       &(hone_bake_desc){.tolerance = seed % 2 ? 0.5f : 0.02f});
        hone_actor *player = make_actor(model, b.motion, false);
        float truth[PUPPET_VERTICES][3], keyed[PUPPET_VERTICES][3];
        double worst = 0, whole = 0;
        for (uint32_t at = 0; at <= 4 * last_frame(b.motion); at++) {
            CHECK(hone_actor_update_frame(b.actor, at / 4.0, NULL));
            CHECK(hone_actor_update_frame(player, at / 4.0, NULL));
            hone_skin_out to = {.positions = {truth, PUPPET_VERTICES, sizeof *truth}, .method = HONE_SKIN_LINEAR};
            assert_true(hone_actor_skin(b.actor, &to, &error));
            to.positions.data = keyed;
            assert_true(hone_actor_skin(player, &to, &error));
            for (int v = 0; v < PUPPET_VERTICES; v++) {
                double square = 0;
                for (int i = 0; i < 3; i++)
                    square += ((double)truth[v][i] - (double)keyed[v][i]) * ((double)truth[v][i] - (double)keyed[v][i]);
                worst = fmax(worst, sqrt(square));
                whole = at % 4 ? whole : fmax(whole, sqrt(square));
            }
        }
        CHECK_NEAR(worst, b.report.vertex_error, 1e-4);
        CHECK(b.report.vertex_error <= (seed % 2 ? 0.5 : 0.02) && b.report.vertex_error_between <= worst + 1e-4);
        CHECK(whole <= worst);
        hone_actor_destroy(player);
        hone_model_release(model);
        hone_model_release(model);
        release(&b);
    }
}

/* Keys on whole frames cannot follow quick movements between them. The report gives that error, and an actor that
 * plays the keys shows the same. */
static void what_lies_between_the_keys_of_mmd_is_said(void **state)
{
    (void)state;
    hone_error error = {0};
    hone_model *model = hone_model_retain(puppet_make(&(puppet_desc){0}, NULL));
    const make_motion_desc quick = {.seed = 3, .keys_per_track = 60, .spacing = 3};
    baked b = bake(hone_model_retain(model), make_motion(model, &quick, &error),
                   &(hone_bake_desc){.tolerance = 0.01f, .player = HONE_BAKE_MMD_RIG});
    hone_actor *player = make_actor(model, b.motion, false);
    double worst[2] = {0};
    for (uint32_t at = 0; at <= 4 * last_frame(b.motion); at++) {
        CHECK(hone_actor_update_frame(b.actor, at / 4.0, NULL));
        CHECK(hone_actor_update_frame(player, at / 4.0, NULL));
        for (uint32_t i = 0; i < hone_model_skeleton(model)->bone_count; i++) {
            reference_matrix world = reference_from_affine(&hone_actor_bones(player)[i]);
            double *to = &worst[at % 4 != 0];
            *to = fmax(*to, origin_distance(&world, &hone_actor_bones(b.actor)[i]));
        }
    }
    CHECK_NEAR(worst[0], b.report.joint_error, 1e-4);
    CHECK_NEAR(worst[1], b.report.joint_error_between, 1e-4);
    CHECK(b.report.joint_error <= 0.01 && b.report.joint_error_between > 0.01);
    hone_actor_destroy(player);
    hone_model_release(model);
    hone_model_release(model);
    release(&b);
}

/* Longer than one chunk: keys ascend, and there are no jumps where chunks meet. */
static void long_motions_are_baked_in_pieces(void **state)
{
    (void)state;
    hone_model *model = puppet_make(&(puppet_desc){.append = true}, NULL);
    hone_motion *motion = make_motion(model, &(make_motion_desc){.seed = 8, .keys_per_track = 40, .spacing = 40}, NULL);
    uint32_t last = last_frame(motion);
    assert_true(last > 600);
    baked b = bake(model, motion, &(hone_bake_desc){.tolerance = 1e-2f});
    const hone_motion_data *data = hone_motion_get(b.motion);
    assert_int_equal(hone_motion_warnings(b.motion).count, 0);
    for (uint32_t c = 0; c < data->channel_count; c++) {
        for (uint32_t k = 1; k < data->channels[c].key_count; k++)
            CHECK(data->channels[c].times[k] > data->channels[c].times[k - 1]);
        CHECK(data->channels[c].times[0] == 0);
    }
    CHECK(b.report.joint_error <= 1e-2 && b.report.vertex_error <= 1e-2);
    check_plain(&b, 1.1e-2);
    release(&b);
}

static void linear_skinning_of_sdef_is_measured(void **state)
{
    (void)state;
    hone_error error = {0};
    make_pmx_desc made = make_pmx_rich(2);
    hone_model *model = make_pmx_model(&made, NULL, &error);
    hone_motion *motion = make_motion(model, &(make_motion_desc){.seed = 4, .keys_per_track = 3}, &error);
    baked b = bake(model, motion, &(hone_bake_desc){.tolerance = 0.1f});
    const hone_mesh *mesh = hone_model_mesh(hone_actor_model(b.actor));
    uint8_t kind = mesh->deforms[b.report.worst_deformed];
    CHECK(b.report.deform_error > 0 && (kind == HONE_DEFORM_SDEF || kind == HONE_DEFORM_QDEF));
    release(&b);
}

/* Frames that scale, and clips of channels. */
static void scaled_bones_are_baked(void **state)
{
    (void)state;
    hone_error error = {0};
    hone_bytes bytes = make_x(&(make_x_desc){0});
    hone_model *model = hone_model_load_memory(bytes.data, bytes.size, NULL, &error);
    hone_motion *motion = hone_motion_load_memory(bytes.data, bytes.size, &(hone_load_desc){.clip = "wave"}, &error);
    hone_bytes_release(&bytes);
    assert_true(model && motion);
    baked b = bake(model, motion, &(hone_bake_desc){.tolerance = 1e-3f});
    check_plain(&b, 1.1e-3);
    bool scales = false;
    for (uint32_t c = 0; c < hone_motion_get(b.motion)->channel_count; c++)
        scales |= hone_motion_get(b.motion)->channels[c].path == HONE_CHANNEL_SCALE;
    CHECK(scales && hone_motion_get(b.motion)->space == HONE_SPACE_X);
    release(&b);
}

/* ---- MMD's rig
 * -------------------------------------------------------------------------------------------------------- */

static bool turns_about_one_axis(const hone_model *model)
{
    const hone_skeleton *skeleton = hone_model_skeleton(model);
    bool any = false;
    for (uint32_t b = 0; b < skeleton->bone_count; b++) any |= (skeleton->bones[b].flags & HONE_BONE_FIXED_AXIS) != 0;
    return any;
}

/* Keys cannot bend a bone with a fixed axis as chains do, nor a bone of the first pass whose parent is in the
 * second. There the report gives the error. */
static void any_rig_plays_its_keys_without_chains(void **state)
{
    (void)state;
    test_random random = {7};
    for (int round = 0; round < 24; round++) {
        hone_model *model = random_rig_make(
            &random, &(random_rig_desc){.appends = round % 3, .chains = round % 2, .in_order = round < 16});
        hone_motion *motion =
            make_motion(model, &(make_motion_desc){.seed = (uint64_t)round, .keys_per_track = 6, .spacing = 12}, NULL);
        double size = random_rig_size(model), tolerance = size * 1e-2;
        hone_model_retain(model);
        baked b = bake(model, motion, &(hone_bake_desc){.tolerance = (float)tolerance, .player = HONE_BAKE_MMD_RIG});
        double worst = check_mmd(&b, model, tolerance + b.report.player_error + size * 1e-5);
        CHECK(b.report.player_error <= worst + tolerance + size * 1e-5);
        if (round < 16 && (round % 2 == 0 || !turns_about_one_axis(model)))
            CHECK(b.report.player_error <= size * 1e-5);
        const hone_motion_data *data = hone_motion_get(b.motion);
        assert_int_equal(data->channel_count, 0);
        for (uint32_t k = 0; k < data->property_key_count; k++)
            for (uint32_t s = 0; s < data->property_keys[k].state_count; s++)
                CHECK(!data->property_keys[k].states[s].enabled);
        hone_model_release(model);
        release(&b);
    }
}

static void appends_find_room_in_keys(void **state)
{
    (void)state;
    hone_model *model = hone_model_retain(puppet_make(&(puppet_desc){.ik = true, .append = true}, NULL));
    baked b = bake(hone_model_retain(model), puppet_motion(1, NULL),
                   &(hone_bake_desc){.tolerance = 1e-3f, .player = HONE_BAKE_MMD_RIG});
    CHECK(b.report.player_error <= 1e-4);
    check_mmd(&b, model, 1.2e-3);
    hone_model_release(model);
    hone_model_release(model);
    release(&b);
}

/* The file contains the whole motion, also for other players. */
static void baked_motions_are_vmd(void **state)
{
    (void)state;
    hone_error error = {0};
    hone_bytes bytes;
    hone_model *model = puppet_make(&(puppet_desc){.ik = true, .append = true}, NULL);
    baked b = bake(hone_model_retain(model), puppet_motion(1, NULL),
                   &(hone_bake_desc){.tolerance = 1e-3f, .player = HONE_BAKE_MMD_RIG});
    assert_true(hone_motion_write_vmd(b.motion, NULL, &bytes, &error));
    hone_motion_release(b.motion);
    b.motion = hone_motion_load_memory(bytes.data, bytes.size, NULL, &error);
    assert_non_null(b.motion);
    assert_int_equal(hone_motion_warnings(b.motion).count, 0);
    check_mmd(&b, model, 1.2e-3);
    hone_bytes_release(&bytes);
    hone_model_release(model);
    release(&b);
}

/* Two bones with the same first 15 bytes, and one that CP932 cannot express: their tracks would move other bones. */
static void names_that_mmd_cannot_tell_are_left_out(void **state)
{
    (void)state;
    hone_builder *builder = hone_builder_create(NULL, 0, NULL);
    hone_bone *bones = hone_builder_array(builder, 4, sizeof *bones);
    static const char *const names[4] = {"abcdefghijklmnop", "abcdefghijklmnoq", "\xf0\x9f\x92\x83", "d"};
    for (int i = 0; i < 4; i++)
        bones[i] = (hone_bone){
            .name = names[i], .parent = HONE_NONE, .tail_bone = HONE_NONE, .append_source = HONE_NONE, .ik = HONE_NONE};
    hone_model *model = hone_model_create(
        builder, &(hone_model_data){.space = HONE_SPACE_MMD, .skeleton = {.bone_count = 4, .bones = bones}}, NULL,
        NULL);
    hone_error error = {0};
    hone_actor *actor = make_actor(model, NULL, false);
    hone_bake_report report;
    /* an actor whose bones are all away from rest, through an edit of every pose */
    hone_actor_destroy(actor);
    hone_builder *keys_of = hone_builder_create(NULL, 0, NULL);
    hone_channel *channels = hone_builder_array(keys_of, 4, sizeof *channels);
    for (int i = 0; i < 4; i++) {
        hone_channel_target *target = hone_builder_array(keys_of, 1, sizeof *target);
        double *times = hone_builder_array(keys_of, 1, sizeof *times);
        float *values = hone_builder_array(keys_of, 3, sizeof *values);
        *target = (hone_channel_target){names[i], i};
        values[0] = (float)(i + 1);
        channels[i] = (hone_channel){.path = HONE_CHANNEL_TRANSLATION,
                                     .target_count = 1,
                                     .targets = target,
                                     .key_count = 1,
                                     .times = times,
                                     .values = values};
    }
    hone_motion *motion = hone_motion_create(
        keys_of, &(hone_motion_data){.space = HONE_SPACE_MMD, .channel_count = 4, .channels = channels}, NULL, &error);
    actor = make_actor(model, motion, false);
    hone_motion *made = hone_bake(&(hone_bake_desc){.actor = actor, .player = HONE_BAKE_MMD_RIG}, &report, &error);
    assert_non_null(made);
    assert_int_equal(report.tracks_lost, 2);
    assert_int_equal(hone_motion_get(made)->bone_track_count, 2);
    assert_string_equal(hone_motion_get(made)->bone_tracks[0].name.text, names[0]);
    assert_string_equal(hone_motion_get(made)->bone_tracks[1].name.text, "d");
    hone_motion_release(made);
    hone_motion_release(motion);
    hone_actor_destroy(actor);
    hone_model_release(model);
}

/* Physics is contained in the keys, and switched off during playback. */
static void physics_becomes_keys(void **state)
{
    (void)state;
    NEEDS(physics);
    hone_error error = {0};
    hone_model *model = puppet_make(&(puppet_desc){.body = true}, NULL);
    hone_motion *motion = puppet_motion(1, NULL);
    for (int mode = 0; mode < 2; mode++) {
        baked b = {.actor = make_actor(model, motion, true)};
        const hone_bake_desc desc = {.actor = b.actor,
                                     .last_frame = 60,
                                     .tolerance = 1e-3f,
                                     .player = mode ? HONE_BAKE_MMD_RIG : HONE_BAKE_HIERARCHY};
        b.motion = hone_bake(&desc, &b.report, &error);
        assert_non_null(b.motion);
        if (mode)
            check_mmd(&b, model, 1.2e-3);
        else
            check_plain(&b, 1.2e-3);
        const hone_motion_data *data = hone_motion_get(b.motion);
        bool off = false;
        for (uint32_t t = 0; t < data->bone_track_count; t++) off |= data->bone_tracks[t].keys[0].physics_off;
        CHECK(off == (mode == 1));
        release(&b);
    }
    hone_motion_release(motion);
    hone_model_release(model);
}

/* ---- cameras
 * ----------------------------------------------------------------------------------------------------------- */

/* The eye and the target, in double precision, from the definition. */
static void view(const hone_camera *camera, double eye[3], double target[3])
{
    double a[3], v[3] = {0, 0, (double)camera->distance};
    for (int i = 0; i < 3; i++) a[i] = (double)camera->angles[i];
    /* the eye is the inverse of V at the origin: T(target) Ry' Rx' Rz' (0,0,distance) */
    double x1[3] = {v[0] * cos(a[2]) + v[1] * sin(a[2]), -v[0] * sin(a[2]) + v[1] * cos(a[2]), v[2]};
    double x2[3] = {x1[0], x1[1] * cos(a[0]) + x1[2] * sin(a[0]), -x1[1] * sin(a[0]) + x1[2] * cos(a[0])};
    double x3[3] = {x2[0] * cos(a[1]) - x2[2] * sin(a[1]), x2[1], x2[0] * sin(a[1]) + x2[2] * cos(a[1])};
    for (int i = 0; i < 3; i++) {
        target[i] = (double)camera->target[i];
        eye[i] = target[i] + x3[i];
    }
}

static void channel_at(const hone_channel *channel, double time, float *out, uint32_t width)
{
    uint32_t k = 0;
    while (k + 1 < channel->key_count && channel->times[k + 1] <= time + 1e-9) k++;
    const float *from = channel->values + (size_t)k * width, *to = from + width;
    double s =
        k + 1 < channel->key_count ? (time - channel->times[k]) / (channel->times[k + 1] - channel->times[k]) : 0;
    for (uint32_t i = 0; i < width; i++) out[i] = from[i] + (s > 0 ? (float)s * (to[i] - from[i]) : 0);
}

static void cameras_become_nodes(void **state)
{
    (void)state;
    hone_error error = {0};
    hone_model *model = puppet_make(&(puppet_desc){0}, NULL);
    hone_motion *motion =
        make_motion(model, &(make_motion_desc){.seed = 2, .keys_per_track = 8, .spacing = 20, .scene = true}, &error);
    const float tolerance = 0.05f;
    uint32_t last = last_frame(motion);
    hone_motion *made = hone_bake_camera(motion, last, tolerance, NULL, &error);
    assert_non_null(made);
    const hone_motion_data *data = hone_motion_get(made);
    assert_int_equal(data->channel_count, 3);
    CHECK(data->channels[0].path == HONE_CHANNEL_TRANSLATION && data->channels[1].path == HONE_CHANNEL_ROTATION);
    CHECK(data->channels[2].path == HONE_CHANNEL_WEIGHTS && strcmp(data->channels[2].targets[0].name, "fov") == 0);
    CHECK(data->channels[0].key_count < 4 * last + 1);
    for (uint32_t at = 0; at <= 4 * last; at++) {
        double frame = at / 4.0;
        hone_camera camera;
        double eye[3], target[3], forward[3] = {0, 0, 1}, to[4];
        float position[3], rotation[4], fov;
        assert_true(hone_motion_camera(motion, frame, HONE_CURVE_EXACT, &camera));
        view(&camera, eye, target);
        channel_at(&data->channels[0], frame / 30.0, position, 3);
        channel_at(&data->channels[1], frame / 30.0, rotation, 4);
        channel_at(&data->channels[2], frame / 30.0, &fov, 1);
        CHECK_NEAR((double)fov, (double)camera.fov, (double)tolerance);
        for (int i = 0; i < 4; i++) to[i] = (double)rotation[i];
        reference_matrix turn = reference_rigid((const double[3]){0, 0, 0}, to);
        double away[3] = {0, 0, -(double)camera.distance}, seen[3];
        (void)forward;
        reference_point(&turn, away, seen);
        for (int i = 0; i < 3; i++) {
            CHECK_NEAR(position[i], eye[i], (double)tolerance);
            CHECK_NEAR((double)position[i] + seen[i], target[i], (double)tolerance * 1.1);
        }
    }
    hone_motion_release(made);
    hone_motion_release(motion);
    hone_model_release(model);
}

/* ---- errors ---------------------------------------------------------------------------------------------------- */

/* A quarter turn and a way of 9 units in 30 frames. */
static void swing_by(void *user, double frame, hone_rigid_transform *world)
{
    (void)user;
    double angle = frame / 30 * 3.14159265358979323846 / 4;
    *world = (hone_rigid_transform){{0, (float)sin(angle), 0, (float)cos(angle)}, {(float)frame * 0.3f, 1, 0}};
}

static void a_path_is_in_the_keys_of_the_roots(void **state)
{
    (void)state;
    static const hone_bake_player players[] = {HONE_BAKE_HIERARCHY, HONE_BAKE_MMD_RIG};
    for (int p = 0; p < 2; p++) {
        const hone_bake_desc desc = {.tolerance = 0.001f, .player = players[p], .path = swing_by};
        const puppet_desc rig = {.ik = p == 1, .append = p == 1}; /* the keys of a hierarchy know no rig */
        baked b = bake(puppet_make(&rig, NULL), puppet_motion(1, NULL), &desc);
        hone_actor *player = make_actor(hone_actor_model(b.actor), b.motion, false);
        for (uint32_t frame = 0; frame <= 30; frame++) {
            hone_rigid_transform world;
            swing_by(NULL, frame, &world);
            const hone_affine place = hone_affine_from_rotation(world.rotation, world.translation);
            CHECK(hone_actor_update_frame(b.actor, frame, NULL) && hone_actor_update_frame(player, frame, NULL));
            for (uint32_t i = 0; i < PUPPET_BONES; i++) {
                const hone_affine wanted = hone_affine_multiply(&place, &hone_actor_bones(b.actor)[i]);
                for (int r = 0; r < 3; r++) CHECK_NEAR(hone_actor_bones(player)[i].m[r][3], wanted.m[r][3], 0.002);
            }
        }
        hone_actor_destroy(player);
        release(&b);
    }
}

static void nonsense_is_refused(void **state)
{
    (void)state;
    hone_error error = {0};
    hone_model *model = puppet_make(&(puppet_desc){0}, NULL);
    hone_actor *actor = make_actor(model, NULL, false);
    const hone_bake_desc bad[] = {{.actor = NULL},
                                  {.actor = actor, .tolerance = -1},
                                  {.actor = actor, .tolerance = NAN},
                                  {.actor = actor, .last_frame = HONE_BAKE_MAX_FRAMES},
                                  {.actor = actor, .mmd_model = model}};
    assert_null(hone_bake(NULL, NULL, &error));
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        error.code = HONE_OK;
        assert_null(hone_bake(&bad[i], NULL, &error));
        assert_int_equal(error.code, HONE_ERROR_ARGUMENT);
    }
    hone_bytes bytes = make_x(&(make_x_desc){0});
    hone_model *foreign = hone_model_load_memory(bytes.data, bytes.size, NULL, &error);
    hone_actor *other = make_actor(foreign, NULL, false);
    hone_bytes_release(&bytes);
    assert_null(hone_bake(&(hone_bake_desc){.actor = other, .path = swing_by}, NULL, &error));
    hone_actor_destroy(other);
    hone_model_release(foreign);
    hone_motion *no_camera = puppet_motion(1, NULL);
    assert_null(hone_bake_camera(NULL, 0, 0, NULL, &error));
    assert_null(hone_bake_camera(no_camera, 0, 0, NULL, &error));
    hone_motion_release(no_camera);
    hone_actor_destroy(actor);
    hone_model_release(model);
}

static bool until_frame_40(void *user, uint32_t frame)
{
    *(uint32_t *)user = frame;
    return frame < 40;
}

static void a_bake_can_be_given_up(void **state)
{
    (void)state;
    hone_error error = {0};
    uint32_t reached = 0;
    hone_model *model = puppet_make(&(puppet_desc){0}, NULL);
    hone_actor *actor = make_actor(model, NULL, false);
    const hone_bake_desc desc = {.actor = actor, .last_frame = 100, .progress = until_frame_40, .user = &reached};
    assert_null(hone_bake(&desc, NULL, &error));
    CHECK(reached == 40 && error.code == HONE_ERROR_ARGUMENT);
    hone_actor_destroy(actor);
    hone_model_release(model);
}

static void allocation_failures_are_errors(void **state)
{
    (void)state;
    hone_model *model = puppet_make(&(puppet_desc){.ik = true, .append = true}, NULL);
    hone_motion *motion = puppet_motion(1, NULL), *camera = puppet_camera(40, NULL);
    hone_actor *actor = make_actor(model, motion, false);
    for (int what = 0; what < 3; what++) {
        bool done = false;
        for (uint64_t n = 0; !done; n++) {
            hone_error error = {0};
            test_allocator a;
            test_allocator_make(&a, n);
            const hone_bake_desc desc = {.actor = actor,
                                         .last_frame = 30,
                                         .tolerance = 1e-3f,
                                         .player = what ? HONE_BAKE_MMD_RIG : HONE_BAKE_HIERARCHY,
                                         .allocator = &a.allocator};
            hone_motion *made =
                what < 2 ? hone_bake(&desc, NULL, &error) : hone_bake_camera(camera, 30, 1e-3f, &a.allocator, &error);
            done = made != NULL;
            CHECK(done || error.code == HONE_ERROR_MEMORY);
            hone_motion_release(made);
            CHECK(a.live == 0);
            assert_true(n < 1000);
        }
    }
    hone_actor_destroy(actor);
    hone_motion_release(motion);
    hone_motion_release(camera);
    hone_model_release(model);
}

TEST_GROUP(test_bake)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_rig_is_parents_and_keys),
        cmocka_unit_test(a_tolerance_of_0_keeps_every_frame),
        cmocka_unit_test(what_does_not_move_has_no_keys),
        cmocka_unit_test(morphs_that_move_vertices_have_channels),
        cmocka_unit_test(morphs_of_a_model_without_vertices_are_baked),
        cmocka_unit_test(vertices_stay_within_the_tolerance),
        cmocka_unit_test(the_worst_vertex_is_found),
        cmocka_unit_test(what_lies_between_the_keys_of_mmd_is_said),
        cmocka_unit_test(long_motions_are_baked_in_pieces),
        cmocka_unit_test(linear_skinning_of_sdef_is_measured),
        cmocka_unit_test(scaled_bones_are_baked),
        cmocka_unit_test(any_rig_plays_its_keys_without_chains),
        cmocka_unit_test(appends_find_room_in_keys),
        cmocka_unit_test(baked_motions_are_vmd),
        cmocka_unit_test(names_that_mmd_cannot_tell_are_left_out),
        cmocka_unit_test(physics_becomes_keys),
        cmocka_unit_test(cameras_become_nodes),
        cmocka_unit_test(a_path_is_in_the_keys_of_the_roots),
        cmocka_unit_test(nonsense_is_refused),
        cmocka_unit_test(a_bake_can_be_given_up),
        cmocka_unit_test(allocation_failures_are_errors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
