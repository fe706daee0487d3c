#include "core/clip/kernels/kernels.h"
#include "support/support.h"
#include <hone/clip.h>
#include <string.h>

enum { BONES = 9, SAMPLES = 75, WEIGHTS = 6 };
static const float TOLERANCE = 0.0001f, DISTANCE = 0.03f;

/* A chain with two branches, in which a child comes before its parent. Bone 1 spins round and round, bone 2 is
 * constant, bone 3 stays at rest, bone 4 scales, bone 7 jumps, bone 8 is far from the origin. */
typedef struct scene {
    int32_t parents[BONES];
    hone_transform rest[BONES], samples[SAMPLES][BONES];
    float rest_weights[WEIGHTS], weights[SAMPLES][WEIGHTS];
    hone_clip_pack_desc desc;
} scene;

static void turn(float angle, int axis, float out[4])
{
    memset(out, 0, 4 * sizeof *out);
    out[axis] = sinf(angle / 2), out[3] = cosf(angle / 2);
}

static void move_bone(scene *s, uint32_t f, uint32_t b)
{
    hone_transform *out = &s->samples[f][b];
    float t = (float)f / 30;
    *out = s->rest[b];
    if (b == 0) {
        out->translation[0] = 2 * t, out->translation[1] = 1 + 0.1f * sinf(9 * t);
        turn(0.3f * sinf(4 * t), 1, out->rotation);
    } else if (b == 1) {
        turn(12 * t, 2, out->rotation);
    } else if (b == 2) {
        turn(3.1f, 0, out->rotation);
        out->translation[2] = 0.5f;
    } else if (b == 4) {
        out->scale[1] = 1 + 0.2f * sinf(5 * t);
    } else if (b == 7) {
        turn(f < 40 ? 0.2f : 1.4f, 0, out->rotation);
    } else if (b != 3) {
        turn(0.8f * sinf((float)(3 + b) * t), (int)b % 3, out->rotation);
    }
}

static void make_scene(scene *s)
{
    static const int32_t parents[BONES] = {HONE_NONE, 2, 0, 1, 2, 4, 0, 6, HONE_NONE};
    memset(s, 0, sizeof *s);
    memcpy(s->parents, parents, sizeof parents);
    for (uint32_t b = 0; b < BONES; b++) {
        s->rest[b] = (hone_transform){{0.1f, 0.3f, b == 8 ? 40.0f : 0}, {0, 0, 0, 1}, {1, 1, 1}};
        turn(0.1f * (float)b, 1, s->rest[b].rotation);
    }
    for (uint32_t f = 0; f < SAMPLES; f++) {
        for (uint32_t b = 0; b < BONES; b++) move_bone(s, f, b);
        for (uint32_t w = 0; w < WEIGHTS; w++)
            s->weights[f][w] = w == 0 ? 0.25f : w == 1 ? 0 : 0.5f + 0.5f * sinf((float)(w * f) / 20);
    }
    s->desc = (hone_clip_pack_desc){.bone_count = BONES,
                                    .parents = s->parents,
                                    .rest = s->rest,
                                    .sample_count = SAMPLES,
                                    .rate = 30,
                                    .bones = s->samples[0],
                                    .weight_count = WEIGHTS,
                                    .weights = s->weights[0],
                                    .tolerance = TOLERANCE,
                                    .distance = DISTANCE};
}

static hone_bytes pack(const hone_clip_pack_desc *desc, hone_clip_pack_report *report)
{
    hone_bytes bytes;
    hone_error error = {0};
    bool ok = hone_clip_pack(desc, &bytes, report, &error);
    if (!ok)
        print_error("%s\n", error.message);
    CHECK(ok);
    return bytes;
}

static hone_packed_clip *open_clip(const hone_bytes *bytes)
{
    hone_error error = {0};
    hone_packed_clip *clip = hone_packed_clip_open(bytes->data, bytes->size, NULL, &error);
    if (!clip)
        print_error("%s\n", error.message);
    CHECK(clip);
    return clip;
}

