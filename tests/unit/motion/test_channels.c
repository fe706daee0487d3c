/* Motions whose values replace the rest pose: channels, binding, and their effect in the rig. */
#include "support/reference/reference.h"
#include "support/support.h"
#include <hone/actor.h>
#include <string.h>

enum { BONES = 4, MORPHS = 3, KEYS = 5 };

/* ---- help ---- */

static const float shear[3][4] = {{1, 0.5f, 0, 2}, {0, 1, 0, 3}, {0.25f, 0, 2, 4}};

/* The parts of the plain model that tests change before it is created. */
typedef struct model_parts {
    hone_bone *bones;
    hone_morph *morphs;
    hone_model_data data;
} model_parts;

/* Bones "root", "arm" (sheared), "arm" again and "" (child of the second arm, before it in the file); morphs "a",
 * "b", "a". */
static model_parts parts(hone_builder *b)
{
    static const char *const bone_names[BONES] = {"root", "arm", "", "arm"};
    static const char *const morph_names[MORPHS] = {"a", "b", "a"};
    static const int32_t parents[BONES] = {HONE_NONE, 0, 3, 0};
    model_parts p = {hone_builder_array(b, BONES, sizeof *p.bones),
                     hone_builder_array(b, MORPHS, sizeof *p.morphs),
                     {.space = HONE_SPACE_GLTF, .source = 7, .name = "plain"}};
    for (int i = 0; p.bones && i < BONES; i++)
        p.bones[i] = (hone_bone){.name = bone_names[i],
                                 .parent = parents[i],
                                 .rest_local = {{{1, 0, 0, (float)i}, {0, 1, 0, 0}, {0, 0, 1, 0}}},
                                 .tail_bone = HONE_NONE,
                                 .append_source = HONE_NONE,
                                 .ik = HONE_NONE};
    if (p.bones)
        memcpy(p.bones[1].rest_local.m, shear, sizeof shear);
    for (int i = 0; p.morphs && i < MORPHS; i++)
        p.morphs[i] =
            (hone_morph){.name = morph_names[i], .kind = HONE_MORPH_VERTEX, .default_weight = 0.25f * (float)(i + 1)};
    p.data.skeleton = (hone_skeleton){.bone_count = BONES, .bones = p.bones};
    p.data.morph_count = MORPHS, p.data.morphs = p.morphs;
    return p;
}

static hone_model *create(hone_builder *b, const model_parts *p)
{
    hone_error error = {0};
    hone_model *model = hone_model_create(b, &p->data, NULL, &error);
    if (!model)
        fail_msg("%s", error.message);
    return model;
}

static hone_model *plain_model(uint64_t source)
{
    hone_builder *b = hone_builder_create(NULL, 0, NULL);
    model_parts p = parts(b);
    p.data.source = source;
    return create(b, &p);
}

typedef struct pose_arrays {
    hone_pose pose;
    hone_transform bones[BONES];
    uint8_t animated[BONES], physics_off[BONES];
    float morphs[MORPHS];
} pose_arrays;

static hone_pose *rest_pose(pose_arrays *a, const hone_model *model)
{
    memset(a, 0, sizeof *a);
    a->pose = (hone_pose){.bone_count = BONES,
                          .morph_count = MORPHS,
                          .bones = a->bones,
                          .animated = a->animated,
                          .physics_off = a->physics_off,
                          .morphs = a->morphs};
    hone_pose_reset(&a->pose, model);
    return &a->pose;
}

/* A channel and its arrays. */
typedef struct plan {
    hone_channel_path path;
    hone_interpolation interpolation;
    hone_channel_target targets[MORPHS];
    uint32_t target_count, key_count;
    double times[KEYS];
    float values[KEYS * 3 * 4];
} plan;

static uint32_t width_of(const plan *p)
{
    return p->path == HONE_CHANNEL_WEIGHTS ? p->target_count : p->path == HONE_CHANNEL_ROTATION ? 4 : 3;
}

static uint32_t stride_of(const plan *p)
{
    return width_of(p) * (p->interpolation == HONE_INTERPOLATION_CUBIC ? 3 : 1);
}

static const void *copy(hone_builder *b, const void *from, size_t count, size_t size)
{
    void *to = hone_builder_array(b, count, size);
    return to ? memcpy(to, from, count * size) : NULL;
}

static hone_motion *try_motion(hone_builder *b, const plan *plans, uint32_t count, uint64_t source, hone_error *error)
{
    hone_channel *channels = hone_builder_array(b, count, sizeof *channels);
    for (uint32_t i = 0; channels && i < count; i++) {
        const plan *p = &plans[i];
        channels[i] = (hone_channel){
            .path = (uint8_t)p->path,
            .interpolation = (uint8_t)p->interpolation,
            .target_count = p->target_count,
            .targets = copy(b, p->targets, p->target_count, sizeof *p->targets),
            .key_count = p->key_count,
            .times = copy(b, p->times, p->key_count, sizeof *p->times),
            .values = copy(b, p->values, (size_t)p->key_count * stride_of(p), sizeof *p->values),
        };
    }
    const hone_motion_data data = {
        .space = HONE_SPACE_GLTF, .source = source, .channel_count = count, .channels = channels};
    return hone_motion_create(b, &data, NULL, error);
}

