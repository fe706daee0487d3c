/* Root motion: the way of a character, taken out of its motion. */
#include "support/make/bodies/make_human.h"
#include "support/make/random_rig.h"
#include "support/support.h"
#include <hone/format.h>
#include <hone/math.h>
#include <hone/rig.h>
#include <hone/root_motion.h>
#include <stdlib.h>
#include <string.h>

static const float pi = 3.14159265f;

static void check_delta(const hone_root_delta *a, const hone_root_delta *b, double tolerance)
{
    for (int i = 0; i < 3; i++) CHECK_NEAR(a->translation[i], b->translation[i], tolerance);
    CHECK_NEAR(a->yaw, b->yaw, tolerance);
}

static hone_root_delta random_delta(test_random *random)
{
    hone_root_delta out = {.yaw = test_random_float(random, -4, 4)};
    for (int i = 0; i < 3; i++) out.translation[i] = test_random_float(random, -3, 3);
    return out;
}

/* ---- deltas ---------------------------------------------------------------------------------------------------- */

static void deltas_join_as_their_transforms_do(void **state)
{
    (void)state;
    test_random random = {1};
    for (int k = 0; k < 200; k++) {
        hone_root_delta a = random_delta(&random), b = random_delta(&random), c = hone_root_delta_compose(&a, &b);
        hone_rigid_transform x = hone_root_delta_transform(&a), y = hone_root_delta_transform(&b);
        hone_rigid_transform xy = hone_rigid_transform_compose(&x, &y), z = hone_root_delta_transform(&c);
        const float point[3] = {1, 2, 3};
        float want[3], got[3];
        hone_rigid_transform_point(&xy, point, want);
        hone_rigid_transform_point(&z, point, got);
        for (int i = 0; i < 3; i++) CHECK_NEAR(got[i], want[i], 1e-5);
        hone_root_delta back = hone_root_delta_invert(&a), none = hone_root_delta_compose(&a, &back);
        check_delta(&none, &(hone_root_delta){{0}, 0}, 1e-5);
        hone_root_delta end = hone_root_delta_blend(&a, &b, 1), half = hone_root_delta_blend(&a, &b, 0.5f);
        CHECK(memcmp(&end, &b, sizeof b) == 0);
        CHECK_NEAR(half.yaw, (a.yaw + b.yaw) / 2, 1e-6);
    }
}

/* ---- tracks ---------------------------------------------------------------------------------------------------- */

enum { SAMPLES = 12 };

static hone_root_track random_track(test_random *random, hone_root_delta samples[SAMPLES])
{
    samples[0] = (hone_root_delta){{0}, 0};
    for (int k = 1; k < SAMPLES; k++) samples[k] = random_delta(random);
    return (hone_root_track){.last_frame = SAMPLES - 1.4, .sample_count = SAMPLES, .samples = samples};
}

/* The movements of any parts of a span join to that of the span, forwards and backwards, over any number of loops. */
static void parts_of_a_span_join_to_it(void **state)
{
    (void)state;
    test_random random = {2};
    hone_root_delta samples[SAMPLES];
    for (int round = 0; round < 100; round++) {
        hone_root_track track = random_track(&random, samples);
        bool loop = round % 2;
        double from = (double)test_random_float(&random, -30, 60), at = from;
        hone_root_delta joined = {{0}, 0};
        for (int k = 0; k < 20; k++) {
            double next = at + (double)test_random_float(&random, -4, 9);
            hone_root_delta part = hone_root_track_delta(&track, at, next, loop);
            joined = hone_root_delta_compose(&joined, &part);
            at = next;
        }
        hone_root_delta whole = hone_root_track_delta(&track, from, at, loop);
        check_delta(&joined, &whole, 2e-3);
        hone_root_delta begin = hone_root_track_at(&track, from, loop), end = hone_root_track_at(&track, at, loop);
        hone_root_delta other = hone_root_delta_compose(&begin, &whole);
        check_delta(&other, &end, 2e-3);
    }
}