static void to_rest(const scene *s, hone_transform *bones, float *weights)
{
    memcpy(bones, s->rest, sizeof s->rest);
    for (uint32_t w = 0; w < WEIGHTS; w++) weights[w] = s->rest_weights[w];
}

/* ---- an independent measurement ---- */

/* Where a point of a bone is, in double precision. */
static void place(const scene *s, const hone_transform *bones, uint32_t bone, int axis, double out[3])
{
    double point[3] = {0, 0, 0};
    point[axis] = (double)DISTANCE;
    for (int32_t at = (int32_t)bone; at != HONE_NONE; at = s->parents[at]) {
        const hone_transform *t = &bones[at];
        double q[4], length = 0, v[3], c[3];
        for (int i = 0; i < 4; i++) length += (double)t->rotation[i] * (double)t->rotation[i];
        for (int i = 0; i < 4; i++) q[i] = (double)t->rotation[i] / sqrt(length);
        for (int i = 0; i < 3; i++) v[i] = point[i] * (double)t->scale[i];
        for (int i = 0; i < 3; i++) c[i] = 2 * (q[(i + 1) % 3] * v[(i + 2) % 3] - q[(i + 2) % 3] * v[(i + 1) % 3]);
        for (int i = 0; i < 3; i++)
            point[i] = v[i] + q[3] * c[i] + q[(i + 1) % 3] * c[(i + 2) % 3] - q[(i + 2) % 3] * c[(i + 1) % 3] +
                       (double)t->translation[i];
    }
    memcpy(out, point, sizeof point);
}

static double worst_error(const scene *s, const hone_packed_clip *clip)
{
    double worst = 0;
    hone_transform bones[BONES];
    float weights[WEIGHTS];
    to_rest(s, bones, weights);
    for (uint32_t f = 0; f < SAMPLES; f++) {
        hone_packed_clip_decode(clip, f, bones);
        for (uint32_t b = 0; b < BONES; b++)
            for (int axis = 0; axis < 3; axis++) {
                double a[3], c[3];
                place(s, bones, b, axis, a);
                place(s, s->samples[f], b, axis, c);
                double off = sqrt(pow(a[0] - c[0], 2) + pow(a[1] - c[1], 2) + pow(a[2] - c[2], 2));
                worst = off > worst || isnan(off) ? off : worst;
            }
    }
    return worst;
}

/* The largest error of the points of one bone. */
static double worst_error_of(const scene *s, const hone_packed_clip *clip, uint32_t bone)
{
    double worst = 0;
    hone_transform bones[BONES];
    float weights[WEIGHTS];
    to_rest(s, bones, weights);
    for (uint32_t f = 0; f < SAMPLES; f++) {
        hone_packed_clip_decode(clip, f, bones);
        for (int axis = 0; axis < 3; axis++) {
            double a[3], c[3];
            place(s, bones, bone, axis, a);
            place(s, s->samples[f], bone, axis, c);
            double off = sqrt(pow(a[0] - c[0], 2) + pow(a[1] - c[1], 2) + pow(a[2] - c[2], 2));
            worst = off > worst || isnan(off) ? off : worst;
        }
    }
    return worst;
}

/* ---- tests ---- */

static void a_bone_can_be_more_precise_than_others(void **state)
{
    (void)state;
    scene s;
    make_scene(&s);
    float precision[BONES] = {1, 1, 1, 1, 1, 20, 1, 1, 1};
    s.desc.precision = precision;
    hone_bytes bytes = pack(&s.desc, NULL);
    hone_packed_clip *clip = open_clip(&bytes);
    CHECK(worst_error_of(&s, clip, 5) <= (double)TOLERANCE / 20 && worst_error(&s, clip) <= (double)TOLERANCE);
    CHECK(worst_error_of(&s, clip, 7) > 0.5 * (double)TOLERANCE);
    hone_packed_clip_close(clip);
    hone_bytes_release(&bytes);
    precision[3] = 0.5f;
    hone_error error = {0};
    CHECK(!hone_clip_pack(&s.desc, &bytes, NULL, &error) && error.code == HONE_ERROR_ARGUMENT);
}