static hone_motion *motion_of(const plan *plans, uint32_t count, uint64_t source)
{
    hone_error error = {0};
    hone_motion *motion = try_motion(hone_builder_create(NULL, 0, NULL), plans, count, source, &error);
    if (!motion)
        fail_msg("%s", error.message);
    return motion;
}

static hone_sampler *sampler_of(const hone_model *model, const hone_motion *motion)
{
    hone_error error = {0};
    hone_sampler *sampler = hone_sampler_create(&(hone_sampler_desc){.model = model, .motion = motion}, &error);
    if (!sampler)
        fail_msg("%s", error.message);
    return sampler;
}

/* Random keys for bone 1, or for all morphs. */
static plan random_plan(hone_channel_path path, hone_interpolation interpolation, test_random *random)
{
    plan p = {.path = path, .interpolation = interpolation, .target_count = 1, .key_count = KEYS};
    p.targets[0] = (hone_channel_target){"arm", 1};
    if (path == HONE_CHANNEL_WEIGHTS) {
        p.target_count = MORPHS;
        for (int t = 0; t < MORPHS; t++) p.targets[t] = (hone_channel_target){NULL, t};
    }
    double time = -0.1;
    for (int k = 0; k < KEYS; k++) {
        p.times[k] = time += (double)test_random_float(random, 0.01f, 0.7f);
        float *key = p.values + (uint32_t)k * stride_of(&p);
        for (uint32_t i = 0; i < stride_of(&p); i++) key[i] = test_random_float(random, -2, 2);
        if (path == HONE_CHANNEL_ROTATION)
            test_random_quat(random, key + (interpolation == HONE_INTERPOLATION_CUBIC ? 4 : 0));
    }
    return p;
}

/* ---- a second opinion ---- */

static void unit(double q[4])
{
    double length = sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    for (int i = 0; i < 4; i++) q[i] /= length;
}

static void reference_slerp(const double a[4], const double b[4], double t, double out[4])
{
    double dot = 0;
    for (int i = 0; i < 4; i++) dot += a[i] * b[i];
    double sign = dot < 0 ? -1 : 1, angle = acos(fmin(1, fabs(dot))), sine = sin(angle);
    for (int i = 0; i < 4; i++)
        out[i] = sine > 1e-5 ? (sin((1 - t) * angle) * a[i] + sign * sin(t * angle) * b[i]) / sine : a[i];
}

/* The value of the plan at a time, directly from the definition. */
static void reference_value(const plan *p, double seconds, double out[4])
{
    uint32_t width = width_of(p), stride = stride_of(p), offset = stride == width ? 0 : width, k = 0;
    while (k + 1 < p->key_count && p->times[k + 1] <= seconds) k++;
    const float *from = p->values + k * stride + offset, *to = from + stride;
    bool holds = seconds <= p->times[0] || k + 1 == p->key_count || p->interpolation == HONE_INTERPOLATION_STEP;
    double td = holds ? 1 : p->times[k + 1] - p->times[k], s = holds ? 0 : (seconds - p->times[k]) / td, a[4], b[4];
    for (uint32_t i = 0; i < width; i++) {
        a[i] = (double)from[i], b[i] = holds ? a[i] : (double)to[i];
        if (holds || p->interpolation == HONE_INTERPOLATION_LINEAR)
            out[i] = (1 - s) * a[i] + s * b[i];
        else
            out[i] = (2 * s * s * s - 3 * s * s + 1) * a[i] +
                     td * (s * s * s - 2 * s * s + s) * (double)from[width + i] + (-2 * s * s * s + 3 * s * s) * b[i] +
                     td * (s * s * s - s * s) * (double)to[(int)i - (int)width];
    }
    if (p->path == HONE_CHANNEL_ROTATION && p->interpolation == HONE_INTERPOLATION_LINEAR && !holds)
        reference_slerp(a, b, s, out);
    if (p->path == HONE_CHANNEL_ROTATION)
        unit(out);
}

static const float *sampled(const plan *p, const pose_arrays *a)
{
    const hone_transform *bone = &a->bones[1];
    const float *parts_of[] = {bone->translation, bone->rotation, bone->scale, a->morphs};
    return parts_of[p->path];
}

static void check_sample(const plan *p, const pose_arrays *a, double seconds)
{
    double want[4];
    reference_value(p, seconds, want);
    for (uint32_t i = 0; i < width_of(p); i++)
        if (!(fabs((double)sampled(p, a)[i] - want[i]) <= 2e-6))
            fail_msg("path %d, interpolation %d, at %g s: number %u is %g, not %g", p->path, p->interpolation, seconds,
                     i, (double)sampled(p, a)[i], want[i]);
}

/* ---- sampling ---- */

