/* Poses blended into one by hone_blend_run: compared with the same in double precision, for every kernel. */
#include "base/lanes/processor.h"
#include "play/blend/plan.h"
#include "support/reference/posed.h"
#include "support/support.h"
#include <hone/blend.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* COUNT: more bones than every kernel blends at once, and a few left over. */
enum { COUNT = 213, FACES = 7, POSES = 5 };

#ifdef HONE_TEST_AVX512
extern const hone_blend_kernel hone_blend_avx512_stand_in; /* src/play/blend/avx512.c without AVX-512 */
#endif

/* NULL: the best of the processor */
static const hone_blend_kernel *const kernels[] = {
    &hone_blend_scalar,
#if HONE_KERNEL_FOUR
    &hone_blend_four,
#endif
    NULL,
#if HONE_KERNEL_AVX2
    &hone_blend_avx2,
#endif
#ifdef HONE_TEST_AVX512
    &hone_blend_avx512_stand_in,
#endif
};

static void run(const hone_blend_job *job, size_t kernel)
{
    const hone_blend_kernel *chosen = kernels[kernel];
#if HONE_KERNEL_AVX2
    if (chosen == &hone_blend_avx2 && !hone_processor_has_avx2())
        chosen = NULL;
#endif
    hone_blend_run_with(job, chosen);
}

static void run_best(const hone_blend_job *job)
{
    size_t best = 0;
    while (kernels[best]) best++;
    run(job, best);
}

/* A job with memory for everything that it may refer to. */
typedef struct scene {
    hone_transform poses[POSES][COUNT], rest[COUNT], out[COUNT];
    float morphs[POSES][FACES], rest_morphs[FACES], out_morphs[FACES];
    float weights[POSES][COUNT], morph_weights[POSES][FACES];
    hone_blend_layer layers[POSES];
    hone_blend_job job;
} scene;

static void random_bones(test_random *random, hone_transform *out)
{
    for (int b = 0; b < COUNT; b++) {
        test_random_quat(random, out[b].rotation);
        for (int i = 0; i < 3; i++) {
            out[b].translation[i] = test_random_float(random, -3, 3);
            out[b].scale[i] = test_random_float(random, 0.5f, 2);
        }
    }
}

/* The first `count` poses are layers, the others are additive. */
static void open_scene(scene *s, uint32_t seed, uint32_t count, bool partial)
{
    test_random random = {seed};
    memset(s, 0, sizeof *s);
    random_bones(&random, s->rest);
    for (int m = 0; m < FACES; m++) s->rest_morphs[m] = test_random_float(&random, -1, 1);
    for (uint32_t p = 0; p < POSES; p++) {
        random_bones(&random, s->poses[p]);
        for (int m = 0; m < FACES; m++) s->morphs[p][m] = test_random_float(&random, -1, 1);
        for (int m = 0; m < FACES; m++) s->morph_weights[p][m] = test_random_float(&random, -0.2f, 1);
        for (int b = 0; b < COUNT; b++) s->weights[p][b] = test_random_float(&random, -0.2f, 1);
        float weight = test_random_float(&random, p < count ? -0.2f : -1, 1);
        s->layers[p] = (hone_blend_layer){.bones = s->poses[p],
                                          .morphs = s->morphs[p],
                                          .weight = weight,
                                          .bone_weights = partial && p % 2 ? s->weights[p] : NULL,
                                          .morph_weights = partial && p % 2 ? s->morph_weights[p] : NULL};
    }
    s->job = (hone_blend_job){.bone_count = COUNT,
                              .morph_count = FACES,
                              .layer_count = count,
                              .layers = s->layers,
                              .additive_count = POSES - count,
                              .additives = s->layers + count,
                              .rest = s->rest,
                              .rest_morphs = s->rest_morphs,
                              .threshold = seed % 3 == 0 ? 1.0f : 0.1f,
                              .bones = s->out,
                              .morphs = s->out_morphs};
}

/* ---- the reference ---------------------------------------------------------------------------------------------- */

