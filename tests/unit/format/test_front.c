/* Characters whose file looks the other way than others of its space (VRM 0.x): what is made of them looks where that
 * of the others does. */
#include "support/make/bodies/make_human.h"
#include "support/support.h"
#include <hone/actor.h>
#include <hone/bake.h>
#include <hone/format.h>
#include <hone/io.h>
#include <hone/math.h>
#include <hone/render.h>
#include <math.h>
#include <string.h>

static hone_model *read_back(hone_bytes *bytes)
{
    hone_error error = {0};
    hone_model *model = hone_model_load_memory(bytes->data, bytes->size, NULL, &error);
    if (!model)
        fail_msg("%s", error.message);
    hone_bytes_release(bytes);
    return model;
}

/* The same character as VRM 0.x, which looks along -z of its space, or as VRM 1.0, which looks along +z. */
static hone_model *load(bool older)
{
    hone_bytes bytes =
        make_human(&(make_human_desc){.names = older ? MAKE_HUMAN_VRM_0 : MAKE_HUMAN_VRM, .away = older});
    return read_back(&bytes);
}

static void check_front(const hone_model *model, double z)
{
    float front[3];
    hone_model_front(model, front);
    CHECK_NEAR(front[0], 0, 0);
    CHECK_NEAR(front[1], 0, 0);
    CHECK_NEAR(front[2], z, 0);
}

static void check_near_each(const float a[3], const float b[3])
{
    for (int i = 0; i < 3; i++) CHECK_NEAR(a[i], b[i], 1e-5);
}

/* Bones are at the same places, and what the vertices fill. */
static void check_alike(const hone_model *a, const hone_model *b)
{
    const hone_model *const models[2] = {a, b};
    const hone_skeleton *x = hone_model_skeleton(a), *y = hone_model_skeleton(b);
    hone_bounds boxes[2] = {HONE_BOUNDS_EMPTY, HONE_BOUNDS_EMPTY};
    hone_error error = {0};
    assert_int_equal(x->bone_count, y->bone_count);
    for (uint32_t i = 0; i < x->bone_count; i++) check_near_each(x->bones[i].position, y->bones[i].position);
    for (int i = 0; i < 2; i++) {
        hone_actor *actor = hone_actor_create(&(hone_actor_desc){.model = models[i]}, &error);
        CHECK(hone_actor_update(actor, 0, &error) && hone_framing_add_actor(&boxes[i], actor, &error));
        hone_actor_destroy(actor);
    }
    check_near_each(boxes[0].min, boxes[1].min);
    check_near_each(boxes[0].max, boxes[1].max);
}

/* Six times the volume that the triangles enclose: its sign says on which side their front is. */
static double volume(const hone_model *model)
{
    const hone_mesh *mesh = hone_model_mesh(model);
    double sum = 0;
    for (uint32_t i = 0; i + 2 < mesh->index_count; i += 3) {
        float cross[3];
        hone_vec3_cross(mesh->positions[mesh->indices[i]], mesh->positions[mesh->indices[i + 1]], cross);
        sum += (double)hone_vec3_dot(cross, mesh->positions[mesh->indices[i + 2]]);
    }
    return sum;
}

static void versions_of_vrm_have_their_fronts(void **state)
{
    (void)state;
    hone_model *older = load(true), *newer = load(false);
    check_front(older, -1);
    check_front(newer, 1);
    CHECK(hone_model_get(older)->turned && !hone_model_get(newer)->turned);
    hone_model_release(older), hone_model_release(newer);
    check_front(NULL, -1);
}

static void models_of_mmd_made_of_both_are_alike(void **state)
{
    (void)state;
    hone_error error = {0};
    hone_model *older = load(true), *newer = load(false);
    hone_model *a = hone_model_to_mmd(older, NULL, NULL, &error), *b = hone_model_to_mmd(newer, NULL, NULL, &error);
    assert_true(a && b);
    check_alike(a, b);
    check_front(a, -1);
    CHECK_NEAR(volume(a), volume(b), 1e-3 * fabs(volume(b)));
    hone_model_release(a), hone_model_release(b);
    hone_model_release(older), hone_model_release(newer);
}

/* A head that nods and looks to its left, in the character's own directions. */
static hone_motion *make_nod(const hone_model *model, hone_error *error)
{
    bool turned = hone_model_get(model)->turned;
    const float sign = turned ? -1.0f : 1.0f, angles[3] = {0.4f * sign, 0.7f, 0.1f * sign};
    float turn[4];
    hone_quat_from_euler(HONE_EULER_YXZ, angles, turn);
    hone_builder *builder = hone_builder_create(NULL, 0, error);
    double *times = hone_builder_array(builder, 2, sizeof *times);
    hone_channel *channel = hone_builder_array(builder, 1, sizeof *channel);
    float(*values)[4] = hone_builder_array(builder, 2, sizeof *values);
    hone_channel_target *target = hone_builder_array(builder, 1, sizeof *target);
    int32_t head = hone_model_humanoid(model).bones[HONE_HUMANOID_HEAD];
    for (int k = 0; k < 2; k++) times[k] = k, memcpy(values[k], turn, sizeof turn);
    *target = (hone_channel_target){.name = hone_model_skeleton(model)->bones[head].name, .index = head};
    *channel = (hone_channel){.path = HONE_CHANNEL_ROTATION,
                              .interpolation = HONE_INTERPOLATION_LINEAR,
                              .target_count = 1,
                              .targets = target,
                              .key_count = 2,
                              .times = times,
                              .values = *values};
    const hone_motion_data data = {.space = HONE_SPACE_GLTF, .channel_count = 1, .channels = channel};
    return hone_motion_create(builder, &data, NULL, error);
}