static void channels_follow_their_definition_at_any_time_in_any_order(void **state)
{
    (void)state;
    test_random random = {1};
    hone_model *model = plain_model(7);
    for (int path = 0; path < HONE_CHANNEL_PATH_COUNT; path++)
        for (int way = 0; way < HONE_INTERPOLATION_COUNT; way++) {
            plan p = random_plan((hone_channel_path)path, (hone_interpolation)way, &random);
            hone_motion *motion = motion_of(&p, 1, 7);
            hone_sampler *sampler = sampler_of(model, motion);
            CHECK(hone_sampler_bound_count(sampler) == 1);
            pose_arrays a;
            rest_pose(&a, model);
            for (int i = 0; i < 400; i++) {
                double seconds = i % 2 ? i * 0.008 - 0.3 : (double)test_random_float(&random, -1, 4);
                hone_sampler_sample(sampler, seconds * 30, &a.pose);
                check_sample(&p, &a, seconds);
            }
            hone_sampler_destroy(sampler);
            hone_motion_release(motion);
        }
    hone_model_release(model);
}

static void at_a_key_a_channel_gives_the_key(void **state)
{
    (void)state;
    test_random random = {2};
    hone_model *model = plain_model(7);
    for (int path = 0; path < HONE_CHANNEL_PATH_COUNT; path++)
        for (int way = 0; way < HONE_INTERPOLATION_COUNT; way++) {
            plan p = random_plan((hone_channel_path)path, (hone_interpolation)way, &random);
            hone_motion *motion = motion_of(&p, 1, 7);
            hone_sampler *sampler = sampler_of(model, motion);
            pose_arrays a;
            rest_pose(&a, model);
            for (uint32_t k = 0; k < KEYS; k++) {
                hone_sampler_sample(sampler, p.times[k] * 30, &a.pose);
                const float *key = p.values + k * stride_of(&p) + (stride_of(&p) == width_of(&p) ? 0 : width_of(&p));
                for (uint32_t i = 0; i < width_of(&p); i++) CHECK_NEAR(sampled(&p, &a)[i], key[i], 1e-6);
            }
            hone_sampler_destroy(sampler);
            hone_motion_release(motion);
        }
    hone_model_release(model);
}

static void before_the_first_key_and_after_the_last_they_hold_for_ever(void **state)
{
    (void)state;
    test_random random = {3};
    hone_model *model = plain_model(7);
    plan p = random_plan(HONE_CHANNEL_ROTATION, HONE_INTERPOLATION_CUBIC, &random);
    hone_motion *motion = motion_of(&p, 1, 7);
    hone_sampler *sampler = sampler_of(model, motion);
    const double before[] = {-1e-9, -1e300, -INFINITY, NAN}, after[] = {1e3, 1e300, INFINITY};
    pose_arrays a;
    rest_pose(&a, model);
    p.times[0] = p.times[0] < 0 ? p.times[0] : 0;
    for (size_t i = 0; i < sizeof before / sizeof *before; i++) {
        hone_sampler_sample(sampler, before[i] + (i ? 0 : p.times[0] * 30), &a.pose);
        for (int c = 0; c < 4; c++) CHECK_NEAR(a.bones[1].rotation[c], p.values[4 + c], 1e-6);
    }
    for (size_t i = 0; i < sizeof after / sizeof *after; i++) {
        hone_sampler_sample(sampler, after[i], &a.pose);
        for (int c = 0; c < 4; c++) CHECK_NEAR(a.bones[1].rotation[c], p.values[12 * (KEYS - 1) + 4 + c], 1e-6);
    }
    hone_sampler_destroy(sampler);
    hone_motion_release(motion);
    hone_model_release(model);
}

/* 0.1 as a float is after frame 3 by 4e-8 frames, less than the tolerance of frames. */
static void a_step_is_taken_at_its_own_time_whatever_way_that_came(void **state)
{
    (void)state;
    hone_model *model = plain_model(7);
    plan p = {.path = HONE_CHANNEL_TRANSLATION,
              .interpolation = HONE_INTERPOLATION_STEP,
              .targets = {{"root", 0}},
              .target_count = 1,
              .key_count = 3,
              .times = {0, (double)0.1f, (double)(1.0f / 3)},
              .values = {1, 0, 0, 2, 0, 0, 3, 0, 0}};
    hone_motion *motion = motion_of(&p, 1, 7);
    hone_sampler *sampler = sampler_of(model, motion);
    const double seconds[] = {0.05, 0.1, (double)0.1f, 0.2, 1.0 / 3, (double)(1.0f / 3)};
    const float want[] = {1, 2, 2, 2, 3, 3};
    pose_arrays a;
    rest_pose(&a, model);
    for (int i = 0; i < 6; i++) {
        hone_sampler_sample(sampler, hone_frame_from_seconds(seconds[i]), &a.pose);
        CHECK(a.bones[0].translation[0] == want[i]);
    }
    hone_sampler_destroy(sampler);
    hone_motion_release(motion);
    hone_model_release(model);
}

/* Keys nearer than the tolerance of times: nothing is extrapolated beyond them. */
static void keys_that_almost_touch_are_not_overshot(void **state)
{
    (void)state;
    hone_model *model = plain_model(7);
    plan p = {.path = HONE_CHANNEL_TRANSLATION,
              .targets = {{"root", 0}},
              .target_count = 1,
              .key_count = 3,
              .times = {0, 1e-8, 1},
              .values = {0, 0, 0, 1, 0, 0, 0, 0, 0}};
    hone_motion *motion = motion_of(&p, 1, 7);
    hone_sampler *sampler = sampler_of(model, motion);
    pose_arrays a;
    rest_pose(&a, model);
    for (double seconds = -1e-7; seconds < 1e-7; seconds += 1e-9) {
        hone_sampler_sample(sampler, seconds * 30, &a.pose);
        CHECK(a.bones[0].translation[0] >= 0 && a.bones[0].translation[0] <= 1);
    }
    hone_sampler_destroy(sampler);
    hone_motion_release(motion);
    hone_model_release(model);
}