typedef struct wide {
    double numbers[10]; /* as in hone_transform */
    double total;
    double least; /* the smallest cosine that decided a sign */
} wide;

static void widen(const hone_transform *bone, double out[10])
{
    for (int i = 0; i < 3; i++) out[i] = (double)bone->translation[i], out[7 + i] = (double)bone->scale[i];
    for (int i = 0; i < 4; i++) out[3 + i] = (double)bone->rotation[i];
}

static void add_wide(wide *sum, const hone_transform *bone, double weight)
{
    double from[10], dot = 0;
    widen(bone, from);
    for (int i = 3; i < 7; i++) dot += sum->numbers[i] * from[i];
    if (sum->total > 0 && weight > 0)
        sum->least = fmin(sum->least, fabs(dot));
    for (int i = 0; i < 10; i++) sum->numbers[i] += weight * (i > 2 && i < 7 && dot < 0 ? -from[i] : from[i]);
    sum->total += weight;
}

static void normalise_wide(double q[4])
{
    double length = sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    for (int i = 0; i < 4; i++) q[i] /= length;
}

static void apply_wide(wide *sum, const hone_transform *bone, double weight, bool back)
{
    double from[10], d[4], *q = sum->numbers + 3, out[4];
    widen(bone, from);
    for (int i = 0; i < 4; i++) d[i] = weight * (from[6] < 0 ? -from[3 + i] : from[3 + i]) + (i == 3 ? 1 - weight : 0);
    normalise_wide(d);
    for (int i = 0; back && i < 3; i++) d[i] = -d[i];
    out[0] = q[3] * d[0] + q[0] * d[3] + q[1] * d[2] - q[2] * d[1];
    out[1] = q[3] * d[1] - q[0] * d[2] + q[1] * d[3] + q[2] * d[0];
    out[2] = q[3] * d[2] + q[0] * d[1] - q[1] * d[0] + q[2] * d[3];
    out[3] = q[3] * d[3] - q[0] * d[0] - q[1] * d[1] - q[2] * d[2];
    memcpy(q, out, sizeof out);
    for (int i = 0; i < 3; i++) {
        double factor = 1 + weight * (from[7 + i] - 1);
        sum->numbers[i] += back ? -weight * from[i] : weight * from[i];
        sum->numbers[7 + i] = back ? sum->numbers[7 + i] / factor : sum->numbers[7 + i] * factor;
    }
}

static double weight_of(const hone_blend_layer *layer, int bone)
{
    double factor = layer->bone_weights ? fmax((double)layer->bone_weights[bone], 0) : 1;
    return factor * (double)layer->weight;
}

static wide blend_wide(const hone_blend_job *job, int bone)
{
    wide sum = {.least = 1};
    for (uint32_t l = 0; l < job->layer_count; l++)
        if (job->layers[l].weight > 0)
            add_wide(&sum, &job->layers[l].bones[bone], weight_of(&job->layers[l], bone));
    if (sum.total < (double)job->threshold)
        add_wide(&sum, &job->rest[bone], (double)job->threshold - sum.total);
    for (int i = 0; i < 10; i++) sum.numbers[i] /= sum.total;
    normalise_wide(sum.numbers + 3);
    for (uint32_t l = 0; l < job->additive_count; l++) {
        double weight = weight_of(&job->additives[l], bone);
        apply_wide(&sum, &job->additives[l].bones[bone], fabs(weight), weight < 0);
    }
    return sum;
}

static double morph_weight(const hone_blend_layer *layer, int morph)
{
    return (double)layer->weight * (layer->morph_weights ? fmax((double)layer->morph_weights[morph], 0) : 1);
}

static double blend_morph_wide(const hone_blend_job *job, int morph)
{
    double sum = 0, total = 0;
    for (uint32_t l = 0; l < job->layer_count; l++) {
        double weight = fmax(morph_weight(&job->layers[l], morph), 0);
        sum += weight * (double)job->layers[l].morphs[morph];
        total += weight;
    }
    double rest = fmax((double)job->threshold - total, 0);
    double value = (sum + rest * (double)job->rest_morphs[morph]) / (total + rest);
    for (uint32_t l = 0; l < job->additive_count; l++)
        value += morph_weight(&job->additives[l], morph) * (double)job->additives[l].morphs[morph];
    return value;
}