static void a_loop_goes_on_where_it_ends(void **state)
{
    (void)state;
    const hone_root_delta samples[3] = {{{0, 0, 0}, 0}, {{1, 0, 0}, pi / 4}, {{3, 0, 1}, pi / 2}};
    const hone_root_track track = {.last_frame = 2, .sample_count = 3, .samples = samples};
    hone_root_delta one = hone_root_track_at(&track, 2, true);
    check_delta(&one, &samples[2], 1e-6);
    hone_root_delta four = hone_root_track_at(&track, 8, true); /* four quarter turns end where they began */
    check_delta(&four, &(hone_root_delta){{0, 0, 0}, 2 * pi}, 1e-5);
    hone_root_delta before = hone_root_track_at(&track, -2, true), none = hone_root_delta_compose(&before, &samples[2]);
    check_delta(&none, &(hone_root_delta){{0}, 0}, 1e-5);
    hone_root_delta clamped = hone_root_track_at(&track, 100, false), far = hone_root_track_at(&track, 2e9, true);
    check_delta(&clamped, &samples[2], 0);
    CHECK(isfinite(far.yaw) && isfinite(far.translation[0]));
}

/* ---- extraction ------------------------------------------------------------------------------------------------ */

static void a_spin_is_unwrapped(void **state)
{
    (void)state;
    enum { COUNT = 40 };
    hone_affine path[COUNT];
    hone_root_delta samples[COUNT];
    for (int k = 0; k < COUNT; k++) {
        const float half = 0.35f * (float)k / 2, tilt[4] = {0.3f, 0, 0, 0.95394f};
        float rotation[4], at[3] = {5 + (float)k, (float)(k % 2), -2};
        hone_quat_multiply((const float[4]){0, sinf(half), 0, cosf(half)}, tilt, rotation);
        path[k] = hone_affine_from_rotation(rotation, at);
    }
    hone_root_extract(path, COUNT, HONE_ROOT_WALK | HONE_ROOT_Y, samples);
    for (int k = 0; k < COUNT; k++) {
        CHECK_NEAR(samples[k].yaw, 0.35 * k, 1e-4);
        CHECK_NEAR(samples[k].translation[1], k % 2, 1e-5);
        hone_rigid_transform move = hone_root_delta_transform(&samples[k]);
        float there[3];
        hone_rigid_transform_point(&move, (const float[3]){5, 0, -2}, there);
        CHECK_NEAR(there[0], 5 + k, 1e-4);
        CHECK_NEAR(there[2], -2, 1e-4);
    }
    hone_root_extract(path, COUNT, HONE_ROOT_XZ, samples);
    check_delta(&samples[7], &(hone_root_delta){{7, 0, 0}, 0}, 1e-6);
    hone_root_extract(path, COUNT, 0, samples);
    check_delta(&samples[7], &(hone_root_delta){{0}, 0}, 0);
}

static void check_moved(hone_rig *rig, const hone_model *model, hone_pose *pose, double tolerance)
{
    uint32_t count = pose->bone_count;
    hone_affine *before = malloc(count * sizeof *before);
    hone_rig_evaluate(rig, pose);
    memcpy(before, hone_rig_bones(rig), count * sizeof *before);
    const hone_root_delta move = {{3, 0.5f, -2}, 1.2f};
    hone_root_move_pose(model, &move, pose);
    hone_rig_evaluate(rig, pose);
    hone_rigid_transform by = hone_root_delta_transform(&move);
    hone_affine matrix = hone_affine_from_rigid_transform(&by);
    for (uint32_t b = 0; b < count; b++) {
        hone_affine want = hone_affine_multiply(&matrix, &before[b]);
        for (int r = 0; r < 3; r++)
            for (int c = 0; c < 4; c++) CHECK_NEAR(hone_rig_bones(rig)[b].m[r][c], want.m[r][c], tolerance);
    }
    free(before);
}

/* Every bone moves with the pose, also below bones that no motion has written. */
static void a_moved_pose_moves_every_bone(void **state)
{
    (void)state;
    test_random random = {4};
    for (int round = 0; round < 20; round++) {
        hone_model *model = random_rig_make(&random, &(random_rig_desc){.in_order = true});
        hone_rig *rig = hone_rig_create(&(hone_rig_desc){.model = model}, NULL);
        random_pose pose;
        random_pose_make(&pose, model);
        random_pose_turn(&random, &pose, 1);
        check_moved(rig, model, &pose.pose, 1e-4);
        hone_rig_destroy(rig);
        hone_model_release(model);
    }
    hone_bytes bytes = make_human(&(make_human_desc){.names = MAKE_HUMAN_MIXAMO});
    hone_model *human = hone_model_load_memory(bytes.data, bytes.size, NULL, NULL);
    CHECK(human);
    hone_rig *rig = hone_rig_create(&(hone_rig_desc){.model = human}, NULL);
    hone_pose *pose = hone_pose_create(human, NULL, NULL);
    check_moved(rig, human, pose, 1e-4);
    CHECK(hone_root_bone(human) == hone_model_humanoid(human).bones[HONE_HUMANOID_HIPS]);
    hone_pose_destroy(pose);
    hone_rig_destroy(rig);
    hone_model_release(human);
    hone_bytes_release(&bytes);
}