static void numbers_too_large_for_a_spline_give_its_key(void **state)
{
    (void)state;
    hone_model *model = plain_model(7);
    plan p = {.path = HONE_CHANNEL_SCALE,
              .interpolation = HONE_INTERPOLATION_CUBIC,
              .targets = {{"root", 0}},
              .target_count = 1,
              .key_count = 2,
              .times = {0, 1e300}};
    for (int i = 0; i < 18; i++) p.values[i] = i / 3 % 3 == 1 ? 5 : 3e38f;
    hone_motion *motion = motion_of(&p, 1, 7);
    hone_sampler *sampler = sampler_of(model, motion);
    pose_arrays a;
    hone_sampler_sample(sampler, 1e300, rest_pose(&a, model));
    CHECK(a.bones[0].scale[0] == 5);
    hone_sampler_destroy(sampler);
    hone_motion_release(motion);
    hone_model_release(model);
}

/* ---- parts without keys ---------------------------------------------------------------------------------------- */

static void a_channel_replaces_its_part_and_leaves_the_others_at_rest(void **state)
{
    (void)state;
    hone_model *model = plain_model(7);
    plan p = {.path = HONE_CHANNEL_ROTATION,
              .targets = {{"root", 0}},
              .target_count = 1,
              .key_count = 1,
              .values = {0, 0, 1, 0}};
    hone_motion *motion = motion_of(&p, 1, 7);
    hone_sampler *sampler = sampler_of(model, motion);
    pose_arrays a;
    hone_sampler_sample(sampler, 0, rest_pose(&a, model));
    CHECK(a.animated[0] && !a.animated[1] && !a.animated[2] && !a.animated[3]);
    CHECK(a.bones[0].rotation[2] == 1 && a.bones[0].translation[0] == 0 && a.bones[0].scale[0] == 1);
    for (int m = 0; m < MORPHS; m++) CHECK(a.morphs[m] == 0.25f * (float)(m + 1));
    hone_rig *rig = hone_rig_create(&(hone_rig_desc){.model = model}, NULL);
    CHECK(hone_rig_morphs(rig)[1] == 0.5f); /* default weight, before any evaluation */
    hone_rig_evaluate(rig, &a.pose);
    const hone_affine *bones = hone_rig_bones(rig), want = {{{-1, -0.5f, 0, -2}, {0, -1, 0, -3}, {0.25f, 0, 2, 4}}};
    for (int r = 0; r < 3; r++) /* the sheared bone is attached to the rotated root, shear included */
        for (int c = 0; c < 4; c++) CHECK_NEAR(bones[1].m[r][c], want.m[r][c], 1e-6);
    hone_rig_destroy(rig);
    hone_sampler_destroy(sampler);
    hone_motion_release(motion);
    hone_model_release(model);
}

/* A negative scale in the file keeps its axis under a new rotation. From a matrix only a mirrored x can be derived. */
static void the_parts_of_rest_are_those_of_the_file(void **state)
{
    (void)state;
    hone_builder *b = hone_builder_create(NULL, 0, NULL);
    model_parts p = parts(b);
    p.bones[0].rest = (hone_transform){{1, 2, 3}, {0, 0, 0, 2}, {1, 1, -1}};
    p.bones[0].rest_local = (hone_affine){{{1, 0, 0, 1}, {0, 1, 0, 2}, {0, 0, -1, 3}}};
    p.bones[2].rest_local = (hone_affine){{{2, 0, 0, 4}, {0, 0, 3, 5}, {0, 4, 0, 6}}}; /* mirrored */
    hone_model *model = create(b, &p);
    const hone_bone *bones = hone_model_skeleton(model)->bones;
    CHECK(bones[0].rest.scale[2] == -1 && bones[0].rest.scale[0] == 1 && bones[0].rest.rotation[3] == 1);
    CHECK_NEAR(bones[2].rest.scale[0], -2, 1e-6);
    CHECK_NEAR(bones[2].rest.scale[1], 4, 1e-6);
    CHECK_NEAR(bones[2].rest.translation[1], 5, 0);
    hone_rig *rig = hone_rig_create(&(hone_rig_desc){.model = model}, NULL);
    pose_arrays a;
    rest_pose(&a, model);
    memset(a.animated, 1, sizeof a.animated); /* so that the rig composes the parts again */
    hone_rig_evaluate(rig, &a.pose);
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 4; c++) CHECK_NEAR(hone_rig_bones(rig)[0].m[r][c], p.bones[0].rest_local.m[r][c], 1e-6);
    hone_rig_destroy(rig);
    hone_model_release(model);
}