/* Returns whether a rotation was far enough from a right angle to the sum that its sign is certain. */
static bool check_bone(const hone_transform *got, const wide *want)
{
    double numbers[10], dot = 0;
    if (want->least < 1e-4)
        return false;
    widen(got, numbers);
    for (int i = 3; i < 7; i++) dot += numbers[i] * want->numbers[i];
    for (int i = 0; i < 10; i++) {
        double value = i > 2 && i < 7 && dot < 0 ? -want->numbers[i] : want->numbers[i];
        CHECK_NEAR(numbers[i], value, 1e-5 * fmax(1, fabs(value)));
    }
    return true;
}

/* ---- against the reference -------------------------------------------------------------------------------------- */

static void check_scene(scene *s, hone_transform first[COUNT])
{
    int certain = 0;
    for (size_t k = 0; k < sizeof kernels / sizeof *kernels; k++) {
        memset(s->out, 0, sizeof s->out);
        run(&s->job, k);
        if (k == 0)
            memcpy(first, s->out, sizeof s->out);
        CHECK(memcmp(first, s->out, sizeof s->out) == 0); /* the same bits with every kernel */
    }
    for (int b = 0; b < COUNT; b++) {
        wide want = blend_wide(&s->job, b);
        certain += check_bone(&s->out[b], &want);
    }
    CHECK(certain > COUNT * 8 / 9);
    for (int m = 0; m < FACES; m++) CHECK_NEAR(s->out_morphs[m], blend_morph_wide(&s->job, m), 1e-5);
}

static void every_blend_is_that_of_the_reference(void **state)
{
    (void)state;
    scene s;
    hone_transform first[COUNT];
    for (uint32_t seed = 1; seed <= 200; seed++) {
        open_scene(&s, seed, seed % (POSES + 1), seed & 1);
        check_scene(&s, first);
    }
}

static void any_number_of_layers_may_be_blended(void **state)
{
    (void)state;
    scene s;
    hone_transform first[COUNT];
    hone_blend_layer many[60];
    for (uint32_t n = 0; n < 60; n++) {
        test_random random = {n + 1};
        open_scene(&s, n + 3, 4, n & 1);
        for (uint32_t l = 0; l < 60; l++) {
            many[l] = s.layers[l % 4];
            many[l].weight = l < n ? test_random_float(&random, -0.2f, 0.5f) : l % 2 ? 0 : -1;
        }
        s.job.layers = many, s.job.layer_count = 60;
        check_scene(&s, first);
    }
}

static void any_number_of_additive_layers_may_be_added(void **state)
{
    (void)state;
    scene s;
    hone_transform first[COUNT];
    hone_blend_layer many[40];
    for (uint32_t n = 0; n < 40; n++) {
        test_random random = {n + 1};
        open_scene(&s, n + 3, 3, n & 1);
        for (uint32_t l = 0; l < 40; l++) {
            many[l] = s.layers[l % POSES];
            many[l].weight = l < n ? test_random_float(&random, -0.1f, 0.1f) : 0;
        }
        s.job.additives = many, s.job.additive_count = 40;
        check_scene(&s, first);
    }
}

/* The length of an additive rotation that is not normalised is about its weight. */
static void large_weights_of_additive_layers_stay_finite(void **state)
{
    (void)state;
    scene s;
    hone_blend_layer many[40];
    open_scene(&s, 3, 1, false);
    s.layers[0].weight = 1;
    for (uint32_t l = 0; l < 40; l++) {
        many[l] = s.layers[1 + l % 4];
        many[l].weight = l % 2 ? -50 : 50;
    }
    s.job.additives = many, s.job.additive_count = 40;
    for (size_t k = 0; k < sizeof kernels / sizeof *kernels; k++) {
        run(&s.job, k);
        for (int b = 0; b < COUNT; b++) CHECK_NEAR(hone_quat_dot(s.out[b].rotation, s.out[b].rotation), 1, 1e-5);
    }
}