static void all_samples_are_within_the_tolerance(void **state)
{
    (void)state;
    scene s;
    make_scene(&s);
    for (int i = 0; i < 3; i++) {
        hone_clip_pack_report report;
        s.desc.tolerance = TOLERANCE * (i == 0 ? 1.0f : i == 1 ? 0.1f : 30.0f);
        hone_bytes bytes = pack(&s.desc, &report);
        hone_packed_clip *clip = open_clip(&bytes);
        double worst = worst_error(&s, clip);
        CHECK(worst <= (double)s.desc.tolerance);
        CHECK_NEAR(worst, report.error, 1e-9 + 1e-3 * worst);
        CHECK(worst > 0.5 * (double)s.desc.tolerance); /* the tolerance is used */
        CHECK(report.weight_error <= 0.001 && report.weight_error > 0.0003);
        CHECK(report.raw_bytes == (BONES * 10 + WEIGHTS) * SAMPLES * 4 && bytes.size < report.raw_bytes / 5);
        hone_packed_clip_close(clip);
        hone_bytes_release(&bytes);
    }
}

static void what_does_not_change_takes_no_samples(void **state)
{
    (void)state;
    scene s;
    make_scene(&s);
    hone_clip_pack_report report;
    hone_bytes bytes = pack(&s.desc, &report);
    hone_packed_clip *clip = open_clip(&bytes);
    const hone_packed_clip_info *info = hone_packed_clip_get_info(clip);
    CHECK(info->bone_count == BONES && info->weight_count == WEIGHTS && info->sample_count == SAMPLES);
    CHECK(info->rate == 30 && info->tolerance == TOLERANCE && info->distance == DISTANCE && info->size == bytes.size);
    CHECK(info->animated == 1 + 6 + 1 + 4 && info->constant == 2 + 1); /* T, R, S, weights; bone 2, weight 0 */
    CHECK(report.animated == info->animated && report.constant == info->constant);
    hone_transform bones[BONES], untouched = {{7, 7, 7}, {7, 7, 7, 7}, {7, 7, 7}};
    float weights[WEIGHTS] = {9, 9, 9, 9, 9, 9};
    for (int b = 0; b < BONES; b++) bones[b] = untouched;
    hone_packed_clip_decode(clip, 3, bones);
    hone_packed_clip_decode_weights(clip, 3, weights);
    CHECK(memcmp(&bones[3], &untouched, sizeof untouched) == 0); /* at rest */
    CHECK(bones[0].scale[0] == 7 && bones[4].translation[0] == 7 && weights[1] == 9 && weights[0] == 0.25f);
    for (int i = 0; i < 4; i++) CHECK_NEAR(bones[2].rotation[i], s.samples[3][2].rotation[i], 2e-7);
    CHECK(hone_packed_clip_parts(clip)[3] == HONE_CLIP_ALL && hone_packed_clip_has_weight(clip)[1] == 1);
    hone_packed_clip_close(clip);
    hone_bytes_release(&bytes);
}