/* The root is at 0, both arms at the root, and the last bone, whose parent comes after it, at 2 + 3. */
static void positions_follow_from_the_matrices(void **state)
{
    (void)state;
    hone_model *model = plain_model(7);
    const hone_bone *bones = hone_model_skeleton(model)->bones;
    CHECK(bones[0].position[0] == 0 && bones[2].position[0] == 5 && bones[3].position[0] == 3);
    CHECK(bones[1].position[0] == 2 && bones[1].position[1] == 3 && bones[1].position[2] == 4);
    hone_model_release(model);
}

/* ---- binding ---- */

/* Two channels, for the second "arm" and for a nameless bone. Which bones move in a model of this source? */
static void check_binding(uint64_t of_motion, uint64_t of_model, const uint8_t want[BONES], uint32_t bound)
{
    hone_model *model = plain_model(of_model);
    plan p[3] = {{.targets = {{"arm", 3}}}, {.targets = {{NULL, 2}}}, {.targets = {{"elsewhere", 99}}}};
    for (int i = 0; i < 3; i++) p[i].target_count = p[i].key_count = 1, p[i].values[0] = 9;
    hone_motion *motion = motion_of(p, 3, of_motion);
    hone_sampler *sampler = sampler_of(model, motion);
    pose_arrays a;
    hone_sampler_sample(sampler, 0, rest_pose(&a, model));
    CHECK(memcmp(a.animated, want, BONES) == 0);
    CHECK(hone_sampler_bound_count(sampler) == bound);
    hone_sampler_destroy(sampler);
    hone_motion_release(motion);
    hone_model_release(model);
}

static void channels_bind_by_index_to_their_own_file_and_by_name_to_any_other(void **state)
{
    (void)state;
    check_binding(7, 7, (const uint8_t[]){0, 0, 1, 1}, 2);
    check_binding(7, 8, (const uint8_t[]){0, 1, 0, 0}, 1);
    check_binding(0, 0, (const uint8_t[]){0, 1, 0, 0}, 1); /* two unknown sources never count as the same */
}

static void weights_go_to_the_morphs_that_are_there(void **state)
{
    (void)state;
    plan p = {.path = HONE_CHANNEL_WEIGHTS,
              .targets = {{"b", 0}, {"none", 5}, {"a", 2}},
              .target_count = 3,
              .key_count = 1,
              .values = {10, 20, 30}};
    const float want[2][MORPHS] = {{10, 0.5f, 30}, {30, 10, 0.75f}};
    for (int other = 0; other < 2; other++) {
        hone_model *model = plain_model(other ? 8 : 7);
        hone_motion *motion = motion_of(&p, 1, 7);
        hone_sampler *sampler = sampler_of(model, motion);
        pose_arrays a;
        hone_sampler_sample(sampler, 0, rest_pose(&a, model));
        for (int m = 0; m < MORPHS; m++) CHECK(a.morphs[m] == want[other][m]);
        hone_sampler_destroy(sampler);
        hone_motion_release(motion);
        hone_model_release(model);
    }
}

static void a_motion_that_moves_nothing_goes_with_any_space(void **state)
{
    (void)state;
    hone_model *model = plain_model(7);
    hone_motion *camera = hone_motion_create(hone_builder_create(NULL, 0, NULL),
                                             &(hone_motion_data){.space = HONE_SPACE_MMD}, NULL, NULL);
    hone_sampler_destroy(sampler_of(model, camera));
    plan p = {.targets = {{"root", 0}}, .target_count = 1, .key_count = 1};
    hone_motion *motion = motion_of(&p, 1, 7);
    hone_builder *b = hone_builder_create(NULL, 0, NULL);
    model_parts other = parts(b);
    other.data.space = HONE_SPACE_X;
    hone_model *foreign = create(b, &other);
    hone_error error = {0};
    CHECK(!hone_sampler_create(&(hone_sampler_desc){.model = foreign, .motion = motion}, &error));
    CHECK(error.code == HONE_ERROR_ARGUMENT);
    hone_motion_release(camera);
    hone_motion_release(motion);
    hone_model_release(foreign);
    hone_model_release(model);
}

/* ---- creation -------------------------------------------------------------------------------------------------- */

static void keys_are_sorted_and_mended(void **state)
{
    (void)state;
    plan p[2] = {
        {.path = HONE_CHANNEL_ROTATION,
         .targets = {{"root", 0}},
         .target_count = 1,
         .key_count = 5,
         .times = {2, 0.5, NAN, 0.5, 1.5},
         .values = {0, 0, 0, 3, 1, 0, 0, 0, 9, 9, 9, 9, 0, 1, 0, 0, INFINITY, 0, 0, 0}},
        {.path = HONE_CHANNEL_SCALE, .targets = {{NULL, 1}}, .target_count = 1, .key_count = 1, .values = {2}}};
    hone_motion *motion = motion_of(p, 2, 0);
    const hone_motion_data *data = hone_motion_get(motion);
    const hone_channel *c = &data->channels[0];
    CHECK(c->key_count == 3 && c->times[0] == 0.5 && c->times[1] == 1.5 && c->times[2] == 2);
    CHECK(c->values[1] == 1 && c->values[4 + 3] == 1 && c->values[8 + 3] == 1);
    CHECK(data->duration == 2 && hone_motion_duration(motion) == 2 && data->last_frame == 0);
    CHECK(data->records.bone == 6 && data->records.morph == 0);
    assert_string_equal(data->channels[1].targets[0].name, "");
    CHECK(hone_motion_warnings(motion).count == 5); /* without time, infinite, not of unit length, zero length, twice */
    hone_motion_release(motion);
}