/* The rest pose fills in at some bones only; all numbers are zeros of either sign. */
static void the_sign_of_zero_is_the_same_with_every_kernel(void **state)
{
    (void)state;
    scene s;
    hone_transform first[COUNT];
    test_random random = {6};
    for (uint32_t n = 0; n < 100; n++) {
        open_scene(&s, n + 1, POSES, true);
        for (int p = 0; p < POSES; p++)
            for (int b = 0; b < COUNT; b++) {
                s.weights[p][b] = b % 20 ? 1 : test_random_float(&random, 0, 0.02f);
                for (int i = 0; i < 3; i++) s.poses[p][b].translation[i] = test_random_u32(&random) & 1 ? 0.0f : -0.0f;
                for (int i = 0; i < 3; i++) s.rest[b].translation[i] = test_random_u32(&random) & 1 ? 0.0f : -0.0f;
            }
        check_scene(&s, first);
    }
}

static void bones_do_not_depend_on_their_neighbours(void **state)
{
    (void)state;
    scene s;
    hone_transform all[COUNT];
    open_scene(&s, 5, 3, true);
    run_best(&s.job);
    memcpy(all, s.out, sizeof all);
    for (uint32_t count = 0; count <= COUNT; count++) {
        memset(s.out, 0x55, sizeof s.out);
        s.job.bone_count = count;
        run_best(&s.job);
        CHECK(memcmp(s.out, all, count * sizeof *all) == 0);
        for (size_t i = count * sizeof *all; i < sizeof all; i++) CHECK(((uint8_t *)s.out)[i] == 0x55);
    }
}

static void the_output_may_be_an_input(void **state)
{
    (void)state;
    static scene s, t;
    for (uint32_t p = 0; p <= POSES; p++) {
        open_scene(&s, 8, 3, true);
        run_best(&s.job);
        open_scene(&t, 8, 3, true);
        t.job.bones = p < POSES ? t.poses[p] : t.rest;
        t.job.morphs = p < POSES ? t.morphs[p] : t.rest_morphs;
        run_best(&t.job);
        CHECK(memcmp(t.job.bones, s.out, sizeof s.out) == 0);
        CHECK(memcmp(t.job.morphs, s.out_morphs, sizeof s.out_morphs) == 0);
    }
}

static void what_is_not_finite_stays_with_its_bone(void **state)
{
    (void)state;
    scene s;
    hone_transform clean[COUNT];
    open_scene(&s, 5, 3, true);
    run_best(&s.job);
    memcpy(clean, s.out, sizeof clean);
    s.poses[1][20].rotation[2] = NAN;
    s.poses[4][21].scale[0] = INFINITY;
    run_best(&s.job);
    for (int b = 0; b < COUNT; b++) CHECK(b == 20 || b == 21 || memcmp(&s.out[b], &clean[b], sizeof clean[b]) == 0);
}

/* ---- special cases ---------------------------------------------------------------------------------------------- */

static double distance(const hone_transform *a, const hone_transform *b)
{
    double from[10], to[10], dot = 0, most = 0;
    widen(a, from), widen(b, to);
    for (int i = 3; i < 7; i++) dot += from[i] * to[i];
    for (int i = 0; i < 10; i++) {
        double difference = fabs(from[i] - (i > 2 && i < 7 && dot < 0 ? -to[i] : to[i]));
        most = difference <= most ? most : difference;
    }
    return most;
}

static void equal_layers_stay_as_they_are(void **state)
{
    (void)state;
    scene s;
    open_scene(&s, 2, POSES, true);
    for (int p = 1; p < POSES; p++) memcpy(s.poses[p], s.poses[0], sizeof s.poses[0]);
    for (int b = 0; b < COUNT; b++)
        for (int i = 0; i < 4; i++) s.poses[2][b].rotation[i] *= -1; /* the other quaternion of the rotation */
    for (int p = 0; p < POSES; p++) s.layers[p].weight = 0.3f + 0.1f * (float)p;
    run_best(&s.job);
    for (int b = 0; b < COUNT; b++) CHECK_NEAR(distance(&s.out[b], &s.poses[0][b]), 0, 1e-6);
}