static void parts_that_the_clip_has_not_are_never_written(void **state)
{
    (void)state;
    scene s;
    make_scene(&s);
    uint8_t parts[BONES], has[WEIGHTS] = {1, 1, 1, 0, 1, 1};
    memset(parts, HONE_CLIP_ROTATION, sizeof parts);
    s.desc.parts = parts, s.desc.has_weight = has;
    for (uint32_t f = 0; f < SAMPLES; f++)
        for (uint32_t b = 0; b < BONES; b++) {
            memcpy(s.samples[f][b].translation, s.rest[b].translation, sizeof s.rest[b].translation);
            memcpy(s.samples[f][b].scale, s.rest[b].scale, sizeof s.rest[b].scale);
        }
    hone_bytes bytes = pack(&s.desc, NULL);
    hone_packed_clip *clip = open_clip(&bytes);
    CHECK(worst_error(&s, clip) <= (double)TOLERANCE);
    CHECK(hone_packed_clip_parts(clip)[0] == HONE_CLIP_ROTATION && hone_packed_clip_has_weight(clip)[3] == 0);
    hone_transform bones[BONES] = {{{0}, {0}, {0}}};
    float weights[WEIGHTS] = {9, 9, 9, 9, 9, 9};
    hone_packed_clip_decode(clip, 20, bones);
    hone_packed_clip_decode_weights(clip, 20, weights);
    CHECK(bones[0].translation[0] == 0 && bones[4].scale[1] == 0 && bones[0].rotation[3] > 0.5f);
    CHECK(weights[3] == 9 && weights[4] < 2);
    hone_packed_clip_close(clip);
    hone_bytes_release(&bytes);
}

/* Values between two samples are on the way from one to the other; times outside are clamped. */
static void any_time_can_be_decoded(void **state)
{
    (void)state;
    scene s;
    make_scene(&s);
    hone_bytes bytes = pack(&s.desc, NULL);
    hone_packed_clip *clip = open_clip(&bytes);
    hone_transform a[BONES], b[BONES], c[BONES];
    float weights[3][WEIGHTS];
    to_rest(&s, a, weights[0]), to_rest(&s, b, weights[1]), to_rest(&s, c, weights[2]);
    for (uint32_t f = 0; f + 1 < SAMPLES; f++) {
        hone_packed_clip_decode(clip, f, a);
        hone_packed_clip_decode(clip, f + 1, b);
        hone_packed_clip_decode(clip, f + 0.25, c);
        hone_packed_clip_decode_weights(clip, f, weights[0]);
        hone_packed_clip_decode_weights(clip, f + 1, weights[1]);
        hone_packed_clip_decode_weights(clip, f + 0.25, weights[2]);
        for (int i = 0; i < 3; i++)
            CHECK_NEAR(c[0].translation[i], 0.75 * a[0].translation[i] + 0.25 * b[0].translation[i], 3e-4);
        for (int w = 0; w < WEIGHTS; w++) CHECK_NEAR(weights[2][w], 0.75 * weights[0][w] + 0.25 * weights[1][w], 2e-3);
        for (int bone = 0; bone < BONES; bone++) {
            float middle[4];
            hone_quat_slerp(a[bone].rotation, b[bone].rotation, 0.25f, middle);
            CHECK_NEAR(fabsf(hone_quat_dot(middle, c[bone].rotation)), 1, 2e-4);
            CHECK_NEAR(hone_quat_dot(c[bone].rotation, c[bone].rotation), 1, 1e-5);
        }
    }
    const double outside[][2] = {{-5, 0}, {NAN, 0}, {-INFINITY, 0}, {1e30, SAMPLES - 1}, {INFINITY, SAMPLES - 1}};
    for (int i = 0; i < 5; i++) {
        hone_packed_clip_decode(clip, outside[i][0], a);
        hone_packed_clip_decode(clip, outside[i][1], b);
        CHECK(memcmp(a, b, sizeof a) == 0);
    }
    hone_packed_clip_close(clip);
    hone_bytes_release(&bytes);
}

/* Between two samples rotations are on the way from one to the other as blending has them, also those that are far from
 * the mean of their track: a bone that turns to and fro by 200 degrees, up to 19 degrees a sample. */