static void a_number_that_is_not_finite_becomes_0(void **state)
{
    (void)state;
    plan p = {.targets = {{"root", 0}}, .target_count = 1, .key_count = 1, .values = {NAN, 5, INFINITY}};
    hone_motion *motion = motion_of(&p, 1, 0);
    const float *values = hone_motion_get(motion)->channels[0].values;
    CHECK(values[0] == 0 && values[1] == 5 && values[2] == 0 && hone_motion_warnings(motion).count == 1);
    hone_motion_release(motion);
}

static void ten_thousand_keys_in_disorder_come_out_in_order(void **state)
{
    (void)state;
    enum { MANY = 10000 };
    test_random random = {5};
    hone_builder *b = hone_builder_create(NULL, 0, NULL);
    double *times = hone_builder_array(b, MANY, sizeof *times);
    float *values = hone_builder_array(b, MANY, 3 * sizeof *values);
    hone_channel_target *target = hone_builder_array(b, 1, sizeof *target);
    hone_channel *channel = hone_builder_array(b, 1, sizeof *channel);
    float last[MANY] = {0}; /* the last key of each time */
    for (int k = 0; k < MANY; k++) {
        uint32_t at = test_random_u32(&random) % MANY;
        times[k] = at, values[3 * k] = last[at] = (float)k + 1;
    }
    *channel = (hone_channel){0, 0, 1, target, MANY, times, values};
    hone_motion *motion =
        hone_motion_create(b, &(hone_motion_data){.channel_count = 1, .channels = channel}, NULL, NULL);
    const hone_channel *c = hone_motion_get(motion)->channels;
    uint32_t k = 0;
    for (int at = 0; at < MANY; at++)
        if (last[at] > 0) {
            CHECK(c->times[k] == at && c->values[3 * (size_t)k] == last[at]);
            k++;
        }
    CHECK(c->key_count == k);
    hone_motion_release(motion);
}

static void a_channel_that_makes_no_sense_is_refused(void **state)
{
    (void)state;
    plan good = {.targets = {{"root", 0}}, .target_count = 1, .key_count = 1}, bad[3] = {good, good, good};
    bad[0].path = HONE_CHANNEL_PATH_COUNT;
    bad[1].interpolation = HONE_INTERPOLATION_COUNT;
    bad[2].target_count = 2;
    for (int i = 0; i < 3; i++) {
        hone_error error = {0};
        CHECK(!try_motion(hone_builder_create(NULL, 0, NULL), &bad[i], 1, 0, &error));
        CHECK(error.code == HONE_ERROR_ARGUMENT);
    }
    const hone_channel without = {.target_count = 1, .key_count = 3};
    hone_builder *b = hone_builder_create(NULL, 0, NULL);
    const hone_motion_data data = {.channel_count = 1, .channels = copy(b, &without, 1, sizeof without)};
    CHECK(!hone_motion_create(b, &data, NULL, NULL));
}

static void every_failed_allocation_is_an_error(void **state)
{
    (void)state;
    test_random random = {6};
    plan p[2] = {random_plan(HONE_CHANNEL_ROTATION, HONE_INTERPOLATION_LINEAR, &random),
                 random_plan(HONE_CHANNEL_WEIGHTS, HONE_INTERPOLATION_CUBIC, &random)};
    p[0].times[0] = 100; /* so that sorting is needed */
    hone_model *model = plain_model(7);
    hone_sampler *sampler = NULL;
    for (uint64_t n = 0; !sampler; n++) {
        test_allocator a;
        test_allocator_make(&a, n);
        hone_error error = {0};
        hone_builder *b = hone_builder_create(&a.allocator, 0, &error);
        hone_motion *motion = b ? try_motion(b, p, 2, 7, &error) : NULL;
        if (motion)
            sampler = hone_sampler_create(
                &(hone_sampler_desc){.model = model, .motion = motion, .allocator = &a.allocator}, &error);
        CHECK(sampler || error.code == HONE_ERROR_MEMORY);
        hone_sampler_destroy(sampler);
        hone_motion_release(motion);
        CHECK(a.live == 0);
    }
    hone_model_release(model);
    hone_model *made = NULL;
    for (uint64_t n = 0; !made; n++) {
        test_allocator a;
        test_allocator_make(&a, n);
        hone_error error = {0};
        hone_builder *b = hone_builder_create(&a.allocator, 0, &error);
        model_parts q = b ? parts(b) : (model_parts){0};
        made = b ? hone_model_create(b, &q.data, NULL, &error) : NULL;
        CHECK(made || error.code == HONE_ERROR_MEMORY);
        hone_model_release(made);
        CHECK(a.live == 0);
    }
}

/* ---- on an actor ---- */

enum { VERTICES = 9 };