static hone_model *walker(void)
{
    hone_builder *b = hone_builder_create(NULL, 0, NULL);
    static const char *names[] = {"全ての親", "センター", "上半身", "左足ＩＫ"};
    hone_bone *bones = hone_builder_array(b, 4, sizeof *bones);
    for (int i = 0; i < 4; i++)
        bones[i] = (hone_bone){.name = names[i],
                               .parent = i ? i == 2 : HONE_NONE,
                               .position = {(float)i, i == 3 ? 1 : 8 * (float)(i > 0), 0}};
    hone_model_data data = {.space = HONE_SPACE_MMD, .skeleton = {.bone_count = 4, .bones = bones}};
    return test_model_create(b, &data);
}

static void a_pose_that_loops_goes_nowhere(void **state)
{
    (void)state;
    const hone_root_delta places[2] = {{{0}, 0}, {{1, 0, 2}, 0}}, none = {{0}, 0};
    for (int i = 0; i < 2; i++) {
        const hone_root_track still = {.last_frame = 0, .sample_count = 1, .samples = &places[i]};
        hone_root_delta out = hone_root_track_delta(&still, 3, 10, true), at = hone_root_track_at(&still, 10, true);
        check_delta(&out, &none, 0);
        check_delta(&at, &places[i], 0);
    }
}

static int32_t root_of(const int32_t *parents, uint32_t count)
{
    hone_builder *b = hone_builder_create(NULL, 0, NULL);
    hone_bone *bones = hone_builder_array(b, count, sizeof *bones);
    for (uint32_t i = 0; i < count; i++) bones[i] = (hone_bone){.name = "thing", .parent = parents[i]};
    hone_model_data data = {.space = HONE_SPACE_GLTF, .skeleton = {.bone_count = count, .bones = bones}};
    hone_model *model = test_model_create(b, &data);
    int32_t out = hone_root_bone(model);
    hone_model_release(model);
    return out;
}

static void the_root_of_no_human_is_its_first_bone_with_children(void **state)
{
    (void)state;
    CHECK(root_of((const int32_t[]){HONE_NONE, HONE_NONE, 1, 2}, 4) == 1);
    CHECK(root_of((const int32_t[]){HONE_NONE, 0, HONE_NONE, 2}, 4) == 0);
    CHECK(root_of((const int32_t[]){2, HONE_NONE, HONE_NONE}, 3) == 2);
    CHECK(root_of((const int32_t[]){HONE_NONE, HONE_NONE}, 2) == 0);
    CHECK(root_of(NULL, 0) == HONE_NONE);
}

enum { WALK = 20 };

/* 全ての親 turns by 0.05 a frame, センター goes 0.4 a frame and bobs. */
static hone_motion *walk(void)
{
    hone_builder *b = hone_builder_create(NULL, 0, NULL);
    hone_bone_track *tracks = hone_builder_array(b, 2, sizeof *tracks);
    hone_bone_key *turns = hone_builder_array(b, WALK + 1, sizeof *turns);
    hone_bone_key *goes = hone_builder_array(b, WALK + 1, sizeof *goes);
    for (uint32_t k = 0; k <= WALK; k++) {
        float half = 0.05f * (float)k / 2;
        turns[k] = (hone_bone_key){.frame = k, .rotation = {0, sinf(half), 0, cosf(half)}};
        goes[k] = (hone_bone_key){
            .frame = k, .translation = {0, 0.2f * sinf((float)k), -0.4f * (float)k}, .rotation = {0, 0, 0, 1}};
        for (int i = 0; i < 4; i++) turns[k].curves[i] = goes[k].curves[i] = (hone_curve)HONE_CURVE_LINEAR;
    }
    tracks[0] = (hone_bone_track){{.text = "全ての親"}, WALK + 1, turns};
    tracks[1] = (hone_bone_track){{.text = "センター"}, WALK + 1, goes};
    const hone_motion_data data = {.space = HONE_SPACE_MMD, .bone_track_count = 2, .bone_tracks = tracks};
    hone_motion *motion = hone_motion_create(b, &data, NULL, NULL);
    CHECK(motion);
    return motion;
}