static void one_layer_is_copied_to_the_bit(void **state)
{
    (void)state;
    scene s;
    open_scene(&s, 2, POSES, false);
    for (int p = 0; p < POSES; p++) s.layers[p].weight = p == 3 ? 0.7f : 0;
    run_best(&s.job);
    CHECK(memcmp(s.out, s.poses[3], sizeof s.out) == 0 && memcmp(s.out_morphs, s.morphs[3], sizeof s.out_morphs) == 0);
}

static void one_layer_is_copied_under_additive_layers_without_weight(void **state)
{
    (void)state;
    scene s;
    open_scene(&s, 2, 2, false);
    for (int p = 0; p < POSES; p++) s.layers[p].weight = p == 1 ? 0.7f : 0;
    run_best(&s.job);
    CHECK(memcmp(s.out, s.poses[1], sizeof s.out) == 0);
}

/* Whether the neighbours need the rest pose is not seen. */
static void a_rest_pose_without_weight_does_nothing(void **state)
{
    (void)state;
    scene s;
    open_scene(&s, 3, 1, true);
    for (int b = 0; b < COUNT; b++) {
        s.weights[0][b] = b % 3 ? 1 : 0.01f;
        if (b % 3)
            s.rest[b].rotation[1] = s.rest[b].scale[2] = s.rest[b].translation[0] = NAN;
    }
    s.layers[0].weight = 1, s.layers[0].bone_weights = s.weights[0];
    s.job.additive_count = 0;
    for (size_t k = 0; k < sizeof kernels / sizeof *kernels; k++) {
        run(&s.job, k);
        for (int b = 0; b < COUNT; b++) CHECK(b % 3 == 0 || distance(&s.out[b], &s.poses[0][b]) < 1e-6);
    }
}

static void bones_without_weight_are_at_rest(void **state)
{
    (void)state;
    scene s;
    open_scene(&s, 2, POSES, true);
    memset(s.weights, 0, sizeof s.weights);
    for (int p = 0; p < POSES; p++) s.layers[p].bone_weights = s.weights[p], s.layers[p].weight = 1;
    run_best(&s.job);
    for (int b = 0; b < COUNT; b++) CHECK_NEAR(distance(&s.out[b], &s.rest[b]), 0, 1e-6);
    s.job.layer_count = 0;
    run_best(&s.job);
    CHECK(memcmp(s.out, s.rest, sizeof s.out) == 0 && memcmp(s.out_morphs, s.rest_morphs, sizeof s.rest_morphs) == 0);
}

/* ---- additive layers -------------------------------------------------------------------------------------------- */

static void the_difference_to_itself_changes_nothing(void **state)
{
    (void)state;
    scene s;
    for (float weight = -1; weight <= 1; weight += 0.25f) {
        open_scene(&s, 4, 1, false);
        for (int p = 1; p < POSES; p++) {
            hone_blend_subtract(s.poses[p], s.poses[p], COUNT, s.poses[p]);
            memset(s.morphs[p], 0, sizeof s.morphs[p]);
            s.layers[p].weight = weight;
        }
        s.layers[0].weight = 1;
        run_best(&s.job);
        for (int b = 0; b < COUNT; b++) CHECK_NEAR(distance(&s.out[b], &s.poses[0][b]), 0, 1e-5);
    }
}

static void a_difference_leads_from_the_reference_to_the_pose_and_back(void **state)
{
    (void)state;
    scene s;
    hone_transform difference[COUNT];
    open_scene(&s, 4, 1, false);
    hone_blend_subtract(s.poses[2], s.poses[0], COUNT, difference);
    for (int b = 0; b < COUNT; b++) CHECK(difference[b].rotation[3] >= 0);
    s.layers[0].weight = 1;
    s.layers[1] = (hone_blend_layer){.bones = difference, .weight = 1};
    s.job.additive_count = 1;
    run_best(&s.job);
    for (int b = 0; b < COUNT; b++) CHECK_NEAR(distance(&s.out[b], &s.poses[2][b]), 0, 1e-5);
    s.layers[0].bones = s.out;
    s.layers[1].weight = -1;
    run_best(&s.job);
    for (int b = 0; b < COUNT; b++) CHECK_NEAR(distance(&s.out[b], &s.poses[0][b]), 0, 1e-5);
}