/* Vertices with slots that do not match bones one to one; each slot has its own matrix. */
static hone_model *skinned_model(test_random *random)
{
    hone_builder *b = hone_builder_create(NULL, 0, NULL);
    model_parts p = parts(b);
    hone_mesh *mesh = &p.data.mesh;
    float(*positions)[3] = hone_builder_array(b, VERTICES, sizeof *positions);
    float(*normals)[3] = hone_builder_array(b, VERTICES, sizeof *normals);
    float(*uvs)[2] = hone_builder_array(b, VERTICES, sizeof *uvs);
    float *edges = hone_builder_array(b, VERTICES, sizeof *edges);
    uint8_t *deforms = hone_builder_array(b, VERTICES, sizeof *deforms);
    uint32_t *begin = hone_builder_array(b, VERTICES + 1, sizeof *begin);
    hone_influence *influences = hone_builder_array(b, VERTICES * 6, sizeof *influences);
    hone_slot *slots = hone_builder_array(b, 6, sizeof *slots);
    uint32_t used = 0;
    for (int s = 0; s < 6; s++) {
        slots[s].bone = s == 5 ? HONE_NONE : s % BONES;
        for (int i = 0; i < 12; i++) slots[s].bone_from_mesh.m[i / 4][i % 4] = test_random_float(random, -1, 1);
    }
    for (uint32_t v = 0; v < VERTICES; v++) {
        deforms[v] = HONE_DEFORM_LINEAR;
        for (int i = 0; i < 3; i++) positions[v][i] = test_random_float(random, -3, 3), normals[v][i] = (float)(i == 0);
        for (uint32_t i = 0; i < v % 7; i++)
            influences[used++] = (hone_influence){(int32_t)i, test_random_float(random, 0.1f, 1)};
        begin[v + 1] = used;
    }
    *mesh = (hone_mesh){.vertex_count = VERTICES,
                        .positions = (const float(*)[3])positions,
                        .normals = (const float(*)[3])normals,
                        .uvs = (const float(*)[2])uvs,
                        .edge_scales = edges,
                        .deforms = deforms,
                        .influence_begin = begin,
                        .influence_count = used,
                        .influences = influences,
                        .slot_count = 6,
                        .slots = slots};
    return create(b, &p);
}

static reference_matrix reference_local(const hone_actor *actor, uint32_t bone)
{
    const hone_pose *pose = hone_actor_pose((hone_actor *)actor);
    const hone_transform *t = &pose->bones[bone];
    if (!pose->animated[bone])
        return reference_from_affine(&hone_model_skeleton(hone_actor_model(actor))->bones[bone].rest_local);
    const double translation[3] = {(double)t->translation[0], (double)t->translation[1], (double)t->translation[2]};
    const double rotation[4] = {(double)t->rotation[0], (double)t->rotation[1], (double)t->rotation[2],
                                (double)t->rotation[3]};
    reference_matrix local = reference_rigid(translation, rotation);
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++) local.m[r][c] *= (double)t->scale[c];
    return local;
}

static reference_matrix reference_world(const hone_actor *actor, int32_t bone)
{
    if (bone == HONE_NONE)
        return reference_identity();
    reference_matrix local = reference_local(actor, (uint32_t)bone);
    reference_matrix parent = reference_world(actor, hone_model_skeleton(hone_actor_model(actor))->bones[bone].parent);
    return reference_multiply(&parent, &local);
}

/* Weighted sums of the slots' matrices. */
static void check_vertices(hone_actor *actor)
{
    const hone_mesh *mesh = hone_model_mesh(hone_actor_model(actor));
    float got[VERTICES][3], normals[VERTICES][3];
    const hone_skin_out out = {.positions = {got, VERTICES, sizeof *got}, .normals = {normals, VERTICES, sizeof *got}};
    CHECK(hone_actor_skin(actor, &out, NULL));
    for (uint32_t v = 0; v < VERTICES; v++) {
        double want[3] = {0}, total = 0, rest[3];
        for (int i = 0; i < 3; i++) rest[i] = (double)mesh->positions[v][i];
        for (uint32_t k = mesh->influence_begin[v]; k < mesh->influence_begin[v + 1]; k++) {
            const hone_influence *in = &mesh->influences[k];
            reference_matrix world = reference_world(actor, mesh->slots[in->slot].bone), to_bone;
            double moved[3];
            to_bone = reference_from_affine(&mesh->slots[in->slot].bone_from_mesh);
            world = reference_multiply(&world, &to_bone);
            reference_point(&world, rest, moved);
            for (int i = 0; i < 3; i++) want[i] += (double)in->weight * moved[i];
            total += (double)in->weight;
        }
        bool carried = mesh->influence_begin[v] < mesh->influence_begin[v + 1];
        CHECK_NEAR(total, carried ? 1 : 0, 1e-6);
        for (int i = 0; i < 3; i++) CHECK_NEAR(got[v][i], carried ? want[i] : rest[i], 2e-4);
        CHECK_NEAR(normals[v][0] * normals[v][0] + normals[v][1] * normals[v][1] + normals[v][2] * normals[v][2], 1,
                   1e-5);
    }
}