static hone_actor *make_actor(const hone_model *model, const hone_motion *motion)
{
    hone_error error = {0};
    hone_actor *actor = hone_actor_create(&(hone_actor_desc){.model = model}, &error);
    assert_non_null(actor);
    CHECK(hone_actor_play(actor, motion, NULL, &error).id);
    CHECK(hone_actor_update_frame(actor, 15, &error));
    return actor;
}

static void written_files_of_both_play_alike(void **state)
{
    (void)state;
    hone_error error = {0};
    hone_model *models[2], *read[2];
    hone_actor *actors[2];
    for (int i = 0; i < 2; i++) {
        hone_model *model = load(i == 0);
        hone_motion *motion = make_nod(model, &error);
        assert_non_null(motion);
        hone_bytes file;
        CHECK(hone_model_write_gltf(model, &(hone_gltf_desc){.motion = motion}, &file, NULL, &error));
        hone_motion *clip = hone_motion_load_memory(file.data, file.size, NULL, &error);
        models[i] = model;
        read[i] = read_back(&file);
        check_front(read[i], 1);
        actors[i] = make_actor(read[i], clip);
        hone_motion_release(clip);
        hone_motion_release(motion);
    }
    check_alike(read[0], read[1]);
    for (uint32_t b = 0; b < hone_model_skeleton(read[0])->bone_count; b++)
        for (int c = 0; c < 12; c++)
            CHECK_NEAR(hone_actor_bones(actors[0])[b].m[c / 4][c % 4], hone_actor_bones(actors[1])[b].m[c / 4][c % 4],
                       1e-5);
    for (int i = 0; i < 2; i++) {
        hone_actor_destroy(actors[i]);
        hone_model_release(read[i]);
        hone_model_release(models[i]);
    }
}

static hone_bytes bvh_of(bool older)
{
    hone_error error = {0};
    hone_bytes bytes = {0};
    hone_model *model = load(older);
    hone_motion *motion = make_nod(model, &error);
    CHECK(hone_model_write_bvh(model, &(hone_bvh_desc){.motion = motion}, &bytes, &error));
    hone_motion_release(motion);
    hone_model_release(model);
    return bytes;
}

static void skeletons_of_bvh_of_both_are_alike(void **state)
{
    (void)state;
    hone_bytes older = bvh_of(true), newer = bvh_of(false);
    hone_model *a = read_back(&older), *b = read_back(&newer);
    check_alike(a, b);
    hone_model_release(a), hone_model_release(b);
}

/* The keys of MMD's rig that a bake makes of the head. */
static hone_motion *bake(bool older, hone_error *error)
{
    hone_model *model = load(older), *mmd = hone_model_to_mmd(model, NULL, NULL, error);
    hone_motion *nod = make_nod(model, error);
    hone_actor *actor = make_actor(model, nod);
    const hone_bake_desc desc = {
        .actor = actor, .mmd_model = mmd, .player = HONE_BAKE_MMD_RIG, .last_frame = 30, .tolerance = 1e-4f};
    hone_motion *baked = hone_bake(&desc, NULL, error);
    hone_actor_destroy(actor);
    hone_motion_release(nod);
    hone_model_release(mmd);
    hone_model_release(model);
    return baked;
}

static void keys_baked_of_both_are_alike(void **state)
{
    (void)state;
    hone_error error = {0};
    hone_motion *a = bake(true, &error), *b = bake(false, &error);
    assert_true(a && b);
    const hone_motion_data *x = hone_motion_get(a), *y = hone_motion_get(b);
    assert_int_equal(x->bone_track_count, y->bone_track_count);
    CHECK(x->bone_track_count > 0);
    for (uint32_t t = 0; t < x->bone_track_count; t++)
        for (int i = 0; i < 4; i++)
            CHECK_NEAR(x->bone_tracks[t].keys[0].rotation[i], y->bone_tracks[t].keys[0].rotation[i], 1e-4);
    hone_motion_release(a), hone_motion_release(b);
}

TEST_GROUP(test_front)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(versions_of_vrm_have_their_fronts), cmocka_unit_test(models_of_mmd_made_of_both_are_alike),
        cmocka_unit_test(written_files_of_both_play_alike),  cmocka_unit_test(skeletons_of_bvh_of_both_are_alike),
        cmocka_unit_test(keys_baked_of_both_are_alike),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