static void the_difference_to_no_scale_is_finite(void **state)
{
    (void)state;
    hone_transform rest = HONE_TRANSFORM_IDENTITY, pose = HONE_TRANSFORM_IDENTITY, out;
    rest.scale[1] = 0;
    hone_blend_subtract(&pose, &rest, 1, &out);
    CHECK(out.scale[0] == 1 && out.scale[1] == 1 && out.scale[2] == 1);
}

/* ---- masks ------------------------------------------------------------------------------------------------------ */

/* 3 is the root; 0 and 1 are below it, 2 and 4 below 0, and 5 below 4. */
static const int32_t parents[] = {3, 3, 0, HONE_NONE, 0, 4};

static void a_mask_holds_for_a_bone_and_all_below_it(void **state)
{
    (void)state;
    hone_bone bones[6] = {0};
    for (int b = 0; b < 6; b++) bones[b].parent = parents[b];
    hone_skeleton skeleton = {.bone_count = 6, .bones = bones};
    float weights[6] = {9, 9, 9, 9, 9, 9};
    const float below[] = {0.5f, 9, 0.5f, 9, 0.5f, 0.5f};
    CHECK(hone_mask_below(&skeleton, 0, 0.5f, 0, weights) == 4);
    CHECK(memcmp(weights, below, sizeof weights) == 0);
    CHECK(hone_mask_below(&skeleton, 6, 1, 0, weights) == 0 &&
          hone_mask_below(&skeleton, UINT32_MAX, 1, 0, weights) == 0);
    CHECK(memcmp(weights, below, sizeof weights) == 0);
    CHECK(hone_mask_below(&skeleton, 3, 0, 0, weights) == 6);
    CHECK(hone_mask_below(&skeleton, 0, 1, 3, weights) == 4);
    const float feathered[] = {0.25f, 0, 0.5f, 0, 0.5f, 0.75f};
    CHECK(memcmp(weights, feathered, sizeof weights) == 0);
}

static void a_circle_of_parents_ends(void **state)
{
    (void)state;
    hone_bone bones[2] = {{.parent = 1}, {.parent = 0}};
    float weights[2] = {0};
    CHECK(hone_mask_below(&(hone_skeleton){.bone_count = 2, .bones = bones}, 0, 1, 0, weights) == 2);
}

TEST_GROUP(test_blend_job)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_blend_is_that_of_the_reference),
        cmocka_unit_test(any_number_of_layers_may_be_blended),
        cmocka_unit_test(any_number_of_additive_layers_may_be_added),
        cmocka_unit_test(large_weights_of_additive_layers_stay_finite),
        cmocka_unit_test(the_sign_of_zero_is_the_same_with_every_kernel),
        cmocka_unit_test(bones_do_not_depend_on_their_neighbours),
        cmocka_unit_test(the_output_may_be_an_input),
        cmocka_unit_test(what_is_not_finite_stays_with_its_bone),
        cmocka_unit_test(equal_layers_stay_as_they_are),
        cmocka_unit_test(one_layer_is_copied_to_the_bit),
        cmocka_unit_test(one_layer_is_copied_under_additive_layers_without_weight),
        cmocka_unit_test(a_rest_pose_without_weight_does_nothing),
        cmocka_unit_test(bones_without_weight_are_at_rest),
        cmocka_unit_test(the_difference_to_itself_changes_nothing),
        cmocka_unit_test(a_difference_leads_from_the_reference_to_the_pose_and_back),
        cmocka_unit_test(the_difference_to_no_scale_is_finite),
        cmocka_unit_test(a_mask_holds_for_a_bone_and_all_below_it),
        cmocka_unit_test(a_circle_of_parents_ends),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