static void an_actor_scales_shears_and_mirrors(void **state)
{
    (void)state;
    test_random random = {8};
    hone_model *model = skinned_model(&random);
    plan p[3] = {random_plan(HONE_CHANNEL_SCALE, HONE_INTERPOLATION_LINEAR, &random), /* including negative scales */
                 random_plan(HONE_CHANNEL_ROTATION, HONE_INTERPOLATION_LINEAR, &random),
                 random_plan(HONE_CHANNEL_TRANSLATION, HONE_INTERPOLATION_CUBIC, &random)};
    p[0].targets[0].index = 0, p[1].targets[0].index = 3, p[2].targets[0].index = 3;
    hone_motion *motion = motion_of(p, 3, 7);
    hone_actor *actor = hone_actor_create(&(hone_actor_desc){.model = model}, NULL);
    check_vertices(actor); /* at rest, the sheared arm too */
    CHECK(hone_actor_play(actor, motion, NULL, NULL));
    for (int i = 0; i < 20; i++) {
        CHECK(hone_actor_update(actor, i * 0.15 - 0.2, NULL));
        check_vertices(actor);
    }
    hone_actor_destroy(actor);
    hone_motion_release(motion);
    hone_model_release(model);
}

/* The period is the time of the last key, which may be between frames. */
static void a_loop_ends_with_the_last_key(void **state)
{
    (void)state;
    hone_model *model = plain_model(7);
    plan p = {
        .targets = {{"root", 0}}, .target_count = 1, .key_count = 2, .times = {0, 0.45}, .values = {0, 0, 0, 9, 0, 0}};
    hone_motion *motion = motion_of(&p, 1, 7);
    hone_actor *actor = hone_actor_create(&(hone_actor_desc){.model = model}, NULL);
    CHECK(hone_actor_play(actor, motion, &(hone_play_desc){.loop = true}, NULL));
    const double seconds[] = {0.3, 0.45, 0.45 + 0.3, 2 * 0.45 + 0.1}, want[] = {6, 0, 6, 2};
    for (int i = 0; i < 4; i++) {
        CHECK(hone_actor_update(actor, seconds[i], NULL));
        CHECK_NEAR(hone_actor_bones(actor)[0].m[0][3], want[i], 1e-5);
    }
    hone_actor_destroy(actor);
    hone_motion_release(motion);
    hone_model_release(model);
}

/* Half way into a fade the bones that the motion moves are half way there; the others are at rest. */
static void a_faded_motion_moves_half_way_from_rest(void **state)
{
    (void)state;
    hone_model *model = plain_model(7);
    plan p[2] = {
        {.targets = {{"root", 0}}, .target_count = 1, .key_count = 1, .values = {8, 0, 0}},
        {.path = HONE_CHANNEL_SCALE, .targets = {{"", 3}}, .target_count = 1, .key_count = 1, .values = {3, 3, 3}}};
    hone_motion *motion = motion_of(p, 2, 7);
    hone_actor *actor = hone_actor_create(&(hone_actor_desc){.model = model}, NULL);
    CHECK(hone_actor_set_weight(actor, hone_actor_play(actor, motion, NULL, NULL), 0.5f, NULL));
    CHECK(hone_actor_update(actor, 0, NULL));
    const hone_affine *bones = hone_actor_bones(actor);
    CHECK_NEAR(bones[0].m[0][3], 4, 1e-6);
    CHECK_NEAR(bones[3].m[0][0], 2, 1e-6);
    CHECK(bones[1].m[0][1] == 0.5f && bones[1].m[2][0] == 0.25f);
    hone_actor_destroy(actor);
    hone_motion_release(motion);
    hone_model_release(model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(channels_follow_their_definition_at_any_time_in_any_order),
        cmocka_unit_test(at_a_key_a_channel_gives_the_key),
        cmocka_unit_test(before_the_first_key_and_after_the_last_they_hold_for_ever),
        cmocka_unit_test(a_step_is_taken_at_its_own_time_whatever_way_that_came),
        cmocka_unit_test(keys_that_almost_touch_are_not_overshot),
        cmocka_unit_test(numbers_too_large_for_a_spline_give_its_key),
        cmocka_unit_test(a_channel_replaces_its_part_and_leaves_the_others_at_rest),
        cmocka_unit_test(the_parts_of_rest_are_those_of_the_file),
        cmocka_unit_test(positions_follow_from_the_matrices),
        cmocka_unit_test(channels_bind_by_index_to_their_own_file_and_by_name_to_any_other),
        cmocka_unit_test(weights_go_to_the_morphs_that_are_there),
        cmocka_unit_test(a_motion_that_moves_nothing_goes_with_any_space),
        cmocka_unit_test(keys_are_sorted_and_mended),
        cmocka_unit_test(a_number_that_is_not_finite_becomes_0),
        cmocka_unit_test(ten_thousand_keys_in_disorder_come_out_in_order),
        cmocka_unit_test(a_channel_that_makes_no_sense_is_refused),
        cmocka_unit_test(every_failed_allocation_is_an_error),
        cmocka_unit_test(an_actor_scales_shears_and_mirrors),
        cmocka_unit_test(a_loop_ends_with_the_last_key),
        cmocka_unit_test(a_faded_motion_moves_half_way_from_rest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