static void rotations_between_samples_are_blended(void **state)
{
    (void)state;
    scene s;
    make_scene(&s);
    for (uint32_t f = 0; f < SAMPLES; f++) turn(1.75f * sinf((float)f / 5), (int)f / 40, s.samples[f][5].rotation);
    s.desc.tolerance = TOLERANCE / 20;
    hone_bytes bytes = pack(&s.desc, NULL);
    hone_packed_clip *clip = open_clip(&bytes);
    double worst = 0;
    for (uint32_t quarter = 0; quarter <= 4 * (SAMPLES - 1); quarter++) {
        hone_transform bones[BONES];
        float weights[WEIGHTS], middle[4];
        uint32_t f = quarter / 4;
        to_rest(&s, bones, weights);
        hone_packed_clip_decode(clip, quarter / 4.0, bones);
        if (f + 1 == 40 || f + 1 == SAMPLES) /* where the axis changes; the last sample */
            continue;
        hone_quat_slerp(s.samples[f][5].rotation, s.samples[f + 1][5].rotation, (float)(quarter % 4) / 4, middle);
        float sign = hone_quat_dot(middle, bones[5].rotation) < 0 ? -1.0f : 1.0f;
        for (int i = 0; i < 4; i++)
            worst = fmax(worst, fabs((double)middle[i] - (double)(sign * bones[5].rotation[i])));
    }
    CHECK(worst < 4e-4); /* w from components that were blended alone would be off by 1.4e-3 */
    hone_packed_clip_close(clip);
    hone_bytes_release(&bytes);
}

static void ranges_and_kernels_give_the_same_bits(void **state)
{
    (void)state;
    scene s;
    make_scene(&s);
    hone_bytes bytes = pack(&s.desc, NULL);
    hone_packed_clip *clip = open_clip(&bytes);
    hone_transform all[BONES], other[BONES];
    float weights[2][WEIGHTS];
    for (double at = 0; at < SAMPLES; at += 3.7) {
        to_rest(&s, all, weights[0]);
        hone_packed_clip_decode(clip, at, all);
        hone_packed_clip_decode_weights(clip, at, weights[0]);
        for (uint32_t first = 0; first <= BONES; first++)
            for (uint32_t count = 0; first + count <= BONES; count++) {
                to_rest(&s, other, weights[1]);
                hone_packed_clip_decode_range(clip, at, first, count, other + first);
                CHECK(memcmp(other + first, all + first, count * sizeof *all) == 0);
                CHECK(first == 0 || memcmp(other, s.rest, first * sizeof *all) == 0);
            }
        to_rest(&s, other, weights[1]);
        hone_clip_portable.decode_bones(clip, at, 0, BONES, other);
        hone_clip_portable.decode_weights(clip, at, weights[1]);
        CHECK(memcmp(all, other, sizeof all) == 0 && memcmp(weights[0], weights[1], sizeof weights[0]) == 0);
    }
    hone_packed_clip_close(clip);
    hone_bytes_release(&bytes);
}

/* Noise of a large range needs many bits: the coefficients of a component then take more than two vectors, and with the
 * largest range some do not fit into the window of a vector. */
static void numbers_of_many_bits_are_decoded_alike_by_all_kernels(void **state)
{
    (void)state;
    static const float ranges[] = {1, 40, 400};
    scene s;
    make_scene(&s);
    for (int r = 0; r < 3; r++) {
        test_random random = {7};
        for (uint32_t f = 0; f < SAMPLES; f++)
            for (int i = 0; i < 3; i++)
                s.samples[f][8].translation[i] =
                    ranges[r] * ((float)(test_random_u32(&random) >> 8) / (1 << 23) - 1) + (f == 0 ? ranges[r] : 0);
        hone_bytes bytes = pack(&s.desc, NULL);
        hone_packed_clip *clip = open_clip(&bytes);
        CHECK(worst_error(&s, clip) <= (double)TOLERANCE);
        for (double at = 0; at < SAMPLES; at += 0.77) {
            hone_transform all[BONES] = {{{0}, {0}, {0}}}, other[BONES] = {{{0}, {0}, {0}}};
            hone_packed_clip_decode(clip, at, all);
            hone_clip_portable.decode_bones(clip, at, 0, BONES, other);
            CHECK(memcmp(all, other, sizeof all) == 0);
        }
        hone_packed_clip_close(clip);
        hone_bytes_release(&bytes);
    }
}