/* With its root motion removed, the character stays above its place and keeps its heading, at every time. */
static void a_walk_stays_on_the_spot(void **state)
{
    (void)state;
    hone_model *model = walker();
    hone_motion *motion = walk();
    hone_root_track *track = hone_root_track_create(&(hone_root_desc){model, motion, .parts = HONE_ROOT_WALK}, NULL);
    hone_sampler *sampler = hone_sampler_create(&(hone_sampler_desc){.model = model, .motion = motion}, NULL);
    hone_rig *rig = hone_rig_create(&(hone_rig_desc){.model = model}, NULL);
    hone_pose *pose = hone_pose_create(model, NULL, NULL);
    CHECK(track && track->sample_count == WALK + 1 && hone_root_bone(model) == 1);
    CHECK_NEAR(track->samples[WALK].yaw, 0.05 * WALK, 1e-5);
    for (double frame = 0; frame <= WALK; frame += 0.25) {
        hone_pose_reset(pose, model);
        hone_sampler_sample(sampler, frame, pose);
        hone_root_delta way = hone_root_track_at(track, frame, false), back = hone_root_delta_invert(&way);
        hone_root_move_pose(model, &back, pose);
        hone_rig_evaluate(rig, pose);
        const hone_affine *center = &hone_rig_bones(rig)[1];
        CHECK_NEAR(center->m[0][3], 1, 2e-2); /* the path between two frames is straight */
        CHECK_NEAR(center->m[2][3], 0, 2e-2);
        CHECK_NEAR(center->m[0][0], 1, 1e-3);
        CHECK(fabsf(center->m[1][3] - 8) < 0.21f); /* it still bobs */
    }
    hone_pose_destroy(pose);
    hone_rig_destroy(rig);
    hone_sampler_destroy(sampler);
    hone_root_track_destroy(track);
    hone_motion_release(motion);
    hone_model_release(model);
}

/* ---- refused --------------------------------------------------------------------------------------------------- */

static void descs_are_checked_and_memory_may_end(void **state)
{
    (void)state;
    hone_error error = {0};
    hone_model *model = walker();
    hone_motion *motion = walk();
    CHECK(!hone_root_track_create(NULL, &error) && error.code == HONE_ERROR_ARGUMENT);
    CHECK(!hone_root_track_create(&(hone_root_desc){.model = model}, &error));
    CHECK(!hone_root_track_create(&(hone_root_desc){model, motion, .parts = 8}, &error));
    CHECK(!hone_root_track_create(&(hone_root_desc){model, motion, .bone = "nobody"}, &error) &&
          strstr(error.message, "nobody"));
    bool done = false;
    for (uint64_t n = 0; !done; n++) {
        test_allocator a;
        test_allocator_make(&a, n);
        error = (hone_error){0};
        hone_root_track *track = hone_root_track_create(
            &(hone_root_desc){model, motion, .parts = HONE_ROOT_WALK, .allocator = &a.allocator}, &error);
        done = track != NULL;
        CHECK(done || error.code == HONE_ERROR_MEMORY);
        hone_root_track_destroy(track);
        CHECK(a.live == 0);
    }
    hone_motion_release(motion);
    hone_model_release(model);
}

TEST_GROUP(test_root_motion)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(deltas_join_as_their_transforms_do),
        cmocka_unit_test(parts_of_a_span_join_to_it),
        cmocka_unit_test(a_loop_goes_on_where_it_ends),
        cmocka_unit_test(a_spin_is_unwrapped),
        cmocka_unit_test(a_moved_pose_moves_every_bone),
        cmocka_unit_test(a_walk_stays_on_the_spot),
        cmocka_unit_test(descs_are_checked_and_memory_may_end),
        cmocka_unit_test(a_pose_that_loops_goes_nowhere),
        cmocka_unit_test(the_root_of_no_human_is_its_first_bone_with_children),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