static void threads_and_addresses_change_nothing(void **state)
{
    (void)state;
    scene s;
    make_scene(&s);
    hone_bytes one = pack(&s.desc, NULL);
    s.desc.workers = hone_workers_create(3, NULL, NULL);
    hone_bytes three = pack(&s.desc, NULL);
    CHECK(one.size == three.size && memcmp(one.data, three.data, one.size) == 0);
    uint8_t *odd = test_malloc(one.size + 1);
    memcpy(odd + 1, one.data, one.size);
    hone_packed_clip *a = open_clip(&one), *b = hone_packed_clip_open(odd + 1, one.size, NULL, NULL);
    hone_transform bones[2][BONES];
    memcpy(bones[0], s.rest, sizeof s.rest);
    memcpy(bones[1], s.rest, sizeof s.rest);
    hone_packed_clip_decode(a, 33.3, bones[0]);
    hone_packed_clip_decode(b, 33.3, bones[1]);
    CHECK(memcmp(bones[0], bones[1], sizeof bones[0]) == 0);
    hone_packed_clip_close(a);
    hone_packed_clip_close(b);
    test_free(odd);
    hone_workers_destroy(s.desc.workers);
    hone_bytes_release(&one);
    hone_bytes_release(&three);
}

/* MMD: translations are offsets from rest, so a turn of the parent moves a bone with an offset. */
static void offsets_count_as_part_of_the_translation(void **state)
{
    (void)state;
    scene s;
    make_scene(&s);
    float offsets[BONES][3];
    for (uint32_t f = 0; f < SAMPLES; f++)
        for (uint32_t b = 0; b < BONES; b++)
            hone_vec3_subtract(s.samples[f][b].translation, s.rest[b].translation, s.samples[f][b].translation);
    for (uint32_t b = 0; b < BONES; b++) {
        memcpy(offsets[b], s.rest[b].translation, sizeof offsets[b]);
        memset(s.rest[b].translation, 0, sizeof s.rest[b].translation);
    }
    s.desc.offsets = (const float(*)[3])offsets;
    hone_clip_pack_report report;
    hone_bytes bytes = pack(&s.desc, &report);
    hone_packed_clip *clip = open_clip(&bytes);
    hone_transform bones[BONES];
    float weights[WEIGHTS];
    double worst = 0;
    for (uint32_t f = 0; f < SAMPLES; f++) {
        hone_transform was[BONES];
        to_rest(&s, bones, weights);
        hone_packed_clip_decode(clip, f, bones);
        memcpy(was, s.samples[f], sizeof was);
        for (uint32_t b = 0; b < BONES; b++) {
            hone_vec3_add(bones[b].translation, offsets[b], bones[b].translation);
            hone_vec3_add(was[b].translation, offsets[b], was[b].translation);
        }
        for (uint32_t b = 0; b < BONES; b++) {
            double p[3], q[3];
            place(&s, bones, b, 0, p), place(&s, was, b, 0, q);
            worst = fmax(worst, sqrt(pow(p[0] - q[0], 2) + pow(p[1] - q[1], 2) + pow(p[2] - q[2], 2)));
        }
    }
    CHECK(worst <= (double)TOLERANCE && worst > 0);
    hone_packed_clip_close(clip);
    hone_bytes_release(&bytes);
}

static void clips_of_any_length_work(void **state)
{
    (void)state;
    scene s;
    make_scene(&s);
    for (uint32_t count = 1; count <= SAMPLES; count++) {
        hone_clip_pack_report report;
        s.desc.sample_count = count;
        hone_bytes bytes = pack(&s.desc, &report);
        CHECK(report.error <= (double)TOLERANCE && report.weight_error <= 0.001);
        hone_bytes_release(&bytes);
    }
    s.desc.bone_count = 0, s.desc.weight_count = 0;
    hone_bytes bytes = pack(&s.desc, NULL);
    hone_packed_clip_close(open_clip(&bytes));
    hone_bytes_release(&bytes);
}

static void wrong_samples_are_refused(void **state)
{
    (void)state;
    scene s;
    for (int i = 0; i < 9; i++) {
        hone_bytes bytes = {0};
        hone_error error = {0};
        make_scene(&s);
        s.desc.sample_count = i == 0 ? 0 : SAMPLES;
        s.desc.tolerance = i == 1 ? 0 : i == 2 ? NAN : TOLERANCE;
        s.desc.distance = i == 3 ? -1 : DISTANCE;
        s.desc.rate = i == 4 ? 0 : 30;
        s.samples[7][3].rotation[1] = i == 5 ? NAN : 0;
        s.weights[9][2] = i == 6 ? INFINITY : 0;
        s.parents[0] = i == 7 ? 5 : i == 8 ? 77 : HONE_NONE; /* a cycle, and no bone */
        CHECK(!hone_clip_pack(&s.desc, &bytes, NULL, &error) && error.code == HONE_ERROR_ARGUMENT && !bytes.data);
    }
    make_scene(&s);
    hone_error error = {0};
    hone_bytes bytes = {0};
    s.desc.tolerance = 1e-12f;
    CHECK(!hone_clip_pack(&s.desc, &bytes, NULL, &error) && error.code == HONE_ERROR_UNSUPPORTED && !bytes.data);
    error = (hone_error){0};
    CHECK(!hone_clip_pack(NULL, &bytes, NULL, &error) && error.code == HONE_ERROR_ARGUMENT);
    error = (hone_error){0};
    CHECK(!hone_packed_clip_open(NULL, 4, NULL, &error) && error.code == HONE_ERROR_ARGUMENT);
}

/* Plays whatever opens, so that the sanitizers see every read. */
static void play(const hone_packed_clip *clip)
{
    const hone_packed_clip_info *info = hone_packed_clip_get_info(clip);
    if (info->bone_count > BONES || info->weight_count > WEIGHTS)
        return;
    hone_transform bones[BONES];
    float weights[WEIGHTS];
    memset(bones, 0, sizeof bones);
    for (double at = 0; at <= info->sample_count; at += 7.5) {
        hone_packed_clip_decode(clip, at, bones);
        hone_packed_clip_decode_weights(clip, at, weights);
    }
}

static void blocks_cut_at_any_byte_are_refused(void **state)
{
    (void)state;
    scene s;
    make_scene(&s);
    hone_bytes bytes = pack(&s.desc, NULL);
    for (size_t size = 0; size < bytes.size; size++) {
        hone_error error = {0};
        uint8_t *exact = test_malloc(size ? size : 1); /* so that a read past the end is detected */
        memcpy(exact, bytes.data, size);
        CHECK(!hone_packed_clip_open(exact, size, NULL, &error) && error.code == HONE_ERROR_FORMAT);
        for (uint32_t i = 0; i < 4 && size >= 48; i++) exact[8 + i] = (uint8_t)(size >> 8 * i); /* as if whole */
        hone_packed_clip *clip = hone_packed_clip_open(exact, size, NULL, NULL);
        if (clip)
            play(clip);
        hone_packed_clip_close(clip);
        test_free(exact);
    }
    hone_bytes_release(&bytes);
}

static void damaged_blocks_are_refused_or_play(void **state)
{
    (void)state;
    scene s;
    make_scene(&s);
    hone_bytes bytes = pack(&s.desc, NULL);
    test_random random = {1};
    for (size_t at = 0; at < bytes.size; at++) {
        uint8_t kept = bytes.data[at];
        bytes.data[at] = (uint8_t)(at % 3 ? kept ^ (1u << at % 8) : test_random_u32(&random));
        hone_packed_clip *clip = hone_packed_clip_open(bytes.data, bytes.size, NULL, NULL);
        if (clip)
            play(clip);
        hone_packed_clip_close(clip);
        bytes.data[at] = kept;
    }
    hone_error error = {0};
    bytes.data[4] = 1; /* an older version */
    CHECK(!hone_packed_clip_open(bytes.data, bytes.size, NULL, &error) && error.code == HONE_ERROR_UNSUPPORTED);
    hone_bytes_release(&bytes);
}

static void opening_takes_little_memory_and_decoding_none(void **state)
{
    (void)state;
    scene s;
    make_scene(&s);
    hone_bytes bytes = pack(&s.desc, NULL);
    test_allocator a;
    test_allocator_make(&a, UINT64_MAX);
    hone_packed_clip *clip = hone_packed_clip_open(bytes.data, bytes.size, &a.allocator, NULL);
    uint64_t calls = a.calls;
    CHECK(clip && a.peak_size < 32 * bytes.size);
    play(clip);
    CHECK(a.calls == calls);
    hone_packed_clip_close(clip);
    CHECK(a.live == 0);
    hone_bytes_release(&bytes);
}

static void every_failed_allocation_is_an_error_and_leaks_nothing(void **state)
{
    (void)state;
    scene s;
    make_scene(&s);
    s.desc.sample_count = 20;
    bool done = false;
    for (uint64_t n = 0; !done; n++) {
        test_allocator a;
        hone_error error = {0};
        hone_bytes bytes;
        test_allocator_make(&a, n);
        s.desc.allocator = &a.allocator;
        done = hone_clip_pack(&s.desc, &bytes, NULL, &error);
        CHECK(done || (error.code == HONE_ERROR_MEMORY && !bytes.data));
        hone_bytes_release(&bytes);
        CHECK(a.live == 0);
    }
    s.desc.allocator = NULL;
    hone_bytes bytes = pack(&s.desc, NULL);
    done = false;
    for (uint64_t n = 0; !done; n++) {
        test_allocator a;
        hone_error error = {0};
        test_allocator_make(&a, n);
        hone_packed_clip *clip = hone_packed_clip_open(bytes.data, bytes.size, &a.allocator, &error);
        done = clip != NULL;
        CHECK(done || error.code == HONE_ERROR_MEMORY);
        hone_packed_clip_close(clip);
        CHECK(a.live == 0);
    }
    hone_bytes_release(&bytes);
}

TEST_GROUP(test_clip)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_samples_are_within_the_tolerance),
        cmocka_unit_test(what_does_not_change_takes_no_samples),
        cmocka_unit_test(parts_that_the_clip_has_not_are_never_written),
        cmocka_unit_test(a_bone_can_be_more_precise_than_others),
        cmocka_unit_test(any_time_can_be_decoded),
        cmocka_unit_test(rotations_between_samples_are_blended),
        cmocka_unit_test(ranges_and_kernels_give_the_same_bits),
        cmocka_unit_test(numbers_of_many_bits_are_decoded_alike_by_all_kernels),
        cmocka_unit_test(threads_and_addresses_change_nothing),
        cmocka_unit_test(offsets_count_as_part_of_the_translation),
        cmocka_unit_test(clips_of_any_length_work),
        cmocka_unit_test(wrong_samples_are_refused),
        cmocka_unit_test(blocks_cut_at_any_byte_are_refused),
        cmocka_unit_test(damaged_blocks_are_refused_or_play),
        cmocka_unit_test(opening_takes_little_memory_and_decoding_none),
        cmocka_unit_test(every_failed_allocation_is_an_error_and_leaks_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
